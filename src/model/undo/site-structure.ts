import { addSectionToGroup, createSectionGroup } from '../../api/contract/operations/section-groups.ts';
import { createSection, updateSection } from '../../api/contract/operations/sections.ts';
import { createSiteSpace, updateSiteSpace } from '../../api/contract/operations/site-spaces.ts';
import { updateSite } from '../../api/contract/operations/sites.ts';
import { at } from '../fields.ts';
import { type Fields, type Id, type Made, type Plan, pick, present } from './facts.ts';

export type Params = Readonly<Record<string, Id>>;

export interface SiteSpaceWhole {
  readonly id: string;
  readonly space: string;
  readonly title?: string | null;
  readonly section?: Id | null;
  readonly path?: unknown;
  readonly condition?: unknown;
  readonly default?: unknown;
}

export interface SectionWhole {
  readonly id?: string;
  readonly title?: string | null;
  readonly path?: unknown;
  readonly condition?: unknown;
  readonly icon?: unknown;
  readonly description?: unknown;
  readonly default?: unknown;
  readonly sectionGroup?: string | null;
  readonly siteSpaces: readonly SiteSpaceWhole[];
}

export interface GroupWhole {
  readonly title?: unknown;
  readonly icon?: unknown;
  readonly sections: readonly string[];
}

export interface SiteWhole {
  readonly sections: readonly SectionWhole[];
  readonly groups: readonly GroupWhole[];
  readonly siteSpaces: readonly SiteSpaceWhole[];
}

/** Returns all site spaces of a site, a section, or what is as one of them. */
function siteSpacesIn({ sections = [], siteSpaces = [] }: Partial<SiteWhole>): readonly SiteSpaceWhole[] {
  return [...sections.flatMap((section) => section.siteSpaces), ...siteSpaces];
}

/** Returns the spaces that a site or a section publishes, by their ids, with their titles. */
export function spacesIn(whole: Partial<SiteWhole>): ReadonlyMap<string, string> {
  return new Map(siteSpacesIn(whole).map(({ space, title }) => [space, title ?? space]));
}

/** Returns a site or a section without the spaces that have these ids. */
export function withoutSpaces<Whole extends Partial<SiteWhole>>(
  whole: Whole,
  ids: ReadonlySet<string>,
): Whole {
  const { sections, siteSpaces } = whole;
  return {
    ...whole,
    ...(sections && { sections: sections.map((section) => withoutSpaces(section, ids)) }),
    ...(siteSpaces && { siteSpaces: siteSpaces.filter(({ space }) => !ids.has(space)) }),
  };
}

export function remakeStructure(
  params: Params,
  { sections = [], groups = [], siteSpaces = [] }: Partial<SiteWhole>,
  plan: Plan,
): string[] {
  const made = new Map<string, Made>();
  const lost: string[] = [];
  for (const { sectionGroup: _, default: __, ...section } of sections) {
    const one = remakeSection(params, section, plan);
    if (typeof one === 'string') lost.push(one);
    else made.set(String(section.id), one);
  }
  const first = made.get(String(sections.find((one) => one.default === true)?.id));
  if (first && first !== [...made.values()][0])
    plan({ action: 'update', operation: updateSite, params, body: { defaultSiteSection: first } });
  for (const { title, icon, sections: ofGroup } of groups)
    plan({
      action: 'create',
      operation: createSectionGroup,
      params,
      body: present({ title, icon, sections: ofGroup.flatMap((id) => made.get(id) ?? []) }),
    });
  for (const one of siteSpaces) {
    const again = remakeSiteSpace(params, one, plan);
    if (one.default === true && one !== siteSpaces[0])
      plan({ action: 'update', operation: updateSite, params, body: { defaultSiteSpace: again } });
  }
  return lost;
}

export function sectionWhole(item: unknown): SectionWhole & Fields {
  const siteSpaces = (at(item, 'siteSpaces') ?? []) as readonly unknown[];
  return {
    ...pick(item, 'title', 'path', 'condition', 'icon', 'description', 'default', 'sectionGroup'),
    siteSpaces: siteSpaces.map(siteSpaceWhole),
  };
}

export function siteSpaceWhole(item: unknown): SiteSpaceWhole & Fields {
  return {
    id: String(at(item, 'id')),
    space: String(at(item, 'space', 'id')),
    ...pick(item, 'section', 'path', 'condition', 'default', 'title'),
  };
}

export function groupWhole(item: unknown): GroupWhole & Fields {
  const sections = (at(item, 'sections') ?? []) as readonly unknown[];
  return { ...pick(item, 'title', 'icon'), sections: sections.map((one) => String(at(one, 'id'))) };
}

/** The longest title that a request to make a section accepts. */
const longestNewTitle = 64;

/**
 * Plans to make a section again with its spaces. If it has none, returns why it cannot be made. If its first space has its
 * own piece, because it did not end with the section, the service may choose no default either.
 */
export function remakeSection(
  params: Params,
  { title, siteSpaces = [], sectionGroup, default: isDefault, ...fields }: Partial<SectionWhole>,
  plan: Plan,
  apart: ReadonlySet<string> = new Set(),
): Made | string {
  const [first, ...others] = siteSpaces;
  if (!first) return `section ${JSON.stringify(title)}: the service makes sections of a space only`;
  const short = (title ?? '').slice(0, longestNewTitle);
  const made = plan({
    action: 'create',
    operation: createSection,
    params,
    body: { spaceId: first.space, ...(short.length > 1 && { title: short }) },
  });
  const { path, condition, icon, description } = fields;
  const rest = present({ path, condition, icon, description, title: short === title ? null : title });
  plan({ action: 'update', operation: updateSection, params: { ...params, section: made }, body: rest });
  const inFirst: Made = { ...made, at: 'siteSpaces.0.id' };
  plan({
    action: 'update',
    operation: updateSiteSpace,
    params: { ...params, siteSpace: inFirst },
    body: present({ path: first.path, condition: first.condition }),
  });
  const makeDefault = (siteSpace: Made) =>
    plan({
      action: 'update',
      operation: updateSection,
      params: { ...params, section: made },
      body: { defaultSiteSpace: siteSpace },
    });
  if (first.default === true && apart.has(first.id)) makeDefault(inFirst);
  for (const one of others) {
    const again = remakeSiteSpace(params, { ...one, section: made }, plan);
    if (one.default === true) makeDefault(again);
  }
  if (sectionGroup != null)
    plan({
      action: 'update',
      operation: addSectionToGroup,
      params: { ...params, group: sectionGroup },
      body: { sectionId: made },
    });
  if (isDefault === true)
    plan({ action: 'update', operation: updateSite, params, body: { defaultSiteSection: made } });
  return made;
}

export function remakeSiteSpace(params: Params, whole: SiteSpaceWhole, plan: Plan): Made {
  const { space, section, path, condition } = whole;
  const body = { spaceId: space, ...present({ sectionId: section }) };
  const made = plan({ action: 'create', operation: createSiteSpace, params, body });
  const rest = present({ path, condition });
  if (Object.keys(rest).length > 0)
    plan({
      action: 'update',
      operation: updateSiteSpace,
      params: { ...params, siteSpace: made },
      body: rest,
    });
  return made;
}
