import type { Violation } from './checks.ts';
import type { Played } from './play.ts';

/** A fault that is known, and how a history shows it. */
interface Known {
  readonly reason: string;
  readonly is: (violation: Violation, history: readonly Played[]) => boolean;
}

/** What the next steps of the redesign mend. An entry goes when its history in the corpus holds. */
const known: readonly Known[] = [];

export function isKnown(violation: Violation, history: readonly Played[]): boolean {
  return known.some(({ is }) => is(violation, history));
}
