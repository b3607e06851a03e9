import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

const head = 'format: docs-admin-organization/1\n';

async function renames(lines: string, flags = '--json') {
  const docs = await sandboxCli({ 'org.yaml': head + lines });
  const run = await docs(`org plan --file org.yaml ${flags}`);
  expect(run).toMatchObject({ stderr: '', code: 0, writes: [] });
  return flags === '--json' ? JSON.parse(run.stdout).possibleRenames : run.stdout;
}

const people = 'members: { grace@acme.example: owner, kim@acme.example: member, leo@acme.example: member }';

test.each([
  ['withheld', 'managed: { teams: full }\n'],
  ['not in the file', ''],
])(
  'a new team with the title of one that is %s, but for case and signs, may be that one',
  async (_, managed) => {
    expect(await renames(`${managed}teams: { "support (emea)": {} }\n`)).toEqual([
      { kind: 'team', from: 'Support, EMEA', to: 'support (emea)' },
    ]);
  },
);

test('a new team with the people of one that ends may be that one', async () => {
  const file = `managed: { teams: full }\nteams: { Core: { ${people} } }\n`;
  expect(await renames(file)).toEqual([{ kind: 'team', from: 'Platform', to: 'Core' }]);
  expect(await renames(file, '')).toContain(
    'possible renames: name the old one under previously\n  team Platform → Core\n',
  );
  expect(await renames(file, '-o markdown')).toContain(
    '### Possible renames\n\n- team `Platform` → `Core`: name the old one under `previously`\n',
  );
});

test('a collection that someone has renamed in the app may be the one of the file, which keeps the others', async () => {
  const docs = await sandboxCli({
    'org.yaml': `${head}collections: { Manuals: { description: How each product is used } }\n`,
  });
  await docs('collections create --title Handbooks');
  expect(
    (await docs('collections update name:Handbooks --description "How each product is used"')).code,
  ).toBe(0);
  const { code, stdout, writes } = await docs('org plan --file org.yaml --check');
  expect({ code, writes }).toEqual({ code: 11, writes: [] });
  expect(stdout).toContain(
    'possible renames: name the old one under previously\n  collection Handbooks → Manuals\n',
  );
});

test('a team with other people, and a rename, are none', async () => {
  const others =
    'managed: { teams: full }\nteams: { Core: { members: { kim@acme.example: owner, eve@acme.example: member } } }\n';
  expect(await renames(others)).toBeUndefined();
  expect(await renames(`teams: { Core: { previously: [Platform], ${people} } }\n`)).toBeUndefined();
});

test('a section with the spaces of one that goes may be that one', async () => {
  const section = (title: string, path: string, space: string) =>
    `      - { title: ${title}, path: ${path}, spaces: [ { space: ${space}, path: ${path}-space } ] }\n`;
  const file = `sites:\n  Acme Docs:\n    sections:\n${section('News', 'NEWS-2', 'Changelog')}`;
  expect(await renames(`${file}${section('Guides', 'guides', 'Guides')}`)).toBeUndefined();
  expect(await renames('collections: { product: {} }\n')).toEqual([
    { kind: 'collection', from: 'Product', to: 'product' },
  ]);
});

test('a team with the title of another one in another form of Unicode may be that one', async () => {
  const docs = await sandboxCli({ 'org.yaml': `${head}teams: { "Ca\\u0301fe": {} }\n` });
  await docs('teams create --title C\u00e1fe');
  const run = await docs('org plan --file org.yaml --json');
  expect(JSON.parse(run.stdout).possibleRenames).toEqual([
    { kind: 'team', from: 'C\u00e1fe', to: 'Ca\u0301fe' },
  ]);
});
