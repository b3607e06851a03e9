import type { Files } from '../../ports.ts';
import { joinParts } from './join.ts';
import { partFiles, readPart } from './parts.ts';
import { type FileProblem, FileProblems, pathText } from './problems.ts';
import { checkRules } from './rules.ts';
import { type LoadedFile, loadSideFiles } from './side-files.ts';

/**
 * Reads an organization file: all its parts and all files that they name. Throws `UsageError` with all problems at
 * once, each with file, line and column.
 */
export async function readOrganizationFile(files: Files, paths: readonly string[]): Promise<LoadedFile> {
  const problems: FileProblem[] = [];
  const report = (problem: FileProblem) => void problems.push(problem);
  const read = await Promise.all(partFiles(files, paths).map((file) => readPart(files, file, report)));
  const parts = read.filter((part) => part !== undefined);
  const joined = joinParts(parts, report);
  const loaded = await loadSideFiles(files, joined, report);
  checkRules(loaded, (path, message) =>
    report({ ...loaded.where(path), message: `${pathText(path)}: ${message}` }),
  );
  if (problems.length > 0) throw new FileProblems(problems);
  return loaded;
}
