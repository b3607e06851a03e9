import { normalize } from 'node:path';
import { inputName, isStdin } from '../../inputs.ts';
import {
  fileFormat,
  type LoadedFile,
  type Organization,
  type OrganizationFile,
  type Path,
} from '../organization.ts';
import { type SectionName, sectionNames } from '../section-names.ts';
import { everything, type SectionChoice } from './choice.ts';
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

/** Joins the parts. Reports what two of them declare. */
function joinParts(parts: readonly FilePart[], report: (problem: FileProblem) => void): OrganizationFile {
  const origin = new Map<string, FilePart>();
  const organization: Pick<Organization, 'format'> & Record<string, unknown> = { format: fileFormat };

  function declare(target: Record<string, unknown>, path: Path, value: unknown, part: FilePart): void {
    const earlier = origin.get(pathText(path));
    if (earlier) {
      const message = `${pathText(path)}: is declared in ${inputName(earlier.file)}, too`;
      report({ file: part.file, place: part.placeOf(path), message });
      return;
    }
    origin.set(pathText(path), part);
    target[String(path.at(-1))] = value;
  }

  for (const part of parts) {
    const { value } = part;
    if (value.organization !== undefined && organization.organization !== value.organization)
      declare(organization, ['organization'], value.organization, part);
    for (const list of ['keep', 'ignore'] as const) {
      if (value[list]) organization[list] = [...((organization[list] as string[]) ?? []), ...value[list]];
    }
    for (const key of ['managed', ...sectionNames] as const) {
      const section = value[key];
      if (section === undefined) continue;
      if (isWhole(key, section)) {
        declare(organization, [key], section, part);
        continue;
      }
      if (parts.length === 1) {
        // There may be very many names: they are not copied. A name such as "constructor" must mean nothing else.
        organization[key] = Object.setPrototypeOf(section, null);
        continue;
      }
      organization[key] ??= Object.create(null);
      const target = organization[key] as Record<string, unknown>;
      for (const [name, thing] of Object.entries(section)) declare(target, [key, name], thing, part);
    }
  }

  function partOf(path: Path): FilePart {
    const [section, name] = path;
    const found = name === undefined ? undefined : origin.get(pathText([section as string, name]));
    const declaring = found ?? origin.get(pathText([section as string]));
    return (
      declaring ??
      parts.find(({ value }) => section !== undefined && section in value) ??
      (parts[0] as FilePart)
    );
  }

  return {
    organization: organization as Organization,
    where(path) {
      const part = partOf(path);
      return {
        file: part.file,
        // The first place of a file parses it again, and many want to know the file only.
        get place() {
          return part.placeOf(path);
        },
      };
    },
  };
}

/** Returns whether a section is one value in a file of its own, and not a map of things. */
function isWhole(key: SectionName | 'managed', section: object): boolean {
  return key === 'members' && 'file' in section && Object.keys(section).length === 1;
}
