import { describe, expect, test } from 'vitest';
import { changeLine, forbidden, orgCli } from '../support/planned.ts';

/** The structure of the demo site with sections, as the file has it. */
const guides = '{ title: Guides, path: guides, group: Learn, icon: compass, default: true }';
const api = '{ title: API reference, path: api, group: Build }';
const news = '{ title: News, path: news }';

const acmeDocs = (lines: string) => `sites:
  Acme Docs:
    ${lines.trim().split('\n').join('\n    ')}
`;

describe('a site', () => {
  test('gets its fields in one request, and only those of the file', async () => {
    const org = await orgCli(`sites:
  Acme Help: { previously: [Acme Docs], visibility: unlisted, basename: help, adaptive-content: false, proxy: "https://acme.example/help" }
  Partner portal: { proxy: "" }
`);
    expect(await org.changes()).toEqual([
      'update site Acme Help: visibility "public" -> "unlisted", basename "docs" -> "help", proxy "" -> "https://acme.example/help", adaptiveContent {"enabled":true} -> {"enabled":false}',
      'rename site Acme Help: title "Acme Docs" -> "Acme Help"',
      'update site Partner portal: proxy "https://acme.example/partners" -> ""',
    ]);
    expect(await org.apply()).toEqual([
      'PATCH sites/site_docs {"title":"Acme Help","visibility":"unlisted","basename":"help","adaptiveContent":{"enabled":false},"proxy":"https://acme.example/help"}',
      'PATCH sites/site_partners {"proxy":null}',
    ]);
  });

  test('reads no structure if the file names none', async () => {
    const org = await orgCli('sites: { Acme Docs: { visibility: unlisted } }\n');
    expect(await org.reads()).toEqual(['/v1/orgs/org_acme/sites']);
  });

  test('gets an adaptive schema, from the file or from one beside it', async () => {
    const org = await orgCli(
      `sites:
  Acme Docs: { adaptive-schema: { file: visitor.yaml } }
  Partner portal: { adaptive-schema: { type: object } }
`,
      { files: { 'visitor.yaml': 'type: object\nproperties: { plan: { type: string } }\n' } },
    );
    expect((await org.changes()).map((line) => line.split(':')[0])).toEqual([
      'update adaptive-schema Acme Docs',
      'update adaptive-schema Partner portal',
    ]);
    expect(await org.apply()).toEqual([
      'PUT sites/site_docs/adaptive-schema {"jsonSchema":{"type":"object","properties":{"plan":{"type":"string"}}}}',
      'PUT sites/site_partners/adaptive-schema {"jsonSchema":{"type":"object"}}',
    ]);
  });

  test('that is new becomes public when the conditions in it are set', async () => {
    const org = await orgCli(`sites:
  New docs: { visibility: public, basename: new, spaces: [ { space: Runbooks, path: runs, condition: visitor.claims.staff } ] }
`);
    expect(await org.apply()).toEqual([
      'POST sites {"title":"New docs","visibility":"unlisted"}',
      expect.stringMatching(/^POST sites\/site_\w+\/site-spaces {"spaceId":"space_runbooks"}$/),
      expect.stringMatching(/^PATCH sites\/site_\w+\/site-spaces\/\w+ /),
      expect.stringMatching(/^PATCH sites\/site_\w+ {"basename":"new","visibility":"public"/),
    ]);
  });

  test('two swap their basenames by way of a temporary one', async () => {
    const org = await orgCli(
      'sites: { Acme Docs: { basename: partners }, Partner portal: { basename: docs, visibility: unlisted } }\n',
    );
    expect(await org.apply()).toEqual([
      'PATCH sites/site_docs {"basename":"docs-moving"}',
      'PATCH sites/site_partners {"visibility":"unlisted","basename":"docs"}',
      'PATCH sites/site_docs {"basename":"partners"}',
    ]);
  });

  test('is made with its structure in one plan', async () => {
    const org = await orgCli(`sites:
  New docs:
    visibility: unlisted
    basename: new
    section-groups: [ { title: First, icon: book } ]
    sections:
      - title: One
        path: one
        group: First
        spaces: [ { space: Handbook, path: handbook }, { space: Runbooks, path: runs, default: true } ]
      - { title: Two, path: zwei, icon: gear, default: true, spaces: [ { space: Guides } ] }
`);
    expect(await org.apply()).toEqual([
      'POST sites {"title":"New docs","visibility":"unlisted"}',
      'POST sites/site_1/sections {"spaceId":"space_handbook","title":"One"}',
      'PATCH sites/site_1/site-spaces/sitesp_1 {"path":"handbook"}',
      'POST sites/site_1/site-spaces {"spaceId":"space_runbooks","sectionId":"section_1"}',
      'PATCH sites/site_1/site-spaces/sitesp_2 {"path":"runs"}',
      'PATCH sites/site_1/sections/section_1 {"path":"one","defaultSiteSpace":"sitesp_2"}',
      'POST sites/site_1/sections {"spaceId":"space_guides","title":"Two"}',
      'PATCH sites/site_1/sections/section_2 {"path":"zwei","icon":"gear"}',
      'POST sites/site_1/section-groups {"title":"First","icon":"book","sections":["section_1"]}',
      'PATCH sites/site_1 {"basename":"new","defaultSiteSection":"section_2"}',
    ]);
  });

  test('without sections is made together with its spaces', async () => {
    const org = await orgCli(`sites:
  Plain: { visibility: share-link, spaces: [ { space: Handbook, default: true }, { space: Runbooks }, { space: Guides, path: g } ] }
`);
    expect(await org.apply()).toEqual([
      'POST sites {"title":"Plain","visibility":"share-link","spaces":["space_handbook","space_runbooks"]}',
      'POST sites/site_1/site-spaces {"spaceId":"space_guides"}',
      'PATCH sites/site_1/site-spaces/sitesp_3 {"path":"g"}',
    ]);
  });

  test('is deleted only where the section is managed in full and deletions are allowed', async () => {
    const org = await orgCli('managed: { sites: full }\nsites: { Acme Docs: {}, Partner portal: {} }\n');
    const { changes, withheld } = await org.plan();
    expect(changes).toEqual([]);
    expect(withheld).toMatchObject([{ action: 'delete', kind: 'site', reason: expect.any(String) }]);
  });
});

describe('sections', () => {
  test('change, join and leave groups, and one of them is moved', async () => {
    const org = await orgCli(
      acmeDocs(`
section-groups: [ { title: Study, previously: [Learn], icon: book }, { title: Build } ]
sections:
  - { title: News, path: updates, previously: [news], group: Build, condition: "" }
  - { title: Guides, path: guides, group: Study, description: All of them }
  - { title: API reference, path: api, icon: "", default: true }
`),
    );
    expect(await org.changes()).toEqual([
      'update section-group Acme Docs: Study: icon "graduation-cap" -> "book"',
      'rename section-group Acme Docs: Study: title "Learn" -> "Study"',
      'update section Acme Docs: api: icon "gear" -> "", sectionGroup "Build" -> null, default null -> true',
      'update section Acme Docs: guides: description "" -> "All of them"',
      'update section Acme Docs: updates: sectionGroup null -> "Build", condition "visitor.claims.plan == \\"pro\\"" -> ""',
      'rename section Acme Docs: updates: path "news" -> "updates"',
      'move section Acme Docs: updates: position 3 -> 1',
    ]);
    expect(await org.apply()).toEqual([
      'PATCH sites/site_docs/sections/section_news {"path":"updates","condition":null}',
      'PATCH sites/site_docs/sections/section_guides {"description":"All of them"}',
      'PATCH sites/site_docs/sections/section_api {"icon":null}',
      'PATCH sites/site_docs/section-groups/group_learn {"title":"Study","icon":"book"}',
      'POST sites/site_docs/section-groups/group_build/sections {"sectionId":"section_news"}',
      'DELETE sites/site_docs/section-groups/group_build/sections/section_api',
      'PATCH sites/site_docs {"defaultSiteSection":"section_api"}',
      'POST sites/site_docs/sections/section_news/move {"position":{"before":{"type":"site-section","siteSection":"section_guides"}}}',
    ]);
  });
});

test('what cannot be read hides the structure of that site only', async () => {
  const org = await orgCli(
    `sites:
  Acme Docs: { visibility: unlisted, sections: [ ${guides}, ${api}, ${news} ] }
  Partner portal: { spaces: [ { space: Handbook, path: hand } ] }
`,
    { through: forbidden(/site_docs\/sections$/) },
  );
  const run = await org.docs('org plan --file org.yaml --json');
  expect(run.code).toBe(12);
  const { complete, unknown, changes } = JSON.parse(run.stdout);
  expect({ complete, unknown }).toEqual({
    complete: false,
    unknown: [{ kind: 'site', name: 'Acme Docs', part: 'section', reason: '403' }],
  });
  expect(changes.map(changeLine)).toEqual([
    'update site Acme Docs: visibility "public" -> "unlisted"',
    'create site-space Partner portal: Handbook: spaceId null -> "Handbook", path null -> "hand"',
  ]);
});
