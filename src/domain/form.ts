import { jsonFault } from '../text/json.ts';

/** A word `key=value` that cannot become a field. */
export class InvalidField extends Error {
  override readonly name = 'InvalidField';
}

/** One field to set: its path and its value. */
export interface FormField {
  /** Keys of objects; an empty key appends to a list. */
  readonly path: readonly string[];
  readonly value: unknown;
}

const maxParts = 100;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
const keyPattern = /^([^[\]=]+)((?:\[[^[\]]*\])*)$/;

/** Parses `a[b][]=text` into a field whose value is the text. Throws {@link InvalidField}. */
export function textField(word: string): FormField {
  const { path, text } = split(word);
  return { path, value: text };
}

/** Parses `a[b]=json` into a field whose value is the JSON. Throws {@link InvalidField}, without the value. */
export function jsonField(word: string): FormField {
  const { path, text } = split(word);
  const name = `the value of "${word.slice(0, word.indexOf('='))}"`;
  const value = parse(text, name);
  const fault = jsonFault(text);
  if (fault) throw new InvalidField(`${name} holds ${fault}`);
  return { path, value };
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidField(`${name} is not JSON`);
  }
}

function split(word: string): { path: string[]; text: string } {
  const at = word.indexOf('=');
  const [, first, rest = ''] = word.slice(0, Math.max(at, 0)).match(keyPattern) ?? [];
  if (first === undefined)
    throw new InvalidField('a field is written key=value, key[inner]=value or key[]=value');
  const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] as string)];
  // `a.b` is one key here, but a server may read it as two.
  if (path.some((key) => key.split('.').some((part) => forbidden.has(part))))
    throw new InvalidField('invalid field name');
  if (path.length > maxParts) throw new InvalidField(`a key has at most ${maxParts} parts`);
  if (path.slice(0, -1).includes('')) throw new InvalidField('only the last part of a key can be []');
  return { path, text: word.slice(at + 1) };
}

/**
 * Makes an object by setting `fields` one after the other. Throws {@link InvalidField} if two contradict each other.
 */
export function formObject(fields: readonly FormField[]): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const { path, value } of fields) set(root, path, value);
  return root;
}

function set(target: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[key] = value;
  } else if (rest[0] === '') {
    target[key] ??= [];
    const list = target[key];
    if (!Array.isArray(list)) throw new InvalidField(`"${key}" is a list and something else`);
    list.push(value);
  } else {
    target[key] ??= {};
    const inner = target[key];
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) {
      throw new InvalidField(`"${key}" is an object and something else`);
    }
    set(inner as Record<string, unknown>, rest, value);
  }
}
