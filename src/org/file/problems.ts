import { type Hint, UsageError } from '../../errors.ts';
import { inputName } from '../../inputs.ts';
import { shortened } from '../../text/shortened.ts';
import { counted } from '../../text/words.ts';
import type { Origin } from '../organization.ts';

export interface FileProblem extends Origin {
  readonly message: string;
  /** Whether the file cannot be read at all; then the message names it. */
  readonly isUnread?: boolean;
  readonly hint?: Hint | undefined;
}

/** Returns the line for a problem: `organization.yaml:3:5: teams.Docs: is not a documented field`. */
export function problemLine({ file, place, message, isUnread = false }: FileProblem): string {
  if (isUnread) return message;
  const column = place && 'column' in place ? `:${place.column}` : '';
  return `${inputName(file)}${place ? `:${place.line}${column}` : ''}: ${message}`;
}

/** An organization file is wrong. */
export class FileProblems extends UsageError {
  /** The problems in the order of the files; there is at least one. */
  readonly problems: readonly FileProblem[];
  constructor(problems: readonly FileProblem[]) {
    const sorted = problems.toSorted(inOrder);
    const lines = sorted.map(problemLine);
    const hint = sorted.find((problem) => problem.hint)?.hint;
    if (lines.length === 1) super(`${lines[0]}; nothing was sent`, { hint });
    else
      super(`${counted(lines.length, 'problem')} in the organization file; nothing was sent`, {
        details: shortened(lines),
        hint,
      });
    this.problems = sorted;
  }
}

function inOrder(one: FileProblem, other: FileProblem): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return (one.place?.line ?? 0) - (other.place?.line ?? 0);
}

/** Writes a path in the file for people: `sites."Acme Docs".sections[0].path`. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`;
      const word = /^[\p{L}\p{N}_-]+$/u.test(step) ? step : JSON.stringify(step);
      return at === 0 ? word : `.${word}`;
    })
    .join('');
}
