import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorCode } from '../disk/errno.ts';
import { isExecutable } from './executable.ts';

/** Returns the text of a file of the package: from `dist/chunks` there, and from `src/system` in the source. */
export function fileOfPackage(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');
}

/** Returns the completion script in a file of `completions/`; `undefined` if the tool runs without that folder. */
export function completionScript(file: string): string | undefined {
  if (isExecutable()) return undefined;
  try {
    return fileOfPackage(`completions/${file}`);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
