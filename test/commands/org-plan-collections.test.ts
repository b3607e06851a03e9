import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forbidden, head, orgCli } from '../support/planned.ts';

test('collections are made inside each other, in the words of the service', async () => {
  const org = await orgCli(`teams: { Writers: {} }
collections:
  Manuals:
    default-level: guest
    description: For users
    teams: { Writers: edit, Docs: guest }
    collections: { Printers: { description: "" } }
`);
  expect(await org.changes()).toEqual([
    'create team Writers',
    'create collection Manuals: defaultLevel null -> null, description null -> "For users"',
    'create collection Manuals/Printers',
    'grant collection-team Manuals: Docs: role null -> null',
    'grant collection-team Manuals: Writers: role null -> "edit"',
  ]);
  expect((await org.apply()).sort()).toEqual([
    'PATCH collections/col_1 {"defaultLevel":null,"description":"For users"}',
    'PATCH collections/col_1/permissions/teams/team_1 {"role":"edit"}',
    'PATCH collections/col_1/permissions/teams/team_docs {"role":null}',
    'POST collections {"title":"Manuals"}',
    'POST collections {"title":"Printers","parent":"col_1"}',
    'PUT teams {"title":"Writers"}',
  ]);
});

describe('a collection', () => {
  test('that moves is named by the path that it has before, and by the place where it goes', async () => {
    const org = await orgCli(
      'collections: { Internal 内部: { collections: { "Legacy (v1), do not edit (col_legacy)": {} } } }\n',
    );
    const run = await org.docs('org plan --file org.yaml');
    expect(run.stdout).toContain(
      'collection Product/API & SDKs/Legacy (v1), do not edit moves into collection Internal 内部\n',
    );
  });

  test('moves between places whose titles make the same path', async () => {
    const org = await orgCli(`collections:
  A/B: { collections: { X: {} } }
  A: { collections: { B: {} } }
`);
    await org.apply();
    const moved = 'A/B: {}\n  A: { collections: { B: { collections: { X: { previously: [ A/B/X ] } } } } }';
    await writeFile(join(org.docs.folder, 'org.yaml'), `${head}collections:\n  ${moved}\n`);
    expect(await org.changes()).toEqual(['move collection A/B/X: parent "\\"A/B\\"" -> "A/B"']);
    expect(await org.apply()).toEqual([expect.stringMatching(/^POST collections\/col_\d\/move /)]);
  });

  test('gets its fields in one request, and only those of the file', async () => {
    const org = await orgCli(`collections:
  Goods: { previously: [Product], default-level: guest, description: "" }
`);
    expect(await org.changes()).toEqual([
      'update collection Goods: defaultLevel "edit" -> null, description "Everything about Product" -> ""',
      'rename collection Goods: title "Product" -> "Goods"',
    ]);
    expect(await org.apply()).toEqual([
      'PATCH collections/col_product {"defaultLevel":null,"description":"","title":"Goods"}',
    ]);
  });

  test('has a complete list of the roles of teams', async () => {
    const org = await orgCli(`collections: { Product: { teams: { Docs: edit, Platform: read } } }
`);
    expect(await org.changes()).toEqual([
      'update collection-team Product: Docs: role "admin" -> "edit"',
      'grant collection-team Product: Platform: role null -> "read"',
      'revoke collection-team Product: Support, EMEA: role "comment" -> null',
    ]);
    expect(await org.apply()).toEqual([
      'PATCH collections/col_product/permissions/teams/team_docs {"role":"edit"}',
      'PATCH collections/col_product/permissions/teams/team_platform {"role":"read"}',
      'DELETE collections/col_product/permissions/teams/team_support',
    ]);
  });

  test('moves by its earlier path, also into a new collection, and is renamed on the way', async () => {
    const org = await orgCli(`collections:
  Archive:
    collections:
      Old: { previously: ["Product/API & SDKs/Legacy (v1), do not edit"], default-level: read }
  Tools: { previously: ["Product/API & SDKs"] }
`);
    expect(await org.changes()).toEqual([
      'create collection Archive',
      'rename collection Archive/Old: title "Legacy (v1), do not edit" -> "Old"',
      'rename collection Tools: title "API & SDKs" -> "Tools"',
      'move collection Archive/Old: parent "Product/API & SDKs" -> "Archive"',
      'move collection Tools: parent "Product" -> ""',
    ]);
    expect(await org.apply()).toEqual([
      'POST collections {"title":"Archive"}',
      'PATCH collections/col_legacy {"title":"Old"}',
      'PATCH collections/col_api {"title":"Tools"}',
      'POST collections/col_legacy/move {"parent":"col_1"}',
      'POST collections/col_api/move {"parent":null}',
    ]);
  });

  test('changes places with the one above it', async () => {
    const org = await orgCli(`collections:
  API & SDKs (col_api): { collections: { Product (col_product): {} } }
`);
    expect(await org.apply()).toEqual([
      'POST collections/col_api/move {"parent":null}',
      'POST collections/col_product/move {"parent":"col_api"}',
    ]);
  });

  test('below a renamed one is found by the old path, and by the new one', async () => {
    for (const earlier of ['Product/API & SDKs', 'Goods/API & SDKs']) {
      const org = await orgCli(`collections:
  Goods: { previously: [Product], collections: { API: { previously: ["${earlier}"] } } }
`);
      expect(await org.changes()).toEqual([
        'rename collection Goods: title "Product" -> "Goods"',
        'rename collection Goods/API: title "API & SDKs" -> "API"',
      ]);
      await org.apply();
    }
  });
});

describe('deletion', () => {
  const full = `managed: { collections: full }
collections:
  Product: { collections: {} }
  Internal 内部: {}
  Legacy: { previously: ["Product/API & SDKs/Legacy (v1), do not edit"] }
`;

  test('is withheld without --delete', async () => {
    const org = await orgCli(full);
    const plan = await org.plan();
    expect(plan.withheld.map(({ action, name }) => `${action} ${name}`)).toEqual([
      'delete Empty',
      'delete Product/API & SDKs',
    ]);
    expect(plan.changes.map(({ action }) => action)).not.toContain('delete');
  });

  test('comes last, and after what stays has left', async () => {
    const org = await orgCli(full);
    const run = await org.docs('org apply --file org.yaml --yes --delete --allow-delete collections');
    expect(run.writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PATCH /v1/collections/col_legacy',
      'POST /v1/collections/col_legacy/move',
      'DELETE /v1/collections/col_api',
      'DELETE /v1/collections/col_empty',
    ]);
  });

  test('takes the collections inside first', async () => {
    const org = await orgCli('managed: { collections: full }\ncollections: { Internal 内部: {} }\n');
    const changes = await org.changes('--delete');
    expect(changes.filter((change) => change.startsWith('delete collection '))).toEqual(
      [
        'delete collection Empty',
        'delete collection Product',
        'delete collection Product/API & SDKs',
        'delete collection Product/API & SDKs/Legacy (v1), do not edit',
      ].map((text) => expect.stringContaining(text)),
    );
    const { writes } = await org.docs(
      'org apply --file org.yaml --yes --delete --allow-delete collections --max-removals 100',
    );
    expect(writes.map(({ path }) => path)).toEqual(
      ['legacy', 'api', 'product', 'empty'].map((name) => `/v1/collections/col_${name}`),
    );
  });

  test('is not thought of where the section is kept', async () => {
    const org = await orgCli('collections: { Product: {} }\n');
    expect(await org.plan('--delete')).toMatchObject({
      changes: [],
      withheld: [],
      unmanaged: { collection: 4 },
    });
  });
});

describe('the plan reads', () => {
  test('one list, and the roles of the collections that list theirs', async () => {
    expect(await (await orgCli('collections: { Product: { description: x } }\n')).reads()).toEqual([
      '/v1/orgs/org_acme/collections',
    ]);
    const org = await orgCli('collections: { Product: { teams: {} }, Empty: {} }\n');
    expect(await org.reads()).toEqual([
      '/v1/orgs/org_acme/collections',
      '/v1/orgs/org_acme/teams',
      '/v1/collections/col_product/permissions/teams',
    ]);
  });

  test('an export without finding a difference', async () => {
    const org = await orgCli('');
    await org.docs('org export --only collections --out org.yaml');
    expect(await org.plan()).toMatchObject({ complete: true, changes: [], unmanaged: {} });
  });
});

describe('what cannot be read', () => {
  const file = `managed: { collections: full }
collections: { Product: { description: x, teams: {}, collections: { API & SDKs: { teams: {} } } } }
`;

  test('is left out: the roles on one collection, but not those on one inside it', async () => {
    const org = await orgCli(file, { through: forbidden(/col_product\/permissions/) });
    const run = await org.docs('org plan --file org.yaml --json');
    const plan = JSON.parse(run.stdout);
    expect(plan).toMatchObject({ complete: false, unknown: [{ name: 'Product', reason: '403' }] });
    expect(
      plan.changes.map(({ action, name }: { action: string; name: string }) => `${action} ${name}`),
    ).toEqual(['update Product', 'revoke Product/API & SDKs: Platform']);
  });

  test.each([
    ['the collections', /orgs\/org_acme\/collections/, []],
    [
      'the teams',
      /orgs\/org_acme\/teams/,
      ['update collection Product', 'revoke collection-team Internal 内部: team_platform'],
    ],
  ])('is left out: %s', async (_, path, left) => {
    const org = await orgCli(file, { through: forbidden(path) });
    const run = await org.docs('org plan --file org.yaml --json --delete');
    const { changes, unknown } = JSON.parse(run.stdout);
    expect(unknown).not.toEqual([]);
    const updates = changes.filter(({ action }: { action: string }) => action !== 'delete');
    expect(
      updates.map(({ action, kind, name }: Record<string, string>) => `${action} ${kind} ${name}`),
    ).toEqual(left);
  });
});

describe('bad input', () => {
  test('is told at once, with the place of each problem', async () => {
    const org = await orgCli(`collections:
  Product:
    teams: { Nobody: edit, Docs: edit, team_docs: read }
  Old (col_gone): {}
`);
    const problems = await org.problems();
    for (const line of [
      'org.yaml:4:14: collections.Product.teams.Nobody: there is no team "Nobody"',
      'org.yaml:4:40: collections.Product.teams.team_docs: means the same as collections.Product.teams.Docs',
      'org.yaml:5:3: collections."Old (col_gone)": no collection has the id "col_gone"',
    ])
      expect(problems).toContain(line);
  });

  test('is two collections with one title', async () => {
    const org = await orgCli('collections: { Product: { description: x } }\n');
    await org.docs('collections create --title Product');
    expect(await org.problems()).toContain(
      'org.yaml:2:16: collections.Product: means 2 collections: col_product, col_1; write the id behind the title',
    );
  });

  test('is a new name for two collections', async () => {
    const org = await orgCli('collections: { Shelf: { previously: [Product, Empty] } }\n');
    expect(await org.problems()).toContain(
      'org.yaml:2:16: collections.Shelf: its earlier names mean 2 collections: col_product, col_empty; keep one of these names, or write its id behind the title instead',
    );
  });

  test('is a place that means a collection of another place', async () => {
    const org = await orgCli(`collections:
  Tools: { previously: ["Product/API & SDKs"] }
  Product: { collections: { API & SDKs: {} } }
`);
    expect(await org.problems()).toContain(
      'collections.Product.collections."API & SDKs": means col_api, which "Tools" means, too',
    );
  });

  test('is an earlier collection beside the one of today', async () => {
    const org = await orgCli('collections: { Empty: { previously: ["Product/API & SDKs"] } }\n');
    expect(await org.problems()).toContain(
      'collections.Empty: "Product/API & SDKs", an earlier name, is there as well: col_api',
    );
  });
});
