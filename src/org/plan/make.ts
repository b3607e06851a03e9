import type { Client } from '../../api/client/client.ts';
import { Interrupted } from '../../errors.ts';
import type { EarlierThings } from '../../model/effects/thing-reader.ts';
import type { ItemOf, Snapshot, SnapshotOptions } from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import type { Structure } from '../../model/structure/structure.ts';
import { kept, once } from '../../text/kept.ts';
import { quoted } from '../../text/words.ts';
import type { FileText } from '../../work/file-texts.ts';
import type { GuardLimits } from '../../work/guards/judge.ts';
import type { JudgedBlocks } from '../../work/plan-document.ts';
import type { Session } from '../../work/run/session.ts';
import type { Difference } from '../difference.ts';
import { type FileProblem, FileProblems } from '../file/problems.ts';
import type { WrongFile } from '../file/read.ts';
import type { LoadedFile } from '../organization.ts';
import { type SectionName, sectionNames } from '../section-names.ts';
import { childrenOf } from '../sections/children.ts';
import { factsOf } from '../sections/kinds.ts';
import { sections as allSections } from '../sections/registry.ts';
import type { RequestWriter, Section } from '../sections/section.ts';
import type { DesiredState } from '../thing.ts';
import type { AddressPlan, PlannedAddresses } from './addresses.ts';
import { ended, inGroups } from './compare.ts';
import { type Compared, compareSections, missingReferences, uniqueParts } from './compare-sections.ts';
import type { BeforeEndings, Endings } from './ending-with.ts';
import { planObjections } from './guards.ts';
import { ignoredBy } from './patterns.ts';
import type { OrganizationPlan, Withheld } from './plan.ts';
import { possibleRenames } from './possible-renames.ts';
import { type PlanReading, readForPlan } from './read.ts';
import { thingsByPlace } from './thing-map.ts';
import { createWriter } from './writer.ts';

export interface PlanOptions extends SnapshotOptions {
  /** Whether references to what the organization does not have are left out, with a warning. @default false */
  readonly skipMissing?: boolean | undefined;
  /** Whether things may be deleted. @default false */
  readonly deletes?: boolean | undefined;
  /** The limits of the guards. @default what is allowed without asking */
  readonly limits?: GuardLimits;
  /** The sections where the guards allow deletions that take more than the thing itself: sites, collections with spaces. */
  readonly allowDelete?: readonly SectionName[] | undefined;
  /** The sections whose values are sent again where the service does not show them. */
  readonly refresh?: readonly SectionName[] | undefined;
  /** Gets the lists that the plan was made on. They are large, so that the plan itself does not keep them. */
  readonly onRead?: (earlier: EarlierThings) => void;
  /** The name of the rules of access that the service follows, if it is known. */
  readonly accessRules?: string | undefined;
  /** The largest number of people in one request. @default 500 */
  readonly batchSize?: number | undefined;
  /** All lists of the kinds of a file, where they were read before. @default they are read */
  readonly snapshot?: Snapshot | undefined;
}

/** What a plan is made of. */
export interface PlanInput {
  readonly file: LoadedFile;
  /** The addresses with credentials in the file, by their text: plans and journals name their place instead. */
  readonly secrets: SecretTexts;
  readonly options: PlanOptions;
}

/** Places of secret texts, by the texts. */
export type SecretTexts = ReadonlyMap<string, FileText>;

/**
 * Plans what has to happen so that an organization is as the file says. Only reads: the lists of what the file manages,
 * each once. Throws `UsageError` for a file of another organization, and with all references of the file that mean
 * nothing; rejects as `readSnapshot` does.
 */
export async function planOrganization(
  client: Client,
  organization: string,
  file: LoadedFile,
  {
    skipMissing = false,
    deletes = false,
    batchSize = 500,
    limits = { maxRemovals: undefined, allowOwnerless: false },
    allowDelete = [],
    refresh = [],
    onRead,
    accessRules,
    snapshot: known,
    ...options
  }: PlanOptions = {},
): Promise<OrganizationPlan> {
  const { named, sections, reading } = await readForFile(client, organization, file, options, known);
  const { snapshot } = reading;
  if (onRead) {
    const { earlierThings } = await import('./read-things.ts');
    onRead(earlierThings(snapshot));
  }
  const compared = compareSections(file, sections, reading, { refresh, skipMissing });
  if (compared.problems.length > 0) throw new FileProblems(compared.problems);

  const { managed = {} } = file.organization;
  const all = inGroups([...compared.differences, ...unlisted(compared, managed)]);
  const spaceId = (key: string) => compared.names.findSpace(key, [])?.id ?? key;
  const spaces: ReadonlyMap<string, ItemOf<'space'>> | undefined =
    snapshot.parts.space.lists.get(organization);
  const collectionOf = (space: string) => {
    const { parent } = spaces?.get(spaceId(space)) ?? {};
    return parent ? compared.names.collection(parent) : undefined;
  };
  const unwanted = new Set(deletes ? [] : deletionsIn(all, sections));
  const wanted = all.filter((one) => !unwanted.has(one));
  const newWriter = () =>
    createWriter({
      organization,
      file,
      names: compared.names,
      batchSize,
      presentId: idsIn(compared),
      collectionOf,
      declared: listsIn(compared.declared),
      present: listsIn(compared.present),
    });
  const requestsFor = (some: readonly Difference[]) => {
    const { writer, changes } = newWriter();
    for (const { kinds, requests } of sections)
      requests(
        some.filter(({ kind }) => kind in kinds),
        writer,
      );
    return changes();
  };
  const { keep = [], ignore = [] } = file.organization;
  const patternKinds = new Set(
    [...keep, ...ignore].map((pattern) => pattern.split(':', 1)[0] as ResourceKind),
  );
  const before = { ...compared, differences: wanted, requestsFor, snapshot, patternKinds };
  const ending = await endingsWith(client, before, options);
  const unjudged = new Set(ending.unjudged);
  const differences = wanted.filter((one) => !unjudged.has(one));
  const along = ending.along.map(({ difference }) => difference);
  const blocks: JudgedBlocks =
    ending.requests.length === 0
      ? { opens: [], loses: [], between: [] }
      : await (await import('./blocks.ts')).blocksIn({ client, accessRules }, ending, compared.names.today);
  const moved = { differences, along, snapshot: ending.snapshot };
  const { unread = [], ...addresses } = await addressesIn(client, moved, () => newWriter().writer, options);
  const mayWarn = [compared.skipped, ending.untold, unread, keep, ignore].some(({ length }) => length > 0);
  return {
    organization,
    differences,
    along,
    withheld: all.flatMap((one): Withheld[] => {
      if (unwanted.has(one)) return [{ difference: one, needs: 'delete' }];
      return unjudged.has(one) ? [{ difference: one, needs: 'reading' }] : [];
    }),
    ...blocks,
    addresses,
    objections: planObjections({
      opens: blocks.opens,
      differences: [...differences, ...along],
      along: ending.along,
      present: [...new Set([...compared.present, ...along.flatMap(({ present }) => present ?? [])])],
      declared: compared.declared,
      collectionOf,
      names: ending.names,
      isIgnored: ignoredBy(ignore),
      agreed: ending.staying,
      people: reading.people,
      snapshot: ending.snapshot,
      keep,
      limits,
      allowDelete,
    }),
    warnings: mayWarn
      ? (await import('./warnings.ts')).planWarnings(file, named, { compared, reading, ending, unread })
      : [],
    unknown: uniqueParts([...compared.unknown, ...ending.unknown]),
    notCompared: compared.notCompared,
    unmanaged: unmanagedCounts(compared, managed),
    possibleRenames: possibleRenames({ ...compared, differences: all }),
    requests: ending.requests,
    structure: await structureBefore(differences, compared.present, ending.snapshot),
  };
}

/** Finds the public addresses that a plan changes. Loads nothing for a plan that is not about sites. */
async function addressesIn(
  client: Client,
  moved: AddressPlan,
  writer: () => RequestWriter,
  options: SnapshotOptions,
): Promise<PlannedAddresses> {
  const isAboutSites = [...moved.differences, ...moved.along].some(
    ({ kind }) => factsOf(kind).section === 'sites',
  );
  if (!isAboutSites) return { changes: [], redirects: [] };
  const { plannedAddresses } = await import('./addresses.ts');
  return plannedAddresses(client, moved, writer(), options);
}

/** Returns the structure of the sites that stay and get another one; `undefined` if none does. */
async function structureBefore(
  differences: readonly Difference[],
  present: readonly DesiredState[],
  snapshot: Snapshot,
): Promise<Structure | undefined> {
  const inSite = differences.filter(
    ({ kind }) => factsOf(kind).above?.[0] === 'site' && kind !== 'adaptive-schema',
  );
  const changed = new Set(inSite.map(({ key }) => key[0]));
  const deleted = new Set(differences.flatMap(({ action, id }) => (action === 'delete' ? [id] : [])));
  const sites = present.flatMap(({ kind, key, id }) =>
    kind === 'site' && id !== undefined && changed.has(key[0]) && !deleted.has(id) ? [id] : [],
  );
  if (sites.length === 0) return undefined;
  const { structureIn } = await import('../../model/structure/read.ts');
  return structureIn(snapshot, sites);
}

/** Finds what ends with deleted things. Reads nothing if the plan deletes none. */
async function endingsWith(
  client: Client,
  before: BeforeEndings,
  options: SnapshotOptions,
): Promise<Endings> {
  const { differences, agreed, snapshot, names, requestsFor } = before;
  if (!differences.some(({ action }) => action === 'delete'))
    return {
      along: [],
      staying: agreed,
      requests: requestsFor(differences),
      following: [],
      unjudged: [],
      unknown: [],
      untold: [],
      snapshot,
      names,
      placesOf: () => undefined,
    };
  const { endingWith } = await import('./ending-with.ts');
  return endingWith(client, before, options);
}

export interface ReadForFile {
  readonly named: readonly SectionName[];
  readonly sections: readonly Section[];
  readonly reading: PlanReading;
}

/** Reads what a file is compared with. Throws `UsageError` for a file of another organization. */
export async function readForFile(
  client: Client,
  organization: string,
  file: LoadedFile,
  options: SnapshotOptions,
  known?: Snapshot,
): Promise<ReadForFile> {
  assertSameOrganization(file, organization);
  const named = sectionNames.filter((name) => file.organization[name] !== undefined);
  const sections = named.map((name) => allSections[name]);
  const reading = await readForPlan(client, organization, file, sections, options, known);
  return { named, sections, reading };
}

/**
 * Adds to the problems of a file what the organization does not have of the things that the rest of the file refers to.
 * Returns the same problems where the organization cannot be read. Throws `Interrupted`.
 */
export async function withMissing(
  session: Pick<Session, 'api' | 'scope'>,
  found: WrongFile,
): Promise<FileProblems> {
  const { file, unsure } = found;
  try {
    const organization = session.scope.org();
    assertSameOrganization(file, organization);
    const named = sectionNames.filter((name) => Object.keys(file.organization[name] ?? {}).length > 0);
    const sections = named.map((name) => allSections[name]);
    const reading = await readForPlan(session.api, organization, file, sections, {});
    const missing = missingReferences(file, sections, reading, unsure);
    const placeOf = ({ file, place }: FileProblem) => JSON.stringify([file, place]);
    const known = new Set(found.problems.map(placeOf));
    return new FileProblems([...found.problems, ...missing.filter((one) => !known.has(placeOf(one)))]);
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return error instanceof FileProblems ? new FileProblems([...found.problems, ...error.problems]) : found;
  }
}

/** Returns the deletions among differences, and what can be made good only after deletions. */
function deletionsIn(all: readonly Difference[], sections: readonly Section[]): Difference[] {
  const deletions = all.filter(({ action }) => action === 'delete');
  return [...deletions, ...sections.flatMap(({ needsDelete }) => needsDelete?.(all) ?? [])];
}

function assertSameOrganization(file: LoadedFile, organization: string): void {
  const { organization: declared } = file.organization;
  if (declared === undefined || declared === organization) return;
  const message = `organization: the file is for ${quoted(declared)}, not for ${quoted(organization)}`;
  throw new FileProblems([{ ...file.where(['organization']), message }]);
}

type Managed = NonNullable<LoadedFile['organization']['managed']>;

/** Returns the deletions of things that a section which is managed in full does not list. */
export function unlisted({ undeclared }: Pick<Compared, 'undeclared'>, managed: Managed): Difference[] {
  return undeclared.flatMap((thing) => {
    const { section, isInner } = factsOf(thing.kind);
    return managed[section] === 'full' && !isInner ? ended(thing) : [];
  });
}

function unmanagedCounts({ undeclared }: Compared, managed: Managed): OrganizationPlan['unmanaged'] {
  const counts: Partial<Record<ResourceKind, number>> = {};
  for (const { kind } of undeclared) {
    const { section, isInner, ended: action } = factsOf(kind);
    if (isInner || (managed[section] === 'full' && action)) continue;
    counts[kind as ResourceKind] = (counts[kind as ResourceKind] ?? 0) + 1;
  }
  return counts;
}

/** Returns a function that finds the things of a kind directly below the thing with a key. */
function listsIn(
  things: readonly DesiredState[],
): (kind: ResourceKind, above: readonly string[]) => readonly DesiredState[] {
  const kinds = new Map<ResourceKind, ReturnType<typeof childrenOf>>();
  return (kind, above) => kept(kinds, kind, () => childrenOf(things, kind))(above);
}

function idsIn({ present }: Compared): (kind: ResourceKind, key: readonly string[]) => string | undefined {
  const things = once(() => thingsByPlace(present));
  return (kind, key) => things().get({ kind, key })?.id;
}
