import { plainYaml } from '../../formats/plain-yaml.ts';
import { yamlText } from '../../formats/yaml-text.ts';
import { escapeJson, visible } from '../../text/printable.ts';
import { portionsOf } from '../portions.ts';
import type { Exported } from '../read.ts';
import { sectionNames } from './schema.ts';

/**
 * Tells editors the schema that checks and completes a file. The path starts from the folder in which the package is
 * installed.
 */
const schemaLine = '# yaml-language-server: $schema=node_modules/docs-admin/dist/organization.schema.json';

/**
 * Yields an exported organization as a YAML file, in pieces, with a comment in place of each section that is left out.
 */
export function* organizationYaml({ organization, gaps }: Exported): Generator<string> {
  const { format, organization: id } = organization;
  yield `${schemaLine}\n${yamlText({ format, organization: id })}`;
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

/** Yields an exported organization as JSON, in pieces. JSON cannot show the gaps. */
export function* organizationJson({ organization }: Exported): Generator<string> {
  const last = Object.keys(organization).at(-1);
  yield '{\n';
  for (const [name, value] of Object.entries(organization)) {
    const text = JSON.stringify({ [name]: value }, null, 2).slice('{\n'.length, -'\n}'.length);
    yield `${escapeJson(text)}${name === last ? '' : ','}\n`;
  }
  yield '}\n';
}
