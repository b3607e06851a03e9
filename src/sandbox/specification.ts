import { parseYaml } from '../formats/yaml.ts';

/** Returns an error code that says why a text is no OpenAPI specification; `undefined` if it is one. */
export function specificationError(text: string): 'PARSE_ERROR' | 'INVALID_SPEC' | undefined {
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return 'PARSE_ERROR';
  }
  return isSpecification(value) ? undefined : 'INVALID_SPEC';
}

/** Parses a text as JSON, then as YAML: reading a large JSON text as YAML takes much longer. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseYaml(text);
  }
}

/** Tells whether a value is a specification. Without quotes, `swagger: 2.0` is a number in YAML. */
function isSpecification(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { openapi, swagger } = value as Record<string, unknown>;
  return [openapi, swagger].some((version) => typeof version === 'string' || typeof version === 'number');
}
