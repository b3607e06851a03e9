import type { IdOf } from '../../api/contract/ids.ts';
import type { ItemOf } from '../../model/read/snapshot.ts';
import { type AuditFacts, daysSince } from '../facts.ts';
import { ofEach } from '../judging.ts';
import { teamLeft } from '../owners.ts';
import type { Breach, Rule, WrittenRule } from '../rule.ts';

type Member = ItemOf<'member'>;

const person = ['role', 'disabled', 'user'] as const;
const handingOver =
  'Who is in teams is off-boarded: the successor becomes the owner of the teams that only this person owns, and can be left out if there are none. An administrator is not named in the command, since it could be you.';

export const peopleRules: readonly WrittenRule[] = [
  {
    id: 'DA201',
    severity: 'high',
    title: 'The organization has more than one administrator who can sign in',
    why: 'If the only administrator is away or loses access, no one can change members, sign-on or sites.',
    howToFix:
      'Make a second member an administrator: someone who can sign in and uses the service, and no guest.',
    looksAt: { member: person },
    fixes: ['make-administrator'],
    *find({ administrators, organization, named }) {
      const [only, ...others] = administrators;
      if (!only || others.length > 0) return;
      yield {
        object: organization,
        message: `has only one administrator who can sign in: ${named('member', only.id).name}`,
        evidence: { administrators: [only.id] },
        fix: { code: 'make-administrator', data: {} },
      };
    },
  },
  {
    id: 'DA202',
    severity: 'medium',
    title: 'The organization has no more administrators than it needs',
    why: 'Every administrator can read everything, change who may sign in and delete sites. Each account more is one more that can be taken over.',
    howToFix:
      'Give administrators another role; the command can name several. The default limit is 5, or 5 % of the members if that is more.',
    looksAt: { member: person },
    fixes: ['lower-administrator'],
    *find({ administrators, members, organization, maxAdmins }) {
      const most = maxAdmins ?? Math.max(5, Math.floor(members.size * 0.05));
      const count = administrators.length;
      if (count <= most) return;
      yield {
        object: organization,
        message: `has ${count} administrators; the limit is ${most}`,
        evidence: { administrators: count, limit: most },
        // The last administrator must stay, whatever the limit says.
        fix: count > 1 ? { code: 'lower-administrator', data: {} } : undefined,
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
    title: 'Everyone signs in with single sign-on, if there is a provider',
    whose: (role) => role !== 'admin',
    who: '',
  }),
  {
    id: 'DA205',
    severity: 'medium',
    title: 'A disabled member is in no team',
    why: 'Teams give roles. If the account is enabled again, it has all of them at once; until then, lists of people and owners are wrong.',
    howToFix:
      'Take the person out of all teams. Where they are the only owner, choose someone who becomes one.',
    looksAt: { member: person, team: ['title'], 'team-member': ['team'] },
    each: ['team-member'],
    fixes: ['leave-teams'],
    find: ofEach('member', ({ disabled }, user, facts) => {
      const teams = disabled ? facts.teamsOf(user) : [];
      if (teams.length === 0) return undefined;
      const owned = teams.filter((team) => facts.ownersOf(team).includes(user));
      const names = teams.map((team) => facts.named('team', team).name).join(', ');
      const left = teams.map((team) => teamLeft(facts, team, user));
      return {
        message: `is disabled, but in ${names}${owned.length > 0 ? `, and owns ${owned.length} of them` : ''}`,
        evidence: { teams, owns: owned },
        fix: { code: 'leave-teams', data: { user, teams: left } },
      };
    }),
  },
  {
    id: 'DA206',
    severity: 'low',
    title: 'Members have used the service in the last 90 days',
    why: 'Accounts that no one uses are accounts that no one watches, and most licences count them.',
    howToFix: `Remove the person from the organization, if they no longer need it. It cannot be taken back: the service has no operation to invite people. ${handingOver}`,
    looksAt: { member: [...person, 'teams', 'lastSeenAt'] },
    fixes: ['remove-member', 'offboard-member'],
    find: ofEach('member', (member, _, facts) => {
      const { disabled, lastSeenAt } = member;
      const days = daysSince(lastSeenAt, facts.now);
      if (disabled || days === undefined || days < 90) return undefined;
      return {
        message: `was last seen ${days} days ago`,
        evidence: { lastSeenAt, days },
        fix: removal(facts, member, (other) => isIdle(other, facts.now)),
      };
    }),
  },
  {
    id: 'DA207',
    severity: 'low',
    title: 'Members have used the service at least once',
    why: 'The person may never have got the invitation, or it went to a wrong address that still can be used.',
    howToFix: `Ask the person, or remove them from the organization. It cannot be taken back. ${handingOver}`,
    looksAt: { member: [...person, 'teams', 'lastSeenAt', 'joinedAt'] },
    fixes: ['remove-member', 'offboard-member'],
    find: ofEach('member', (member, _, facts) => {
      const { disabled, lastSeenAt, joinedAt } = member;
      if (disabled || lastSeenAt) return undefined;
      return {
        message: joinedAt ? `has never been seen since ${joinedAt.slice(0, 10)}` : 'has never been seen',
        evidence: { joinedAt: joinedAt ?? null },
        fix: removal(facts, member, (other) => isIdle(other, facts.now)),
      };
    }),
  },
  {
    id: 'DA208',
    severity: 'medium',
    title: 'E-mail addresses of members are in the expected domains',
    why: 'A private address stays with the person when they leave the company, and your sign-on does not control it.',
    howToFix: `Remove the person from the organization, or add the domain to the expected ones. ${handingOver}`,
    looksAt: { member: [...person, 'teams'] },
    needs: 'domains',
    fixes: ['remove-member', 'offboard-member'],
    find: ofEach('member', (member, _, facts) => {
      const isOutside = (domain = '') => !facts.domains?.includes(domain);
      const domain = domainOf(member);
      if (domain === undefined) return { unjudged: 'the service tells no e-mail address' };
      if (!isOutside(domain)) return undefined;
      return {
        message: `has an address outside of ${facts.domains?.join(', ')}`,
        evidence: { domain },
        fix: removal(facts, member, (other) => isOutside(domainOf(other))),
      };
    }),
  },
];

function singleSignOn({
  whose,
  who,
  ...facts
}: Pick<Rule, 'id' | 'severity' | 'title'> & {
  whose: (role: string | null | undefined) => boolean;
  who: string;
}): WrittenRule {
  return {
    ...facts,
    why: 'A password of its own is not locked when the company locks the account, and has no second factor of yours.',
    howToFix: 'Let the person sign in with single sign-on.',
    looksAt: { member: [...person, 'sso'], saml: ['label'] },
    fixes: ['set-single-sign-on'],
    find: ofEach('member', ({ role, disabled, sso }, user, { list }) => {
      if (!list('saml')?.size || disabled || sso || !whose(role)) return undefined;
      if (sso === undefined || sso === null)
        return { unjudged: 'the service does not tell how they sign in' };
      return {
        message: `${who} signs in without single sign-on`.trim(),
        evidence: { role: role ?? null, sso },
        fix: { code: 'set-single-sign-on', data: { user } },
      };
    }),
  };
}

/**
 * Returns the removal of a member. `leaves` says who goes for the same reason. Who may be the only owner of a team is off-boarded. An
 * administrator is not named: the service does not tell whose token asks, and no one should remove themselves. The last
 * one must stay.
 */
function removal(facts: AuditFacts, member: Member, leaves: (other: Member) => boolean): Breach['fix'] {
  const { id: user, role, disabled, teams } = member;
  if (role === 'admin' && !disabled)
    return facts.administrators.length > 1 ? { code: 'offboard-member', data: {} } : undefined;
  const known = facts.teamsOf(user);
  if (known.length !== teams) return { code: 'offboard-member', data: { user } };
  const isLeft = (id: IdOf<'user'>) => leaves(facts.members.get(id) as Member);
  const owned = known.map((team) => teamLeft(facts, team, user, isLeft)).filter(({ staying }) => staying);
  return owned.some(({ staying }) => staying?.length === 0)
    ? { code: 'offboard-member', data: { user } }
    : { code: 'remove-member', data: { user, teams: owned } };
}

function isIdle({ lastSeenAt }: Member, now: number): boolean {
  return !lastSeenAt || (daysSince(lastSeenAt, now) ?? 0) >= 90;
}

function domainOf({ user }: Member): string | undefined {
  return user?.email?.toLowerCase().split('@').at(-1);
}
