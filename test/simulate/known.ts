import type { Violation } from './checks.ts';
import type { Played } from './play.ts';
import type { Rows } from './service.ts';

/** A fault that is known, and how a history shows it. */
interface Known {
  readonly reason: string;
  readonly is: (violation: Violation, history: readonly Played[]) => boolean;
}

/** What is not fixed yet. An entry goes when its history in the corpus, which is expected to show it, holds. */
const known: readonly Known[] = [
  {
    reason:
      'by the rules "precedence", a team can have less than what is around it: where a person joins or leaves several teams, or leaves the organization, or a team or a collection gets another role or level or none, the order depends on places that a plan does not know, and a person has more for a moment',
    is: ({ rule, text }, history) =>
      rule === 'nothing is open in between' &&
      text.startsWith('precedence: ') &&
      history.some((played) => dependsOnPlaces(played, text.split(' ')[1])),
  },
];

/** Returns whether an act changes what decides which of two requests gives less. */
function dependsOnPlaces({ act, before, calm }: Played, user: string | undefined): boolean {
  const then = calm?.rows ?? before;
  const teamsIn = (rows: Rows) =>
    (rows.team_members ?? []).flatMap((one) => (one.user === user ? [one.team] : []));
  const rolesIn = (rows: Rows) => JSON.stringify([rows.collection_teams, rows.space_teams]);
  const levelIn = (rows: Rows) => rows.collections?.find(({ id }) => id === 'col_all')?.default_level;
  const [was, becomes] = [teamsIn(before), teamsIn(then)];
  return (
    act.lines.some(({ words }) => words[1] === 'offboard') ||
    rolesIn(before) !== rolesIn(then) ||
    levelIn(before) !== levelIn(then) ||
    [...was, ...becomes].filter((team) => !(was.includes(team) && becomes.includes(team))).length > 1
  );
}

export function isKnown(violation: Violation, history: readonly Played[]): boolean {
  return known.some(({ is }) => is(violation, history));
}
