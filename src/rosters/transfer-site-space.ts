import { listSections } from '../api/contract/operations/sections.ts';
import { createSiteSpace, listSiteSpaces, updateSiteSpace } from '../api/contract/operations/site-spaces.ts';
import { getSite } from '../api/contract/operations/sites.ts';
import {
  isWithinSite,
  placeLabel,
  type SitePlace,
  spaceLabel,
  type Transfer,
  transferChanges,
} from '../domain/site-space-transfer.ts';
import { transferBetween, transferLoses, transferOpens } from '../domain/transfer-effects.ts';
import { DocsAdminError, UsageError } from '../errors.ts';
import { applyChanges, guardOpening } from '../work/change-run.ts';
import { addressChangesOf } from '../work/plan-effects.ts';
import type { RunFlags } from '../work/run/execute.ts';
import { type Session, sessionReader } from '../work/run/session.ts';
import { showPlanEffects } from '../work/show-effects.ts';

interface TransferFlags extends RunFlags {
  readonly toSection?: string | undefined;
  readonly toSite?: string | undefined;
}

/**
 * Moves a space of a site into another section, or another site: it is published again there, and taken out here. Throws
 * `UsageError` if it is there already, and `NothingCalled` if the site does not publish it.
 */
export async function transferSiteSpace(
  session: Session,
  name: string,
  { toSection, toSite, ...flags }: TransferFlags,
): Promise<void> {
  const transfer = await planTransfer(session, name, toSection, toSite);
  const { siteSpace, from, to } = transfer;
  const label = spaceLabel(siteSpace);
  const changes = transferChanges(transfer);
  const addresses = await addressChangesOf(changes, sessionReader(session));
  const effects = { opens: transferOpens(transfer), loses: transferLoses(transfer), addresses };
  await session.out.plan(async (out) => {
    await showPlanEffects(out, effects);
    await out.note(`${label}: ${placeLabel(from)} → ${placeLabel(to)}`, 'attention');
  });
  const { held } = await guardOpening(session, changes);
  await session.confirm(`move ${label} from ${placeLabel(from)} to ${placeLabel(to)}?`);
  const openBetween = transferBetween(transfer);
  const about = { command: 'site-spaces transfer', changes, effects, openBetween, held };
  await applyChanges(session, { ...about, isRecorded: true }, flags);
}

/** Reads both places. Throws as {@link transferSiteSpace} does; only reads. */
async function planTransfer(
  session: Session,
  name: string,
  toSection: string | undefined,
  toSite: string | undefined,
): Promise<Transfer> {
  const { names, scope } = session;
  const [org, site] = [scope.org(), scope.site()];
  const own = await names.resolved(updateSiteSpace, { params: { org, site, siteSpace: name } });
  const other = toSite === undefined ? own : await names.resolved(getSite, { params: { org, site: toSite } });
  const [ownId = '', otherId = ''] = [own.params?.site, other.params?.site];
  const here = await readSite(session, org, ownId);
  const there = otherId === ownId ? here : await readSite(session, org, otherId);
  const siteSpace = here.siteSpaces.find(({ id }) => id === own.params?.siteSpace);
  if (!siteSpace) throw nothingIn(here, 'site space', name, 'site-spaces');
  const section = await sectionCalled(session, there, toSection);
  const from = { ...here, section: here.sections.find(({ id }) => id === siteSpace.section) };
  const transfer = { org, siteSpace, from, to: { ...there, section } };
  assertElsewhere(transfer);
  return transfer;
}

interface SiteNow extends Omit<SitePlace, 'section'> {
  readonly sections: readonly NonNullable<SitePlace['section']>[];
}

async function readSite(session: Session, org: string, site: string): Promise<SiteNow> {
  const reader = sessionReader(session);
  const [shown, sections, siteSpaces] = await Promise.all([
    reader.need(getSite, { org, site }),
    reader.needList(listSections, { org, site }),
    reader.needList(listSiteSpaces, { org, site }),
  ]);
  return { site: shown, sections, siteSpaces };
}

/** Returns the section that a name means; without one, where the service puts a space. Throws `DocsAdminError` for none. */
async function sectionCalled(
  { names, scope }: Session,
  place: SiteNow,
  name: string | undefined,
): Promise<SitePlace['section']> {
  if (name === undefined) return place.sections.find((one) => one.default === true);
  const params = { org: scope.org(), site: place.site.id };
  const { body } = await names.resolved(createSiteSpace, { params, body: { spaceId: '', sectionId: name } });
  const { sectionId } = body as { sectionId: string };
  const found = place.sections.find(({ id }) => id === sectionId);
  if (found) return found;
  throw nothingIn(place, 'section', name, 'sections');
}

/** Returns the error for a name of nothing in a site. `noun` lists what is there. */
function nothingIn(place: SiteNow, what: string, name: string, noun: string): DocsAdminError {
  const label = placeLabel({ ...place, section: undefined });
  return new DocsAdminError('not-found', `${label} has no ${what} ${JSON.stringify(name)}`, {
    hint: { code: 'look-at-list', data: { noun, parents: { site: place.site.id } } },
  });
}

/** Throws `UsageError` if the space is in the new place already. */
function assertElsewhere(transfer: Transfer): void {
  const { siteSpace, to } = transfer;
  const [label, place] = [spaceLabel(siteSpace), placeLabel(to)];
  const same = to.siteSpaces.find((one) => one.space?.id === siteSpace.space?.id);
  if (!same) return;
  if (isWithinSite(transfer)) {
    if ((siteSpace.section ?? undefined) !== to.section?.id) return;
    throw new UsageError(`${label} is in ${place} already; nothing was sent`);
  }
  throw new UsageError(
    `${placeLabel({ ...to, section: undefined })} publishes ${label} already, as ${same.id}; nothing was sent`,
  );
}
