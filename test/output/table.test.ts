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

test('a terminal too narrow for a table gets cards: a line for each field that is not empty', async () => {
  const { out, writes } = capture({ columns: 24 });
  const long = member('user_0123456789abcdef0123456789', 'Ada, Countess of Lovelace', null);
  await out.list([[long, { id: 'user_2', role: 'read' }], [member('user_1', 'Ada')]], memberView);
  expect(writes).toEqual([
    'id: user_0123456789abcdef0123456789\nname: Ada, Countess of\n  Lovelace\nrole: guest\n\nid: user_2\nrole: read\n',
    '\nid: user_1\nname: Ada\nrole: admin\n',
  ]);
});

test('even a terminal of a few columns shows everything', async () => {
  const { out, stdout } = capture({ columns: 5 });
  await out.list([[member('user_0123456789', 'Ada Lovelace', 'administrator')]], memberView);
  expect(stdout()).toBe('id: user_0123456789\nname: Ada\n  Lovelace\nrole:\n  administra\n  tor\n');
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

test('columns that are asked for look as those of a view', async () => {
  const fields = ['joinedAt', 'disabled', 'user.photoURL', 'format'];
  const { out, stdout } = capture({ columns: 100, fields });
  const joinedAt = new Date(now - 400 * 86_400_000).toISOString();
  await out.list(
    [[{ joinedAt, disabled: true, user: { photoURL: 'https://x.example' }, format: 'At' }]],
    memberView,
  );
  const [head, row] = lines(stdout());
  expect(head!.split(/ {2,}/)).toEqual(['JOINED', 'DISABLED', 'USER.PHOTO URL', 'FORMAT']);
  expect(row).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d \(1 year ago\) {2}yes {7}https:\/\/x\.example {2}At$/);
});

test('-o wide shows the further columns of a view too', async () => {
  const wide = [{ field: 'joinedAt', label: 'JOINED', as: 'time' as const }, { field: 'sso' }];
  const { out, stdout } = capture({ columns: 100, format: 'wide' });
  await out.list([[{ ...member('user_1', 'Ada'), joinedAt: 'once', sso: false }]], { ...memberView, wide });
  expect(stdout()).toBe('ID      NAME  ROLE   JOINED  SSO\nuser_1  Ada   admin  once    no\n');
});

test('where a time does not fit, its age does', async () => {
  const seen = new Date(now - 3 * 86_400_000).toISOString();
  const { out, stdout } = capture({ columns: 40 });
  await out.list([[{ seen, on: true, url: 'https://acme.example' }]], facts);
  expect(stdout()).toBe('SEEN        ON   URL\n3 days ago  yes  https://acme.example\n');
});

const toned: View = {
  id: 'id',
  columns: [
    { field: 'id' },
    { field: 'status', tone: 'state' },
    { field: 'disabled', as: 'yes-no', tone: 'bad' },
    { field: 'error', tone: 'bad' },
  ],
};

test('colour says what a state means, beside the word that says it', async () => {
  const { out, stdout } = capture({ columns: 80, color: true, headers: false });
  await out.list(
    [
      [
        { id: '1', status: 'merged', disabled: false },
        { id: '2', status: 'pending', disabled: true },
        { id: '3', status: 'constructor', error: 'FETCH_TIMEOUT' },
      ],
    ],
    toned,
  );
  expect(stdout().split('\n')).toEqual([
    '1  \u001b[32mmerged\u001b[39m       no',
    '2  \u001b[33mpending\u001b[39m      \u001b[31myes\u001b[39m',
    '3  constructor       \u001b[31mFETCH_TIMEOUT\u001b[39m',
    '',
  ]);
});

test('a row of several lines keeps its colours, and no line ends in spaces', async () => {
  const { out, stdout } = capture({ columns: 34, color: true, headers: false });
  const error = 'one two three four five six seven';
  await out.list([[{ id: '1', status: 'done', error: 'short' }], [{ id: '2', status: '', error }]], toned);
  await out.list([[{ id: '3', status: 'open  ', disabled: false, error: null }]], toned);
  expect(stdout().split('\n')).toEqual([
    '1  \u001b[32mdone\u001b[39m    \u001b[31mshort\u001b[39m',
    '2          \u001b[31mone two three four five\u001b[39m',
    '           \u001b[31msix seven\u001b[39m',
    '3  open    no',
    '',
  ]);
});

const linked: View = { id: 'id', columns: [{ field: 'id' }, { field: 'url', label: 'URL', as: 'link' }] };
const link = (address: string, text: string) => `\u001b]8;;${address}\u0007${text}\u001b]8;;\u0007`;

test('a link that does not fit stands below its row, and can be followed on every line of it', async () => {
  const { out, stdout } = capture({ columns: 30, links: true, headers: false });
  const url = 'https://acme.example/handbook/travel';
  await out.list([[{ id: 'page_1', url }]], linked);
  expect(stdout()).toBe(
    `page_1\n  url:\n    ${link(url, 'https://acme.example/handb')}\n    ${link(url, 'ook/travel')}\n`,
  );
});

const result: View = {
  id: 'id',
  columns: [{ field: 'id' }, { field: 'team', as: 'id' }, { field: 'text' }, { field: 'error', below: true }],
};

test('what belongs below a row is no column, and is wrapped', async () => {
  const { out, stdout } = capture({ columns: 34 });
  await out.list(
    [
      [
        { id: 'a', error: 'one two three four five six seven' },
        { id: 'b', text: 'x' },
      ],
    ],
    result,
  );
  expect(stdout()).toBe('ID  TEAM  TEXT\na\n  error: one two three four five\n    six seven\nb         x\n');
});

test('in a pipe it is a column, and where nothing else is shown', async () => {
  const piped = capture({});
  await piped.out.list([[{ id: 'a', error: 'no' }]], result);
  expect(piped.stdout()).toContain('ERROR\n');
  const alone = capture({ columns: 80, fields: ['error'] });
  await alone.out.list([[{ id: 'a', error: 'no' }]], result);
  expect(alone.stdout()).toBe('ERROR\nno\n');
});

test('no word and no identifier of any column is cut; what leaves no room for that is a card', async () => {
  const row = { id: 'user_1', team: 'team_with_a_long_id', text: 'some words and extraordinarily long ones' };
  for (const columns of [24, 30, 46, 50, 60, 100]) {
    const { out, stdout } = capture({ columns });
    await out.list([[row]], result);
    const shown = stdout().split(/\s+/);
    const words = [...row.text.split(' '), row.team, row.id];
    expect(shown.filter((word) => words.includes(word)).sort()).toEqual(words.sort());
  }
});

const people: View = {
  id: 'id',
  columns: [
    { field: 'id' },
    { field: 'name', breaks: true },
    { field: 'team' },
    { field: 'sso', as: 'yes-no', optional: true },
  ],
};
const longNamed = {
  id: 'user_1',
  name: 'Hohenstein-Langenberg-Wiesenthal Jr',
  team: 'one_word_of_26_characters_',
  sso: true,
};

test('a long word of a column that allows it is broken, and what is optional left out, where it is narrow', async () => {
  const { out, stdout } = capture({ columns: 62 });
  await out.list([[longNamed]], people);
  expect(lines(stdout())).toEqual([
    'ID      NAME                        TEAM',
    'user_1  Hohenstein-Langenberg-Wies  one_word_of_26_characters_',
    '        enthal Jr',
  ]);
});

test.each([
  [{ columns: 100 }, 'ID      NAME                                 TEAM                        SSO'],
  [{ columns: 80, format: 'wide' as const }, 'SSO'],
  [{ columns: 80, fields: ['id', 'name', 'team', 'sso'] }, 'SSO'],
])('what is optional is there with %j', async (options, head) => {
  const { out, stdout } = capture(options);
  await out.list([[longNamed]], people);
  expect(lines(stdout())[0]).toContain(head);
});

test('a table that begins early has room for what is known to come', async () => {
  const { out, stdout } = capture({ columns: 60 });
  const samples = [{ id: 'user_1000', team: 'team_platform' }];
  await out.list(
    [[{ id: 'a', team: 'b', text: 'c' }], [{ id: 'user_1000', team: 'team_platform', text: 'd' }]],
    {
      ...result,
      samples,
    },
  );
  expect(stdout()).toBe(
    'ID         TEAM           TEXT\na          b              c\nuser_1000  team_platform  d\n',
  );
});

test('a link of an object can be followed too', async () => {
  const { out, stdout } = capture({ columns: 60, links: true });
  await out.item({ id: 'page_1', url: 'https://acme.example' }, linked);
  expect(stdout()).toBe(`id   page_1\nurl  ${link('https://acme.example/', 'https://acme.example')}\n`);
});

test.each([
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['file:///etc/passwd', 'file:///etc/passwd'],
  ['no address', 'no address'],
  [7, '7'],
  [`https://acme.example/${'x'.repeat(2000)}`, `https://acme.example/${'x'.repeat(2000)}`],
])('what is no address of the web is no link: %s', async (url, shown) => {
  const { out, stdout } = capture({ columns: 3000, links: true, headers: false });
  await out.list([[{ id: '1', url }]], linked);
  expect(stdout()).toBe(`1  ${shown}\n`);
});

test('an address cannot carry a command to the terminal', async () => {
  const { out, stdout } = capture({ columns: 200, links: true, headers: false });
  await out.list([[{ id: '1', url: 'https://a.example/\u001b]8;;\u0007\u202eb' }]], linked);
  expect(stdout()).toBe(
    `1  ${link('https://a.example/%1B]8;;%07%E2%80%AEb', 'https://a.example/^[]8;;^G<U+202E>b')}\n`,
  );
});

test('colour is only there where it is asked for', async () => {
  const colored = capture({ columns: 80, color: true });
  await colored.out.list([[member('user_1', 'Ada')]], memberView);
  expect(colored.stdout()).toBe('\u001b[1mID      NAME  ROLE\u001b[22m\nuser_1  Ada   admin\n');
  await colored.out.warn('careful');
  expect(colored.stderr()).toBe('\u001b[33mwarning:\u001b[39m careful\n');
});

const folders: View = {
  id: 'id',
  columns: [{ field: 'id' }, { field: 'title' }, { field: 'size' }],
  nests: { parent: 'in', label: 'title' },
};
const nested = [
  { id: 'c', title: 'deep', in: 'b' },
  { id: 'a', title: 'top', size: 1 },
  { id: 'd', title: 'second', in: 'a' },
  { id: 'b', title: 'first', in: 'a' },
  { id: 'e', title: 'elsewhere', in: 'gone' },
  { id: 'x', title: 'in y', in: 'y' },
  { id: 'y', title: 'in x', in: 'x' },
];

test('things that are in each other are a tree on a terminal, whatever their order', async () => {
  const { out, stdout } = capture({ columns: 80 });
  await out.list([nested.slice(0, 3), nested.slice(3)], folders);
  expect(lines(stdout())).toEqual([
    'ID  TITLE       SIZE',
    'a   top         1',
    'd   ├─ second',
    'b   └─ first',
    'c      └─ deep',
    'e   elsewhere',
    'x   in y',
    'y   └─ in x',
  ]);
});

test('a title of a tree that is too long is wrapped at its depth', async () => {
  const items = [nested[1], nested[3], { id: 'c', title: 'a title that has some more words', in: 'b' }];
  const { out, stdout } = capture({ columns: 26 });
  await out.list([items], folders);
  expect(lines(stdout())).toEqual([
    'ID  TITLE             SIZE',
    'a   top               1',
    'b   └─ first',
    'c      └─ a title',
    '       that has some',
    '       more words',
  ]);
  const plain = capture({ columns: 26, fields: ['id', 'title'] });
  await plain.out.list([items], folders);
  expect(plain.stdout()).not.toContain('└');
});

test.each([
  ['in a pipe', {}],
  ['of chosen fields', { columns: 80, fields: ['id', 'title'] }],
  ['to listen to', { columns: 80, plain: true }],
  ['as CSV', { columns: 80, format: 'csv' as const }],
])('a list stays as it came: %s', async (_, options) => {
  const { out, stdout } = capture(options);
  await out.list([nested], folders);
  expect(stdout()).not.toContain('├');
  expect(stdout().search(/\bdeep\b/)).toBeLessThan(stdout().search(/\btop\b/));
});

test('a tree may be deep', async () => {
  const chain = Array.from({ length: 300 }, (_, n) => ({ id: `f${n}`, title: '', in: `f${n - 1}` }));
  const { out, stdout } = capture({ columns: 80, unicode: false, headers: false });
  await out.list([chain], folders);
  expect(lines(stdout()).length).toBeGreaterThanOrEqual(300);
});

test('where a table is too wide, a switch that is on stands below its row', async () => {
  const view: View = {
    ...memberView,
    columns: [...memberView.columns, { field: 'disabled', as: 'yes-no' }, { field: 'url', as: 'link' }],
  };
  const rows = [
    { ...member('user_0123456789', 'Ada', 'administrator'), disabled: false, url: 'https://x.example/long' },
    { ...member('user_1', 'Bob'), disabled: true },
  ];
  const { out, stdout } = capture({ columns: 42 });
  await out.list([rows], view);
  expect(lines(stdout())).toEqual([
    'ID               NAME  ROLE',
    'user_0123456789  Ada   administrator',
    '  url: https://x.example/long',
    'user_1           Bob   admin',
    '  disabled: yes',
  ]);
});
