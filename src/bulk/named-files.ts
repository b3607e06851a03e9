import { UsageError } from '../errors.ts';
import type { Session } from '../runs/session.ts';

/** A file that a command line names, and the flag that names it. */
export interface NamedFile {
  readonly flag: string;
  /** `undefined` where the flag was not given, `-` for standard input. */
  readonly path: string | undefined;
}

/** Throws `UsageError` if two flags lead to one file, also by other names, links or standard input. */
export function assertDifferentFiles({ system }: Session, files: readonly NamedFile[]): void {
  const flags = new Map<string, string>();
  for (const { flag, path } of files) {
    if (path === undefined) continue;
    const identity = path === '-' ? system.stdin.identity() : system.files.identity(path);
    if (identity === undefined) continue;
    const other = flags.get(identity);
    if (other !== undefined && other !== flag) {
      throw new UsageError(`${other} and ${flag} name the same file, ${path}`, {
        hint: `give ${flag} another file`,
      });
    }
    flags.set(identity, flag);
  }
}
