import { InvalidOption } from '../errors.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import {
  type ItemOf,
  readSnapshot,
  type Snapshot,
  type SnapshotOptions,
  type SnapshotPart,
} from '../model/read/snapshot.ts';
import type { ResourceKind } from '../model/resources.ts';
import { prefixedTitle, quoted } from '../text/words.ts';
import { answersOfCopy, askFor } from './answers.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import type { AuditOptions } from './facts.ts';
import type { NeededOption, Rule } from './rule.ts';
import { wantedByRules } from './wanted.ts';

/** An organization to audit, and the rules for it. */
export interface AuditWork extends Omit<AuditOptions, 'internal'> {
  readonly rules: readonly Rule[];
  /** The ids of the rules that the user has named: they ask about everyone whom they concern. */
  readonly named?: ReadonlySet<string> | undefined;
  /** Called when the service has answered for so many people. */
  readonly onAsked?: ((done: number) => void) | undefined;
  /** The internal collections, each by id or title. */
  readonly internal?: readonly string[] | undefined;
  /** Kinds of things that the source does not have, such as those that a snapshot leaves out. */
  readonly missing?: readonly ResourceKind[] | undefined;
  /** Whether the source is a copy, which cannot be asked about people. */
  readonly isCopy?: boolean;
  readonly reading?: SnapshotOptions;
}

/**
 * Reads what the rules need, once, and applies them. Throws `InvalidOption` if no collection is called as an internal
 * one; rejects as `readSnapshot` does.
 */
export async function audit(
  reader: ServiceReader,
  organization: string,
  {
    rules,
    named = new Set(),
    onAsked,
    internal = [],
    missing = [],
    isCopy = false,
    reading,
    ...options
  }: AuditWork,
): Promise<Evaluation> {
  const wanted = Object.entries(wantedByRules(rules));
  const present = Object.fromEntries(wanted.filter(([kind]) => !missing.includes(kind as ResourceKind)));
  const { parts } = (await readSnapshot(reader, organization, present, reading)) as Snapshot;
  const unread = missing.map((kind) => [kind, missingPart(kind, organization)]);
  const snapshot: Snapshot = { organization, parts: { ...parts, ...Object.fromEntries(unread) } };
  const settings = { ...options, internal: internalIds(snapshot, internal) };
  assertField(snapshot, 'review-field', options.reviewField);
  assertField(snapshot, 'owner-field', options.ownerField);
  const { answers, leftOut } = isCopy
    ? { answers: answersOfCopy, leftOut: [] }
    : await askFor(reader, snapshot, rules, { named, onAsked });
  const applied = rules.filter((rule) => !leftOut.some((one) => one.rule === rule.id));
  return { ...(await evaluate(snapshot, applied, settings, answers)), leftOut };
}

/** Applies rules to a copy that was read, maybe with more than they look at. */
export function auditOfCopy(
  { organization, parts }: Snapshot,
  rules: readonly Rule[],
  options: Omit<AuditOptions, 'internal'>,
): Promise<Omit<Evaluation, 'leftOut'>> {
  const looked = Object.entries(wantedByRules(rules)).map(([kind, { keep }]): [string, Part] => [
    kind,
    keeping(parts[kind as ResourceKind], keep as Keep),
  ]);
  const snapshot = { organization, parts: Object.fromEntries(looked) as Snapshot['parts'] };
  return evaluate(snapshot, rules, { ...options, internal: new Set() }, answersOfCopy);
}

type Part = SnapshotPart<ResourceKind>;
type Item = ItemOf<ResourceKind>;

export type Keep = (item: Item, parent: string, id: string) => Item | undefined;

export function keeping({ lists, unknown }: Part, keep: Keep): Part {
  const kept = Array.from(lists, ([parent, list]) => {
    const items = new Map<string, Item>();
    for (const [id, item] of list) {
      const one = keep(item, parent, id);
      if (one !== undefined) items.set(id, one);
    }
    return [parent, items] as const;
  });
  return { lists: new Map(kept), unknown };
}

function missingPart(kind: ResourceKind, organization: string): SnapshotPart<ResourceKind> {
  const place = { kind: 'organization', id: organization } as const;
  return {
    lists: new Map(),
    unknown: [{ kind, in: place, reason: { message: 'the snapshot does not hold them' } }],
  };
}

/** Throws `InvalidOption` if the custom fields were read, and none has this name. */
function assertField(
  { parts, organization }: Snapshot,
  option: NeededOption,
  name: string | undefined,
): void {
  const fields = parts['custom-field']?.lists.get(organization);
  if (name === undefined || !fields || [...fields.keys()].some((one) => one === name)) return;
  throw new InvalidOption(option, `there is no custom field ${quoted(name)}`);
}

function internalIds({ parts, organization }: Snapshot, given: readonly string[]): Set<string> {
  const collections = parts.collection?.lists.get(organization);
  // What cannot be read is a finding already.
  if (!collections) return new Set(given);
  return new Set(
    given.flatMap((one) => {
      const title = prefixedTitle(one) ?? one;
      const found = [...collections].filter(([id, item]) => id === one || item.title === title);
      if (found.length > 0) return found.map(([id]) => id);
      throw new InvalidOption('internal', `no collection is called ${quoted(one)}`);
    }),
  );
}
