import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeJson, isPrintableAscii, visible } from '../../src/text/printable.ts';
import { hostile, rawHostile } from '../output/capture.ts';
import { anyCharacter } from '../support/any-character.ts';

test.each([
  ['\u001b[2J', '^[[2J'],
  ['\0', '^@'],
  ['\r', '^M'],
  ['\u007f', '^?'],
  ['\u0085', '<U+0085>'],
  ['a\u202eb', 'a<U+202E>b'],
  ['\u200b', '<U+200B>'],
  ['\u2028', '<U+2028>'],
  ['\u{e0041}', '<U+E0041>'],
  ['a\nb\tc', 'a␊b␉c'],
  ['\ud800', '\ufffd'],
  ['Zoë 漢字 🎉', 'Zoë 漢字 🎉'],
  ['👩‍❤️‍👨 👩🏽‍🚀 🏳️‍🌈', '👩‍❤️‍👨 👩🏽‍🚀 🏳️‍🌈'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष അനില്\u200d', 'क्\u200dष അനില്\u200d'],
  ['a\u200db', 'a<U+200D>b'],
  ['a\u200c', 'a<U+200C>'],
  ['👩\u200da', '👩<U+200D>a'],
  ['می\u200c\u200cخ', 'می<U+200C><U+200C>خ'],
])('%j is shown as %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('printable ASCII is shown as it is, and nothing else passes for it', () => {
  const codes = Array.from({ length: 0x10000 }, (_, code) => code);
  const printable = codes.filter((code) => isPrintableAscii(String.fromCharCode(code)));
  expect(printable).toEqual(Array.from({ length: 0x7f - 0x20 }, (_, at) => 0x20 + at));
  expect(isPrintableAscii('')).toBe(true);
  expect(isPrintableAscii('plain\n')).toBe(false);
});

test('escaped JSON holds no unsafe character and means the same', () => {
  const json = escapeJson(JSON.stringify({ [hostile]: hostile }));
  expect(json).not.toMatch(rawHostile);
  expect(json).toContain('\\udb40\\udc41');
  expect(JSON.parse(json)).toEqual({ [hostile]: hostile });
});

test('any text is visible on one line, and any JSON value survives the escapes', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(visible(text)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028-\u202e]/);
      expect(JSON.parse(escapeJson(JSON.stringify(text)))).toBe(text);
    }),
  );
});
