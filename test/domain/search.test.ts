import { expect, test } from 'vitest';
import { holdsWords } from '../../src/domain/search.ts';

test.each([
  ['Hana Nováková  hana@agency.example', 'novakova hana', true],
  ['Zoë', 'ZOE', true],
  ['Zoe', 'zoë', true],
  ['手册', '手', true],
  ['Acme Docs', '', true],
  ['Acme Docs', ' docs ', true],
  ['Acme Docs', 'docs handbook', false],
])('%j holds %j: %s', (text, search, found) => {
  expect(holdsWords(text, search)).toBe(found);
});
