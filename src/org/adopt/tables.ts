import { cellTexts } from '../../formats/cell-texts.ts';
import { nameOfColumn } from '../../formats/cells.ts';
import { type Tree, toTree } from '../../formats/edit/tree.ts';
import { edited, lineEnd, noHints, type TextEdit } from '../../formats/edit/work.ts';
import { flowText, placeAmong, styleOf } from '../../formats/edit/written.ts';
import { type EditedText, editYaml, type PlacedChange } from '../../formats/edit/yaml.ts';
import { readRows } from '../../formats/read.ts';
import type { Row } from '../../formats/row.ts';
import { csvCell, csvQuoted } from '../../text/cells.ts';

/** What becomes of people in a table: their roles, by the e-mail or id in it; `undefined` for who is taken out. */
type TableChanges = ReadonlyMap<string, string | undefined>;

interface Columns {
  readonly user: string;
  readonly role: string;
}

const usualColumns: Columns = { user: 'user', role: 'role' };

/** Edits a table of people, and leaves all other rows, cells and signs as they are. `name` is the name of the file. */
export async function editTable(name: string, text: string, changes: TableChanges): Promise<EditedText> {
  const bytes = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  let csv: Omit<CsvTable, 'rows'> | undefined;
  const rows: Row[] = [];
  const onHeader = (header: string, separator: string) => {
    csv = { header, separator };
  };
  for await (const row of readRows(bytes, name, undefined, { onHeader })) rows.push(row);
  if (csv) return { text: editCsv(text, { ...csv, rows }, changes), byHand: [] };
  if (rows.some((row) => row.text !== undefined) || /^\s*\{/.test(text))
    return editJsonLines(text, rows, changes);
  return editList(text, rows, changes);
}

function columnsOf(cells: Row['cells'] | undefined): Columns {
  if (!cells) return usualColumns;
  const { user, role } = usualColumns;
  return { user: nameOfColumn(cells, user) ?? user, role: nameOfColumn(cells, role) ?? role };
}

/** Returns the names of the people in a table, in the order of its rows. */
function usersIn(rows: readonly Row[]): string[] {
  return rows.map(({ cells }) => (cells[columnsOf(cells).user] ?? '').trim());
}

/** Returns the people to add, with the index of the row before each: -1 for the first place. */
function added(
  users: readonly string[],
  changes: TableChanges,
): { user: string; role: string; after: number }[] {
  const known = new Set(users);
  const left = users.filter((user) => !changes.has(user) || changes.get(user) !== undefined);
  const fresh = [...changes].flatMap(([user, role]) =>
    role === undefined || known.has(user) ? [] : [{ user, role }],
  );
  return fresh
    .toSorted((one, other) => (one.user < other.user ? -1 : 1))
    .map(({ user, role }) => ({ user, role, after: users.indexOf(left[placeAmong(left, user)] ?? '') }));
}

interface CsvTable {
  readonly rows: readonly Row[];
  readonly header: string;
  readonly separator: string;
}

function editCsv(text: string, { rows, header, separator }: CsvTable, changes: TableChanges): string {
  const { eol } = styleOf(text);
  const names = cellTexts(header, separator).map(unquoted);
  const columns = columnsOf(Object.fromEntries(names.map((name) => [name, ''])));
  const places = placesOf(text, header, rows);
  const users = usersIn(rows);
  const edits: TextEdit[] = [];
  for (const [at, { text: row = '' }] of rows.entries()) {
    const user = users[at] as string;
    if (!changes.has(user)) continue;
    const { start, end } = places.rows[at] as Place;
    const role = changes.get(user);
    if (role === undefined) edits.push({ start, end, text: '' });
    else
      edits.push({
        start,
        end: start + row.length,
        text: withCell(row, separator, names.indexOf(columns.role), role),
      });
  }
  const allQuoted =
    rows.length > 0 && rows.every((row) => cellTexts(row.text ?? '', separator).every(isQuoted));
  for (const { user, role, after } of added(users, changes)) {
    const cells = names.map((name) => (name === columns.user ? user : name === columns.role ? role : ''));
    const line = cells
      .map((cell) => (allQuoted ? csvQuoted(cell) : csvCell(cell, separator)))
      .join(separator);
    const { end } = places.rows[after] ?? places.header;
    const isBehindLine = /[\r\n]$/.test(text.slice(0, end));
    edits.push({ start: end, end, text: isBehindLine ? line + eol : eol + line });
  }
  return edited(text, edits);
}

interface Place {
  readonly start: number;
  /** Behind its line. */
  readonly end: number;
}

function placesOf(text: string, header: string, rows: readonly Row[]): { header: Place; rows: Place[] } {
  let offset = 0;
  const next = (own: string): Place => {
    const start = text.indexOf(own, offset);
    const behind = start + own.length;
    offset = behind + (/^(?:\r\n|\n|\r)/.exec(text.slice(behind, behind + 2))?.[0].length ?? 0);
    return { start, end: offset };
  };
  return { header: next(header), rows: rows.map(({ text: own = '' }) => next(own)) };
}

/** Writes a cell of a row of CSV; blanks and quotes around it stay. */
function withCell(row: string, separator: string, at: number, value: string): string {
  const cells = cellTexts(row, separator);
  const cell = cells[at] ?? '';
  const [, before = '', after = ''] = /^(\s*).*?(\s*)$/s.exec(cell) ?? [];
  cells[at] = before + (isQuoted(cell) ? `"${value}"` : csvCell(value, separator)) + after;
  return cells.join(separator);
}

function isQuoted(cell: string): boolean {
  return cell.trim().startsWith('"');
}

function unquoted(cell: string): string {
  const own = cell.trim();
  return isQuoted(own) ? own.slice(1, -1).replaceAll('""', '"') : own;
}

/** Edits one object a line. */
function editJsonLines(text: string, rows: readonly Row[], changes: TableChanges): EditedText {
  const { eol } = styleOf(text);
  const style = { eol, step: 2, isJson: true, isSpaced: /":\s/.test(text) };
  const users = usersIn(rows);
  const columns = columnsOf(rows[0]?.cells);
  const lines = new Map(rows.map(({ line }, at) => [line, at]));
  const edits: TextEdit[] = [];
  const ends: number[] = [];
  const byHand: PlacedChange[] = [];
  for (let start = 0, line = 1; start < text.length; line++) {
    const end = lineEnd(text, start);
    const at = lines.get(line);
    const user = at === undefined ? undefined : users[at];
    if (at !== undefined) ends[at] = end;
    if (user !== undefined && changes.has(user)) {
      const role = changes.get(user);
      const own = text.slice(start, end);
      const result = role === undefined ? { text: '', byHand: [] } : editYaml(own, withRole(columns, role));
      edits.push({ start, end, text: result.text });
      byHand.push(...result.byHand.map((one) => ({ ...one, line })));
    }
    start = end;
  }
  for (const { user, role, after } of added(users, changes)) {
    const line = flowText(toTree({ [columns.user]: user, [columns.role]: role }), style);
    const end = ends[after] ?? 0;
    const isBehindLine = end === 0 || text[end - 1] === '\n';
    edits.push({ start: end, end, text: isBehindLine ? line + eol : eol + line });
  }
  return { text: edited(text, edits), byHand };
}

function withRole({ role: column }: Columns, role: string) {
  return (row: Tree) => {
    const after = new Map(row as Map<string, Tree>).set(column, role);
    return { after, hints: noHints };
  };
}

/** Edits a list of objects, as JSON or YAML. A row that is an alias has its text elsewhere. */
function editList(text: string, rows: readonly Row[], changes: TableChanges): EditedText {
  const users = usersIn(rows);
  const elsewhere: PlacedChange[] = [];
  const result = editYaml(text, (list) => {
    const origins = new Map<Tree, number | null>();
    const items = (list as Tree[]).map((item, at) => {
      const user = users[at] as string;
      const role = changes.get(user);
      if (!(item instanceof Map)) {
        const change = { path: [at], action: 'write', words: role ?? '', at: 0, edits: undefined } as const;
        if (role !== undefined) elsewhere.push({ ...change, line: rows[at]?.line ?? 1 });
        return item;
      }
      const copy: Tree = new Map(item);
      if (role !== undefined) copy.set(columnsOf(rows[at]?.cells).role, role);
      origins.set(copy, at);
      return copy;
    });
    const kept = items.filter(
      (_, at) => !changes.has(users[at] as string) || changes.get(users[at] as string) !== undefined,
    );
    const columns = columnsOf(rows[0]?.cells);
    for (const { user, role, after } of added(users, changes).toReversed()) {
      const place = after < 0 ? 0 : kept.indexOf(items[after] as Tree) + 1;
      const row = toTree({ [columns.user]: user, [columns.role]: role });
      origins.set(row, null);
      kept.splice(place, 0, row);
    }
    return { after: kept, hints: { ...noHints, cameFrom: (value) => origins.get(value) } };
  });
  return { ...result, byHand: [...result.byHand, ...elsewhere] };
}
