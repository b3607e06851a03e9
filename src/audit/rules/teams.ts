import { nameIn, ofEach, withSameTitle } from '../judging.ts';
import { activeOwners, teamLeft } from '../owners.ts';
import type { WrittenRule } from '../rule.ts';

const people = { team: ['title'], 'team-member': ['team'], member: ['role', 'disabled', 'user'] } as const;
const each = ['team-member'] as const;

export const teamRules: readonly WrittenRule[] = [
  {
    id: 'DA101',
    severity: 'high',
    title: 'A team has an owner who can sign in',
    why: 'No one but administrators can change who is in a team without an owner: requests stay unanswered, and people who leave stay in it. An owner who is disabled cannot sign in.',
    howToFix:
      'Make a member of the team its owner: someone who can sign in and uses the service, and no guest.',
    looksAt: people,
    each,
    fixes: ['make-owner'],
    find: ofEach('team', (_, team, facts) => {
      const size = facts.list('team-member', team)?.size ?? 0;
      if (size === 0 || activeOwners(facts, team).length > 0) return undefined;
      const owners = facts.ownersOf(team);
      return {
        message: owners.length === 0 ? 'has no owner' : 'has no owner who can sign in: all are disabled',
        evidence: { members: size, owners },
        fix: { code: 'make-owner', data: { team } },
      };
    }),
  },
  {
    id: 'DA102',
    severity: 'low',
    title: 'A team has more than one owner',
    why: 'If the only owner leaves or is away, no one but administrators can change who is in the team.',
    howToFix: 'Make a second member an owner: someone who can sign in and uses the service, and no guest.',
    looksAt: people,
    each,
    fixes: ['make-owner'],
    find: ofEach('team', (_, team, facts) => {
      const owners = activeOwners(facts, team);
      if (owners.length !== 1) return undefined;
      return {
        message: `has one owner only: ${facts.named('member', owners[0] as string).name}`,
        evidence: { owners },
        fix: { code: 'make-owner', data: { team } },
      };
    }),
  },
  {
    id: 'DA103',
    severity: 'low',
    title: 'A team has members',
    why: 'An empty team gives no one access, but people who join it later get all its permissions, which no one remembers then.',
    howToFix: 'Delete the team, or add members to it.',
    looksAt: { team: ['title'], 'team-member': ['team'] },
    each,
    fixes: ['delete-team'],
    find: ofEach('team', (_, team, facts) => {
      if (facts.list('team-member', team)?.size !== 0) return undefined;
      return {
        message: 'has no members',
        evidence: { members: 0 },
        fix: { code: 'delete-team', data: { team } },
      };
    }),
  },
  {
    id: 'DA104',
    severity: 'medium',
    title: 'No owner of a team is disabled',
    why: 'A disabled owner counts in lists, but cannot act. If the account is enabled again by mistake, it has the role again.',
    howToFix:
      'Take the disabled people out of the team. Where no other owner can sign in, choose someone who becomes one.',
    looksAt: people,
    each,
    fixes: ['leave-teams'],
    *find(facts) {
      for (const team of facts.list('team')?.keys() ?? []) {
        for (const user of facts.ownersOf(team)) {
          if (!facts.members.get(user)?.disabled) continue;
          const member = facts.named('member', user);
          yield {
            object: {
              kind: 'team-member',
              id: `${team}/${user}`,
              name: nameIn(facts.named('team', team), member),
            },
            message: `${member.name} owns the team, but is disabled`,
            evidence: { team, user },
            fix: { code: 'leave-teams', data: { user, teams: [teamLeft(facts, team, user)] } },
          };
        }
      }
    },
  },
  {
    id: 'DA105',
    severity: 'low',
    title: 'Titles of teams differ',
    why: 'People and scripts that mean a team by its title reach the wrong one, or none.',
    howToFix: 'Give each team a title of its own.',
    looksAt: { team: ['title'] },
    fixes: ['rename-team'],
    find: withSameTitle('team', (team) => ({ code: 'rename-team', data: { team } })),
  },
];
