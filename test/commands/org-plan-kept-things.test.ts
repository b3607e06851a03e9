import { expect, test } from 'vitest';
import { orgCli } from '../support/planned.ts';

const everything = '--delete --max-removals 100 --allow-ownerless --allow-delete sites,collections';

test.each([
  ['spaces of a collection', 'keep: ["space:*"]\nmanaged: { collections: full }\ncollections: { Empty: {} }'],
  [
    'the roles of a team on a collection',
    'keep: ["team:Platform"]\nmanaged: { collections: full }\ncollections: { Empty: {} }',
  ],
  [
    'the spaces of a site',
    'keep: ["site:Acme Docs"]\nmanaged: { collections: full }\ncollections: { Empty: {} }',
  ],
])('what is kept holds the deletion of a collection: %s', async (_, file) => {
  const org = await orgCli(`${file}\n`);
  const run = await org.docs(`org apply --file org.yaml --yes ${everything}`);
  expect(run).toMatchObject({ code: 2, writes: [] });
  expect(run.stderr).toContain('is to be kept');
});

test('what is ignored holds the deletion of a collection: its spaces', async () => {
  const org = await orgCli(
    'ignore: ["space:*"]\nmanaged: { collections: full }\ncollections: { Empty: {} }\n',
  );
  const run = await org.docs(`org apply --file org.yaml --yes ${everything}`);
  expect(run).toMatchObject({ code: 2, writes: [] });
  expect(run.stderr).toContain('is managed elsewhere');
});

test.each([
  ['space:Giudes', 'Guides', 'managed: { collections: full }\ncollections: { Empty: {} }'],
  ['site:Acme Dosc', 'Acme Docs', 'managed: { collections: full }\ncollections: { Empty: {} }'],
  ['member:GRACE@acme.exampel', undefined, 'managed: { teams: full }\nteams: { Docs: {} }'],
])('what is misspelt among the protected things is a warning: %s', async (pattern, near, file) => {
  const org = await orgCli(`keep: ["${pattern}"]\n${file}\n`);
  const run = await org.docs(`org plan --file org.yaml ${everything}`);
  expect(run.code).toBe(0);
  expect(run.stderr).toContain(
    `"${pattern}" means nothing${near === undefined ? '' : `; "${near}" is there`}`,
  );
});

test.each(['Docs (v_2)', 'Docs (v_2) ()', 'Twin (team_2)'])(
  'a key means what it is the key of: %s',
  async (name) => {
    const org = await orgCli(`keep: ["team:${name}"]\nmanaged: { teams: full }\nteams: {}\n`);
    for (const title of ['Docs (v_2)', 'Twin', 'Twin']) await org.docs(['teams', 'create', '--title', title]);
    const kept = name.startsWith('Docs') ? 'Docs (v_2) ()' : name;
    const run = await org.docs(`org plan --file org.yaml ${everything} -o json`);
    expect(JSON.parse(run.stdout)).toMatchObject({
      objections: [{ message: `team "${kept}" is to be kept, and would be deleted` }],
    });
    expect(run.stderr).toBe('');
  },
);
