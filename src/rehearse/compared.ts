import type { Client } from '../api/client/client.ts';
import { type AuditDifferences, auditDifferences, findingMark } from '../audit/diff.ts';
import type { Finding } from '../audit/evaluate.ts';
import type { Fix } from '../audit/fixes.ts';
import { neverInSnapshots } from '../audit/missing-kinds.ts';
import { auditReport } from '../audit/report.ts';
import { auditOfCopy, type Keep, keeping } from '../audit/run.ts';
import { selectRules } from '../audit/select.ts';
import { wantedByRules } from '../audit/wanted.ts';
import { valueAt } from '../model/fields.ts';
import { createReader } from '../model/read/reader.ts';
import { readSnapshot, type Snapshot, type SnapshotPart, type Wanted } from '../model/read/snapshot.ts';
import { type UnknownList, type UnreadLists, whyUnread } from '../model/read/unread.ts';
import { type ItemOf, isKind, type ResourceKind, resourceCalled, resourceOf } from '../model/resources.ts';
import { pathText } from '../org/file/problems.ts';
import type { Exported, Organization } from '../org/organization.ts';
import { planOrganization } from '../org/plan/make.ts';
import type { OrganizationPlan } from '../org/plan/plan.ts';
import { sectionNames } from '../org/section-names.ts';
import { factsOf, fileKinds, keptOf } from '../org/sections/kinds.ts';
import { isEqual } from '../text/equal.ts';
import { isObject } from '../text/fields.ts';
import type { OpenedCopy } from '../work/journal/copy.ts';
import type { Session } from '../work/run/session.ts';

type Part = SnapshotPart<ResourceKind>;

const rules = selectRules({ given: new Set() }).filter(
  ({ looksAt, asks, asksSites }) => !asks && !asksSites && !neverInSnapshots.some((kind) => looksAt[kind]),
);

/** Everything that is compared is read at once, since reading is what takes the time. Of the many, only that is kept. */
const wanted: Wanted = {
  ...Object.fromEntries([...Object.keys(wantedByRules(rules)), ...fileKinds].map((kind) => [kind, {}])),
  member: {
    keep: ({ id, role, user, disabled, joinedAt, lastSeenAt, sso, teams }) => ({
      id,
      role,
      user: user && { id: user.id, displayName: user.displayName, email: user.email },
      ...{ disabled, joinedAt, lastSeenAt, sso, teams },
    }),
  },
  'team-member': keptOf('team-member'),
  section: keptOf('section'),
};

/** Reads all of a copy that is compared, as the copy answers. What is as in an `earlier` reading is not held twice. */
export async function lookAt({ client, organization }: OpenedCopy, earlier?: Snapshot): Promise<Snapshot> {
  const reader = createReader({ client, org: organization });
  // A copy answers at once: several lists at a time would only need more memory.
  const holding = (kind: ResourceKind, parent: string) =>
    shareWith<ItemOf<ResourceKind>>(earlier?.parts[kind].lists.get(parent));
  return (await readSnapshot(reader, organization, wanted, { concurrency: 1, holding })) as Snapshot;
}

/** Makes a function that returns what `earlier` has in place of what is the same. The ids come in the same order. */
function shareWith<Item>(
  earlier: ReadonlyMap<string, Item> | undefined,
): (id: string, item: Item) => [id: string, item: Item] {
  const ids = earlier?.keys();
  return (id, item) => {
    const known = earlier?.get(id);
    if (!ids || known === undefined) return [id, item];
    // Those in between are there no more.
    let next = ids.next();
    while (!next.done && next.value !== id) next = ids.next();
    const isSame = known === item || JSON.stringify(known) === JSON.stringify(item);
    return [next.value ?? id, isSame ? known : item];
  };
}

/** Returns a snapshot of a copy without what the copy lacks or has in part: that is unknown. */
export async function withUnread(
  { organization, parts }: Snapshot,
  unread: UnreadLists | undefined,
): Promise<Snapshot> {
  if (!unread) return { organization, parts };
  const why = whyUnread(unread.lists);
  const inside: Keep = (item, _, id) => {
    const parent = unread.parents[id];
    return parent === undefined ? item : ({ ...item, parent } as typeof item);
  };
  const all = Object.entries<Part>(parts).map(async ([name, part]): Promise<[string, Part]> => {
    const kind = name as ResourceKind;
    const known = [...part.lists].filter(([parent]) => !why(kind, parent));
    const unknown = [...(await unreadFor(kind, unread.lists)), ...part.unknown];
    return [kind, keeping({ lists: new Map(known), unknown }, inside)];
  });
  return { organization, parts: Object.fromEntries(await Promise.all(all)) as Snapshot['parts'] };
}

/** Returns the lists that readers of a kind miss: of the kind, and of what its lists are in. */
async function unreadFor(kind: ResourceKind, lists: readonly UnknownList[]): Promise<UnknownList[]> {
  const within = (await resourceCalled(kind)).parents.at(-1) ?? '';
  const above = isKind(within) ? await unreadFor((await resourceOf(within)).kind as ResourceKind, lists) : [];
  return [...above, ...lists.filter((one) => one.kind === kind)];
}

/**
 * Compares what the rules of the audit find that need no more than a copy has. There may be very many findings: only those that
 * differ are kept, and reported.
 */
export async function auditDifference(
  before: Snapshot,
  after: Snapshot,
  { system, accessRules }: Pick<Session, 'system' | 'accessRules'>,
  inWords: (fix: Fix) => string,
): Promise<AuditDifferences> {
  const now = system.clock.now();
  const evaluated = (snapshot: Snapshot) => auditOfCopy(snapshot, rules, { accessRules, now });
  const reported = async (snapshot: Snapshot, marks: ReadonlySet<string>) => {
    const evaluation = await evaluated(snapshot);
    function* differing() {
      for (const finding of evaluation.findings)
        if (finding.outcome === 'not-evaluated' || marks.has(markOf(finding))) yield finding;
    }
    // Rules that ask are not applied, so none is left out.
    return auditReport({ ...evaluation, findings: differing(), leftOut: [], now, inWords });
  };
  const findingsIn = async (snapshot: Snapshot) => (await evaluated(snapshot)).findings;
  const { gone, come } = await differingMarks([before, after], findingsIn);
  return auditDifferences(await reported(before, gone), await reported(after, come));
}

function markOf(finding: Finding): string {
  return findingMark(finding, finding.rule.id);
}

/** Returns the marks of findings that only one of two snapshots has. They can be very many: those of one are held. */
async function differingMarks(
  [before, after]: readonly [Snapshot, Snapshot],
  findingsIn: (snapshot: Snapshot) => Promise<Iterable<Finding>>,
) {
  /** Whether they are still there. */
  const marks = new Map<string, boolean>();
  const come = new Set<string>();
  for (const finding of await findingsIn(before)) marks.set(markOf(finding), false);
  for (const finding of await findingsIn(after)) {
    const mark = markOf(finding);
    if (marks.has(mark)) marks.set(mark, true);
    else come.add(mark);
  }
  const gone = new Set<string>();
  for (const [mark, isThere] of marks) if (!isThere) gone.add(mark);
  return { gone, come };
}

/**
 * Returns the places where two organizations differ, in words: `members.ada@acme.example: "admin", not "guest"`. Only
 * sections that both have are compared.
 */
export function differingPaths(one: Organization, other: Organization): string[] {
  const found: string[] = [];
  for (const section of sectionNames)
    if (one[section] !== undefined && other[section] !== undefined)
      collect(one[section], other[section], [section], found);
  return found;
}

function collect(one: unknown, other: unknown, path: (string | number)[], found: string[]): void {
  if (isEqual(one, other)) return;
  if (Array.isArray(one) && Array.isArray(other)) {
    const length = Math.max(one.length, other.length);
    for (let at = 0; at < length; at++) collect(one[at], other[at], [...path, at], found);
  } else if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
      collect(one[name], other[name], [...path, name], found);
  } else found.push(`${pathText(path)}: ${inWords(one)}, not ${inWords(other)}`);
}

/** The number of characters of a value that are shown. */
const mostShown = 80;

function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}...` : text;
}

/** The kinds whose keys in a file are titles, with the field that has the title. */
const titleFields = fileKinds.flatMap((kind) => {
  const { rename } = factsOf(kind);
  return rename === undefined || rename === 'path' ? [] : [{ kind, field: rename }];
});

/** Returns the ids of things that have another title in a later snapshot: by their titles alone, they would be other things. */
export function renamedIn(before: Snapshot, after: Snapshot): Set<string> {
  const was = new Map(titlesIn(before));
  return new Set(
    titlesIn(after).flatMap(([id, title]) => (was.has(id) && was.get(id) !== title ? [id] : [])),
  );
}

function titlesIn({ parts }: Snapshot): (readonly [id: string, title: unknown])[] {
  return titleFields.flatMap(({ kind, field }) => {
    const items = [...parts[kind].lists.values()].flatMap((list) => [...list]);
    return items.map(([id, item]) => [id, valueAt(item, field)] as const);
  });
}

/** Returns what became different since a snapshot, as a plan: `client` reads what the snapshot does not have. */
export async function differencePlan(
  client: Client,
  snapshot: Snapshot,
  after: Exported,
): Promise<OrganizationPlan> {
  const sections = sectionNames.filter((name) => after.organization[name] !== undefined);
  const managed = Object.fromEntries(sections.map((name) => [name, 'full' as const]));
  const file = {
    organization: { ...after.organization, openapi: openapiOf(after.organization), managed },
    where: () => ({ file: '' }),
    side: () => undefined,
    sides: () => ({}),
  };
  const { organization } = snapshot;
  const plan = await planOrganization(client, organization, file, { deletes: true, snapshot });
  return { ...plan, withheld: [], objections: [], unmanaged: {}, notCompared: [] };
}

/** A specification without an address has a text: it could not be made without one. */
function openapiOf({ openapi }: Organization): Organization['openapi'] {
  if (!openapi) return undefined;
  return Object.fromEntries(
    Object.entries(openapi).map(([slug, source]) => [slug, 'url' in source ? source : { file: 'its text' }]),
  );
}
