import { type Asked, askAboutEach } from '../access/answers.ts';
import { mostAsked } from '../access/questions.ts';
import type { Client } from '../api/client/client.ts';
import type { ItemOf, Snapshot } from '../model/snapshot.ts';

type Member = ItemOf<'member'>;

/** What the service says of the spaces of single members. */
export interface Answers {
  /** The answer, or why there is none, by the id of the member. */
  readonly of: ReadonlyMap<string, Asked>;
  /** Why nobody was asked about; absent if everybody was for whom a rule asks. */
  readonly missing?: string;
}

/** Asks about each member for whom one of the `questions` returns true. Rejects if nothing else can be read either. */
export async function askFor(
  client: Client,
  { organization, parts }: Snapshot,
  questions: readonly ((member: Member) => boolean)[],
): Promise<Answers> {
  if (questions.length === 0) return { of: new Map() };
  const members: Iterable<Member> = parts.member?.lists.get(organization)?.values() ?? [];
  const users = [...members].filter((one) => questions.some((asks) => asks(one))).map(({ id }) => id);
  if (users.length > mostAsked) return { of: new Map(), missing: tooMany(users.length) };
  const answers = new Map<string, Asked>();
  let at = 0;
  for await (const asked of askAboutEach(client, organization, users))
    answers.set(users[at++] as string, asked);
  return { of: answers };
}

function tooMany(people: number): string {
  return `the service lists the spaces of each person apart, and ${people} are more than the ${mostAsked} that are asked about`;
}

/** A copy of an organization answers by the rules alone: it does not know what was granted directly. */
export const answersOfCopy: Answers = {
  of: new Map(),
  missing: 'a copy does not hold what was granted directly',
};
