import { UsageError } from '../errors.ts';
import { isObject } from '../text/fields.ts';
import { jsonFault, parsedJson } from '../text/json.ts';

/**
 * Parses a JSON or YAML text that is an object. `name` is its name in messages: a path, or `standard input`. Throws
 * `UsageError` with line and column, and never quotes the text, which may contain secrets.
 */
export async function parseObject(
  text: string,
  name: string,
  hint = 'write fields and their values, such as { "title": "Handbook" }',
): Promise<Record<string, unknown>> {
  const value = await parseDocument(text, name);
  if (isObject(value)) return value;
  throw new UsageError(`${name} must hold an object, as JSON or YAML`, { hint });
}

async function parseDocument(text: string, name: string): Promise<unknown> {
  if (text.trim() === '') throw new UsageError(`${name} is empty`, { hint: 'expected JSON or YAML' });
  return (await parseJson(text, name)) ?? (await readYaml(text, name));
}

async function parseJson(text: string, name: string): Promise<unknown> {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const value = parsedJson(text);
  const fault = value === undefined ? undefined : jsonFault(text);
  if (value !== undefined && !fault) await assertKeysOnce(text, name);
  if (!fault) return value;
  const hint = fault.includes('number') ? 'write it as a string, in quotes' : undefined;
  throw new UsageError(`${name} holds ${fault}`, { hint });
}

async function assertKeysOnce(text: string, name: string): Promise<void> {
  const { keyGivenTwice } = await import('../formats/json-text.ts');
  const twice = keyGivenTwice(text);
  if (twice) throw new UsageError(`${name}:${twice.line}: not valid JSON or YAML (duplicate key)`);
}

async function readYaml(text: string, name: string): Promise<unknown> {
  const { parseYaml, YamlFault } = await import('../formats/yaml.ts');
  try {
    return parseYaml(text);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw new UsageError(`${name}:${error.line}:${error.column}: not valid JSON or YAML (${error.message})`);
  }
}
