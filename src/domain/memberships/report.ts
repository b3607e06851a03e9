import { asId, type IdOf } from '../../api/contract/ids.ts';
import { type Change, isPart } from '../change.ts';
import { membershipsOf } from './changes.ts';
import { changeWord } from './membership.ts';

/**
 * A membership to report on: the id of the team, or the title of one that the run makes; `null` for the organization. The
 * user is `null` for the team itself.
 */
export type ReportedMembership = readonly [team: string | null, user: IdOf<'user'> | null];

/** A membership, or a whole team, that a change is about. */
export interface ChangedMembership {
  /** The index of the change. */
  readonly place: number;
  readonly team: string | null;
  readonly user: IdOf<'user'> | null;
  /** What is done: `add`, `role`, `leave`. */
  readonly word: string;
  /** The roles before and after; `null` for no membership. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Returns everything that changes of memberships, people and teams are about, in their order. */
export function changedMemberships(changes: readonly Change[]): ChangedMembership[] {
  const found: ChangedMembership[] = [];
  for (const [place, change] of changes.entries()) {
    const { kind, action, ref, before, after } = change;
    const team = teamOf(changes, change);
    if (kind === 'team-members') {
      for (const one of membershipsOf(change)) found.push({ place, team, ...one, word: changeWord(one) });
    } else if (kind === 'member') {
      const word = after === null ? 'leave' : 'organization-role';
      const [from, to] = [roleIn(before), roleIn(after)];
      found.push({ place, team: null, user: asId<'user'>(String(ref.user)), word, from, to });
    } else if (!isPart(change)) {
      found.push({ place, team, user: null, word: action, from: null, to: null });
    }
  }
  return found;
}

/** Returns the id of the team of a change, or its title if the same plan makes it. */
function teamOf(changes: readonly Change[], { ref: { team }, after }: Change): string {
  if (team === undefined) return String(after?.title);
  return typeof team === 'string' ? team : teamOf(changes, changes[team.$change] as Change);
}

function roleIn(fields: Change['after']): string | null {
  return (fields?.role ?? null) as string | null;
}
