import { createSiteSpace, deleteSiteSpace, updateSiteSpace } from '../api/contract/operations/site-spaces.ts';
import type { Site } from '../api/contract/operations/sites.ts';
import type { SiteSection, SiteSpace } from '../api/contract/schemas.ts';
import { titled } from '../text/called.ts';
import type { Change } from './change.ts';

/** A place for spaces: a section of a site, or the site itself if it has no sections. */
export interface SitePlace {
  readonly site: Site;
  readonly section: SiteSection | undefined;
  readonly siteSpaces: readonly SiteSpace[];
}

/** A site space that moves from one place to another one. */
export interface Transfer {
  readonly org: string;
  readonly siteSpace: SiteSpace;
  readonly from: SitePlace;
  readonly to: SitePlace;
}

/**
 * Returns the requests of a transfer. No request moves a space to another section, so it is published again there, with its
 * path and its condition. In another site that comes first; one site publishes a space only once, so there it is taken out
 * first.
 */
export function transferChanges(transfer: Transfer): Change[] {
  const { org, siteSpace, from, to } = transfer;
  const isWithin = isWithinSite(transfer);
  const [end, make] = isWithin ? [0, 1] : [2, 0];
  const body = settings(transfer);
  const ref = { org, site: to.site.id };
  const name = spaceLabel(siteSpace);
  const making: Change = {
    action: 'create',
    kind: 'site-space',
    ref,
    name: `${name} in ${placeLabel(to)}`,
    before: null,
    after: { space: siteSpace.space?.id, section: to.section?.id ?? null, ...body },
    operation: createSiteSpace.id,
    input: {
      params: ref,
      body: { spaceId: siteSpace.space?.id, ...(to.section && { sectionId: to.section.id }) },
    },
    requires: isWithin ? [end] : [],
    isUnique: true,
  };
  const made = { ...ref, siteSpace: { $change: make } };
  const setting: Change = {
    action: 'update',
    kind: 'site-space',
    ref: made,
    name: `${name} in ${placeLabel(to)}`,
    before: {},
    after: {},
    operation: updateSiteSpace.id,
    input: { params: made, body },
    requires: [make],
  };
  const old = { org, site: from.site.id, siteSpace: siteSpace.id };
  const ending: Change = {
    action: 'delete',
    kind: 'site-space',
    ref: old,
    name: `${name} in ${placeLabel(from)}`,
    before: { path: siteSpace.path, condition: siteSpace.condition ?? null, title: siteSpace.title },
    after: null,
    operation: deleteSiteSpace.id,
    input: { params: old },
    requires: isWithin ? [] : [make, make + 1],
  };
  const sets = Object.keys(body).length > 0 ? [setting] : [];
  return isWithin ? [ending, making, ...sets] : [making, ...sets, ending];
}

export function isWithinSite({ from, to }: Transfer): boolean {
  return from.site.id === to.site.id;
}

/** Returns the site space of the new place that has the path already. */
export function holderOfPath({ siteSpace, to }: Transfer): SiteSpace | undefined {
  return neighbours(to).find(({ id, path }) => id !== siteSpace.id && path === siteSpace.path);
}

/** Returns what is set again on the new site space. */
function settings(transfer: Transfer): { path?: string; condition?: unknown } {
  const { path, condition } = transfer.siteSpace;
  return {
    ...(path !== undefined && path !== null && !holderOfPath(transfer) && { path }),
    ...(condition != null && { condition }),
  };
}

/** Returns the site spaces of a section, or of a site without sections. */
export function neighbours({ siteSpaces, section }: SitePlace): readonly SiteSpace[] {
  return siteSpaces.filter((one) => (one.section ?? undefined) === section?.id);
}

/** Names a place: `section "Guides" (section_guides) of site "Acme Docs" (site_docs)`. */
export function placeLabel({ site, section }: SitePlace): string {
  const own = titled('site', site.title ?? site.id, site.id);
  return section ? `${sectionLabel(section)} of ${own}` : own;
}

export function sectionLabel({ title, id }: SiteSection): string {
  return titled('section', title ?? id, id);
}

export function spaceLabel({ title, space, id }: SiteSpace): string {
  return titled('space', title ?? space?.title ?? id, id);
}
