import { type Snapshot, thingsOf } from '../../model/snapshot.ts';
import { madeAnew, type Row, type Tables, unknownTime } from './rows.ts';
import type { CopiedKind } from './wanted.ts';

/** The organization itself, its members, and its teams. */
export function peopleTables({ organization, parts }: Snapshot<CopiedKind>): Tables {
  // The service lists the newest first; rows are numbered in the order of the file.
  const members = [...thingsOf(parts.member)].map(({ item }) => item).reverse();
  return {
    organizations: [
      { id: organization, title: organization, hostname: organization, created_at: unknownTime, doc: '{}' },
    ],
    users: madeAnew(function* () {
      const taken = new Set<string>();
      for (const { id, user } of members) {
        const name = user?.displayName ?? '';
        const email = ownEmail(id, user?.email ?? '', taken);
        yield { id, display_name: name, email, search: `${name}\n${email}`.toLowerCase() };
      }
    }),
    members: madeAnew(function* () {
      for (const { id, role, disabled, sso, joinedAt, lastSeenAt } of members)
        yield {
          org: organization,
          user: id,
          role,
          disabled: disabled ? 1 : 0,
          sso: sso ? 1 : 0,
          joined_at: joinedAt ?? unknownTime,
          last_seen_at: lastSeenAt,
        };
    }),
    teams: [...thingsOf(parts.team)].map(({ item: { id, title, createdAt } }): Row => {
      const name = title ?? '';
      return {
        id,
        org: organization,
        title: name,
        search: name.toLowerCase(),
        created_at: createdAt ?? unknownTime,
      };
    }),
    team_members: madeAnew(function* () {
      for (const { parent, id, item } of thingsOf(parts['team-member']))
        yield { team: parent, org: organization, user: id, role: item.team?.role ?? 'member' };
    }),
  };
}

/** The sandbox knows people by e-mail: somebody without an address, or with that of another one, gets one of their own. */
function ownEmail(id: string, email: string, taken: Set<string>): string {
  const own = email === '' || taken.has(email.toLowerCase()) ? substituteEmail(id) : email;
  taken.add(own.toLowerCase());
  return own;
}

/** Returns a snapshot whose members have the e-mail addresses that they have in the copy. */
export function withOwnEmails<Kind extends CopiedKind>(snapshot: Snapshot<Kind>): Snapshot<Kind> {
  const { organization, parts } = snapshot as Snapshot<CopiedKind>;
  const taken = new Set<string>();
  const members = [...thingsOf(parts.member)].reverse().map(({ id, item }) => {
    const email = ownEmail(id, item.user?.email ?? '', taken);
    return [id, { ...item, user: { ...item.user, email } }] as const;
  });
  const lists = new Map([[organization, new Map(members.reverse())]]);
  return { organization, parts: { ...parts, member: { ...parts.member, lists } } } as Snapshot<Kind>;
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
  let first: Row | undefined;
  for (const member of members) {
    if (member.role === 'admin' && member.disabled === 0) return String(member.user);
    first ??= member;
  }
  return first && String(first.user);
}
