import { jsonFault } from '../text/json.ts';
import { ServiceProblem } from './problem.ts';

const maxDepth = 64;

/**
 * Parses a JSON text. Throws 400 for text that is malformed, nested too deeply, contains a field twice or `__proto__`,
 * or a string that a database cannot store.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  const value = parse(text);
  const problem = structureProblem(text) ?? numberProblem(bytes) ?? textProblem(value);
  if (problem) throw new ServiceProblem(400, `the body ${problem}`);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceProblem(400, 'the body is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceProblem(400, 'the body is not valid JSON');
  }
}

/** Returns a problem that `JSON.parse` accepts. `text` is valid JSON; numbers, literals and spaces are skipped. */
function structureProblem(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let name: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      name = open.at(-1) && JSON.parse(text.slice(at, end));
      at = end - 1;
    } else if (char === ':') {
      const names = open.at(-1) as Set<string>;
      if (name === '__proto__') return 'has a field "__proto__"';
      if (names.has(name as string)) return `has the field ${JSON.stringify(name)} twice`;
      names.add(name as string);
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : undefined);
      if (open.length > maxDepth) return `is nested more than ${maxDepth} levels deep`;
    } else if (char === '}' || char === ']') {
      open.pop();
    }
  }
  return undefined;
}

function numberProblem(bytes: Uint8Array): string | undefined {
  const fault = jsonFault(bytes);
  return fault && `holds ${fault}`;
}

/** Returns the index after the string that starts at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Returns why a string in `value` cannot be stored; `undefined` if all can. */
export function textProblem(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) return 'holds a NUL character';
    return value.isWellFormed() ? undefined : 'holds text that is not well-formed Unicode';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const problem = textProblem(name) ?? textProblem(inner);
    if (problem) return problem;
  }
  return undefined;
}
