import { alternatives } from '../text/alternatives.ts';
import { nearest } from '../text/near.ts';
import { prefixedTitle, quoted } from '../text/words.ts';
import type { LineProblem } from './roster.ts';

// Loaded only for a roster with problems.

/** The number of problems that get a suggestion: more are not shown. */
const mostSuggestions = 100;

/** Returns the problems with the title that each wrong one is probably meant to be: `...; did you mean "Docs"?`. */
export function withSuggestions(
  problems: readonly LineProblem[],
  teams: readonly { readonly title: string }[],
): LineProblem[] {
  const titles = [...new Set(teams.map(({ title }) => title))];
  return problems.map((problem, at) => {
    const { team, message } = problem;
    if (team === undefined || at >= mostSuggestions) return problem;
    const title = prefixedTitle(team) ?? team;
    const meant = nearest(title, titles).slice(0, 3);
    // A title that several teams have is right as it is.
    if (meant.length === 0 || meant.includes(title)) return problem;
    return { ...problem, message: `${message}; did you mean ${alternatives(meant.map(quoted))}?` };
  });
}
