import { type FileUse, UsageError } from '../errors.ts';
import { isStdin } from '../inputs.ts';
import type { Session } from './run/session.ts';

/** A file on a command line, and the flag that names it. */
export interface NamedFile {
  readonly use: FileUse;
  /** `undefined` if the flag was not given, `-` for standard input. */
  readonly path: string | undefined;
}

/** Throws `UsageError` if two uses lead to one file, also by other names, links or standard input. */
export function assertDifferentFiles({ system }: Session, files: readonly NamedFile[]): void {
  const uses = new Map<string, FileUse>();
  for (const { use, path } of files) {
    if (path === undefined) continue;
    const identity = isStdin(path) ? system.stdin.identity() : system.files.identity(path);
    if (identity === undefined) continue;
    const other = uses.get(identity);
    if (other !== undefined && other !== use) {
      throw new UsageError(`${path} is used twice, for ${other} and ${use}`, {
        hint: { code: 'choose-other-file', data: { path, uses: [other, use] } },
      });
    }
    uses.set(identity, use);
  }
}
