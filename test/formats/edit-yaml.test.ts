import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toTree } from '../../src/formats/edit/tree.ts';
import { noHints } from '../../src/formats/edit/work.ts';
import { editYaml } from '../../src/formats/edit/yaml.ts';
import { parseYaml } from '../../src/formats/yaml.ts';
import { yamlText } from '../../src/formats/yaml-text.ts';

/** Edits a text so that it holds a value. */
function edited(text: string, value: unknown) {
  return editYaml(text, () => ({ after: toTree(value), hints: noHints }));
}

const key = fc.constantFrom('a', 'b', 'Docs', 'x: y', '12', 'no', '__proto__', 'ключ', 'with, comma');
const scalar = fc.oneof(
  fc.constantFrom('', 'plain', 'with # hash', 'a: b', '[x]', 'two\nlines\n', "it's", 'no', '1', 'a, b', '{}'),
  fc.integer({ min: -5, max: 50 }),
  fc.boolean(),
  fc.constant(null),
);
const { value: anyValue } = fc.letrec<{ value: unknown; map: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    tie('map'),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
  map: fc
    .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 4 })
    .map((entries) => new Map(entries)),
}));
const anyMap = fc
  .uniqueArray(fc.tuple(key, anyValue), { selector: ([name]) => name, minLength: 1, maxLength: 5 })
  .map((entries) => new Map(entries));

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Map)) return value;
  const object: Record<string, unknown> = {};
  for (const [name, one] of value)
    Object.defineProperty(object, name, {
      value: plain(one),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return object;
}

/** Puts comments and empty lines between lines, where no text of several lines stands. */
function withComments(text: string, every: number): string {
  if (/[|>][-+]?\d?\n/.test(text) || every === 0) return text;
  return text
    .split('\n')
    .map((line, at) =>
      at % every === 0 && line !== '' ? `${line} # about ${at}\n\n# before ${at + 1}` : line,
    )
    .join('\n');
}

const layouts: Record<string, (value: unknown, every: number) => string> = {
  block: (value, every) => withComments(yamlText(value), every),
  'block with four spaces': (value, every) => withComments(yamlText(value, 4), every),
  'lines of Windows': (value, every) => withComments(yamlText(value), every).replaceAll('\n', '\r\n'),
  'JSON in lines': (value) => `${JSON.stringify(plain(value), null, 2)}\n`,
  JSON: (value) => JSON.stringify(plain(value)),
  'JSON with tabs': (value) => JSON.stringify(plain(value), null, '\t'),
};

test.each(Object.keys(layouts))('a text holds the new value, or says what is left: %s', (name) => {
  fc.assert(
    fc.property(anyMap, anyMap, fc.nat(3), (before, after, every) => {
      const text = layouts[name]?.(before, every) as string;
      const result = edited(text, after);
      for (const { edits, isInLine } of result.byHand) expect(edits === undefined || isInLine).toBe(true);
      if (result.byHand.length === 0) expect(parseYaml(result.text)).toEqual(plain(after));
      else expect(() => parseYaml(result.text)).not.toThrow();
    }),
    { numRuns: 300 },
  );
});
