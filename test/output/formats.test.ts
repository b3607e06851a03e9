import { parse as parseCsv } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { NoIdentifier } from '../../src/output/id.ts';
import { formats } from '../../src/output/output.ts';
import { capture, hostile, memberView, rawHostile } from './capture.ts';

const ada = { id: 'user_1', user: { name: 'Ada' }, role: null };
const bob = { id: 'user_2', user: { name: 'Bob "B", Jr' }, role: 'admin', teams: ['a', 'b'] };
const pages = [[ada], [], [bob]];

test('json is one array, written as the pages come', async () => {
  const { out, writes, stdout } = capture({ format: 'json' });
  await out.list(pages, memberView);
  expect(stdout()).toBe(`${JSON.stringify([ada, bob], null, 2)}\n`);
  expect(writes[0]).toBe(`[\n  ${JSON.stringify(ada, null, 2).replaceAll('\n', '\n  ')}`);
});

test('jsonl is one compact object a line', async () => {
  const { out, stdout } = capture({ format: 'jsonl' });
  await out.list(pages, memberView);
  expect(stdout()).toBe(`${JSON.stringify(ada)}\n${JSON.stringify(bob)}\n`);
});

test('an object is printed as the service sent it', async () => {
  const json = capture({ format: 'json' });
  await json.out.item(bob, memberView);
  expect(json.stdout()).toBe(`${JSON.stringify(bob, null, 2)}\n`);
  const jsonl = capture({ format: 'jsonl' });
  await jsonl.out.item(bob, memberView);
  expect(jsonl.stdout()).toBe(`${JSON.stringify(bob)}\n`);
});

test('yaml is one sequence, page after page', async () => {
  const { out, stdout } = capture({ format: 'yaml' });
  await out.list(pages, memberView);
  expect(stdout().startsWith('- id: user_1\n  user:\n    name: Ada\n  role: null\n- id: user_2\n')).toBe(
    true,
  );
  expect(parseYaml(stdout())).toEqual([ada, bob]);
});

test('yaml quotes strings that look like something else, for readers of YAML 1.1 too', async () => {
  const lookalikes = [
    'no',
    'Yes',
    'on',
    '~',
    'null',
    '1',
    '1e3',
    '0123',
    '0x1f',
    '2026-05-01',
    '12:30:45',
    '1_000',
    '- a',
    '#',
    '',
  ];
  const { out, stdout } = capture({ format: 'yaml' });
  await out.item({ lookalikes, text: 'one\ntwo\n', number: 1e21 }, memberView);
  expect(parseYaml(stdout(), { version: '1.1' })).toEqual({ lookalikes, text: 'one\ntwo\n', number: 1e21 });
  expect(parseYaml(stdout())).toEqual({ lookalikes, text: 'one\ntwo\n', number: 1e21 });
});

test('csv quotes as RFC 4180 says', async () => {
  const { out, stdout } = capture({ format: 'csv' });
  await out.list(pages, memberView);
  expect(stdout()).toBe('id,user.name,role\nuser_1,Ada,guest\nuser_2,"Bob ""B"", Jr",admin\n');
});

test('tsv has a tab between cells', async () => {
  const { out, stdout } = capture({ format: 'tsv' });
  await out.list(pages, memberView);
  expect(stdout()).toBe('id\tuser.name\trole\nuser_1\tAda\tguest\nuser_2\tBob "B", Jr\tadmin\n');
});

test('cells hold lists joined by commas, and objects as JSON', async () => {
  const { out, stdout } = capture({
    format: 'csv',
    csvRaw: true,
    fields: ['teams', 'user', 'list', 'flag', 'count'],
  });
  await out.list([[{ ...bob, list: [{ a: 1 }], flag: false, count: 1.5 }]], memberView);
  expect(parseCsv(stdout())[1]).toEqual(['a,b', '{"name":"Bob \\"B\\", Jr"}', '[{"a":1}]', 'false', '1.5']);
});

test.each([
  ['csv', '"a,""b, """"c"""""""\n'],
  ['tsv', 'a,"b, ""c"""\n'],
  ['table', 'a; b, "c"\n'],
] as const)('items of a list that hold commas are told apart in a cell of %s', async (format, text) => {
  const { out, stdout } = capture({ format, fields: ['titles'], headers: false });
  await out.list([[{ titles: ['a', 'b, "c"'] }]], memberView);
  expect(stdout()).toBe(text);
});

test('a row of CSV with one empty cell is a row, too', async () => {
  const { out, stdout } = capture({ format: 'csv', fields: ['title'] });
  await out.list([[{ title: 'a' }, { title: '' }, { title: null }, {}]], memberView);
  expect(stdout()).toBe('title\na\n""\n""\n""\n');
});

test.each(['csv', 'tsv', 'table'] as const)('%s goes without a header where asked', async (format) => {
  const { out, stdout } = capture({ format, headers: false });
  await out.list([[ada]], memberView);
  expect(stdout()).toMatch(/^user_1\b.*\n$/);
});

test('id is one identifier a line', async () => {
  const { out, stdout } = capture({ format: 'id' });
  await out.list(pages, memberView);
  await out.item({ id: 7 }, memberView);
  expect(stdout()).toBe('user_1\nuser_2\n7\n');
});

test.each([[{}], [{ id: '' }], [{ id: null }], [{ id: {} }]])('id refuses %j', async (item) => {
  const { out, stdout } = capture({ format: 'id' });
  await expect(out.list([[item]], memberView)).rejects.toThrow(NoIdentifier);
  expect(stdout()).toBe('');
});

test.each([
  ['json', '[]\n'],
  ['jsonl', ''],
  ['yaml', '[]\n'],
  ['csv', 'id,user.name,role\n'],
  ['tsv', 'id\tuser.name\trole\n'],
  ['id', ''],
  ['table', ''],
] as const)('an empty list as %s', async (format, text) => {
  const { out, stdout, stderr } = capture({ format });
  await out.list([[]], memberView);
  expect(stdout()).toBe(text);
  expect(stderr()).toBe(format === 'table' ? 'no items\n' : '');
});

test.each(formats)('hostile text is printed safely as %s', async (format) => {
  const item = { id: hostile, user: { name: hostile }, [hostile]: hostile, list: [{ [hostile]: [hostile] }] };
  const { out, stdout, stderr } = capture({ format, columns: 80 });
  await out.list([[item]], { ...memberView, tree: () => [{ label: hostile }] });
  await out.item(item, { ...memberView, tree: () => [{ label: hostile }] }, hostile);
  await out.note(hostile);
  await out.warn(hostile);
  await out.done(hostile);
  expect(stdout().replaceAll('\t', format === 'tsv' ? '' : '\t')).not.toMatch(rawHostile);
  expect(stderr()).not.toMatch(rawHostile);
});

test.each(['json', 'yaml'] as const)('%s escapes hostile text without changing it', async (format) => {
  const item = { id: 'x', [hostile]: `${hostile}\n${hostile}`, lines: 'a\tb\nc' };
  const { out, stdout } = capture({ format });
  await out.list([[item]], memberView);
  expect(format === 'json' ? JSON.parse(stdout()) : parseYaml(stdout())).toEqual([item]);
});

const everything = 'a\r\nb\tc\\n"d", \0\u0085\ufeff\u202e 👩‍🚀';

test('csv and tsv make control characters visible, and leave everything else as it is', async () => {
  const item = { id: 'user_1', user: { name: everything }, role: 'edit' };
  const csv = capture({ format: 'csv', headers: false });
  await csv.out.list([[item]], memberView);
  const shown = 'a^M\nb\tc\\n"d", \ufffd<U+0085>\ufeff\u202e 👩‍🚀';
  expect(parseCsv(csv.stdout())).toEqual([['user_1', shown, 'edit']]);
  const tsv = capture({ format: 'tsv', headers: false });
  await tsv.out.list([[item]], memberView);
  expect(tsv.stdout()).toBe('user_1\ta^M\\nb\\tc\\\\n"d", ^@<U+0085>\ufeff\u202e 👩‍🚀\tedit\n');
});

test('--csv-raw is exact in a pipe, and safe on a terminal', async () => {
  const item = { name: everything };
  const pipe = capture({ format: 'csv', csvRaw: true, fields: ['name'], headers: false });
  await pipe.out.list([[item]], memberView);
  expect(parseCsv(pipe.stdout(), { recordDelimiter: '\n' })).toEqual([[everything]]);
  const terminal = capture({ format: 'csv', csvRaw: true, fields: ['name'], headers: false, columns: 80 });
  await terminal.out.list([[item]], memberView);
  expect(terminal.stdout()).toBe('"a^M\nb\tc\\n""d"", ^@<U+0085><U+FEFF><U+202E> 👩‍🚀"\n');
});

test('an identifier is one line', async () => {
  const { out, stdout } = capture({ format: 'id' });
  await out.list([[{ id: 'a\nb\u001b\u202e\\' }]], memberView);
  expect(stdout()).toBe('a␊b^[\u202e\\\n');
});

test.each([
  '=1+1',
  '+1',
  '-5',
  '@SUM(A1)',
  '\t=1',
  '\r1',
  ' =1',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '\u00a0=1',
])('csv disarms the cell %j', async (name) => {
  const guarded = capture({ format: 'csv', fields: ['user.name'], headers: false });
  await guarded.out.list([[{ user: { name } }]], memberView);
  expect(guarded.stdout()).toMatch(/^"?'/);
  const raw = capture({ format: 'csv', fields: ['user.name'], headers: false, csvRaw: true });
  await raw.out.list([[{ user: { name } }]], memberView);
  expect(raw.stdout()).not.toContain("'");
});

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['a; +1;b', "a;' +1;b"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a\n-1', "a\n'-1"],
  ['a;b', 'a;b'],
])('csv disarms what begins a cell where %j is taken apart', async (name, text) => {
  const { out, stdout } = capture({ format: 'csv', fields: ['name'], headers: false });
  await out.list([[{ name }]], memberView);
  expect(stdout()).toBe(`"${text}"\n`);
});

test('csv leaves numbers and harmless text alone', async () => {
  const { out, stdout } = capture({ format: 'csv', fields: ['n', 'text'], headers: false });
  await out.list([[{ n: -5, text: 'a=b' }]], memberView);
  expect(stdout()).toBe('-5,a=b\n');
});
