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

/**
 * The largest number of things in one part. The library needs much memory for a large object, so that many things are
 * written in parts.
 */
const partSize = 1000;

function* sectionYaml(name: string, section: object): Generator<string> {
  const entries = Object.entries(section);
  if (entries.length === 0) yield yamlText({ [name]: {} });
  for (let at = 0; at < entries.length; at += partSize) {
    const text = yamlText({ [name]: Object.fromEntries(entries.slice(at, at + partSize)) });
    yield at === 0 ? text : text.slice(text.indexOf('\n') + 1);
  }
}

/** Writes an exported organization as JSON, which cannot show the gaps. */
export function organizationJson({ organization }: Exported): string {
  return `${escapeJson(JSON.stringify(organization, null, 2))}\n`;
}
