import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { head } from '../support/planned.ts';

/** Adopts into a file of these sections, expects that nothing differs then, and returns the sections. */
async function adopted(sections: string): Promise<string> {
  const docs = await sandboxCli({ 'org.yaml': head + sections });
  const run = await docs('org plan --file org.yaml --adopt --yes');
  expect([run.stderr, run.code]).toEqual([run.stderr, 0]);
  expect(run.writes).toEqual([]);
  const text = (await readFile(join(docs.folder, 'org.yaml'), 'utf8')).replace(head, '');
  const plan = await docs('org plan --file org.yaml --check --delete');
  expect([plan.stdout, text, plan.code]).toEqual([plan.stdout, text, 0]);
  return text;
}

test('a rename that is not done gets the name of today, with what refers to it', async () => {
  const file = `keep: [ "team:Writers" ]
teams:
  # who writes
  Writers:
    previously: [ Docs, Old ]
collections:
  Handbooks:
    previously:
      - Product
    teams:
      Writers: admin
      Support, EMEA: comment
spaces:
  Handbooks/Guides:
    teams: { Design 🎨: review }
  Handbook:
    teams:
      Writers: edit
      Support, EMEA: read
saml:
  Okta: { default-team: Writers }
`;
  expect(await adopted(file)).toBe(`keep: [ team:Docs ]
teams:
  # who writes
  Docs:
    previously: [ Old ]
collections:
  Product:
    teams:
      Docs: admin
      Support, EMEA: comment
spaces:
  Guides:
    teams: { Design 🎨: review }
  Handbook:
    teams:
      Docs: edit
      Support, EMEA: read
saml:
  Okta: { default-team: Docs }
`);
});

test('a reference that is a key stays in its place, also where others are on its line', async () => {
  const file = `teams:
  Writers: { previously: [ Docs ] }
collections:
  Product:
    teams: { Writers: admin, "Support, EMEA": comment }
spaces:
  Handbook:
    teams:
      Support, EMEA: read
      Writers: edit   # they know it best
`;
  expect(await adopted(file)).toBe(`teams:
  Docs: {}
collections:
  Product:
    teams: { Docs: admin, "Support, EMEA": comment }
spaces:
  Handbook:
    teams:
      Support, EMEA: read
      Docs: edit   # they know it best
`);
});

test('names are taken back also where several of their places are on one line', async () => {
  const file = `keep: [ "team:Writers", "team:Helpers" ]
teams: { Writers: { previously: [ Docs, Old ] }, Helpers: { previously: [ Support ] } }
collections: { Product: { teams: { Writers: admin, Helpers: comment } } }
`.replaceAll('Support', '"Support, EMEA"');
  expect(await adopted(file)).toBe(`keep: [ team:Docs, "team:Support, EMEA" ]
teams: { Docs: { previously: [ Old ] }, "Support, EMEA": {} }
collections: { Product: { teams: { Docs: admin, "Support, EMEA": comment } } }
`);
});

/** A site of the demo organization whose sections have exchanged their paths. */
const exchanged = `sites:
  Acme Docs:
    sections:
      - { title: Guides, path: api, previously: [ guides ] }
      - { title: API reference, path: guides, previously: [ api ] }
      - { title: News, path: news }
  Partner portal:
    visibility: public
collections:
  Product:
    default-level: read
`;

test('sections that exchange their paths on lines of their own get those of today, with all that differs', async () => {
  expect(await adopted(exchanged)).toBe(`sites:
  Acme Docs:
    sections:
      - { title: Guides, path: guides }
      - { title: API reference, path: api }
      - { title: News, path: news }
  Partner portal:
    visibility: share-link
collections:
  Product:
    default-level: edit
`);
});

test('a name that cannot be written is named with all its places, and the rest is written', async () => {
  const unusual = `teams:
  ? Writers
  : previously: [ Docs ]
  Helpers:
    previously: [ Platform ]
saml:
  Okta: { default-team: Writers }
`;
  const docs = await sandboxCli({ 'org.yaml': head + exchanged + unusual });
  const run = await docs('org plan --file org.yaml --adopt --yes');
  expect(run.writes).toEqual([]);
  expect(run).toMatchObject({
    code: 11,
    stderr:
      'wrote org.yaml: 5 lines added, 6 removed\n' +
      'error: the file is not as the service is: 3 places must be changed by hand\n' +
      '  org.yaml:14: teams.Writers: rename it to Docs\n' +
      '  org.yaml:15: teams.Docs: write {}\n' +
      '  org.yaml:18: saml.Okta.default-team: write Docs\n',
  });
  const text = await readFile(join(docs.folder, 'org.yaml'), 'utf8');
  expect(text).toContain('path: guides }');
  expect(text).toContain('default-level: edit\n');
  expect(text).toContain(
    'teams:\n  ? Writers\n  : previously: [ Docs ]\n  Platform: {}\nsaml:\n  Okta: { default-team: Writers }\n',
  );
  const plan = await docs('org plan --file org.yaml --check');
  expect(plan).toMatchObject({ code: 11, stdout: expect.stringContaining('  ~ team Docs → Writers\n') });
});

test('a collection stands where it is in the service', async () => {
  const file = `collections:
  Product:
    collections:
      API & SDKs: {}
  Specs:
    previously: [ "Product/API & SDKs/Legacy (v1), do not edit" ]
    default-level: edit
    description: ""
`;
  expect(await adopted(file)).toBe(`collections:
  Product:
    collections:
      API & SDKs:
        collections:
          Legacy (v1), do not edit:
            default-level: read
            description: ""
`);
});

test('sections, groups and spaces of a site come into their order, and keep their texts', async () => {
  const docs = await sandboxCli({});
  const text = (await docs('org export --only sites')).stdout;
  const site = /^ {2}Acme Docs:\n(?: {3,}.*\n)+/m.exec(text)?.[0] as string;
  const [, start = '', list = ''] = /^([\s\S]* {4}sections:\n)([\s\S]*)$/.exec(site) ?? [];
  const sections = list.split(/^(?= {6}- title)/m);
  const [first = '', ...others] = sections;
  const turned = [...others, `      # the first\n${first.replace('icon: compass', 'icon: book # old')}`];
  const wrong = turned
    .join('')
    .replace(/^ {8}path: guides\n/m, '        path: guides-2\n        previously: [ guides ]\n');
  const result = await adopted(`sites:\n${start}${wrong}`);
  expect(result.replace('      # the first\n', '').replace(' # old', '')).toBe(`sites:\n${site}`);
});

test('a site with sections in the file has spaces only in the service, and the other way round', async () => {
  const file = `sites:
  Acme Docs:
    basename: docs
    spaces:
      - space: Guides
  Handbook 手册, “internal”:
    sections:
      - title: Guides
        path: one
        spaces: [ { space: Guides } ]
`;
  const text = await adopted(file);
  expect(text).toMatch(
    /^sites:\n {2}Acme Docs:\n {4}basename: docs\n {4}sections:\n {6}- title: Guides\n {8}path: guides\n/,
  );
  expect(text).toMatch(/ {2}Handbook 手册, “internal”:\n {4}spaces:\n {6}- space: Handbook\n/);
});

test('a language, an address and a field value are taken over', async () => {
  const file = `spaces:
  Guides:
    fields:
      tier: silver
      labels: [ start ]
openapi:
  petstore: { url: "https://old.example/petstore.yaml" }
translations:
  Docs: { languages: {} }
`;
  expect(await adopted(file)).toBe(`spaces:
  Guides:
    fields:
      tier: gold
      labels: [ start, "how-to, long" ]
      audiences:
        - customers
        - partners
openapi:
  petstore: {}
translations: {}
`);
});

test('a team that is called like the key of a file names no file', async () => {
  expect(
    await adopted(`teams:
  file: {}
spaces:
  Changelog:
    teams:
      file: read
`),
  ).toBe(`teams: {}
spaces:
  Changelog:
    teams: {}
`);
});
