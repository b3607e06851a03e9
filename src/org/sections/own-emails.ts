import { type Snapshot, thingsOf } from '../../model/read/snapshot.ts';
import type { FixtureRow, Tables } from './rows.ts';

/** The sandbox knows people by e-mail: a person without an address, or with that of another one, gets one of their own. */
export function ownEmail(id: string, email: string, taken: Set<string>): string {
  const own = email === '' || taken.has(email.toLowerCase()) ? substituteEmail(id) : email;
  taken.add(own.toLowerCase());
  return own;
}

/** Returns a snapshot whose members have the e-mail addresses that they have in the copy. */
export function withOwnEmails({ organization, parts }: Snapshot): Snapshot {
  const taken = new Set<string>();
  const members = [...thingsOf(parts.member)].reverse().map(({ id, item }) => {
    const email = ownEmail(id, item.user?.email ?? '', taken);
    return [id, { ...item, user: { ...item.user, email } }] as const;
  });
  const lists = new Map([[organization, new Map(members.reverse())]]);
  return { organization, parts: { ...parts, member: { ...parts.member, lists } } } as Snapshot;
}

function substituteEmail(id: string): string {
  return `${id}@no-email.invalid`;
}

/** How many people are in the copy under another address than their own. */
export function countSubstitutes({ users = [] }: Tables): number {
  let count = 0;
  for (const { id, email } of users) if (email === substituteEmail(String(id))) count += 1;
  return count;
}

/** Whose token the copy takes requests for to carry: the service does not tell whose it is. */
export function callerIn({ members = [] }: Tables): string | undefined {
  let first: FixtureRow | undefined;
  for (const member of members) {
    if (member.role === 'admin' && member.disabled === 0) return String(member.user);
    first ??= member;
  }
  return first && String(first.user);
}
