import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { orgCli } from '../support/planned.ts';

describe('an earlier name', () => {
  test.each([
    ['a title and an id', 'Product (col_product)'],
    ['an id', 'col_product'],
    ['an id without a title', '(col_product)'],
  ])('of a collection may be %s', async (_, earlier) => {
    const org = await orgCli(`collections: { Goods: { previously: ["${earlier}"] } }\n`);
    expect(await org.changes()).toEqual(['rename collection Goods: title "Product" -> "Goods"']);
    expect(await org.apply()).toEqual(['PATCH collections/col_product {"title":"Goods"}']);
  });

  test.each([
    ['behind the last title', 'Product/API & SDKs (col_api)'],
    ['behind the title above', 'Product (col_product)/API & SDKs'],
    ['behind each title', 'Product (col_product)/API & SDKs (col_api)'],
    ['behind the last title of the path in the file', 'Goods/API & SDKs (col_api)'],
  ])('of a collection may be a path with an id %s', async (_, earlier) => {
    const org = await orgCli(`collections:
  Goods: { previously: [Product], collections: { Tools: { previously: ["${earlier}"] } } }
`);
    expect(await org.changes()).toEqual([
      'rename collection Goods: title "Product" -> "Goods"',
      'rename collection Goods/Tools: title "API & SDKs" -> "Tools"',
    ]);
    await org.apply();
  });

  test('of a collection is the key that an export has, where titles repeat', async () => {
    const org = await orgCli('collections: { Goods: { previously: ["Product (col_1)/Inner"] } }\n');
    await org.docs('collections create --title Product');
    await org.docs('collections create --title Inner --parent col_1');
    await org.docs('collections create --title Inner --parent col_product');
    expect(await org.changes()).toEqual([
      'rename collection Goods: title "Inner" -> "Goods"',
      'move collection Goods: parent "Product (col_1)" -> ""',
    ]);
    await org.apply();
  });

  test.each([
    ['teams', 'Docs', 'team_docs', 'rename team Shelf: title "Docs" -> "Shelf"'],
    ['sites', 'Acme Docs', 'site_docs', 'rename site Shelf: title "Acme Docs" -> "Shelf"'],
    ['translations', 'Someday', 'translation_empty', 'rename translation Shelf: title "Someday" -> "Shelf"'],
    ['saml', 'Okta', 'saml_okta', 'rename saml Shelf: label "Okta" -> "Shelf"'],
  ])('in %s may have the id', async (section, title, id, change) => {
    for (const earlier of [`${title} (${id})`, id]) {
      const org = await orgCli(`${section}: { Shelf: { previously: ["${earlier}"] } }\n`);
      expect(await org.changes()).toEqual([change]);
    }
  });

  test.each([
    ['teams', 'Shelf: { previously: [Old, "Docs (team_gone)"] }', 'team', 'team_gone'],
    ['collections', 'Shelf: { previously: [Old, "Product/API (col_gone)"] }', 'collection', 'col_gone'],
    ['sites', 'Shelf: { previously: [Old, "(site_gone)"] }', 'site', 'site_gone'],
  ])('in %s with an id that nothing has makes nothing', async (section, thing, word, id) => {
    const org = await orgCli(`${section}:\n  ${thing}\n`);
    expect(await org.problems()).toBe(
      `org.yaml:3:30: ${section}.Shelf.previously[1]: no ${word} has the id "${id}"; leave this earlier name out to make a new ${word}; nothing was sent`,
    );
  });

  test.each([
    ['teams', 'Writers', 'Docs (team_platform)', 'team_platform has the title "Platform", not "Docs"'],
    ['saml', 'Sign-on', 'Google (saml_okta)', 'saml_okta has the label "Okta", not "Google"'],
    ['collections', 'Goods', 'Guides (col_product)', 'col_product has the title "Product", not "Guides"'],
  ])('in %s with the id of another one renames nothing', async (section, key, earlier, problem) => {
    const org = await orgCli(`${section}: { ${key}: { previously: ["${earlier}"] } }\n`);
    expect(await org.problems()).toContain(
      `.${key}.previously[0]: ${problem}: write the right id, or the right `,
    );
  });

  test('with an id that nothing has any more means nothing once the rename is done', async () => {
    const org = await orgCli('teams: { Docs: { previously: ["Old (team_gone)"] } }\n');
    expect(await org.changes()).toEqual([]);
  });
});

describe('titles that exchange their names', () => {
  const steps = (names: string, first: string) =>
    `${names} exchange their names, which takes two steps: rename "${first}" to a name that nothing has, and apply; ` +
    `then write the new names with the ids behind them, such as "${first} (id)", and apply again; nothing was sent`;

  test.each([
    ['teams', 'teams: { Docs: { previously: [Platform] }, Platform: { previously: [Docs] } }', 'teams.Docs'],
    ['sites', 'sites: { A: { previously: [B] }, B: { previously: [A] } }', 'sites.A'],
    ['translations', 'translations: { A: { previously: [B] }, B: { previously: [A] } }', 'translations.A'],
    ['providers', 'saml: { A: { previously: [B] }, B: { previously: [A] } }', 'saml.A'],
    ['collections', 'collections: { A: { previously: [B] }, B: { previously: [A] } }', 'collections.A'],
    [
      'collections in another one',
      'collections: { X: { collections: { A: { previously: [X/B] }, B: { previously: [X/A] } } } }',
      'collections.X.collections.A',
    ],
    [
      'groups of sections',
      'sites: { X: { section-groups: [ { title: A, previously: [B] }, { title: B, previously: [A] } ] } }',
      'sites.X.section-groups.A',
    ],
    [
      'three teams',
      'teams: { A: { previously: [C] }, B: { previously: [A] }, C: { previously: [B] } }',
      'teams.A',
    ],
    [
      'with ids',
      'teams: { "A (team_a)": { previously: [B] }, "B (team_b)": { previously: [A] } }',
      'teams."A (team_a)"',
    ],
  ])('are refused: %s', async (kind, file, path) => {
    const docs = await sandboxCli({ 'org.yaml': `format: docs-admin-organization/1\n${file}\n` });
    const names =
      kind === 'teams' ? ['Docs', 'Platform'] : kind === 'three teams' ? ['A', 'B', 'C'] : ['A', 'B'];
    const listed = [
      names
        .slice(0, -1)
        .map((name) => `"${name}"`)
        .join(', '),
      `"${names.at(-1)}"`,
    ].join(' and ');
    for (const command of ['validate', 'plan'])
      expect(await docs(`org ${command} --file org.yaml`)).toMatchObject({
        code: 2,
        writes: [],
        stderr: expect.stringContaining(
          `: ${path}: ${steps(listed, names[0] as string).replace('; nothing was sent', '')}`,
        ),
      });
  });

  test.each([
    ['by their ids', '"Docs (team_platform)": {}', '"Platform (team_docs)": {}'],
    ['by an id and an earlier name', 'Docs: { previously: [Platform] }', '"Platform (team_docs)": {}'],
  ])('are refused %s', async (_, one, other) => {
    const org = await orgCli(`teams:\n  ${one}\n  ${other}\n`);
    expect(await org.problems()).toContain(
      `teams.${one.startsWith('"') ? '"Docs (team_platform)"' : 'Docs'}: "Docs" and "Platform" exchange their names, which takes two steps: `,
    );
  });

  test('do so in the two steps', async () => {
    const first = await orgCli('teams: { Old: { previously: [Docs] }, Platform: {} }\n');
    await first.apply();
    const second = 'teams: { "Docs (team_platform)": {}, "Platform (team_docs)": {} }\n';
    await writeFile(join(first.docs.folder, 'org.yaml'), `format: docs-admin-organization/1\n${second}`);
    expect(await first.changes()).toEqual([
      'rename team Docs (team_platform): title "Platform" -> "Docs"',
      'rename team Platform (team_docs): title "Old" -> "Platform"',
    ]);
    await first.apply();
  });
});

describe('paths that three sections swap', () => {
  test('are the paths of sections, with one temporary path', async () => {
    const org = await orgCli(`sites:
  Acme Docs:
    sections:
      - { title: Guides, path: api, previously: [guides], icon: compass }
      - { title: API reference, path: news, previously: [api], icon: gear }
      - { title: News, path: guides, previously: [news] }
`);
    expect(await org.changes()).toEqual([
      'rename section Acme Docs: api: path "guides" -> "api"',
      'rename section Acme Docs: guides: path "news" -> "guides"',
      'rename section Acme Docs: news: path "api" -> "news"',
    ]);
    expect(await org.apply()).toEqual([
      'PATCH sites/site_docs/sections/section_guides {"path":"guides-moving"}',
      'PATCH sites/site_docs/sections/section_news {"path":"guides"}',
      'PATCH sites/site_docs/sections/section_api {"path":"news"}',
      'PATCH sites/site_docs/sections/section_guides {"path":"api"}',
    ]);
  });

  test('are refused where one of them is not in the circle', async () => {
    const org = await orgCli(`teams:
  A: { previously: [B] }
  B: { previously: [C] }
  C: { previously: [B] }
`);
    expect(await org.problems()).toBe(
      [
        '3 problems in the organization file; nothing was sent',
        'org.yaml:3:21: teams.A.previously[0]: "B" is declared as well: a rename leaves no thing of the earlier name',
        'org.yaml:4:21: teams.B.previously[0]: "C" is declared as well: a rename leaves no thing of the earlier name',
        'org.yaml:5:21: teams.C.previously[0]: is an earlier name of "A", too',
      ].join('\n'),
    );
  });
});

describe('the value before', () => {
  test('is the path of today where a collection and the one in it change places', async () => {
    const org = await orgCli(`collections:
  API & SDKs:
    previously: ["Product/API & SDKs"]
    collections: { Product: { previously: [Product] } }
`);
    expect(await org.changes()).toEqual([
      'move collection API & SDKs: parent "Product" -> ""',
      'move collection API & SDKs/Product: parent "" -> "API & SDKs"',
    ]);
    expect((await org.docs('org plan --file org.yaml')).stdout).toContain(`collections
  → collection API & SDKs, parent: Product → top level
  → collection API & SDKs/Product, parent: top level → API & SDKs
`);
    await org.apply();
  });

  test('is the path of today where a section is renamed, and a space leaves it', async () => {
    const org = await orgCli(`sites:
  Acme Docs:
    section-groups: [ { title: Learning, previously: [Learn] }, { title: Build } ]
    sections:
      - { title: Guides, path: start, previously: [guides], group: Build, spaces: [ { space: Guides }, { space: ドキュメント } ] }
      - { title: API reference, path: api, group: Build, spaces: [ { space: REST API }, { space: "SDKs: \\"TypeScript\\", Python" }, { space: Tutorials } ] }
      - { title: News, path: news }
`);
    expect((await org.changes()).filter((line) => !line.includes('section-group'))).toEqual([
      'update section Acme Docs: start: sectionGroup "Learn" -> "Build"',
      'rename section Acme Docs: start: path "guides" -> "start"',
      'move site-space Acme Docs: api: Tutorials: sectionId "guides" -> "api"',
    ]);
    await org.apply();
  });

  test('is the title of today where a team is renamed, and a provider takes another one', async () => {
    const org = await orgCli(`teams: { Writers: { previously: [Docs] } }
saml: { Okta: { default-team: Platform } }
`);
    expect(await org.changes()).toEqual([
      'rename team Writers: title "Docs" -> "Writers"',
      'update saml Okta: defaultTeam "Docs" -> "Platform"',
    ]);
    await org.apply();
  });
});

describe('a title that is the id of another thing', () => {
  const file = 'collections: { Empty: { teams: { team_platform: read } } }\n';

  test('stands in an export with the id of its own', async () => {
    const org = await orgCli('');
    await org.docs('teams create --title team_platform');
    await org.docs('collections permissions set col_empty team_1 --role read');
    const { stdout } = await org.docs('org export --only collections --out org.yaml -o json');
    expect(stdout).toBe('');
    const text = (await org.docs('org export --only teams,collections')).stdout;
    expect(text.match(/team_platform \(team_1\)/g)).toHaveLength(2);
    expect(await org.changes()).toEqual([]);
  });

  test('is no clear reference', async () => {
    const org = await orgCli(file);
    expect(await org.changes()).toEqual(['grant collection-team Empty: Platform: role null -> "read"']);
    await org.docs('teams create --title team_platform');
    expect(await org.problems()).toContain(
      'org.yaml:2:34: collections.Empty.teams.team_platform: "team_platform" means several teams: team_platform, team_1',
    );
  });
});

test('earlier names of teams and collections are no references: they mean nothing after the rename', async () => {
  const org = await orgCli(`teams: { Writers: { previously: [ Docs ] } }
collections: { Goods: { previously: [ Product ], teams: { Docs: read, Writers: edit } } }
spaces: { Handbook: { teams: { Docs: edit } } }
saml: { Okta: { default-team: Docs } }
`);
  const problems = await org.problems();
  expect(problems).toContain(
    'org.yaml:3:59: collections.Goods.teams.Docs: is an earlier name: write "Writers"',
  );
  expect(problems).toContain(
    'org.yaml:4:32: spaces.Handbook.teams.Docs: is an earlier name: write "Writers"',
  );
  expect(problems).toContain('org.yaml:5:17: saml.Okta.default-team: is an earlier name: write "Writers"');
});
