import { isAbsolute, join, normalize } from 'node:path';
import { UsageError } from '../../errors.ts';
import { columnProblem, nameOfColumn } from '../../formats/cells.ts';
import { readRows } from '../../formats/read.ts';
import { makeCells, type Row, RowsFault } from '../../formats/row.ts';
import { parsePlaced, YamlFault } from '../../formats/yaml.ts';
import { inputName, isReadOnce, isStdin } from '../../inputs.ts';
import type { Files } from '../../ports.ts';
import { quoted } from '../../text/words.ts';
import {
  fileFormat,
  isSideFile,
  type LoadedFile,
  type Organization,
  type OrganizationFile,
  type Path,
  type PeopleTable,
  valueAtPath,
} from '../organization.ts';
import { type SectionName, sectionNames } from '../section-names.ts';
import { sections } from '../sections/registry.ts';
import type { Section, SidePlace } from '../sections/section.ts';
import { everything, type SectionChoice } from './choice.ts';
import { type FilePart, type FilePorts, partFiles, readPart } from './parts.ts';
import { type FileProblem, FileProblems, pathText } from './problems.ts';
import { checkRules } from './rules.ts';
import { OrganizationSchema } from './schema.ts';
import { maxPartBytes } from './size.ts';

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
  // Any other key may be a section whose name is misspelt.
  const isSaid = [...names].every((key) => key in OrganizationSchema.def.shape);
  const isKnown = found.every((keys) => keys !== undefined) && isSaid;
  return isKnown ? sectionNames.filter((name) => names.has(name)) : sectionNames;
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

type Report = (problem: FileProblem) => void;
type Cells = Row['cells'];

/** The lines of people in a file of their own. */
type Lines = Map<string, number>;

interface Side {
  readonly path: Path;
  readonly read: (file: string, text: string, report: Report, lines: Lines) => Promise<unknown> | unknown;
}

/**
 * Reads every file that an organization file names, which must lie in its folder or below it. Reports their problems.
 * `paths` are the normalized paths of the files, and `wrong` the sections that name one with a problem.
 */
async function loadSideFiles(
  files: Files,
  organizationFile: OrganizationFile,
  report: Report,
): Promise<LoadedFile & { readonly paths: ReadonlySet<string>; readonly wrong: ReadonlySet<string> }> {
  const { organization, where } = organizationFile;
  const found = new Map<string, unknown>();
  const paths = new Set<string>();
  const wrong = new Set<string>();
  const people = new Map<string, { readonly file: string; readonly lines: Lines }>();
  for (const { path, read } of sidesOf(organization)) {
    const complain: Report = (problem) => {
      wrong.add(String(path[0]));
      report(problem);
    };
    const value = valueAtPath(organization, path);
    if (!isSideFile(value)) continue;
    const { file: part } = where(path);
    const [folder, place] = isReadOnce({ files }, part)
      ? ['.', 'the working folder']
      : [join(part, '..'), `the folder of ${part}`];
    const file = join(folder, value.file);
    // A reviewer of the file must see everything that it names: a link could lead to a secret of the machine.
    if (isAbsolute(value.file) || files.inside(file, folder) === undefined) {
      complain({ ...where([...path, 'file']), message: `${pathText(path)}: ${outside(value.file, place)}` });
      continue;
    }
    paths.add(file);
    try {
      const lines: Lines = new Map();
      people.set(pathText(path), { file, lines });
      found.set(pathText(path), await read(file, await files.readText(file, maxPartBytes), complain, lines));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      complain({ ...where([...path, 'file']), message: `${pathText(path)}: ${error.message}` });
    }
  }
  return {
    ...organizationFile,
    where(path) {
      const side = people.get(pathText(path.slice(0, -1)));
      const line = side?.lines.get(String(path.at(-1)));
      return side && line !== undefined ? { file: side.file, place: { line } } : where(path);
    },
    paths,
    wrong,
    side: (path) => found.get(pathText(path)),
    sides: () => Object.fromEntries(found),
  };
}

function outside(file: string, place: string): string {
  const fault = isAbsolute(file) ? 'is an absolute path' : 'leads out of the folder';
  return `${quoted(file)} ${fault}: name a file in ${place} or below it, by its path from there`;
}

/** Returns every place in the file that can name a file. */
function sidesOf(organization: Organization): Side[] {
  const places = Object.values<Section>(sections).flatMap(({ sides }) => sides?.(organization) ?? []);
  return places.map(({ path, holds }) => ({ path, read: readerOf(holds) }));
}

function readerOf(holds: SidePlace['holds']): Side['read'] {
  if (holds === 'document') return readDocument;
  if (holds === 'text') return (_, text) => text;
  return (file, text, report, lines) => readPeople(file, text, { roles: holds.roles, report, lines });
}

function readDocument(file: string, text: string, report: Report): unknown {
  try {
    const { value } = parsePlaced(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    report({ file, place: { line: 1, column: 1 }, message: 'must hold an object, as JSON or YAML' });
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    const { line, column, message } = error;
    report({ file, place: { line, column }, message: `not valid JSON or YAML (${message})` });
  }
  return undefined;
}

/** The names of the columns of a table of people. The one of `action` is empty if there is none. */
interface Columns {
  readonly user: string;
  readonly role: string;
  readonly action: string;
}

/** Reads people from a file of rows with the columns `user` (e-mail or id) and `role`. */
async function readPeople(
  file: string,
  text: string,
  { roles, report, lines }: { readonly roles: readonly string[]; report: Report; readonly lines: Lines },
): Promise<PeopleTable> {
  const people: PeopleTable = Object.create(null);
  const missing = new Set<string>();
  const bytes = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  /** Returns the names of the columns in a row; `undefined` if one is missing. All rows of a table lack the same columns. */
  const columnsIn = (row: Cells, line: number): Columns | undefined => {
    for (const column of ['user', 'role', 'action']) {
      const problem = columnProblem(row, column, column !== 'action');
      if (problem === undefined) continue;
      if (!missing.has(column)) report({ file, place: { line }, message: problem });
      missing.add(column);
      return undefined;
    }
    const [user = '', role = '', action = ''] = ['user', 'role', 'action'].map((one) =>
      nameOfColumn(row, one),
    );
    return { user, role, action };
  };
  let ofTable: Columns | undefined;
  const onColumns = (names: readonly string[], line: number) => {
    ofTable = columnsIn(makeCells(names.map((name) => [name, ''])), line);
  };
  const onWrongRow = (message: string, line: number) => report({ file, place: { line }, message });
  try {
    for await (const { line, cells } of readRows(bytes, file, undefined, { onColumns, onWrongRow })) {
      const columns = ofTable ?? columnsIn(cells, line);
      if (!columns) continue;
      const cell = (column: string) => cells[column]?.trim() ?? '';
      const [user, role] = [cell(columns.user), cell(columns.role)];
      const wrong =
        rowProblem(cell(columns.action), user, role, roles) ??
        (user in people && `${quoted(user)} is there twice`);
      if (wrong) report({ file, place: { line }, message: wrong });
      else {
        people[user] = user.includes('@') ? role : { id: user, role };
        lines.set(user, line);
      }
    }
  } catch (error) {
    if (!(error instanceof RowsFault)) throw error;
    const { line = 1, column, message } = error;
    report({ file, place: column === undefined ? { line } : { line, column }, message });
  }
  return people;
}

function rowProblem(
  action: string,
  user: string,
  role: string,
  roles: readonly string[],
): string | undefined {
  if (action.toLowerCase() === 'remove')
    return 'a row of an organization file cannot be a removal: leave the row out';
  if (user === '') return 'user: is empty';
  return roles.includes(role) ? undefined : `role: must be ${roles.join(', ')}, not ${quoted(role)}`;
}
