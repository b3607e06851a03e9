import type { Command } from 'commander';
import type { Kind } from '../../api/contract/facts.ts';
import { commandPath } from '../command-path.ts';
import type { KindFacts } from './kinds.ts';

/** Of all things of a kind those that a command can mean. */
export interface Narrowed extends Partial<KindFacts> {
  /** Further filters of the list. */
  readonly query?: Readonly<Record<string, string>>;
  /** Only items whose `field` holds the parameter `param`. */
  readonly where?: { readonly field: string; readonly param: string };
  /** The list of those that are left out. */
  readonly except?: Narrowed;
  /** What to say where there is none: `no comment is open in space {space}`. */
  readonly none: string;
}

/** The members of a team. */
export const inTeam: Narrowed = {
  list: async () => (await import('../../api/contract/operations/teams.ts')).listTeamMembers,
  search: undefined,
  id: 'organization.id',
  title: 'organization.user.displayName',
  email: 'organization.user.email',
  none: 'nobody is in team {team}',
};

const withRole: Pick<Narrowed, 'search' | 'id' | 'title'> = {
  search: undefined,
  id: 'team.id',
  title: 'team.title',
};

const narrowed: Readonly<Record<string, Partial<Record<Kind, Narrowed>>>> = {
  'teams members remove': { user: inTeam },
  'teams members update --add': { user: { except: inTeam, none: 'everybody is in team {team}' } },
  'teams members update --remove': { user: inTeam },
  'section-groups remove-section': {
    section: { where: { field: 'sectionGroup', param: 'group' }, none: 'no section is in group {group}' },
  },
  'spaces permissions remove': {
    team: {
      ...withRole,
      list: async () => (await import('../../api/contract/operations/spaces.ts')).listSpacePermissions,
      none: 'no team has a role on space {space}',
    },
  },
  'collections permissions remove': {
    team: {
      ...withRole,
      list: async () =>
        (await import('../../api/contract/operations/collections.ts')).listCollectionPermissions,
      none: 'no team has a role on collection {collection}',
    },
  },
  'comments resolve': { comment: { query: { status: 'open' }, none: 'no comment is open in space {space}' } },
  'comments reopen': {
    comment: { query: { status: 'resolved' }, none: 'no comment is resolved in space {space}' },
  },
};

/** What things of `kind` a command can mean, or one of its flags; `undefined` where it can mean all of them. */
export function narrowedFor(command: Command, kind: Kind, flag?: string): Narrowed | undefined {
  const words = commandPath(command).split(' ').slice(1);
  return narrowed[[...words, ...(flag === undefined ? [] : [flag])].join(' ')]?.[kind];
}
