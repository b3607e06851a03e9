import { asId, type IdOf } from '../../api/contract/ids.ts';
import { type Change, isPart } from '../change.ts';
import { membershipsOf } from './changes.ts';
import { changeWord, memberWord } from './diff.ts';

/** The memberships that a run reports on. */
export interface MembershipReport {
  /** The id of each team; the title of a team that the run makes. */
  readonly teams: readonly string[];
  /** In order: the index of the team, or -1 for the organization, and the user; `null` for the team itself. */
  readonly rows: readonly (readonly [team: number, user: IdOf<'user'> | null])[];
  /** The largest number of memberships in one request, also of an undo. */
  readonly batchSize: number;
  /** Whether everything is read again at the end. */
  readonly isReadBack?: true;
}

/** The index that stands for the organization instead of a team. */
export const organization = -1;

/** A membership, or a whole team, that a change is about. */
export interface ChangedMembership {
  /** The index of the change. */
  readonly place: number;
  /** The id of the team, or the title of one that the run makes; `null` for the organization. */
  readonly team: string | null;
  /** `null` for the team itself. */
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
    const team = teamOf(changes, place);
    if (kind === 'team-members') {
      for (const one of membershipsOf(change)) {
        const { user, from, to } = one;
        found.push({ place, team, user, word: changeWord(one), from, to });
      }
    } else if (kind === 'member') {
      const word = memberWord(after === null);
      const [from, to] = [roleIn(before), roleIn(after)];
      found.push({ place, team: null, user: asId<'user'>(String(ref.user)), word, from, to });
    } else if (!isPart(change)) {
      found.push({ place, team, user: null, word: action, from: null, to: null });
    }
  }
  return found;
}

/** Returns a report with one row for each membership and each team that changes. Changes of people are read back. */
export function reportOfChanges(changes: readonly Change[], batchSize: number): MembershipReport {
  const numbers = new Map<string, number>();
  const rows = changedMemberships(changes).map(({ team, user }) => {
    if (team === null) return [organization, user] as const;
    const number = numbers.get(team) ?? numbers.size;
    numbers.set(team, number);
    return [number, user] as const;
  });
  const isReadBack = changes.some(({ kind }) => kind === 'member');
  return { teams: [...numbers.keys()], rows, batchSize, ...(isReadBack && { isReadBack }) };
}

/** Returns the id of the team of a change, or its title if the same plan makes it. */
function teamOf(changes: readonly Change[], place: number): string {
  const { ref, after } = changes[place] as Change;
  const { team } = ref;
  if (team === undefined) return String(after?.title);
  return typeof team === 'string' ? team : teamOf(changes, team.$change);
}

function roleIn(fields: Change['after']): string | null {
  return (fields?.role ?? null) as string | null;
}
