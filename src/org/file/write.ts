import { basename, dirname, join } from 'node:path';
import { yamlText } from '../../formats/yaml-text.ts';
import { csvCell } from '../../text/cells.ts';
import { uniqueFileNames } from '../../text/file-names.ts';
import { escapeJson, visible } from '../../text/printable.ts';
import type { Exported, PeopleTable } from '../organization.ts';
import { portionsOf } from '../portions.ts';
import { type SectionName, sectionNames } from '../section-names.ts';
import { schemaFileName } from './schema.ts';

export interface ExportFile {
  readonly path: string;
  readonly text: Iterable<string>;
}

export type ExportFormat = 'yaml' | 'json';

/** The files of an export. What a file names comes before it. */
export interface ExportFiles {
  /** Tables of the members of teams, in a folder of their own. */
  readonly teams: { readonly folder: string; readonly files: readonly ExportFile[] } | undefined;
  /** All others, beside each other. */
  readonly files: readonly ExportFile[];
}

/** Returns an export as one file; where people are many, they are in tables beside it. The file is the last one. */
export function wholeFiles(exported: Exported, path: string, format: ExportFormat): ExportFiles {
  const stem = basename(path).replace(/\.\w+$/, '');
  const names = { members: `${stem}.members.csv`, teams: `${stem}.teams` };
  const { rest, members, teams } = tablesApart(exported, dirname(path), names);
  return { teams, files: [...members, { path, text: exportText(rest, format) }] };
}

/** The table of the people in a folder, and the folder in it for the tables of teams. */
const splitNames = { members: 'members.csv', teams: 'teams' };

/** Returns an export as a file for each section, with the schema, which the first line of each names. */
export function splitFiles(
  exported: Exported,
  folder: string,
  format: ExportFormat,
  schema: string,
): ExportFiles {
  const { rest, members, teams } = tablesApart(exported, folder, splitNames);
  const parts = sectionNames.flatMap((name): ExportFile[] => {
    const { format: head, organization, [name]: section } = rest.organization;
    const gaps = rest.gaps.filter((gap) => gap.section === name);
    if (section === undefined && gaps.length === 0) return [];
    const part = { format: head, organization, [name]: section };
    return [
      {
        path: sectionPath(folder, name, format),
        text: exportText({ ...rest, organization: part, gaps }, format, schemaFileName),
      },
    ];
  });
  return { teams, files: [...members, { path: join(folder, schemaFileName), text: [schema] }, ...parts] };
}

function sectionPath(folder: string, name: SectionName, format: ExportFormat): string {
  return join(folder, `${name}.${format}`);
}

/** Returns the paths of all files that an export of these sections may write in a folder, without the tables of teams. */
export function splitPaths(folder: string, sections: readonly SectionName[], format: ExportFormat): string[] {
  const table = sections.includes('members') ? [splitNames.members] : [];
  const beside = [...table, schemaFileName].map((name) => join(folder, name));
  return [...beside, ...sections.map((name) => sectionPath(folder, name, format))];
}

/** Returns which of the files in a folder hold sections, in any format, without those that an export has written. */
export function sectionFiles(names: readonly string[], written: readonly ExportFile[] = []): string[] {
  const own = written.map(({ path }) => basename(path));
  return names.filter((name) => {
    const [, stem] = /^(.+)\.(?:ya?ml|json)$/i.exec(name) ?? [];
    return sectionNames.some((section) => section === stem) && !own.includes(name);
  });
}

/** The most people that are in a section of the file. Where one has more, all people are in tables. */
const mostPeople = 2000;

/** Moves the people into tables if they are many: one for the organization, and one for each team. */
function tablesApart(
  exported: Exported,
  folder: string,
  names: { readonly members: string; readonly teams: string },
): { rest: Exported; members: readonly ExportFile[]; teams: ExportFiles['teams'] } {
  const { members, teams = {} } = exported.organization;
  const inTeams = Object.values(teams).reduce((sum, team) => sum + countOf(team.members), 0);
  if (Math.max(countOf(members), inTeams) <= mostPeople)
    return { rest: exported, members: [], teams: undefined };
  const organization = { ...exported.organization };
  const tableOf = (people: object, file: string) => ({ path: join(folder, file), text: peopleText(people) });
  const fileNameOf = uniqueFileNames();
  const files: ExportFile[] = [];
  const named = Object.entries(teams).map(([title, team]) => {
    if (!team.members || countOf(team.members) === 0) return [title, team];
    const file = `${names.teams}/${fileNameOf(exported.teamIds.get(title) as string)}.csv`;
    files.push(tableOf(team.members, file));
    return [title, { ...team, members: { file } }];
  });
  if (members) organization.members = { file: names.members };
  if (files.length > 0) organization.teams = Object.fromEntries(named);
  return {
    rest: { ...exported, organization },
    members: members ? [tableOf(members, names.members)] : [],
    teams: files.length > 0 ? { folder: join(folder, names.teams), files } : undefined,
  };
}

function countOf(people: object = {}): number {
  return Object.keys(people).length;
}

function* peopleText(people: object): Generator<string> {
  yield 'user,role\n';
  for (const portion of portionsOf(people)) {
    const rows = Object.entries(portion as PeopleTable).map(([key, value]) =>
      typeof value === 'string' ? [key, value] : [value.id, value.role],
    );
    yield rows.map((row) => `${row.map((cell) => csvCell(cell)).join(',')}\n`).join('');
  }
}

/** Yields an export as one text, in pieces. `schema` is the path of the schema for editors. */
export function exportText(exported: Exported, format: ExportFormat, schema?: string): Iterable<string> {
  return format === 'json' ? organizationJson(exported) : organizationYaml(exported, schema);
}

/** Yields YAML, with a comment in place of each section that is left out. */
function* organizationYaml({ organization, gaps }: Exported, schema?: string): Generator<string> {
  const { format, organization: id } = organization;
  if (schema !== undefined) yield `# yaml-language-server: $schema=${schema}\n`;
  yield yamlText({ format, organization: id });
  for (const name of sectionNames) {
    const reasons = gaps.find(({ section }) => section === name)?.reasons ?? [];
    for (const reason of reasons) yield `# ${name} is left out: ${visible(reason)}\n`;
    const section = organization[name];
    if (section !== undefined) yield* sectionYaml(name, section);
  }
}

function* sectionYaml(name: string, section: object): Generator<string> {
  let isFirst = true;
  for (const portion of portionsOf(section)) {
    const text = yamlText({ [name]: portion });
    yield isFirst ? text : text.slice(text.indexOf('\n') + 1);
    isFirst = false;
  }
}

/** Yields JSON, which cannot show the gaps. */
function* organizationJson({ organization }: Exported): Generator<string> {
  const entries = Object.entries(organization).filter(([, value]) => value !== undefined);
  const last = entries.at(-1)?.[0];
  yield '{\n';
  for (const [name, value] of entries) {
    const text = JSON.stringify({ [name]: value }, null, 2).slice('{\n'.length, -'\n}'.length);
    yield `${escapeJson(text)}${name === last ? '' : ','}\n`;
  }
  yield '}\n';
}
