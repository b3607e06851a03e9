import { yamlText } from '../../formats/yaml-text.ts';
import { escapeJson, visible } from '../../text/printable.ts';
import type { Exported } from '../read.ts';
import { sectionNames } from './schema.ts';

/** Editors check and complete a file by this schema. It is found from the folder in which the package is installed. */
const schemaLine = '# yaml-language-server: $schema=node_modules/docs-admin/dist/organization.schema.json';

/** An exported organization as a YAML file, with a comment in the place of each section that is left out. */
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

/** The library needs a lot of memory for a large object: many things are written in several parts. */
const partSize = 1000;

function* sectionYaml(name: string, section: object): Generator<string> {
  const entries = Object.entries(section);
  if (entries.length === 0) yield yamlText({ [name]: {} });
  for (let at = 0; at < entries.length; at += partSize) {
    const text = yamlText({ [name]: Object.fromEntries(entries.slice(at, at + partSize)) });
    yield at === 0 ? text : text.slice(text.indexOf('\n') + 1);
  }
}

/** The same as JSON; gaps have no place in it. */
export function organizationJson({ organization }: Exported): string {
  return `${escapeJson(JSON.stringify(organization, null, 2))}\n`;
}
