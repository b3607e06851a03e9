import { jsonFault } from '../text/json.ts';

/** A word that is no value of a custom field, with the reason. */
export interface ValueFault {
  readonly word: string;
  readonly message: string;
}

/**
 * Parses words `NAME=TEXT` and `NAME:=JSON` into values by name. The first `=` separates, because names contain neither
 * `=` nor `:`. `faults` has the words that are neither, or that repeat a field.
 */
export function parseFieldValues(words: readonly string[]): {
  values: Record<string, { value: unknown }>;
  faults: ValueFault[];
} {
  const values = new Map<string, { value: unknown }>();
  const faults: ValueFault[] = [];
  for (const word of words) {
    const [, name, colon, text] = /^([^=:]+)(:?)=(.*)$/s.exec(word) ?? [];
    const value = colon ? parseJson(text as string) : { value: text };
    if (name === undefined) faults.push({ word, message: 'is no NAME=TEXT or NAME:=JSON' });
    else if (values.has(name)) faults.push({ word, message: 'names a field twice' });
    else if (typeof value === 'string') faults.push({ word, message: value });
    else values.set(name, value);
  }
  return { values: Object.fromEntries(values), faults };
}

/** Parses a JSON text; returns a text if it is wrong. */
function parseJson(text: string): { value: unknown } | string {
  try {
    const value: unknown = JSON.parse(text);
    const fault = jsonFault(text);
    return fault ? `holds ${fault}` : { value };
  } catch {
    return 'has no JSON after ":="';
  }
}
