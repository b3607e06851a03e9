import { isAbsolute, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { columnProblem, nameOfColumn } from '../../formats/cells.ts';
import { readRows } from '../../formats/read.ts';
import { makeCells, type Row, RowsFault } from '../../formats/row.ts';
import { parsePlaced, YamlFault } from '../../formats/yaml.ts';
import { isReadOnce } from '../../inputs.ts';
import type { Files } from '../../ports.ts';
import { quoted } from '../../text/words.ts';
import {
  isSideFile,
  type LoadedFile,
  type Organization,
  type OrganizationFile,
  type Path,
  type PeopleTable,
  valueAtPath,
} from '../organization.ts';
import { sections } from '../sections/registry.ts';
import type { Section, SidePlace } from '../sections/section.ts';
import { type FileProblem, pathText } from './problems.ts';
import { maxPartBytes } from './size.ts';

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
export async function loadSideFiles(
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
