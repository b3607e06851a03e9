import { normalize } from 'node:path';
import { isStdin } from '../../inputs.ts';
import type { LoadedFile } from '../organization.ts';
import { type SectionName, sectionNames } from '../section-names.ts';
import { everything, type SectionChoice } from './choice.ts';
import { joinParts } from './join.ts';
import { type FilePart, type FilePorts, partFiles, readPart } from './parts.ts';
import { type FileProblem, FileProblems, pathText } from './problems.ts';
import { checkRules } from './rules.ts';
import { OrganizationSchema } from './schema.ts';
import { loadSideFiles } from './side-files.ts';

/** A file is wrong by itself. */
export class WrongFile extends FileProblems {
  /** What is right of it. */
  readonly file: LoadedFile;
  /** The sections of which the file may say more. */
  readonly unsure: readonly SectionName[];
  constructor(problems: readonly FileProblem[], file: LoadedFile, unsure: readonly SectionName[]) {
    super(problems);
    this.file = file;
    this.unsure = unsure;
  }
}

/**
 * Reads an organization file: all its parts and all files that they name. A file of a folder that another part names is
 * no part. A part from standard input names files of the working folder. What is not chosen is not checked. Throws
 * `WrongFile` with all problems at once, each with file, line and column.
 */
export async function readOrganizationFile(
  ports: FilePorts,
  paths: readonly string[],
  choice: SectionChoice = everything,
): Promise<LoadedFile> {
  const found: FileProblem[] = [];
  const report = (problem: FileProblem) => void found.push(problem);
  const unread: FileProblem[] = [];
  const reportUnread = (problem: FileProblem) => void unread.push(problem);
  const files = partFiles(ports, paths);
  const read = await Promise.all(files.map((file) => readPart(ports, file, choice, reportUnread)));
  const parts = read.filter((part) => part !== undefined);
  const joined = ports.blocking(() => joinParts(parts, report));
  const ofParts = unread.splice(0);
  const { paths: named, wrong, ...loaded } = await loadSideFiles(ports.files, joined, reportUnread);
  const sides = new Set([...named, ...parts.flatMap(({ mentioned }) => mentioned)]);
  const wrongHere = [
    ...unread,
    ...ofParts.filter(({ file }) => isStdin(file) || !sides.has(normalize(file))),
  ];
  const unsure = wrongHere.length > 0 ? unsureSections(read, wrong) : [];
  ports.blocking(() =>
    checkRules(withoutFull(loaded, unsure), (path, message) =>
      report({ ...loaded.where(path), message: `${pathText(path)}: ${message}` }),
    ),
  );
  const problems = [...found, ...wrongHere];
  if (problems.length > 0) throw new WrongFile(problems, loaded, unsure);
  return loaded;
}

/** Returns the sections of which the file may say more than can be read: all of them where that is not known. */
function unsureSections(
  parts: readonly (FilePart | undefined)[],
  inSideFiles: ReadonlySet<string>,
): readonly SectionName[] {
  const found = parts.map((part) => part?.wrong);
  const names = new Set([...found.flatMap((keys) => keys ?? []), ...inSideFiles]);
  const isKnown = found.every((keys) => keys !== undefined) && [...names].every(isSectionOrHead);
  return isKnown ? sectionNames.filter((name) => names.has(name)) : sectionNames;
}

/** Any other key may be a section whose name is misspelt. */
function isSectionOrHead(key: string): boolean {
  return key in OrganizationSchema.def.shape;
}

/** What a section that is managed in full does not list is not known where not all of the section can be read. */
function withoutFull(file: LoadedFile, unsure: readonly SectionName[]): LoadedFile {
  const { managed = {} } = file.organization;
  const known = Object.entries(managed).filter(([name]) => !unsure.includes(name as SectionName));
  return { ...file, organization: { ...file.organization, managed: Object.fromEntries(known) } };
}
