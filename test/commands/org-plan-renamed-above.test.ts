import { describe, expect, test } from 'vitest';
import { orgCli, requestLine } from '../support/planned.ts';

const flags = '--delete --allow-delete collections --max-removals 100';

describe('what `ignore` lists', () => {
  test.each([
    ['collections:\n  Goods: { previously: [Product] }\n', 'collection:Product', '4:3: collections.Goods'],
    [
      'collections:\n  Goods (col_product): {}\n',
      'collection:Product',
      '4:3: collections."Goods (col_product)"',
    ],
    ['teams:\n  Writers: { previously: [Docs] }\n', 'team:Do*', '4:3: teams.Writers'],
    ['sites:\n  Manual: { previously: [Acme Docs] }\n', 'site:Acme Docs', '4:3: sites.Manual'],
    ['saml:\n  Other: { previously: [Okta] }\n', 'saml:Okta', '4:3: saml.Other'],
    [
      'sites:\n  Acme Docs: { sections: [ { title: Guides, path: start, previously: [guides] } ] }\n',
      'section:guides',
      '4:28: sites."Acme Docs".sections[0]',
    ],
  ])('must not be renamed: %s', async (sections, pattern, place) => {
    const org = await orgCli(`ignore: [ "${pattern}" ]\n${sections}`);
    expect(await org.problems()).toContain(
      `org.yaml:${place}: is managed elsewhere: "ignore" lists it, or what it belongs to`,
    );
  });

  test('stays where what holds it is renamed, and both paths are listed', async () => {
    const org = await orgCli(`managed: { collections: full }
ignore: [ "collection:Product/API*", "collection:Goods/API*" ]
collections: { Goods: { previously: [Product] }, Empty: {}, Internal 内部: {} }
`);
    expect(await org.changes(flags)).toEqual(['rename collection Goods: title "Product" -> "Goods"']);
    const run = await org.docs(`org apply --file org.yaml --yes ${flags}`);
    expect(run.writes.map(requestLine)).toEqual(['PATCH collections/col_product {"title":"Goods"}']);
    expect(await org.docs(`org plan --file org.yaml ${flags}`)).toMatchObject({
      stderr: 'warning: org.yaml:3:11: ignore[0]: "collection:Product/API*" means nothing\n',
    });
  });
});

describe.each(['keep', 'ignore'])('a path that only today has is refused in `%s`', (list) => {
  test('where a collection is renamed or moved', async () => {
    for (const goods of [
      'Goods: { previously: [Product] }',
      'Empty: { collections: { Product (col_product): {} } }',
    ]) {
      const org = await orgCli(`managed: { collections: full }
${list}: [ "collection:Product", "collection:Product/API & SDKs" ]
collections: { ${goods}, Internal 内部: {} }
`);
      expect(await org.problems()).toMatch(
        /org\.yaml:3:\d+: (keep|ignore)\[1\]: means "Product\/API & SDKs", which is ".*\/API & SDKs" in this file: list this path as well/,
      );
    }
  });

  test('where a site is renamed', async () => {
    const org = await orgCli(`${list}: [ "section:Acme Docs/news" ]
sites:
  Manual:
    previously: [Acme Docs]
    sections: [ { title: Guides, path: guides }, { title: API reference, path: api } ]
`);
    expect(await org.problems()).toContain(
      `${list}[0]: means "Acme Docs/news", which is "Manual/news" in this file: list this path as well`,
    );
  });
});

describe('what `keep` lists', () => {
  test('must not be renamed, even where what holds it is renamed as well', async () => {
    const org = await orgCli(`keep: [ "collection:Product/API & SDKs" ]
collections: { Goods: { previously: [Product], collections: { Tools (col_api): {} } } }
`);
    expect((await org.plan(flags)).objections).toEqual([
      { message: 'collection "Product/API & SDKs" is to be kept, and would be renamed' },
    ]);
  });

  test('is known by its path of titles where titles repeat', async () => {
    const org = await orgCli(`managed: { collections: full }
keep: [ "collection:Product/API & SDKs" ]
collections: { Empty: {} }
`);
    await org.docs('collections create --title Product');
    expect((await org.plan(flags)).objections).toEqual([
      { message: 'collection "Product (col_product)/API & SDKs" is to be kept, and would be deleted' },
    ]);
  });
});
