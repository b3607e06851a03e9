import type { App } from '../cli/app.ts';
import { type Change, changeWord } from '../domain/memberships/diff.ts';
import {
  type MemberChange,
  type MembershipPlan,
  type PlannedTeam,
  type Tally,
  tally,
} from '../domain/memberships/plan.ts';
import { counted } from '../domain/plural.ts';

const mostShown = 60;

/** Tells on stderr what a plan changes: the sum, and as many of the changes as a person reads. */
export async function showPlan(app: App, plan: MembershipPlan): Promise<void> {
  const lines = [...plan.teams.filter(isChanged).flatMap(teamLines), ...(plan.members ?? []).map(memberLine)];
  for (const line of lines.slice(0, mostShown)) await app.out.note(line);
  if (lines.length > mostShown) await app.out.note(`... and ${lines.length - mostShown} lines more`);
  await app.out.note(sumLine(tally(plan.teams)));
}

function isChanged({ id, changes }: PlannedTeam): boolean {
  return id === null || changes.length > 0;
}

function teamLines({ id, title, changes, stay }: PlannedTeam): string[] {
  const heading =
    id === null
      ? `team ${JSON.stringify(title)}, to be made`
      : `team ${JSON.stringify(title)} (${id}), ${stay} unchanged`;
  return [heading, ...changes.map(changeLine)];
}

function memberLine({ user, from, to, leaves }: MemberChange): string {
  return leaves
    ? `organization: - ${user} (${from ?? 'guest'})`
    : `organization: ~ ${user} (${from ?? 'guest'} -> ${to ?? 'guest'})`;
}

const signs = { add: '+', remove: '-', role: '~' };

function changeLine(change: Change): string {
  const { user, from, to } = change;
  const word = changeWord(change);
  const roles = { add: to, remove: from, role: `${from} -> ${to}` };
  return `  ${signs[word]} ${user} (${roles[word]})`;
}

/** One line about all changes. */
export function sumLine({ added, removed, roles, stay, teams }: Tally): string {
  return `plan: ${added} to add, ${removed} to remove, ${counted(roles, 'role')} to change, in ${counted(teams, 'team')}; ${stay} unchanged`;
}
