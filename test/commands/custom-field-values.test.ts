import { describe, expect, test } from 'vitest';
import { parseFieldValues } from '../../src/commands/custom-fields/values.ts';

describe('values of custom fields', () => {
  test.each<[string, Record<string, { value: unknown }>]>([
    ['owner=Docs', { owner: { value: 'Docs' } }],
    ['owner=', { owner: { value: '' } }],
    ['owner=a=b:=c', { owner: { value: 'a=b:=c' } }],
    ['owner=one\ntwo', { owner: { value: 'one\ntwo' } }],
    ['days=30', { days: { value: '30' } }],
    ['days:=30', { days: { value: 30 } }],
    ['days:= -1.5e2 ', { days: { value: -150 } }],
    ['public:=false', { public: { value: false } }],
    ['owner:=null', { owner: { value: null } }],
    ['labels:=["a", "b=c"]', { labels: { value: ['a', 'b=c'] } }],
    ['big:=9007199254740991', { big: { value: 9007199254740991 } }],
    ['Team=x', { Team: { value: 'x' } }],
  ])('%j', (word, values) => {
    expect(parseFieldValues([word])).toEqual({ values, faults: [] });
  });

  test('come in the order given', () => {
    const { values } = parseFieldValues(['b=1', 'a:=2', '__proto__=3']);
    expect(Object.keys(values)).toEqual(['b', 'a', '__proto__']);
  });

  test.each([
    ['owner', 'is no NAME=TEXT or NAME:=JSON'],
    ['=x', 'is no NAME=TEXT or NAME:=JSON'],
    [':=1', 'is no NAME=TEXT or NAME:=JSON'],
    ['a:b=1', 'is no NAME=TEXT or NAME:=JSON'],
    ['', 'is no NAME=TEXT or NAME:=JSON'],
    ['days:=', 'has no JSON after ":="'],
    ['days:=thirty', 'has no JSON after ":="'],
    ['days:=9007199254740993', 'holds a number that would be rounded'],
    ['days:=[{"n":-9007199254740993}]', 'holds a number that would be rounded'],
  ])('%j is none', (word, message) => {
    expect(parseFieldValues([word])).toEqual({ values: {}, faults: [{ word, message }] });
  });

  test('name a field once, and all faults are found', () => {
    const { values, faults } = parseFieldValues(['a=1', 'a:=2', 'b', 'c=3']);
    expect(values).toEqual({ a: { value: '1' }, c: { value: '3' } });
    expect(faults).toEqual([
      { word: 'a:=2', message: 'names a field twice' },
      { word: 'b', message: 'is no NAME=TEXT or NAME:=JSON' },
    ]);
  });
});
