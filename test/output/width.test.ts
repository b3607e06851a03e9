import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { displayWidth, wrap } from '../../src/output/width.ts';

test('the width of every character is what string-width says', () => {
  const codes = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  expect(codes.filter((character) => displayWidth(character) !== stringWidth(character))).toEqual([]);
});

test('so is that of texts in all scripts, where characters change each other', () => {
  const pieces = [
    'a',
    'é',
    'Ж',
    'Ω',
    '漢',
    'か',
    'ガ',
    '\u3099',
    '한',
    '\u1161',
    '\ufe0f',
    '\u0301',
    '🎉',
    '\u200d',
    '👩',
    'ไ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      expect(displayWidth(text)).toBe(stringWidth(text));
    }),
    { numRuns: 2000 },
  );
});

test('text is wrapped between words, and inside a word only where it is too long', () => {
  expect(wrap('short', 10)).toEqual(['short']);
  expect(wrap('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
  expect(wrap('an incomprehensible word', 8)).toEqual(['an', 'incompre', 'hensible', 'word']);
  expect(wrap('漢字漢字', 4)).toEqual(['漢字', '漢字']);
  expect(wrap('abcdefghi', 3)).toEqual(['abc', 'def', 'ghi']);
  expect(wrap('ab', 0)).toEqual(['a', 'b']);
});

test('a wrapped line is never wider than asked and no character is lost', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z漢🎉 ]{0,60}$/u), fc.integer({ min: 2, max: 20 }), (text, width) => {
      const lines = wrap(text, width);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});
