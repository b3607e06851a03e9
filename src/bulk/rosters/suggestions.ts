import type { LineProblem } from '../../domain/memberships/roster.ts';
import { alternatives } from '../../text/alternatives.ts';
import { nearest } from '../../text/near.ts';
import { quoted } from '../../text/quoted.ts';
import { prefixedTitle } from '../../text/title-prefix.ts';

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
    const meant = nearest(prefixedTitle(team) ?? team, titles)
      .slice(0, 3)
      .map(quoted);
    const isKnown = meant.includes(quoted(team));
    if (meant.length === 0 || isKnown) return problem;
    return { ...problem, message: `${message}; did you mean ${alternatives(meant)}?` };
  });
}
