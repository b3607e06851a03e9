import { basename, dirname, join } from 'node:path';
import { plainYaml } from '../../formats/plain-yaml.ts';
import { yamlText } from '../../formats/yaml-text.ts';
import { escapeJson, visible } from '../../text/printable.ts';
import { portionsOf } from '../portions.ts';
import type { Exported } from '../read.ts';
import { schemaFileName, sectionNames } from './schema.ts';
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

/** Returns an export as a file for each section, with the schema, which the first line of each names. */
export function splitFiles(
  exported: Exported,
  folder: string,
  format: ExportFormat,
  schema: string,
): ExportFile[] {
  const { rest, people } = peopleApart(exported, folder, 'members.csv');
  const parts = sectionNames.flatMap((name): ExportFile[] => {
    const { format: head, organization, [name]: section } = rest.organization;
    const gaps = rest.gaps.filter((gap) => gap.section === name);
    if (section === undefined && gaps.length === 0) return [];
    const part = { format: head, organization, [name]: section };
    return [
      {
        path: join(folder, `${name}.${format}`),
        text: exportText({ organization: part, gaps }, format, schemaFileName),
      },
    ];
  });
  return [...parts, ...people, { path: schemaPath(folder), text: [schema] }];
}

/** Returns the path of the schema beside the files in a folder. */
export function schemaPath(folder: string): string {
  return join(folder, schemaFileName);
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
