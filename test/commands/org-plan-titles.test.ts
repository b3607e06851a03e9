import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { head, orgCli } from '../support/planned.ts';

/** Things of all kinds whose titles look like titles with an id. */
const sections = `teams:
  Writers (v_2) (): { members: { ada@acme.example: owner } }
collections:
  Books (v_2) ():
    teams: { Writers (v_2) (): edit }
    collections: { Old (v_1) (): {} }
sites:
  Help (v_2) ():
    basename: help-2
    section-groups: [ { title: Learn (v_2) () } ]
    sections: [ { title: Guides, path: guides, group: Learn (v_2) (), spaces: [ { space: Drafts } ] } ]
translations:
  Main (v_2) (): {}
saml:
  Okta (v_2) (): { default-team: Writers (v_2) () }
`;

describe('a title that looks like one with an id', () => {
  test('is made, exported in the same form, and made in another organization', async () => {
    const { docs, apply } = await orgCli(sections);
    const writes = await apply();
    expect(writes.join('\n')).toContain('"title":"Writers (v_2)"');
    expect(writes.join('\n')).toContain('"title":"Learn (v_2)"');
    expect(writes.join('\n')).toContain('"label":"Okta (v_2)"');
    const exported = (await docs('org export')).stdout;
    for (const key of ['Writers', 'Books', 'Help', 'Main', 'Okta'])
      expect(exported).toMatch(new RegExp(`^  ${key} \\(v_2\\) \\(\\):$`, 'm'));
    expect(exported).toContain('- title: Learn (v_2) ()\n');
    await writeFile(join(docs.folder, 'export.yaml'), exported);
    expect((await docs('org plan --file export.yaml --check')).code).toBe(0);
    const other = await orgCli(exported.split('\n').slice(2).join('\n'));
    await other.apply('--max-removals 100');
    expect((await other.docs('org export')).stdout).toBe(exported);
  });

  test.each([
    ['teams', 'team', 'title'],
    ['collections', 'collection', 'title'],
    ['sites', 'site', 'title'],
    ['translations', 'translation setting', 'title'],
    ['saml', 'SAML provider', 'label'],
  ])(
    'without the parentheses behind it, the problem in %s says how to write it',
    async (section, word, name) => {
      const { problems } = await orgCli(`${section}: { "New (v_2)": {} }\n`);
      expect(await problems()).toContain(
        `org.yaml:2:${section.length + 5}: ${section}."New (v_2)": no ${word} has the id "v_2"; if all of it is the ${name}, write "New (v_2) ()"`,
      );
    },
  );

  test('is not renamed by a key that seems to have an id', async () => {
    const { docs, problems } = await orgCli('teams: { "Writers (v_2)": {} }\n');
    await docs(['teams', 'create', '--title', 'Writers (v_2)']);
    expect(await problems()).toContain('no team has the id "v_2"');
  });

  test('is known by the form of earlier exports, and as an earlier name', async () => {
    const { docs, changes } = await orgCli('teams: { Authors: { previously: [ Writers (v_2) ] } }\n');
    const { stdout } = await docs(['teams', 'create', '--title', 'Writers (v_2)', '-o', 'id']);
    expect(await changes()).toEqual(['rename team Authors: title "Writers (v_2)" -> "Authors"']);
    for (const earlier of ['Writers (v_2) ()', `Writers (v_2) (${stdout.trim()})`]) {
      await writeFile(
        join(docs.folder, 'org.yaml'),
        `${head}teams: { Authors: { previously: [ "${earlier}" ] } }\n`,
      );
      expect(await changes()).toEqual(['rename team Authors: title "Writers (v_2)" -> "Authors"']);
      await writeFile(join(docs.folder, 'org.yaml'), `${head}teams: { "${earlier}": {} }\n`);
      expect(await changes()).toEqual([]);
    }
  });

  test('is met by patterns as a title', async () => {
    const { docs, problems } = await orgCli(
      'ignore: [ "team:Writers (v_2)" ]\nteams: { "Writers (v_2) ()": {} }\n',
    );
    await docs(['teams', 'create', '--title', 'Writers (v_2)']);
    expect(await problems()).toContain('is managed elsewhere: "ignore" lists "team:Writers (v_2)"');
  });
});

test('two section groups of one long title are exported, and their file plans nothing', async () => {
  const { docs } = await orgCli('');
  const title = 'g'.repeat(100);
  for (const _ of [1, 2]) await docs(`section-groups create --site site_docs --title ${title}`);
  await writeFile(join(docs.folder, 'export.yaml'), (await docs('org export')).stdout);
  const plan = await docs('org plan --file export.yaml --check');
  expect([plan.code, plan.stderr]).toEqual([0, '']);
});
