import type { SpaceLevels } from '../access/access.ts';
import { askAboutEach } from '../access/answers.ts';
import { mostAsked } from '../access/questions.ts';
import type { IdOf } from '../api/contract/ids.ts';
import { isAtLeast } from '../domain/access/levels.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import type { ItemOf, Snapshot, UnknownList } from '../model/read/snapshot.ts';

type Member = ItemOf<'member'>;

/** What the service says of the spaces of single members. */
export interface Answers {
  /** The spaces where a member has a level that a rule looks at, by the id of the member. */
  readonly of: ReadonlyMap<IdOf<'user'>, SpaceLevels>;
  /** The members of whom the service did not answer. */
  readonly unknown: readonly UnknownList[];
  /** Why no one was asked about; absent if everyone was for whom a rule asks. */
  readonly missing?: string;
}

/** The members about whom a rule asks the service, and the least level in a space that it looks at. */
export interface Asks {
  readonly about: (member: Member) => boolean;
  readonly level: string;
}

/** A rule that was not applied: no one has named it, and it asks about very many people. */
export interface LeftOut {
  /** The id of the rule. */
  readonly rule: string;
  readonly people: number;
}

/**
 * Asks about each member for whom one of the rules does. A rule that the user has not `named` asks about 2,000 people at
 * most; above, it is left out. Rejects if nothing else can be read either.
 */
export async function askFor(
  reader: ServiceReader,
  { organization, parts }: Snapshot,
  rules: readonly { readonly id: string; readonly asks?: Asks }[],
  {
    named,
    onAsked,
  }: { readonly named: ReadonlySet<string>; readonly onAsked?: ((done: number) => void) | undefined },
): Promise<{ readonly answers: Answers; readonly leftOut: readonly LeftOut[] }> {
  const members = [...(parts.member?.lists.get(organization)?.values() ?? [])];
  const leftOut = rules.flatMap(({ id, asks }) => {
    const people = !asks || named.has(id) ? 0 : members.filter(asks.about).length;
    return people > mostAsked ? { rule: id, people } : [];
  });
  const asks = rules.flatMap(({ id, asks }) => (leftOut.some(({ rule }) => rule === id) ? [] : (asks ?? [])));
  const asked = members.filter((member) => asks.some(({ about }) => about(member)));
  return { answers: await answersFor(reader, organization, asked, asks, onAsked), leftOut };
}

async function answersFor(
  reader: ServiceReader,
  organization: string,
  members: readonly Member[],
  asks: readonly Asks[],
  onAsked?: (done: number) => void,
): Promise<Answers> {
  const answers = new Map<IdOf<'user'>, SpaceLevels>();
  const unknown: UnknownList[] = [];
  const users = members.map(({ id }) => id);
  let at = 0;
  for await (const asked of askAboutEach(reader, organization, users)) {
    const user = users[at++] as IdOf<'user'>;
    onAsked?.(at);
    if ('unknown' in asked) unknown.push(asked.unknown);
    // Whole answers of many people would take much memory.
    else answers.set(user, lookedAt(asked.answer, asks));
  }
  return { of: answers, unknown };
}

function lookedAt(answer: SpaceLevels, asks: readonly Asks[]): SpaceLevels {
  return new Map([...answer].filter(([, level]) => asks.some((one) => isAtLeast(level, one.level))));
}

/** A copy of an organization answers by the rules alone: it does not know what was granted directly. */
export const answersOfCopy: Answers = {
  of: new Map(),
  unknown: [],
  missing: 'a snapshot does not hold what was granted directly',
};
