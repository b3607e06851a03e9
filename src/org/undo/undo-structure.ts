import type { Client } from '../../api/client/client.ts';
import { check } from '../../api/contract/check.ts';
import { listSites } from '../../api/contract/operations/sites.ts';
import type { Change } from '../../domain/change.ts';
import { DocsAdminError } from '../../errors.ts';
import { isFault } from '../../model/read/list.ts';
import { isEqual } from '../../text/equal.ts';
import { damagedJournal } from '../../work/known-changes.ts';
import type { Left } from '../../work/undo/left.ts';
import type { OwnTraces } from '../../work/undo/recorded-requests.ts';
import type { Difference } from '../difference.ts';
import { FileProblems } from '../file/problems.ts';
import { fileFormat, Organization } from '../file/schema.ts';
import type { LoadedFile } from '../file/side-files.ts';
import { factsOf } from '../plan/kinds.ts';
import { planOrganization } from '../plan/make.ts';
import type { OrganizationPlan } from '../plan/plan.ts';
import { wordOf } from '../sections/fields.ts';
import type { Thing } from '../thing.ts';
import { withoutGoneSpaces } from './gone-spaces.ts';
import {
  idIn,
  isStructure,
  nameOfStructure,
  type SpaceId,
  type StructureRecord,
  type StructureThing,
  structureText,
  withSpaceId,
} from './structure-record.ts';

/** How to give the structure of sites back. */
export interface StructureUndo {
  readonly changes: readonly Change[];
  /** What stays as it is, with the reason. */
  readonly stays: readonly Left[];
  /** What cannot come back, with the reason. */
  readonly lost: readonly Left[];
  /** What these changes themselves change in the structure, for their undo. */
  readonly structure: unknown;
}

/**
 * Plans how to give sites the structure back that they had before a run, as for a file that declares it. Where something
 * in a site is neither as before nor as the run has left it, or cannot be read, its structure stays as a whole. Spaces
 * that no longer exist are lost. Only reads. Throws `LocalStateError` if `recorded` is no structure: `journal` is damaged.
 */
export async function undoStructure(
  client: Client,
  organization: string,
  recorded: unknown,
  own: OwnTraces,
  journal: string,
): Promise<StructureUndo> {
  let record = recorded as StructureRecord;
  const { problems } = check(Organization, fileOf(record, Object.keys(record.before)).organization);
  if (problems.length > 0) throw damagedJournal(journal);
  let lost: readonly Left[] = [];
  const there = await siteIds(client, organization);
  const stays = new Map<string, string>();
  for (const site of Object.keys(record.before))
    if (!there.has(idIn(site))) stays.set(site, 'it no longer exists');
  const planOf = (sites: readonly string[]) =>
    planOrganization(client, organization, fileOf(record, sites), {
      deletes: true,
      choose: (differences, present, spaceId) =>
        unchanged(differences.filter(isStructure), present, { record, stays, spaceId, own }),
    });
  const left = () => Object.keys(record.before).filter((site) => !stays.has(site));
  const planLeft = () => planOf(left());
  let plan = await orElse(planLeft(), async () => {
    ({ record, lost } = await withoutGoneSpaces(client, organization, record));
    return orElse(planLeft(), async () => {
      for (const site of left()) {
        const reason = await problemOf(planOf([site]));
        if (reason !== undefined) stays.set(site, reason);
      }
      return planLeft();
    });
  });
  if (plan.unknown.length > 0) {
    assertNoFault(plan);
    for (const site of left()) {
      const reason = whyUnread(site, plan);
      if (reason !== undefined) stays.set(site, reason);
    }
    plan = await planLeft();
  }
  const staying = new Map([...stays].map(([site, reason]) => [nameOfStructure(site), reason]));
  return {
    changes: plan.requests,
    stays: [...staying].map(([name, reason]) => ({ name, reason })),
    lost: lost.filter(({ name }) => !staying.has(name)),
    structure: plan.structure,
  };
}

/** Resolves with a plan, or with another one if what it names is not there. */
async function orElse<Plan>(plan: Promise<Plan>, other: () => Promise<Plan>): Promise<Plan> {
  try {
    return await plan;
  } catch (error) {
    if (error instanceof FileProblems) return other();
    throw error;
  }
}

/** Returns why a site cannot be planned: what was in it before is gone, or its name is taken; `undefined` if it can. */
async function problemOf(plan: Promise<unknown>): Promise<string | undefined> {
  try {
    await plan;
    return undefined;
  } catch (error) {
    if (error instanceof FileProblems) return `it cannot be as before: ${error.problems[0]?.message}`;
    throw error;
  }
}

/** Returns the differences of the sites that nobody has changed since, and puts the others into `stays`. */
function unchanged(
  differences: readonly Difference[],
  things: readonly Thing[],
  {
    record,
    stays,
    spaceId,
    own,
  }: {
    readonly own: OwnTraces;
    readonly record: StructureRecord;
    readonly stays: Map<string, string>;
    readonly spaceId: SpaceId;
  },
): Difference[] {
  const present = things.map((thing) => withSpaceId(thing, spaceId));
  for (const difference of differences) {
    const [site = ''] = difference.key;
    if (stays.has(site)) continue;
    const reason = whyItStays(withSpaceIds(difference, spaceId), present, record, own);
    if (reason !== undefined) stays.set(site, reason);
  }
  return differences.filter(({ key: [site = ''] }) => !stays.has(site));
}

/** Puts the ids of spaces into a difference. */
function withSpaceIds(difference: Difference, spaceId: SpaceId): Difference {
  const { kind, key, present } = difference;
  return {
    ...difference,
    key: withSpaceId({ kind, key, fields: {} }, spaceId).key,
    ...(present && { present: withSpaceId(present, spaceId) }),
  };
}

/** Returns why the structure of a site is not known as a whole; `undefined` if it is. */
function whyUnread(site: string, { unknown }: OrganizationPlan): string | undefined {
  const found = unknown.find(({ kind, name }) => kind === 'organization' || name === site);
  return found && `its ${found.part} list cannot be read: ${found.reason.message}`;
}

/** Throws if a list cannot be read because the service fails: a later attempt can give all structure back. */
function assertNoFault({ unknown }: OrganizationPlan): void {
  const found = unknown.find(({ reason }) => isFault(reason));
  if (!found) return;
  const { part, name, reason } = found;
  const message = `the ${part} list of ${name} cannot be read: ${reason.message}; nothing was sent`;
  throw new DocsAdminError('unreachable', message);
}

async function siteIds(client: Client, org: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const page of client.pages(listSites, { params: { org } }))
    for (const { id } of page) ids.add(id);
  return ids;
}

function fileOf({ before }: StructureRecord, names: readonly string[]): LoadedFile {
  const sites = Object.fromEntries(names.flatMap((name) => (before[name] ? [[name, before[name]]] : [])));
  return {
    organization: { format: fileFormat, sites },
    where: () => ({ file: 'the structure before' }),
    side: () => undefined,
    sides: () => ({}),
  };
}

/** Returns why a difference must not be made good: somebody else has changed the thing since. */
function whyItStays(
  difference: Difference,
  present: readonly Thing[],
  record: StructureRecord,
  own: OwnTraces,
): string | undefined {
  const { key, name, action, fields } = difference;
  const site = idIn(key[0] ?? '');
  const after = record.after[site] ?? [];
  if (action === 'create') {
    const before = record.ids[structureText(difference, site)];
    const isLeftIn =
      before !== undefined && !own.deleted.has(before) && after.some((thing) => thing.id === before);
    return isLeftIn ? `${name} has been deleted since` : undefined;
  }
  const left = difference.present && leftBy(difference.present, after);
  const { id = '' } = difference.present ?? {};
  if (action === 'delete') return left || own.made.has(id) ? undefined : `${name} has been made since`;
  if (!left && isSurvivor(difference, record)) return undefined;
  const group = difference.present?.fields.sectionGroup;
  const changed = fields.find(({ field, before }) => {
    // The service chooses another default where one is deleted.
    if (field === 'default') return false;
    if (field === 'path' && own.paths.get(id)?.has(before)) return false;
    if (field === 'position') return !isInOrder(difference, present, after, record);
    if (field === 'sectionGroup')
      return (left?.fields.sectionGroup ?? undefined) !== groupTitle(group, key, present, after);
    if (field === 'sectionId') return left?.key[1] !== sectionPath(difference.present, present);
    return left === undefined || !isEqual(left.fields[field], before);
  });
  return (
    changed && `${name}: ${wordOf(factsOf(difference.kind).fields, changed.field)} has been changed since`
  );
}

/** Tells whether a space that was in a section has not ended with it: it is at the site itself. */
function isSurvivor({ kind, present }: Difference, { ids }: StructureRecord): boolean {
  const { id = '', key = [] } = present ?? {};
  return kind === 'site-space' && key[1] === '' && Object.values(ids).includes(id);
}

/** Finds a present thing in what the run has left. A space that moves to another section may have a new id. */
function leftBy(
  { kind, id, key, fields, keyed }: Thing,
  after: readonly StructureThing[],
): StructureThing | undefined {
  const own = after.filter((one) => one.kind === kind);
  const isSame: Record<string, (one: StructureThing) => boolean> = {
    section: (one) => one.fields.path === fields.path,
    'section-group': (one) => one.fields.title === keyed?.title,
    'site-space': (one) => one.key.at(-1) === key.at(-1),
  };
  return own.find((one) => one.id === id) ?? own.find((one) => isSame[kind]?.(one));
}

/** Returns what the run has called the group of a section; `undefined` for no group. */
function groupTitle(
  group: unknown,
  [site]: readonly string[],
  present: readonly Thing[],
  after: readonly StructureThing[],
): unknown {
  const thing = present.find((one) => one.kind === 'section-group' && isEqual(one.key, [site, group]));
  return thing && leftBy(thing, after)?.key.at(-1);
}

/** Returns the path that the section of a site space has in the service. */
function sectionPath(space: Thing | undefined, present: readonly Thing[]): unknown {
  const key = space?.key.slice(0, -1);
  return present.find((one) => one.kind === 'section' && isEqual(one.key, key))?.fields.path ?? '';
}

/** Tells whether the things of a list are in the order that the run has left. */
function isInOrder(
  { kind, present: moved }: Difference,
  present: readonly Thing[],
  after: readonly StructureThing[],
  { ids }: StructureRecord,
): boolean {
  const known = new Set(Object.values(ids));
  const nameOf = ({ id, key }: Pick<Thing, 'id' | 'key'>) => (id && known.has(id) ? id : key.at(-1));
  const above = moved?.key.slice(0, -1) ?? [];
  const now = present.filter((one) => one.kind === kind && isEqual(one.key.slice(0, -1), above)).map(nameOf);
  const left = after.filter((one) => one.kind === kind).map(nameOf);
  const shared = left.filter((one) => now.includes(one));
  return isEqual(
    now.filter((one) => shared.includes(one)),
    shared,
  );
}
