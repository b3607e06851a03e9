import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import type { Format } from '../../src/output/output.ts';
import { dataText } from '../../src/text/printable.ts';
import { anyCharacter } from '../support/any-character.ts';
import { selfSigned } from '../support/certificate.ts';
import { sandboxCli } from '../support/cli.ts';
import { hasPython, type PythonFormat, pythonReader } from '../support/python.ts';
import { verbs } from '../support/tree.ts';
import { capture } from './capture.ts';

const pieces = [
  ...[
    '\n',
    '\t',
    '\\',
    '\\n',
    '"',
    "'",
    ',',
    ';',
    ':',
    '#',
    '-',
    '=',
    '+',
    '@',
    '|',
    '>',
    '&',
    '*',
    '!',
    '%',
  ],
  ...[
    '- ',
    ': ',
    ' #',
    ' ',
    '  ',
    '{',
    '}',
    '[',
    ']',
    '<<',
    '~',
    '.',
    '_',
    '0',
    '1',
    '9',
    'x',
    'o',
    'b',
    'e',
  ],
  ...['no', 'Yes', 'on', 'null', 'true', '.inf', '.nan', '0o17', '0x1f', '2026-05-01', '12:30', '---', '...'],
  ...[
    '👩‍🚀',
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'Zoë',
    '漢字',
    'محمد',
    'می‌خواهم',
    'שלום',
    'क्‍ष',
    '\u202e',
    '\u200f',
    '\u2066',
  ],
  ...['\u200b', '\u200d', '\ufeff', '\u2028', '\ufffe', '\uffff', '\u{1fffe}', '\u00a0'],
];
const controls = ['\u001b[31m', '\u0007', '\r', '\r\n', '\u007f', '\u0085', '\u009b', '\u0001'];

const texts = (parts: readonly string[]) =>
  fc.oneof(
    fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((some) => some.join('')),
    fc
      .array(fc.constantFrom('=', '<<', ' ', '\n', '\t', '\ufffe', '-', '1', ':', '_', '.'), { maxLength: 4 })
      .map((some) => some.join('')),
    fc.string({ unit: 'grapheme' }),
    fc.constant(selfSigned('docs.example').cert),
  );
const harmless = texts(pieces);
const anything = fc.oneof(texts([...pieces, ...controls]), fc.string({ unit: anyCharacter })).map(withoutNul);

/** Older Pythons refuse it in CSV. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}

interface Row {
  readonly id: string;
  readonly text: string;
  readonly more: readonly string[];
}

const rows = (text: fc.Arbitrary<string>): fc.Arbitrary<Row[]> =>
  fc.array(fc.record({ id: text, text, more: fc.array(text, { maxLength: 3 }) }), {
    minLength: 20,
    maxLength: 60,
  });

const view = { id: 'id', columns: [{ field: 'id' }, { field: 'text' }] };

async function printed(items: readonly unknown[], format: Format, csvRaw = false): Promise<string> {
  const { out, stdout } = capture({ format, csvRaw, headers: false });
  await out.list([items], view);
  return stdout();
}

const cells = (items: readonly Row[]) => items.map(({ id, text }) => [id, text]);

const name = hasPython
  ? 'Python reads back'
  : 'left out, since python3 or its yaml is not installed: Python reads back';

const program = await wholeProgram();
const reads = verbs(program)
  .filter((verb) => ['get', 'list'].includes(verb.name()))
  .filter((verb) => verb.facts.operations.some(({ method }) => method === 'GET'))
  .flatMap((verb) => verb.facts.examples.slice(0, 1));

describe.skipIf(!hasPython)(name, () => {
  const readByPython = pythonReader();
  const runs = { numRuns: 6 };

  async function assertReadBack(jobs: readonly { format: PythonFormat; text: string; means: unknown }[]) {
    const read = await readByPython(jobs);
    for (const [index, { format, means }] of jobs.entries())
      expect({ [format]: read[index] }).toEqual({ [format]: means });
  }

  test('any text of JSON, YAML and raw CSV', async () => {
    await fc.assert(
      fc.asyncProperty(rows(anything), async (items) => {
        const yaml = await printed(items, 'yaml');
        await assertReadBack([
          { format: 'json', text: await printed(items, 'json'), means: items },
          { format: 'jsonl', text: await printed(items, 'jsonl'), means: items },
          { format: 'yaml 1.1', text: yaml, means: items },
          { format: 'yaml 1.2', text: yaml, means: items },
          { format: 'csv', text: await printed(items, 'csv', true), means: cells(items) },
        ]);
      }),
      runs,
    );
  });

  test('texts as keys of YAML', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(anything, anything, { noNullPrototype: true, size: 'max', maxKeys: 60 }),
        async (item) => {
          const text = await printed([item], 'yaml');
          const keyed = Object.fromEntries(Object.entries(item));
          await assertReadBack([
            { format: 'yaml 1.1', text, means: [keyed] },
            { format: 'yaml 1.2', text, means: [keyed] },
          ]);
        },
      ),
      runs,
    );
  });

  test('TSV, with control characters made visible', async () => {
    await fc.assert(
      fc.asyncProperty(rows(anything), async (items) => {
        const means = cells(items).map((row) => row.map((text) => dataText(text, false, '\n\t')));
        await assertReadBack([{ format: 'tsv', text: await printed(items, 'tsv'), means }]);
      }),
      runs,
    );
  });

  test('CSV that no spreadsheet would run', async () => {
    const formula = /(?:^|[;\t\n])\s*[=+\-@＝＋－＠]|^\t/;
    const calm = harmless.filter((text) => !formula.test(text) && !/[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(text));
    await fc.assert(
      fc.asyncProperty(rows(calm), async (items) => {
        await assertReadBack([{ format: 'csv', text: await printed(items, 'csv'), means: cells(items) }]);
      }),
      runs,
    );
  });

  test.for(reads)('what %s prints', async (example) => {
    const docs = await sandboxCli();
    const line = example
      .replace('docs-admin ', '')
      .replace(/ (?:--json|-o \S+|--fields \S+|--query .*)/g, '');
    const json = (await docs(`${line} --json`)).stdout;
    const yaml = (await docs(`${line} -o yaml`)).stdout;
    const csv = (await docs(`${line} -o csv --csv-raw`)).stdout;
    const tsv = (await docs(`${line} -o tsv`)).stdout;
    const means = JSON.parse(json);
    const [ofJson, of11, of12, ofCsv, ofTsv] = await readByPython([
      { format: 'json', text: json },
      { format: 'yaml 1.1', text: yaml },
      { format: 'yaml 1.2', text: yaml },
      { format: 'csv', text: csv },
      { format: 'tsv', text: tsv },
    ]);
    expect([ofJson, of11, of12]).toEqual([means, means, means]);
    const exact = ofCsv as string[][];
    expect(exact.map((row) => row.map((text) => dataText(text, false, '\n\t')))).toEqual(ofTsv);
    expect(ofCsv).toHaveLength(1 + (Array.isArray(means) ? countOf(means) : 1));
  });
});

/** Pages hold the pages below them, and each is a row. */
function countOf(items: readonly { pages?: never[] }[]): number {
  return items.reduce((count, { pages = [] }) => count + 1 + countOf(pages), 0);
}
