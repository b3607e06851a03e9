import { expect, test } from 'vitest';
import type { View } from '../../src/output/view.ts';
import { displayWidth } from '../../src/output/width.ts';
import { capture, memberView, now } from './capture.ts';

const member = (id: string, name: string, role: string | null = 'admin') => ({ id, user: { name }, role });

function lines(text: string): string[] {
  return text.trimEnd().split('\n');
}

test('a table has a head in capitals and two spaces between columns', async () => {
  const { out, stdout } = capture({ columns: 80 });
  await out.list([[member('user_1', 'Ada'), member('user_20', 'Robert', null)]], memberView);
  expect(stdout()).toBe(`\
ID       NAME    ROLE
user_1   Ada     admin
user_20  Robert  guest
`);
});

test('wide and combining characters keep columns aligned', async () => {
  const names = ['Ada', '漢字テスト', '🎉 party', 'Zoe\u0308', 'ที่นี่', '👍🏽'];
  const { out, stdout } = capture({ columns: 80 });
  await out.list([names.map((name) => member('u', name))], memberView);
  const starts = lines(stdout()).map((line) => displayWidth(line.slice(0, line.search(/ROLE|admin/))));
  expect(new Set(starts).size).toBe(1);
});

test('the widths of the first page hold for the next, and the head comes once', async () => {
  const { out, writes } = capture({ columns: 60 });
  const pages = [[member('u1', 'Robert the Third')], [member('u2', 'Ada')], [member('u3', 'x'.repeat(20))]];
  await out.list(pages, memberView);
  expect(writes).toEqual([
    'ID  NAME              ROLE\nu1  Robert the Third  admin\n',
    'u2  Ada               admin\n',
    `u3  ${'x'.repeat(16)}  admin\n    xxxx\n`,
  ]);
});

test('a narrow terminal wraps text and never an identifier', async () => {
  const id = 'user_0123456789abcdef0123456789';
  const name = 'a person with a very long name 漢字漢字漢字漢字漢字';
  const { out, stdout } = capture({ columns: 60 });
  await out.list([[member(id, name)]], memberView);
  for (const line of lines(stdout())) expect(displayWidth(line)).toBeLessThanOrEqual(60);
  expect(stdout()).toContain(`\n${id}  `);
  const start = id.length + 2;
  const wrapped = lines(stdout())
    .slice(1)
    .map((line) =>
      line
        .slice(start)
        .replace(/ admin$/, '')
        .trim(),
    );
  expect(wrapped.length).toBeGreaterThan(1);
  expect(wrapped.join('').replaceAll(' ', '')).toBe(name.replaceAll(' ', ''));
});

test('even a terminal of a few columns shows everything', async () => {
  const { out, stdout } = capture({ columns: 10 });
  await out.list([[member('user_0123456789', 'Ada Lovelace', 'administrator')]], memberView);
  expect(stdout()).toContain('user_0123456789');
  expect(stdout()).toMatch(/administ.*rator/s);
});

test('no terminal, no wrapping', async () => {
  const name = 'word '.repeat(100).trim();
  const { out, stdout } = capture();
  await out.list([[member('user_1', name)]], memberView);
  expect(stdout()).toContain(name);
});

const facts: View = {
  id: 'id',
  columns: [
    { field: 'seen', as: 'time' },
    { field: 'on', as: 'yes-no' },
    { field: 'url', as: 'link', whenEmpty: 'none' },
  ],
};

async function cells(item: unknown): Promise<string[]> {
  const { out, stdout } = capture({ columns: 200, headers: false });
  await out.list([[item]], facts);
  return lines(stdout())[0]!.split(/ {2,}/);
}

test.each([
  [30_000, 'just now'],
  [60_000, '1 minute ago'],
  [2 * 3_600_000, '2 hours ago'],
  [3 * 86_400_000, '3 days ago'],
  [65 * 86_400_000, '2 months ago'],
  [400 * 86_400_000, '1 year ago'],
  [-2 * 86_400_000, 'in 2 days'],
])('a time %d ms ago reads "%s"', async (distance, age) => {
  const [seen] = await cells({ seen: new Date(now - distance).toISOString(), on: true });
  expect(seen).toContain(`(${age})`);
});

test('times are local, switches are words, what is no time stays as it is', async () => {
  const seen = new Date(2026, 4, 1, 9, 5).toISOString();
  expect(await cells({ seen, on: false, url: 'https://x.example' })).toEqual([
    expect.stringMatching(/^2026-05-01 09:05 \(\d days ago\)$/),
    'no',
    'https://x.example',
  ]);
  expect(await cells({ seen: 'yesterday', on: 'maybe', url: null })).toEqual(['yesterday', 'maybe', 'none']);
});

test('colour is only there where it is asked for', async () => {
  const colored = capture({ columns: 80, color: true });
  await colored.out.list([[member('user_1', 'Ada')]], memberView);
  expect(colored.stdout()).toBe('\u001b[1mID      NAME  ROLE\u001b[22m\nuser_1  Ada   admin\n');
  await colored.out.warn('careful');
  expect(colored.stderr()).toBe('\u001b[33mwarning:\u001b[39m careful\n');
});
