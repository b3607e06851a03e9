import { yamlText } from '../../formats/yaml-text.ts';
import { escapeJson, visible } from '../../text/printable.ts';
import type { Exported } from '../read.ts';
import { sectionNames } from './schema.ts';

/**
 * Tells editors the schema that checks and completes a file. The path starts from the folder in which the package is
 * installed.
 */
const schemaLine = '# yaml-language-server: $schema=node_modules/docs-admin/dist/organization.schema.json';

/** Writes an exported organization as a YAML file, with a comment in place of each section that is left out. */
export function organizationYaml({ organization, gaps }: Exported): string {
  const { format, organization: id } = organization;
  const texts = [schemaLine, '\n', yamlText({ format, organization: id })];
  for (const name of sectionNames) {
    const reasons = gaps.find(({ section }) => section === name)?.reasons ?? [];
    texts.push(...reasons.map((reason) => `# ${name} is left out: ${visible(reason)}\n`));
    const section = organization[name];
    if (section !== undefined) texts.push(...sectionYaml(name, section));
  }
  return texts.join('');
}

/** The library needs much memory for a large object: more values than these are written in several parts. */
const partSize = 1000;

function* sectionYaml(name: string, section: object): Generator<string> {
  let isFirst = true;
  for (const part of partsOf(Object.entries(section))) {
    const text = yamlText({ [name]: Object.fromEntries(part) });
    yield isFirst ? text : text.slice(text.indexOf('\n') + 1);
    isFirst = false;
  }
}

/** Splits entries into parts of about `partSize` values. Yields one empty part where there are no entries. */
function* partsOf(entries: readonly [string, unknown][]): Generator<[string, unknown][]> {
  let part: [string, unknown][] = [];
  let size = 0;
  for (const entry of entries) {
    part.push(entry);
    size += sizeOf(entry[1]);
    if (size < partSize) continue;
    yield part;
    part = [];
    size = 0;
  }
  if (part.length > 0 || entries.length === 0) yield part;
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner), 1);
}

/** Writes an exported organization as JSON, which cannot show the gaps. */
export function organizationJson({ organization }: Exported): string {
  return `${escapeJson(JSON.stringify(organization, null, 2))}\n`;
}
