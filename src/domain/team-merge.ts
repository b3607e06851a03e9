import type { IdOf } from '../api/contract/ids.ts';
import * as ops from '../api/contract/operations/collections.ts';
import { updateSamlProvider } from '../api/contract/operations/saml.ts';
import { removeSpacePermission, setSpacePermission } from '../api/contract/operations/spaces.ts';
import { deleteTeam } from '../api/contract/operations/teams.ts';
import { titled } from '../text/called.ts';
import { isLowerRole } from './access/levels.ts';
import type { Change } from './change.ts';
import { membershipsChanges } from './memberships/changes.ts';
import type { MembershipChange, TeamRole, TeamRoles } from './memberships/membership.ts';
import { roleOrNull } from './roles.ts';

export interface MergedTeam {
  readonly id: IdOf<'team'>;
  readonly title: string;
  readonly present: TeamRoles;
}

/** A collection or a space on which one of the teams has a role: `guest` is that of a guest, `null` is none. */
export interface SharedPlace {
  readonly kind: 'collection' | 'space';
  readonly id: IdOf<'collection' | 'space'>;
  readonly title: string;
  readonly from: string | null;
  readonly into: string | null;
}

/** A SAML provider through which new people join the team that goes. */
interface JoiningProvider {
  readonly id: IdOf<'provider'>;
  readonly label: string;
}

/** Two teams of which the first is merged into the second. */
export interface TeamMerge {
  readonly org: string;
  readonly from: MergedTeam;
  readonly into: MergedTeam;
  readonly places: readonly SharedPlace[];
  readonly providers: readonly JoiningProvider[];
}

/** Returns the memberships that the remaining team gets: everyone has the higher of both roles. */
export function mergedMemberships({ from, into }: Pick<TeamMerge, 'from' | 'into'>): MembershipChange[] {
  return [...from.present].flatMap(([user, role]): MembershipChange[] => {
    const now = into.present.get(user) ?? null;
    if (now === 'owner' || (now !== null && role !== 'owner')) return [];
    const to: TeamRole = role === 'owner' ? 'owner' : 'member';
    return [{ user, from: now, to }];
  });
}

export function isHigher(role: string | null, than: string | null): boolean {
  if (role === null || than === null) return role !== null;
  return isLowerRole(roleOrNull(role) ?? null, roleOrNull(than) ?? null);
}

const permissions = {
  collection: { set: ops.setCollectionPermission, remove: ops.removeCollectionPermission },
  space: { set: setSpacePermission, remove: removeSpacePermission },
} as const;

/**
 * Returns the requests of a merge: memberships, then roles, then what the team that goes has, and its deletion after all
 * others. Its roles are taken from it one by one, so that an undo knows them.
 */
export function mergeChanges(merge: TeamMerge, batchSize: number): Change[] {
  const { org, from, into, places, providers } = merge;
  const changes = membershipsChanges({ org, team: into.id, title: into.title }, mergedMemberships(merge), {
    batchSize,
    first: 0,
  });
  const add = (change: Omit<Change, 'requires'>, requires: readonly number[]) =>
    changes.push({ ...change, requires });
  const joined = [...changes.keys()];
  for (const place of places.filter((one) => isHigher(one.from, one.into)))
    add(roleChange(place, into, place.into, place.from), joined);
  for (const { id, label } of providers)
    add(
      {
        action: 'update',
        kind: 'saml',
        ref: { org, provider: id },
        name: titled('SAML provider', label, id),
        before: { defaultTeam: from.id },
        after: { defaultTeam: into.id },
        operation: updateSamlProvider.id,
        input: { params: { org, provider: id }, body: { defaultTeam: into.id } },
      },
      joined,
    );
  const given = [...changes.keys()];
  for (const place of places.filter((one) => one.from !== null))
    add(roleChange(place, from, place.from, null), given);
  add(
    {
      action: 'delete',
      kind: 'team',
      ref: { org, team: from.id },
      name: titled('team', from.title, from.id),
      before: { title: from.title, members: Object.fromEntries(from.present), spaces: 0 },
      after: null,
      operation: deleteTeam.id,
      input: { params: { org, team: from.id } },
    },
    [...changes.keys()],
  );
  return changes;
}

/** Returns the change of the role of a team on a place; null is none. */
export function roleChange(
  { kind, id, title }: Pick<SharedPlace, 'kind' | 'id' | 'title'>,
  { id: team, title: called }: Pick<MergedTeam, 'id' | 'title'>,
  before: string | null,
  after: string | null,
): Omit<Change, 'requires'> {
  const params = { [kind]: id, team };
  return {
    action: after === null ? 'revoke' : before === null ? 'grant' : 'update',
    kind: `${kind}-teams`,
    ref: { [kind]: id },
    name: `role of ${titled('team', called, team)} on ${titled(kind, title, id)}`,
    before: { [team]: before },
    after: { [team]: after },
    ...(after === null
      ? { operation: permissions[kind].remove.id, input: { params } }
      : { operation: permissions[kind].set.id, input: { params, body: { role: roleOrNull(after) } } }),
  };
}
