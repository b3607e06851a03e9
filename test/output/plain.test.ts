import { expect, test } from 'vitest';
import { capture, memberView } from './capture.ts';

const tree = () => [
  { label: 'one', children: [{ label: 'two', children: [{ label: 'deep' }] }] },
  { label: 'three' },
];

test('plain lists are lines "key: value" however wide the terminal is, and nothing is wrapped', async () => {
  const { out, stdout } = capture({ columns: 20, plain: true });
  await out.list(
    [[{ id: 'u1', user: { name: 'Ada, Countess of Lovelace' }, role: null }, { id: 'u2' }]],
    memberView,
  );
  expect(stdout()).toBe('id: u1\nname: Ada, Countess of Lovelace\nrole: guest\n\nid: u2\nrole: guest\n');
});

test('plain objects are lines "key: value", with further lines and trees indented', async () => {
  const { out, stdout } = capture({ columns: 20, plain: true });
  const item = {
    id: 'u1',
    user: { name: 'Ada' },
    note: 'first line\nid: u2',
    flags: [{ name: 'x', on: true }],
  };
  await out.item(item, { ...memberView, tree });
  expect(stdout()).toBe(`\
id: u1
user.name: Ada
role: guest
note: first line
  id: u2
flags:
- name: x
  on: yes

one
  two
    deep
three
`);
});

test('a terminal that has only ASCII gets trees of ASCII', async () => {
  const { out, stdout } = capture({ columns: 80, unicode: false });
  await out.item({ id: 'u1' }, { ...memberView, tree });
  expect(stdout()).toBe(`\
id    u1
role  guest

|- one
|  \`- two
|     \`- deep
\`- three
`);
});
