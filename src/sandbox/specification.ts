import { parseYaml } from '../formats/yaml.ts';

/** Why a text cannot be used as an OpenAPI specification, as an error code; `undefined` where it can. */
export function specificationError(text: string): 'PARSE_ERROR' | 'INVALID_SPEC' | undefined {
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return 'PARSE_ERROR';
  }
  return isSpecification(value) ? undefined : 'INVALID_SPEC';
}

/** JSON is tried first: reading a large one as YAML takes much longer. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseYaml(text);
  }
}

/** `swagger: 2.0` without quotes is a number in YAML. */
function isSpecification(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { openapi, swagger } = value as Record<string, unknown>;
  return [openapi, swagger].some((version) => typeof version === 'string' || typeof version === 'number');
}
