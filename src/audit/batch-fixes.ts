import type { Fix, FixCode, TeamOfLeaver } from './fixes.ts';
import { hasPlaceholder } from './report.ts';

/** What comes after everything else, by its step: what ends things ends nothing that another fix needs. */
const laterSteps: { readonly [Code in FixCode]?: number } = {
  'archive-change-request': 1,
  'leave-teams': 1,
  'remove-member': 2,
  'take-out-of-site': 3,
  'delete-team': 4,
  'delete-site': 4,
};

/**
 * Returns the command lines of fixes without a placeholder, each once, in an order that works when all of them are carried out. A person stays where
 * the fixes before would leave a team without an owner; `leftOut` counts these fixes.
 */
export function linesOfFixes(
  fixes: readonly Fix[],
  inWords: (fix: Fix) => string,
): { readonly lines: readonly string[]; readonly leftOut: number } {
  const stepOf = ({ code }: Fix) => laterSteps[code] ?? 0;
  const gone = new Set<string>();
  const keepsOwners = (fix: Fix) => {
    if (!('teams' in fix.data)) return true;
    const { user, teams } = fix.data;
    const stays = ({ team, staying }: TeamOfLeaver) =>
      gone.has(`${team} ${user}`) || !staying || staying.some((owner) => !gone.has(`${team} ${owner}`));
    if (!teams.every(stays)) return false;
    for (const { team } of teams) gone.add(`${team} ${user}`);
    return true;
  };
  const whole = fixes.filter((fix) => !hasPlaceholder(inWords(fix)));
  const ordered = whole.toSorted((one, other) => stepOf(one) - stepOf(other));
  const possible = ordered.filter(keepsOwners);
  return {
    lines: [...new Set(possible.flatMap((fix) => inWords(fix).split('\n')))],
    leftOut: whole.length - possible.length,
  };
}
