import { expect, test } from 'vitest';
import { displayWidth } from '../../src/output/width.ts';
import { capture, memberView } from './capture.ts';

test('an object shows the fields of the view, then the others, lists indented, then the tree', async () => {
  const item = {
    object: 'member',
    teams: ['a', 'b'],
    id: 'user_1',
    user: { name: 'Ada', email: 'ada@example.com' },
    role: null,
    spaces: [{ id: 'space_1', flags: [{ name: 'x' }] }, { id: 'space_2' }],
    empty: null,
  };
  const tree = () => [{ label: 'one', children: [{ label: 'two' }, { label: 'three' }] }, { label: 'four' }];
  const { out, stdout, stderr } = capture({ columns: 80 });
  await out.item(item, { ...memberView, tree }, 'updated member user_1');
  expect(stdout()).toBe(
    `\
id          user_1
user.name   Ada
role        guest
teams       a, b
user.email  ada@example.com
spaces
- id        space_1
  flags
  - name    x
- id        space_2
empty

├─ one
│  ├─ two
│  └─ three
└─ four
`,
  );
  expect(stderr()).toBe('updated member user_1\n');
});

test('a path is not broken: it is there to be copied', async () => {
  const path = `/home/ada/${'folder/'.repeat(12)}run.jsonl`;
  const { out, stdout } = capture({ columns: 60 });
  await out.item({ id: 'run_1', journal: path }, memberView);
  expect(stdout()).toBe(`id       run_1\nrole     guest\njournal  ${path}\n`);
});

test('text of several lines stays beside its field, so that it cannot pose as another', async () => {
  const { out, stdout } = capture({ columns: 80 });
  await out.item(
    { id: 'c_1', body: 'Hello\r\nrole  admin\u001b[A\n' },
    { id: 'id', columns: [{ field: 'id' }] },
  );
  expect(stdout()).toBe('id    c_1\nbody  Hello\n      role  admin^[[A\n');
});

test('long values are wrapped at the terminal and lose nothing', async () => {
  const body = `${'漢字 and words '.repeat(20)}${'x'.repeat(200)}`;
  const { out, stdout } = capture({ columns: 50 });
  await out.item({ id: 'c_1', body }, memberView);
  for (const line of stdout().split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(50);
  expect(
    stdout()
      .replace(/^.*body/s, '')
      .replaceAll(/\s/g, ''),
  ).toBe(body.replaceAll(' ', ''));
});

test('an object of many fields is drawn whole, its values under each other', async () => {
  const item = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`field${n}`, `value${n}`]));
  const { out, stdout } = capture({ columns: 80 });
  await out.item(item, { id: 'id', columns: [] });
  const lines = stdout().trimEnd().split('\n');
  expect(lines).toHaveLength(1000);
  expect(lines[0]).toBe('field0    value0');
  expect(lines[999]).toBe('field999  value999');
});

test('only the fields asked for are shown', async () => {
  const { out, stdout } = capture({ columns: 80, fields: ['user', 'nothing'] });
  await out.item(
    { id: 'user_1', user: { name: 'Ada', age: 36 } },
    { ...memberView, tree: () => [{ label: 'x' }] },
  );
  expect(stdout()).toBe('user.name  Ada\nuser.age   36\n');
});

test('field names are bold where there is colour', async () => {
  const { out, stdout } = capture({ columns: 80, color: true });
  await out.item({ id: 'user_1' }, { id: 'id', columns: [{ field: 'id' }] });
  expect(stdout()).toBe('\u001b[1mid\u001b[22m  user_1\n');
});
