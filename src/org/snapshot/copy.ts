import type { Client } from '../../api/client/client.ts';
import { segmentProblem } from '../../api/contract/segment.ts';
import { type RuleSet, usualRuleSet } from '../../domain/access/rule-sets.ts';
import { fixtureText } from '../../formats/fixture.ts';
import { createReader } from '../../model/read/reader.ts';
import {
  leftOut,
  readSnapshot,
  type Snapshot,
  type SnapshotOptions,
  type SnapshotPart,
  type Wanted,
} from '../../model/read/snapshot.ts';
import type { UnknownList, UnreadLists } from '../../model/read/unread.ts';
import { isKind, type ResourceKind, resourceCalled, resourceOf } from '../../model/resources.ts';
import { unknownTexts } from '../../model/unknown-texts.ts';
import { withHiddenCredentials } from '../../text/addresses.ts';
import { counted } from '../../text/words.ts';
import { everything, type SectionChoice } from '../file/choice.ts';
import { kindsOf } from '../read.ts';
import { type FileKind, factsOf, fileKinds } from '../sections/kinds.ts';
import { callerIn, countSubstitutes } from '../sections/own-emails.ts';
import { sections } from '../sections/registry.ts';
import { json, type Tables } from '../sections/rows.ts';
import type { Section } from '../sections/section.ts';
import { withPseudonyms } from './pseudonyms.ts';
import { withoutBrokenReferences } from './references.ts';

/** All that a fixture of the sandbox holds of an organization; of things of which there are many, only that. */
const wanted = Object.fromEntries(
  fileKinds.map((kind) => {
    const { keepInCopy: keep } = factsOf(kind);
    return [kind, keep ? { keep } : {}];
  }),
) as Required<Pick<Wanted, FileKind>>;

/** A copy of an organization for a sandbox. */
export interface Copy {
  /** The text of the fixture, in pieces. They can be read once. */
  readonly fixture: Iterable<string>;
  /** What cannot be read, with the reason. Where it is empty, the copy is complete. */
  readonly gaps: readonly string[];
  /** What a copy does not hold, or holds differently. */
  readonly limits: readonly string[];
}

/** All of an organization that a fixture holds. */
type CopiedSnapshot = Snapshot<FileKind>;

/**
 * Reads all that the token may read and a fixture holds, of the chosen sections. What the others hold is unknown in the
 * copy. Rejects as `readSnapshot` does.
 */
export async function readForCopy(
  client: Client,
  organization: string,
  options: SnapshotOptions = {},
  choice: SectionChoice = everything,
): Promise<CopiedSnapshot> {
  const chosen = choice === everything ? undefined : kindsOf(choice);
  const kinds = Object.keys(wanted) as FileKind[];
  const without = new Set(chosen && kinds.filter((kind) => !chosen.has(kind)));
  return readSnapshot(createReader({ client, org: organization }), organization, wanted, {
    ...options,
    without,
  });
}

/**
 * Makes the copy of an organization, which answers by the given rules of access. With `pseudonyms`, names, e-mails, titles,
 * texts, addresses and certificates are replaced.
 */
export async function copyOf(
  whole: CopiedSnapshot,
  {
    accessRules,
    pseudonyms = false,
  }: { readonly accessRules: RuleSet; readonly pseudonyms?: boolean | undefined },
): Promise<Copy> {
  const snapshot = await withoutUnusableIds(whole);
  const all = Object.values<Section>(sections).map(({ tables }) => tables(snapshot as Snapshot));
  const read: Tables = Object.assign({}, ...all);
  const unknown = Object.values(snapshot.parts).flatMap((part) => part.unknown);
  const { tables, lost, unread } = withoutBrokenReferences(
    withCaller(read, snapshot.organization, accessRules),
  );
  const lists = onceEach([...unknown, ...unread.lists], pseudonyms);
  const told = withUnread(tables, { ...unread, lists });
  return {
    fixture: fixtureText(pseudonyms ? withPseudonyms(told) : Object.entries(told), cleaned),
    gaps: await unknownTexts(unknown.filter(({ reason }) => reason !== leftOut)),
    limits: [...limitsOf(read), ...lost.map((what) => `left out, since it cannot be read: ${what}`)],
  };
}

const standIn = 'user_snapshot';

/** The sandbox answers as a person: an administrator, or a stand-in where no member can be read. */
function withCaller(tables: Tables, organization: string, accessRules: RuleSet): Tables {
  const caller = callerIn(tables);
  const meta = [
    { name: 'caller', value: caller ?? standIn },
    { name: 'org', value: organization },
    ...(accessRules.name === usualRuleSet.name ? [] : [{ name: 'access-rules', value: accessRules.name }]),
  ];
  if (caller !== undefined) return { meta, ...tables };
  const email = `${standIn}@no-email.invalid`;
  return { meta, ...tables, users: [{ id: standIn, display_name: 'Snapshot', email, search: email }] };
}

/** Returns each list once, with the first reason. The words of the service may name people: pseudonyms go without them. */
function onceEach(unknown: readonly UnknownList[], pseudonyms: boolean): UnknownList[] {
  const lists = new Map<string, UnknownList>();
  for (const one of unknown) {
    const { message, ...status } = one.reason;
    const reason =
      pseudonyms && one.reason !== leftOut
        ? { ...status, message: 'the snapshot does not say why' }
        : one.reason;
    const key = `${one.kind} ${one.in.id}`;
    if (!lists.has(key)) lists.set(key, { ...one, reason });
  }
  return [...lists.values()];
}

/** Adds what the copy lacks, so that its readers do not take it as empty. */
function withUnread({ meta = [], ...tables }: Tables, unread: UnreadLists): Tables {
  if (unread.lists.length === 0 && Object.keys(unread.parents).length === 0) return { meta, ...tables };
  return { meta: [...meta, { name: 'unread', value: json(unread) }], ...tables };
}

function limitsOf(tables: Tables): string[] {
  const substitutes = countSubstitutes(tables);
  return [
    'a snapshot has no content, change requests, comments or integrations',
    'the service does not tell the settings of the organization, the texts of specifications, share keys, customizations, and the places of spaces among collections',
    ...(substitutes > 0
      ? [
          `${counted(substitutes, 'member')} without an e-mail address that no one else has: the copy makes one up`,
        ]
      : []),
  ];
}

/** A database cannot hold every text that JSON can. */
function cleaned(text: string): string {
  return withHiddenCredentials(text).replaceAll('\u0000', '').toWellFormed();
}

const plainId = /^\w[\w-]{0,99}$/;

/**
 * Leaves out things whose ids no address can have, such as `a/b`: a sandbox could not answer for them. The lists that had
 * them are unknown.
 */
async function withoutUnusableIds<Kind extends ResourceKind>(
  snapshot: Snapshot<Kind>,
): Promise<Snapshot<Kind>> {
  const parts = await Promise.all(
    Object.entries(snapshot.parts).map(async ([kind, part]) => [
      kind,
      await usablePart(kind as ResourceKind, part as SnapshotPart<ResourceKind>),
    ]),
  );
  return { ...snapshot, parts: Object.fromEntries(parts) };
}

async function usablePart(
  kind: ResourceKind,
  part: SnapshotPart<ResourceKind>,
): Promise<SnapshotPart<ResourceKind>> {
  const lists = new Map(part.lists);
  const unknown: UnknownList[] = [...part.unknown];
  for (const [parent, list] of part.lists) {
    const [first, ...others] = [...list.keys()].filter((id) => !plainId.test(id) && segmentProblem(id));
    if (first === undefined) continue;
    lists.set(parent, new Map([...list].filter(([id]) => id !== first && !others.includes(id))));
    const message = `one has an id that cannot be used in a request: it ${segmentProblem(first)}`;
    unknown.push({ kind, in: await placeOf(kind, parent), reason: { message, hasUnusableId: true } });
  }
  return unknown.length === part.unknown.length ? part : { lists, unknown };
}

async function placeOf(kind: ResourceKind, id: string): Promise<UnknownList['in']> {
  const within = (await resourceCalled(kind)).parents.at(-1) ?? '';
  if (!isKind(within)) return { kind: 'organization', id };
  return { kind: (await resourceOf(within)).kind as ResourceKind, id };
}
