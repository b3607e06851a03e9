import type { IdOf } from '../api/contract/ids.ts';
import {
  changeWord,
  type MemberChange,
  type MembershipChange,
  teamLabel,
} from '../domain/memberships/diff.ts';
import { type MembershipPlan, type Tally, tally } from '../domain/memberships/plan.ts';
import { organization } from '../domain/memberships/report.ts';
import { type Names, type Person, personEntry } from '../domain/people.ts';
import type { Tone } from '../output/output.ts';
import { counted } from '../text/plural.ts';
import type { Session } from './run/session.ts';

const mostShown = 60;

/** Prints the changes of a plan on stderr: their numbers, and the first of them. */
export async function showPlan(
  session: Session,
  plan: MembershipPlan,
  names: Names = () => undefined,
): Promise<void> {
  let count = 0;
  for (const { text, tone } of planLines(plan, names))
    if (++count <= mostShown) await session.out.note(text, tone);
  if (count > mostShown) await session.out.note(`... and ${count - mostShown} lines more`);
  await session.out.note(sumLine(tally(plan.teams)));
}

/** A line about a plan. */
export interface PlanLine {
  readonly text: string;
  readonly tone?: Tone;
}

/** Yields the lines one after the other: a large plan has far more of them than are shown. */
function* planLines({ teams, members = [] }: MembershipPlan, names: Names): Generator<PlanLine> {
  for (const [number, team] of teams.entries()) {
    const { id, title, changes, stay } = team;
    if (changes.length === 0) continue;
    const label = teamLabel(title, id);
    yield { text: id === null ? `${label}, to be made` : `${label}, ${stay} unchanged` };
    for (const change of changes) yield changeLine(change, names(number, change.user));
  }
  for (const change of members) yield roleLine(change, names(organization, change.user));
}

/**
 * Prints all changes of a plan of people who leave on stderr, by person: first those people, then the others. No line is
 * left out.
 */
export async function showLeaving(
  session: Session,
  { teams, members = [] }: MembershipPlan,
  names: Names,
): Promise<void> {
  const groups = new Map<IdOf<'user'>, PlanLine[]>(members.map(({ user }) => [user, []]));
  for (const { id, title, changes } of teams)
    for (const change of changes) {
      const lines = groups.get(change.user) ?? [];
      groups.set(change.user, [...lines, changeText(change, teamLabel(title, id))]);
    }
  for (const { user, from } of members) {
    const { sign, tone } = looks.remove;
    groups.get(user)?.push({ text: `  ${sign} organization (${from ?? 'guest'})`, tone });
  }
  for (const [user, lines] of groups) {
    await session.out.note(personEntry(user, names(organization, user)));
    for (const { text, tone } of lines) await session.out.note(text, tone);
  }
  await session.out.note(sumLine(tally(teams)));
}

function roleLine({ user, from, to }: MemberChange, person: Person | undefined): PlanLine {
  const { sign, tone } = looks.role;
  const roles = `${from ?? 'guest'} -> ${to ?? 'guest'}`;
  return { text: `organization: ${sign} ${personEntry(user, person)} (${roles})`, tone };
}

const looks = {
  add: { sign: '+', tone: 'good' },
  remove: { sign: '-', tone: 'bad' },
  role: { sign: '~', tone: 'attention' },
} as const;

/** Returns the line about one membership: `  + Uma Thurgood <uma@partner.example> (owner)`. */
export function changeLine(change: MembershipChange, person: Person | undefined, indent = '  '): PlanLine {
  return changeText(change, personEntry(change.user, person), indent);
}

function changeText(change: MembershipChange, what: string, indent = '  '): PlanLine {
  const { from, to } = change;
  const word = changeWord(change);
  const { sign, tone } = looks[word];
  const roles = { add: to, remove: from, role: `${from} -> ${to}` };
  return { text: `${indent}${sign} ${what} (${roles[word]})`, tone };
}

/** Returns one line about all changes. */
function sumLine({ added, removed, roles, stay, teams }: Tally): string {
  return `plan: ${added} to add, ${removed} to remove, ${counted(roles, 'role')} to change, in ${counted(teams, 'team')}; ${stay} unchanged`;
}

/** Asks before a plan is applied. */
export async function confirmPlan(session: Session, { teams }: MembershipPlan): Promise<void> {
  const count = teams.reduce((sum, { changes }) => sum + changes.length, 0);
  if (count > 0) await session.confirm(`change ${counted(count, 'membership')}?`);
}
