import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsedMarkdown } from '../../src/domain/document.ts';

interface Node {
  object: string;
  type?: string;
  nodes?: Node[];
  leaves?: { text: string }[];
}

/** The nodes as lines: `list-unordered(list-item(paragraph(one)))`. */
function outline(nodes: readonly unknown[]): string[] {
  return (nodes as Node[]).map(({ type, nodes: inner, leaves }) =>
    leaves ? leaves.map(({ text }) => text).join('') : `${type}(${outline(inner ?? []).join(', ')})`,
  );
}

test.each([
  ['one\ntwo\n\nthree', ['paragraph(one two)', 'paragraph(three)']],
  ['# A #\n## B\n###### C\ntext', ['heading-1(A)', 'heading-2(B)', 'heading-3(C)', 'paragraph(text)']],
  ['#no heading', ['paragraph(#no heading)']],
  [
    '- a\n- b\n  more\n\nend',
    ['list-unordered(list-item(paragraph(a)), list-item(paragraph(b more)))', 'paragraph(end)'],
  ],
  ['1. a\n2) b', ['list-ordered(list-item(paragraph(a)), list-item(paragraph(b)))']],
  ['- a\n1. b', ['list-unordered(list-item(paragraph(a)))', 'list-ordered(list-item(paragraph(b)))']],
  [
    '- a\n  - b\n    1. c\n- d',
    [
      'list-unordered(list-item(paragraph(a), list-unordered(list-item(paragraph(b), list-ordered(list-item(paragraph(c)))))), list-item(paragraph(d)))',
    ],
  ],
  [
    '- a\n\n  below\n- b',
    ['list-unordered(list-item(paragraph(a), paragraph(below)), list-item(paragraph(b)))'],
  ],
  ['- a\n\n# B', ['list-unordered(list-item(paragraph(a)))', 'heading-1(B)']],
  ['', []],
])('%j', (markdown, expected) => {
  expect(outline(parsedMarkdown(markdown).nodes)).toEqual(expected);
});

test('no word is lost, whatever the text', () => {
  const line = fc.tuple(
    fc.constantFrom('', '  ', '    ', '# ', '- ', '  * ', '1. ', '   2) '),
    fc.stringMatching(/^[a-z]{0,6}$/),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const shown = JSON.stringify(parsedMarkdown(lines.map((parts) => parts.join('')).join('\n')));
      for (const [, word] of lines) expect(shown).toContain(word);
    }),
  );
});
