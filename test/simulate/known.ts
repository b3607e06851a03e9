import type { Violation } from './checks.ts';
import type { Played } from './play.ts';

/** A fault that is known, and how a history shows it. */
interface Known {
  readonly reason: string;
  readonly is: (violation: Violation, history: readonly Played[]) => boolean;
}

/** What is not fixed yet. An entry goes when its history in the corpus, which is expected to show it, holds. */
const known: readonly Known[] = [
  {
    reason: 'who gets the lock of a process that has died does not wait for the request that it has sent',
    is: ({ rule }, history) =>
      rule === 'nothing is made twice' &&
      history.some(({ act, ran }) => act.lines.length > 1 && ran.some(({ died }) => died !== undefined)),
  },
  {
    reason:
      'by the rules "precedence", a role of a team can be less than what is around it: who gets another role in the organization as well has more for a moment',
    is: ({ rule, text }) => rule === 'nothing is open in between' && text.startsWith('precedence: '),
  },
];

export function isKnown(violation: Violation, history: readonly Played[]): boolean {
  return known.some(({ is }) => is(violation, history));
}
