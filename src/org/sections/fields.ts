import { isSideFile } from '../file/side-files.ts';
import { NoPlace } from '../thing.ts';

/** A text that may be absent: `''` clears it. Throws `NoPlace` for a value of another kind; `what` names it. */
export function optionalText(value: unknown, what: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw new NoPlace(`${what} is no text`);
}

/** An object that stands in the file itself. Throws `NoPlace` for one that a reader takes for the name of a file. */
export function inline(value: object, what: string): object {
  if (isSideFile(value)) throw new NoPlace(`${what} looks like the name of a file: it has a key "file"`);
  return value;
}
