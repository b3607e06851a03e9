import { basename, dirname, join } from 'node:path';
import { plainYaml } from '../../formats/plain-yaml.ts';
import { yamlText } from '../../formats/yaml-text.ts';
import { escapeJson, visible } from '../../text/printable.ts';
import { portionsOf } from '../portions.ts';
import type { Exported } from '../read.ts';
import { type SectionName, schemaFileName, sectionNames } from './schema.ts';
import { isSideFile, type People } from './side-files.ts';

/** One file of an export, and its text in pieces. */
export interface ExportFile {
  readonly path: string;
  readonly text: Iterable<string>;
}

export type ExportFormat = 'yaml' | 'json';

/** The most people that stand in the file of their section: more are a table in a file of their own. */
const mostPeople = 2000;

/** Returns an export as one file; the people are in a second one beside it if they are many. */
export function wholeFiles(
  exported: Exported,
  path: string,
  format: ExportFormat,
): [ExportFile, ...ExportFile[]] {
  const name = `${basename(path).replace(/\.\w+$/, '')}.members.csv`;
  const { rest, people } = peopleApart(exported, dirname(path), name);
  return [{ path, text: exportText(rest, format) }, ...people];
}

/** The table of the people in a folder. */
const tableName = 'members.csv';

/**
 * Returns an export as a file for each section, with the schema, which the first line of each names. What a file names
 * comes before it.
 */
export function splitFiles(
  exported: Exported,
  folder: string,
  format: ExportFormat,
  schema: string,
): ExportFile[] {
  const { rest, people } = peopleApart(exported, folder, tableName);
  const parts = sectionNames.flatMap((name): ExportFile[] => {
    const { format: head, organization, [name]: section } = rest.organization;
    const gaps = rest.gaps.filter((gap) => gap.section === name);
    if (section === undefined && gaps.length === 0) return [];
    const part = { format: head, organization, [name]: section };
    return [
      {
        path: sectionPath(folder, name, format),
        text: exportText({ organization: part, gaps }, format, schemaFileName),
      },
    ];
  });
  return [...people, { path: join(folder, schemaFileName), text: [schema] }, ...parts];
}

function sectionPath(folder: string, name: SectionName, format: ExportFormat): string {
  return join(folder, `${name}.${format}`);
}

/** Returns the paths of all files that an export of these sections may write in a folder. */
export function splitPaths(folder: string, sections: readonly SectionName[], format: ExportFormat): string[] {
  const table = sections.includes('members') ? [tableName] : [];
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

/** Moves the people into a table of their own, `name` in the folder, if they are many. */
function peopleApart(
  exported: Exported,
  folder: string,
  name: string,
): { rest: Exported; people: ExportFile[] } {
  const { members } = exported.organization;
  if (!members || isSideFile(members) || Object.keys(members).length <= mostPeople)
    return { rest: exported, people: [] };
  return {
    rest: { ...exported, organization: { ...exported.organization, members: { file: name } } },
    people: [{ path: join(folder, name), text: peopleText(members) }],
  };
}

function* peopleText(people: object): Generator<string> {
  yield 'user,role\n';
  for (const portion of portionsOf(people)) {
    const rows = Object.entries(portion as People).map(([key, value]) =>
      typeof value === 'string' ? [key, value] : [value.id, value.role],
    );
    yield rows.map((row) => `${row.map(quotedCell).join(',')}\n`).join('');
  }
}

function quotedCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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
    const value = { [name]: portion };
    const text = plainYaml(value) ?? yamlText(value);
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
