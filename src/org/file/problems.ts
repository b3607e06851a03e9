import { UsageError } from '../../errors.ts';
import type { TextPlace } from '../../formats/yaml.ts';
import { counted } from '../../text/plural.ts';
import { shortened } from '../../text/shortened.ts';

/** A problem of an organization file. */
export interface FileProblem {
  /** The path that the user gave. */
  readonly file: string;
  /** Absent if the file cannot be read at all. */
  readonly place?: TextPlace | { readonly line: number } | undefined;
  readonly message: string;
}

/** Returns the line for a problem: `organization.yaml:3:5: teams.Docs: is not a documented field`. */
function problemLine({ file, place, message }: FileProblem): string {
  const column = place && 'column' in place ? `:${place.column}` : '';
  return `${file}${place ? `:${place.line}${column}` : ''}: ${message}`;
}

/** Makes one error of all problems, in the order of the files. */
export function problemsError(problems: readonly FileProblem[]): UsageError {
  const lines = problems.toSorted(inOrder).map(problemLine);
  const [only = '', ...others] = lines;
  if (others.length === 0) return new UsageError(`${only}; nothing was sent`);
  return new UsageError(`${counted(lines.length, 'problem')} in the organization file; nothing was sent`, {
    details: shortened(lines),
  });
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
