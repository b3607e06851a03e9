import { version } from '../../version.ts';
import { commandPath } from '../command-path.ts';
import type { LineParts } from '../session/line-parts.ts';
import { ofKind } from './report.ts';
import type { WordedReport } from './worded.ts';

/**
 * Describes an unexpected `error` to the user. Writes the details into a file, without the words of the line, which may
 * be secret.
 */
export async function crashReport(
  error: unknown,
  { system, redactor, line: { running, debug } }: Pick<LineParts, 'system' | 'redactor' | 'line'>,
): Promise<WordedReport> {
  if (isFolderGone(error)) return folderGone;
  if (needsFiles(error)) return tooManyFiles;
  const id = system.clock.digits(8);
  const facts = {
    id,
    time: new Date(system.clock.now()).toISOString(),
    version,
    command: running && commandPath(running),
    error: redactor.redactValue(error),
  };
  const path = await system.keepCrash(JSON.stringify(facts));
  return {
    ...ofKind('internal'),
    message: `internal error ${id}: this is a bug in docs-admin`,
    hint: path
      ? `report it with what ${path} says of ${id}`
      : 'run it again with --debug and report what it prints',
    ...(debug && { details: String(error instanceof Error ? error.stack : error).split('\n') }),
  };
}

const folderGone: WordedReport = {
  ...ofKind('local-state'),
  message: 'the working folder no longer exists',
  hint: 'change to another folder',
};

/** Returns whether a path could not be made absolute because the working folder was deleted: that is no bug. */
function isFolderGone(error: unknown): boolean {
  return (error as { syscall?: unknown } | undefined)?.syscall === 'uv_cwd';
}

const tooManyFiles: WordedReport = {
  ...ofKind('local-state'),
  message: 'the system refuses to open more files',
  hint: 'allow more, as with `ulimit -n 1024`, or end other programs',
};

/** Returns whether the process, or the whole system, has as many open files as it may have. */
function needsFiles(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return code === 'EMFILE' || code === 'ENFILE';
}
