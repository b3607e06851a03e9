import { normalize } from 'node:path';
import { type InputPorts, isStdin } from '../../inputs.ts';
import { joinParts } from './join.ts';
import { partFiles, readPart } from './parts.ts';
import { type FileProblem, FileProblems, pathText } from './problems.ts';
import { checkRules } from './rules.ts';
import { type LoadedFile, loadSideFiles } from './side-files.ts';

/**
 * Reads an organization file: all its parts and all files that they name. A file of a folder that another part names is
 * no part. A part from standard input names files of the working folder. Throws `UsageError` with all problems at once,
 * each with file, line and column.
 */
export async function readOrganizationFile(ports: InputPorts, paths: readonly string[]): Promise<LoadedFile> {
  const problems: FileProblem[] = [];
  const report = (problem: FileProblem) => void problems.push(problem);
  const unread: FileProblem[] = [];
  const reportUnread = (problem: FileProblem) => void unread.push(problem);
  const read = await Promise.all(partFiles(ports, paths).map((file) => readPart(ports, file, reportUnread)));
  const parts = read.filter((part) => part !== undefined);
  const joined = joinParts(parts, report);
  const ofParts = unread.splice(0);
  const { paths: named, ...loaded } = await loadSideFiles(ports.files, joined, reportUnread);
  const sides = new Set([...named, ...parts.flatMap(({ mentioned }) => mentioned)]);
  unread.push(...ofParts.filter(({ file }) => isStdin(file) || !sides.has(normalize(file))));
  checkRules(unread.length > 0 ? withoutFull(loaded) : loaded, (path, message) =>
    report({ ...loaded.where(path), message: `${pathText(path)}: ${message}` }),
  );
  problems.push(...unread);
  if (problems.length > 0) throw new FileProblems(problems);
  return loaded;
}

/** Where not everything can be read, nobody knows what a section that is managed in full does not list. */
function withoutFull(file: LoadedFile): LoadedFile {
  const { managed: _, ...organization } = file.organization;
  return { ...file, organization };
}
