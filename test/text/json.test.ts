import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOfParsed, jsonFault } from '../../src/text/json.ts';

const rounded = 'a number that would be rounded';
const deep = 'values nested more than 500 levels deep';

/** Returns the fault, which must be the same for a text whose value is known. */
function faultIn(text: string) {
  const fault = jsonFault(text);
  expect(faultOfParsed(text, JSON.parse(text))).toBe(fault);
  return fault;
}

describe('numbers', () => {
  const inexact = [
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '9007199254740993.0',
    '90071992547409.93e2',
    '9.007199254740993E15',
    '12345678901234567.5',
    '1e400',
    '-1e400',
    '1e-400',
    '[0,{"a":1E-400}]',
    '[0,9007199254740993,0]',
    `0.${'0'.repeat(400)}1`,
    `1${'0'.repeat(5000)}`,
    `[0,${'1'.repeat(9_000_000)}]`,
    `[${' '.repeat(9_000_000)}9007199254740993]`,
    '[1,{"a":"b","c":9007199254740993}]',
    '{"a":"\\\\","b":9007199254740993}',
    '{"a":"x\\"","b":1e400}',
    '{"a":"ä","b":1e400}',
  ];

  test.each(inexact.map((text) => [text.trim().slice(0, 40), text]))('%s would be rounded', (_, text) => {
    expect(faultIn(text)).toBe(rounded);
  });

  test.each([
    '9007199254740991',
    '-9007199254740991',
    '9007199254740992',
    '1e22',
    '1E+2',
    '100000000000000000000',
    '0.1234567890123456789',
    '1234567.1234567890123',
    '0e999',
    '-0.00000000000000000000',
    '2.50e-7',
    '[0,"1e-400"]',
    '"9007199254740993"',
    '{"9007199254740993":1}',
    '"\\"1e400"',
    '"\\\\\\"9007199254740993"',
    '"a\\\\"',
    '{}',
  ])('%s is exact, or no number', (text) => {
    expect(faultIn(text)).toBeUndefined();
  });

  test('are looked for in long texts too', () => {
    const long = JSON.stringify({ a: '\\"9007199254740993'.repeat(200_000), b: '1'.repeat(5e6) });
    expect(faultIn(long)).toBeUndefined();
    expect(faultIn(`[${long},9007199254740993]`)).toBe(rounded);
  });
});

describe('a key twice in one object', () => {
  const twice = (text: string) => faultOfParsed(text, JSON.parse(text));

  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"a" :2}',
    '{"a":1,"\\u0061":2}',
    '[{"items":[{"id":"x","id":"x"}]}]',
    '{"__proto__":1,"__proto__":2}',
    // Numbers that are shorter than JavaScript writes them.
    '{"":0,"":1,"a":1e9}',
    '{"":0,"":1,"a":1e3,"b":2e3,"c":1e3,"d":2e4,"e":3e4}',
    '{"":0,"":1,"a":1e21,"b":1e-7,"c":0.00001}',
    '{"a":1,"a":2,"b":"\\":"}',
  ])('%s is found', (text) => {
    expect(twice(text)).toBe('the same key twice in one object');
  });

  test('is in no other text, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'), (value, indent) => {
        const text = ` ${JSON.stringify(value, null, indent)}\n`;
        expect(twice(text)).toBeUndefined();
        expect(twice(`{"x":${text},"y":{"x":1e3, "z" :[${text}]}}`)).toBeUndefined();
        expect(twice(`{"x":${text},"y":[],"x":${text}}`)).toBeDefined();
      }),
    );
  });
});

describe('depth', () => {
  test.each([
    ['lists', '['.repeat(501) + ']'.repeat(501)],
    ['objects', `${'{"a":'.repeat(501)}1${'}'.repeat(501)}`],
    ['thousands of both', `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`],
  ])('%s that are too deep are found', (_, text) => {
    expect(faultIn(text)).toBe(deep);
  });

  test('what is wide, or holds brackets in texts, is not deep', () => {
    expect(faultIn('['.repeat(500) + ']'.repeat(500))).toBeUndefined();
    expect(faultIn(JSON.stringify(Array(10_000).fill([{}])))).toBeUndefined();
    expect(faultIn(JSON.stringify('['.repeat(10_000)))).toBeUndefined();
  });
});
