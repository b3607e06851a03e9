import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyName, keyOfTitle, keyWithId } from '../../src/org/key-names.ts';
import { keysOf } from '../../src/org/names.ts';

describe('a key', () => {
  test.each([
    ['Docs', { title: 'Docs' }],
    ['Docs (team_docs)', { title: 'Docs', id: 'team_docs' }],
    ['(team_docs)', { title: '', id: 'team_docs' }],
    ['Docs (v_2) ()', { title: 'Docs (v_2)' }],
    ['(v_2) ()', { title: '(v_2)' }],
    ['Docs (v_2) () ()', { title: 'Docs (v_2) ()' }],
    ['Docs (v_2) (team_docs)', { title: 'Docs (v_2)', id: 'team_docs' }],
    ['Docs (v2)', { title: 'Docs (v2)' }],
    ['Docs ()', { title: 'Docs ()' }],
    ['()', { title: '()' }],
    [' ()', { title: ' ()' }],
    ['Docs(v_2)', { title: 'Docs(v_2)' }],
  ])('%s', (key, meaning) => expect(keyName(key)).toEqual(meaning));

  const title = fc.oneof(
    fc.string({ minLength: 1 }),
    fc
      .array(fc.constantFrom('Docs', ' ', '(v_2)', '()', ' ()', '(', ')', '_', 'a', '\n'), { minLength: 1 })
      .map((parts) => parts.join('')),
  );

  test('means the title that it was made of', () => {
    fc.assert(
      fc.property(title, (text) => {
        expect(keyName(keyOfTitle(text))).toEqual({ title: text });
      }),
    );
  });

  test('with an id means both', () => {
    fc.assert(
      fc.property(title, (text) => {
        expect(keyName(keyWithId(text, 'team_docs'))).toEqual({ title: text, id: 'team_docs' });
      }),
    );
  });

  test('is another one for each thing of a list', () => {
    fc.assert(
      fc.property(fc.array(title), (titles) => {
        const keys = [...keysOf(titles.map((text, at) => ({ id: `team_${at}`, title: text }))).values()];
        expect(new Set(keys).size).toBe(titles.length);
      }),
    );
  });
});
