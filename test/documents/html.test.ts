import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embeddedJson, escapeHtml, html } from '../../src/documents/html.ts';
import { visible } from '../../src/text/printable.ts';
import { anyCharacter } from '../support/any-character.ts';

test('text in HTML is escaped: between tags and in attributes', () => {
  expect(html`<b title="${`"'`}">${'<script>alert(1)</script> & more'}</b>`.text).toBe(
    '<b title="&quot;&#39;">&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</b>',
  );
});

test('pieces of HTML stay as they are, and undefined is left out', () => {
  const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${undefined}${3}`.text).toBe('<ul><li>a</li><li>&lt;</li></ul>3');
});

test.each([
  ['a newline', 'a\nb', 'a␊b'],
  ['text from right to left', 'a\u202eb', 'a&lt;U+202E&gt;b'],
  ['half a character', 'a\ud800', 'a\ufffd'],
])('%s is made visible', (_, text, shown) => {
  expect(escapeHtml(text)).toBe(shown);
});

test.each([
  ['the end of the element', '</script>', '"\\u003c/script\\u003e"'],
  ['a comment', '<!--<script', '"\\u003c!--\\u003cscript"'],
  ['a quote', `"'`, `"\\"'"`],
  ['an ampersand', '&quot;', '"\\u0026quot;"'],
])('%s cannot leave embedded JSON', (_, text, json) => {
  expect(embeddedJson(text)).toBe(json);
});

test('embedded JSON gives the same values, with all texts visible', () => {
  expect(JSON.parse(embeddedJson({ a: ['\u2028', 1, null] }))).toEqual({ a: ['<U+2028>', 1, null] });
});

test('no text leaves its place, whatever is in it', () => {
  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .array(fc.constantFrom('<', '>', '&', '"', "'", '!--', '/script', '\u2028', ']]', '\\', 'a'))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
      const json = embeddedJson(text);
      expect(json).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(json)).toBe(visible(text));
    }),
  );
});
