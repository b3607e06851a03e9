import { daysSince, type Facts } from '../facts.ts';
import { heirWhenLeaving } from '../heirs.ts';
import type { Breach, Rule, Unjudged } from '../rule.ts';

const person = ['role', 'disabled', 'user'] as const;
/** The most people that one command line names. */
const mostNamed = 50;

export const peopleRules: readonly Rule[] = [
  {
    id: 'DA201',
    version: 1,
    severity: 'high',
    title: 'The organization has more than one administrator who can sign in',
    why: 'If the only administrator is away or loses access, nobody can change members, sign-on or sites.',
    mending:
      'Make a second member an administrator. The command names the member with the highest role; choose another one if that fits better.',
    looksAt: { member: person },
    mends: ['set-role'],
    *find({ administrators, members, organization, named }) {
      const [only, ...others] = administrators;
      if (!only || others.length > 0) return;
      const heir = highestRole(
        [...members.values()].filter(({ id, disabled }) => id !== only.id && !disabled),
      );
      yield {
        object: organization,
        message: `has only one administrator who can sign in: ${named('member', only.id).name}`,
        evidence: { administrators: [only.id] },
        mend: heir === undefined ? undefined : { code: 'set-role', data: { users: [heir], role: 'admin' } },
      };
    },
  },
  {
    id: 'DA202',
    version: 1,
    severity: 'medium',
    title: 'The organization has no more administrators than it needs',
    why: 'Every administrator can read everything, change who may sign in and delete sites. Each account more is one more that can be taken over.',
    mending:
      'Give administrators another role. The command names the last ones in the list of the service; choose others if that fits better. The default limit is 5, or 5 % of the members if that is more.',
    looksAt: { member: person },
    mends: ['lower-role'],
    *find({ administrators, members, organization, maxAdmins }) {
      const most = maxAdmins ?? Math.max(5, Math.floor(members.size * 0.05));
      const count = administrators.length;
      if (count <= most) return;
      // The last administrator must stay, whatever the limit says.
      const users = administrators.slice(Math.max(most, 1)).map(({ id }) => id);
      yield {
        object: organization,
        message: `has ${count} administrators; the limit is ${most}`,
        evidence: { administrators: count, limit: most },
        mend:
          users.length > 0 && users.length <= mostNamed
            ? { code: 'lower-role', data: { users, role: 'create' } }
            : undefined,
      };
    },
  },
  singleSignOn({
    id: 'DA203',
    severity: 'high',
    title: 'Administrators sign in with single sign-on, if there is a provider',
    whose: (role) => role === 'admin',
    who: 'is an administrator and',
  }),
  singleSignOn({
    id: 'DA204',
    severity: 'medium',
    title: 'Everybody signs in with single sign-on, if there is a provider',
    whose: (role) => role !== 'admin',
    who: '',
  }),
  {
    id: 'DA205',
    version: 1,
    severity: 'medium',
    title: 'A disabled member is in no team',
    why: 'Teams give roles. If the account is enabled again, it has all of them at once; until then, lists of people and owners are wrong.',
    mending: 'Take the person out of all teams. Where they are the only owner, somebody else becomes one.',
    looksAt: { member: person, team: ['title'], 'team-member': ['team'] },
    each: ['team-member'],
    mends: ['leave-teams'],
    *find(facts) {
      for (const { id: user, disabled } of facts.members.values()) {
        const teams = disabled ? facts.teamsOf(user) : [];
        if (teams.length === 0) continue;
        const owned = teams.filter((team) => facts.ownersOf(team).includes(user));
        const names = teams.map((team) => facts.named('team', team).name).join(', ');
        const left = teams.map((team) => ({ team, heir: heirWhenLeaving(facts, team, user) }));
        yield {
          object: facts.named('member', user),
          message: `is disabled, but in ${names}${owned.length > 0 ? `, and owns ${owned.length} of them` : ''}`,
          evidence: { teams, owns: owned },
          mend: { code: 'leave-teams', data: { user, teams: left } },
        };
      }
    },
  },
  {
    id: 'DA206',
    version: 1,
    severity: 'low',
    title: 'Members have used the service in the last 90 days',
    why: 'Accounts that nobody uses are accounts that nobody watches, and most licences count them.',
    mending:
      'Remove the person from the organization, if they no longer need it. It cannot be taken back: the service has no operation to invite people.',
    looksAt: { member: [...person, 'lastSeenAt'] },
    mends: ['remove-member'],
    *find(facts) {
      for (const { id, disabled, lastSeenAt } of facts.members.values()) {
        const days = daysSince(lastSeenAt, facts.now);
        if (disabled || days === undefined || days < 90) continue;
        yield {
          object: facts.named('member', id),
          message: `was last seen ${days} days ago`,
          evidence: { lastSeenAt, days },
          mend: removal(facts, id),
        };
      }
    },
  },
  {
    id: 'DA207',
    version: 1,
    severity: 'low',
    title: 'Members have used the service at least once',
    why: 'The person may never have got the invitation, or it went to a wrong address that still can be used.',
    mending: 'Ask the person, or remove them from the organization. It cannot be taken back.',
    looksAt: { member: [...person, 'lastSeenAt', 'joinedAt'] },
    mends: ['remove-member'],
    *find(facts) {
      for (const { id, disabled, lastSeenAt, joinedAt } of facts.members.values()) {
        if (disabled || lastSeenAt) continue;
        yield {
          object: facts.named('member', id),
          message: joinedAt ? `has never been seen since ${joinedAt.slice(0, 10)}` : 'has never been seen',
          evidence: { joinedAt: joinedAt ?? null },
          mend: removal(facts, id),
        };
      }
    },
  },
  {
    id: 'DA208',
    version: 1,
    severity: 'medium',
    title: 'E-mail addresses of members are in the expected domains',
    why: 'A private address stays with the person when they leave the company, and your sign-on does not control it.',
    mending: 'Remove the person from the organization, or add the domain to the expected ones.',
    looksAt: { member: person },
    needs: 'domains',
    mends: ['remove-member'],
    *find(facts) {
      for (const { id, user } of facts.members.values()) {
        const object = facts.named('member', id);
        const domain = user?.email?.toLowerCase().split('@').at(-1);
        if (domain === undefined) yield { object, unjudged: 'the service tells no e-mail address' };
        else if (!facts.domains?.includes(domain)) {
          yield {
            object,
            message: `has an address outside of ${facts.domains?.join(', ')}`,
            evidence: { domain },
            mend: removal(facts, id),
          };
        }
      }
    },
  },
];

function singleSignOn({
  whose,
  who,
  ...facts
}: Pick<Rule, 'id' | 'severity' | 'title'> & {
  whose: (role: string | null | undefined) => boolean;
  who: string;
}): Rule {
  return {
    ...facts,
    version: 1,
    why: 'A password of its own is not locked when the company locks the account, and has no second factor of yours.',
    mending: 'Let the person sign in with single sign-on.',
    looksAt: { member: [...person, 'sso'], saml: ['label'] },
    mends: ['set-single-sign-on'],
    *find({ members, list, named }): Generator<Breach | Unjudged> {
      if (!list('saml')?.size) return;
      for (const { id, role, disabled, sso } of members.values()) {
        if (disabled || sso || !whose(role)) continue;
        const object = named('member', id);
        if (sso === undefined || sso === null)
          yield { object, unjudged: 'the service does not tell how they sign in' };
        else {
          yield {
            object,
            message: `${who} signs in without single sign-on`.trim(),
            evidence: { role: role ?? null, sso },
            mend: { code: 'set-single-sign-on', data: { user: id } },
          };
        }
      }
    },
  };
}

/** The roles below that of an administrator, the highest first; a guest is no candidate. */
const roles = ['create', 'review', 'edit', 'comment', 'read'];

function highestRole(members: readonly { id: string; role?: string | null }[]): string | undefined {
  for (const role of roles) {
    const found = members.find((member) => member.role === role);
    if (found) return found.id;
  }
  return undefined;
}

/** Returns the removal of a member; `undefined` for the last administrator, who must stay. */
function removal({ administrators }: Facts, user: string): Breach['mend'] {
  const isLast = administrators.length === 1 && administrators[0]?.id === user;
  return isLast ? undefined : { code: 'remove-member', data: { user } };
}
