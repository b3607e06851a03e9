import type { IdOf } from '../api/contract/ids.ts';
import type { Change } from '../domain/change.ts';
import { membershipsOf } from '../domain/memberships/changes.ts';
import { changeWord, type MembershipChange } from '../domain/memberships/membership.ts';
import { type People, type PersonFacts, personEntry } from '../domain/people.ts';
import { kept } from '../text/kept.ts';
import { counted } from '../text/words.ts';
import type { PlanEffects } from './plan-document.ts';
import type { Report, Session } from './run/session.ts';
import { type PlanLine, showInLines } from './show-effects.ts';
import type { TeamNow } from './team-members.ts';

export interface ReadForPlan {
  /** The teams that the plan is about, also those that it does not change. */
  readonly teams: ReadonlyMap<IdOf<'team'>, TeamNow>;
  readonly people: People;
  /** The titles of teams, by id. @default only ids are shown */
  readonly titles?: ReadonlyMap<string, string> | undefined;
}

/**
 * Prints changes of memberships and of roles in the organization on stderr: what they open and lose, the first of them, and their
 * numbers. Resolves with what they open and lose.
 */
export async function showPlan(
  session: Session,
  changes: readonly Change[],
  read: ReadForPlan,
): Promise<PlanEffects> {
  const { changeEffects } = await import('./plan-effects.ts');
  const effects = await changeEffects(session, changes, read);
  const counts = countsByTeam(changes);
  const names = changes.filter((change, at) => isNamed(change, changes[at - 1])).length;
  const lines = () => planLines(changes, read, counts);
  const count = names + countOf(changes);
  await showInLines(session, { effects, lines, count, sum: sumLine(counts, read) });
  return effects;
}

/** Yields the lines one after the other: a large plan has far more of them than are shown. */
function* planLines(
  changes: readonly Change[],
  { teams, people }: ReadForPlan,
  counts: CountsByTeam,
): Generator<PlanLine> {
  for (const [at, change] of changes.entries()) {
    const { kind, name, ref } = change;
    const team = ref.team as IdOf<'team'>;
    if (kind === 'team') yield { text: `${name}, to be made` };
    else if (kind === 'member') yield memberLine(change, people);
    else if (isNamed(change, changes[at - 1]))
      yield { text: `${labelOf(change)}, ${stayIn(teams.get(team), counts.get(team))} unchanged` };
    for (const one of membershipsOf(change)) yield changeLine(one, people.get(one.user));
  }
}

/** Returns whether a line names what a change is about: a team may have several requests, one after the other. */
function isNamed({ kind, ref: { team } }: Change, earlier: Change | undefined): boolean {
  return kind !== 'team-members' || (typeof team === 'string' && earlier?.ref.team !== team);
}

/**
 * Prints the changes of people who leave on stderr, by person: first those people, then the others. No line is left out.
 */
export async function showLeaving(
  out: Pick<Report, 'note'>,
  changes: readonly Change[],
  read: ReadForPlan,
): Promise<void> {
  const leaving = changes.filter(({ kind }) => kind === 'member');
  const groups = new Map<string, PlanLine[]>(leaving.map(({ ref }) => [String(ref.user), []]));
  for (const change of changes)
    for (const one of membershipsOf(change))
      kept(groups, one.user, () => []).push(changeText(one, labelOf(change)));
  for (const { ref, before } of leaving) {
    const { sign, tone } = looks.remove;
    groups.get(String(ref.user))?.push({ text: `  ${sign} organization (${before?.role ?? 'guest'})`, tone });
  }
  for (const [user, lines] of groups) {
    await out.note(personEntry(user, read.people.get(user as IdOf<'user'>)));
    for (const { text, tone } of lines) await out.note(text, tone);
  }
  await out.note(sumLine(countsByTeam(changes), read));
}

/** Names the team of a change: `team "Docs" (team_docs)`. */
function labelOf({ name, ref }: Change): string {
  return `${name} (${ref.team})`;
}

function memberLine({ ref, before, after }: Change, people: People): PlanLine {
  const { sign, tone } = looks.role;
  const user = ref.user as IdOf<'user'>;
  const roles = `${before?.role ?? 'guest'} → ${after?.role ?? 'guest'}`;
  return { text: `organization: ${sign} ${personEntry(user, people.get(user))} (${roles})`, tone };
}

const looks = {
  add: { sign: '+', tone: 'good' },
  remove: { sign: '-', tone: 'bad' },
  role: { sign: '~', tone: 'attention' },
} as const;

/** Returns the line about one membership: `  + Uma Thurgood <uma@partner.example> (owner)`. */
export function changeLine(
  change: MembershipChange,
  person: PersonFacts | undefined,
  indent = '  ',
): PlanLine {
  return changeText(change, personEntry(change.user, person), indent);
}

function changeText(change: MembershipChange, what: string, indent = '  '): PlanLine {
  const { from, to } = change;
  const word = changeWord(change);
  const { sign, tone } = looks[word];
  const roles = { add: to, remove: from, role: `${from} → ${to}` };
  return { text: `${indent}${sign} ${what} (${roles[word]})`, tone };
}

type Counts = Record<ReturnType<typeof changeWord>, number>;
type CountsByTeam = ReadonlyMap<string | number, Counts>;

/** Counts what becomes of the memberships of each team; a new team has the index of the change that makes it. */
function countsByTeam(changes: readonly Change[]): CountsByTeam {
  const teams = new Map<string | number, Counts>();
  for (const change of changes) {
    const { team = '' } = change.ref;
    const key = typeof team === 'string' ? team : team.$change;
    const memberships = membershipsOf(change);
    if (memberships.length === 0) continue;
    const counts = kept(teams, key, () => ({ add: 0, remove: 0, role: 0 }));
    for (const one of memberships) counts[changeWord(one)]++;
  }
  return teams;
}

/** Returns how many members of a team keep their role. */
function stayIn(team: TeamNow | undefined, { remove = 0, role = 0 }: Partial<Counts> = {}): number {
  return (team?.present.size ?? 0) - remove - role;
}

function sumLine(counts: CountsByTeam, { teams }: ReadForPlan): string {
  const sum = (word: keyof Counts) => [...counts.values()].reduce((all, one) => all + one[word], 0);
  const stay = [...teams].reduce((all, [team, now]) => all + stayIn(now, counts.get(team)), 0);
  return `plan: ${sum('add')} to add, ${sum('remove')} to remove, ${counted(sum('role'), 'role')} to change, in ${counted(counts.size, 'team')}; ${stay} unchanged`;
}

function countOf(changes: readonly Change[]): number {
  const own = changes.filter(({ kind }) => kind === 'team-members');
  return own.reduce((sum, { after }) => sum + Object.keys(after ?? {}).length, 0);
}

/** Asks before memberships are changed. */
export async function confirmPlan(session: Session, changes: readonly Change[]): Promise<void> {
  const count = countOf(changes);
  if (count > 0) await session.confirm(`change ${counted(count, 'membership')}?`);
}
