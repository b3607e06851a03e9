import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { forbidden, orgCli } from '../support/planned.ts';

describe('the roles of teams in a space', () => {
  test('are a complete list; a team may be made by the same plan', async () => {
    const org = await orgCli(`teams: { Writers: {}, Handbook team: { previously: [Docs] } }
spaces:
  Handbook: { teams: { Writers: edit, Handbook team: guest } }
  Drafts: { teams: {} }
`);
    expect(await org.changes()).toEqual([
      'create team Writers',
      'rename team Handbook team: title "Docs" -> "Handbook team"',
      'update space-team Handbook: Handbook team: role "edit" -> null',
      'grant space-team Handbook: Writers: role null -> "edit"',
      'revoke space-team Handbook: Support, EMEA: role "read" -> null',
    ]);
    expect((await org.apply()).sort()).toEqual([
      'DELETE spaces/space_handbook/permissions/teams/team_support',
      'PATCH spaces/space_handbook/permissions/teams/team_1 {"role":"edit"}',
      'PATCH spaces/space_handbook/permissions/teams/team_docs {"role":null}',
      'PATCH teams/team_docs {"title":"Handbook team"}',
      'PUT teams {"title":"Writers"}',
    ]);
  });
});

describe('the values of custom fields', () => {
  test('are a complete list, in one request for a space', async () => {
    const org = await orgCli(`spaces:
  Guides: { fields: { tier: silver, audiences: [staff], review_days: 30, public: true } }
  Handbook: { fields: { owner_team: Docs, review_days: 90, public: false } }
`);
    expect(await org.changes()).toEqual([
      'update space-field Guides: audiences: value ["customers","partners"] -> ["staff"]',
      'update space-field Guides: labels: value ["start","how-to, long"] -> null',
      'update space-field Guides: public: value null -> true',
      'update space-field Guides: review_days: value null -> 30',
      'update space-field Guides: tier: value "gold" -> "silver"',
    ]);
    expect(await org.apply()).toEqual([
      `PATCH spaces/space_guides/custom-fields ${JSON.stringify({
        values: {
          audiences: { value: ['staff'] },
          labels: { value: null },
          public: { value: true },
          review_days: { value: 30 },
          tier: { value: 'silver' },
        },
      })}`,
    ]);
  });

  test('wait for the field and for the option', async () => {
    const org = await orgCli(`custom-fields:
  product: { title: Product, type: "select:multi", options: [Docs, API] }
  tier: { type: "select:single", options: [gold, platinum] }
spaces:
  Drafts: { fields: { product: [API, Docs], tier: platinum } }
`);
    expect(await org.changes()).toEqual([
      'create custom-field product: title null -> "Product", type null -> "select:multi", options null -> ["Docs","API"]',
      'update custom-field tier: options ["gold","silver","bronze"] -> ["gold","platinum"]',
      'update space-field Drafts: product: value null -> ["API","Docs"]',
      'update space-field Drafts: tier: value null -> "platinum"',
    ]);
    const writes = await org.apply();
    // The first two are sent at once.
    expect([...writes.slice(0, 2).sort(), ...writes.slice(2)]).toEqual([
      'PATCH custom-fields/tier {"options":["gold","platinum"]}',
      'POST custom-fields {"name":"product","title":"Product","type":"select:multi","options":["Docs","API"]}',
      'PATCH spaces/space_drafts/custom-fields {"values":{"product":{"value":["API","Docs"]},"tier":{"value":"platinum"}}}',
    ]);
  });

  test('are left alone where the file does not name them', async () => {
    const org = await orgCli(
      'spaces: { Guides: {}, Handbook: { teams: { Docs: edit, "Support, EMEA": read } } }\n',
    );
    expect(await org.plan('--delete')).toMatchObject({ changes: [], unmanaged: { space: 10 } });
  });
});

describe('a space', () => {
  test('is found by title, by collection and title, also of a renamed collection, and by id', async () => {
    const names = ['Guides', 'Goods/Guides', 'space_guides', 'Any: { id: space_guides,'];
    for (const name of names) {
      const entry = name.includes('{') ? name : `"${name}": {`;
      const org = await orgCli(`collections: { Goods: { previously: [Product] } }
spaces: { ${entry} teams: {} } }
`);
      expect(await org.changes()).toEqual([
        'rename collection Goods: title "Product" -> "Goods"',
        'revoke space-team Guides: Design 🎨: role "review" -> null',
      ]);
    }
  });

  test('is not found by an earlier name of its collection, which would mean nothing after the rename', async () => {
    const org = await orgCli(
      'collections: { Goods: { previously: [Product] } }\nspaces: { Product/Guides: { teams: {} } }\n',
    );
    expect(await org.problems()).toContain(
      'org.yaml:3:11: spaces."Product/Guides": "Product/Guides" begins with an earlier name of its collection: write the new one',
    );
  });

  test('is read by lists, only what the file manages', async () => {
    const spaces = ['/v1/orgs/org_acme/members', '/v1/orgs/org_acme/members/user_grace/spaces'];
    expect((await (await orgCli('spaces: { Guides: {} }\n')).reads()).sort()).toEqual(spaces);
    const org = await orgCli('spaces: { Guides: { teams: {} }, Handbook: { fields: {} } }\n');
    expect((await org.reads()).sort()).toEqual([
      // What becomes of a role depends on the collections above.
      '/v1/collections/col_product/permissions/teams',
      '/v1/orgs/org_acme/collections',
      '/v1/orgs/org_acme/custom-fields',
      ...spaces,
      '/v1/orgs/org_acme/teams',
      '/v1/spaces/space_guides/permissions/teams',
      '/v1/spaces/space_handbook/custom-fields',
    ]);
  });
});

test('an export has no difference', async () => {
  const org = await orgCli('');
  await org.docs('org export --only spaces,custom-fields --out org.yaml');
  expect(await org.plan()).toMatchObject({ complete: true, changes: [], unmanaged: {} });
});

test.each([
  ['the roles on a space', /space_guides\/permissions/, ['space-field']],
  ['the values of a space', /space_guides\/custom-fields/, ['space-team']],
  ['the custom fields', /org_acme\/custom-fields/, ['space-team']],
  ['the teams', /org_acme\/teams/, ['space-field']],
  ['the spaces', /user_grace\/spaces/, []],
])('%s that cannot be read are left out', async (_, path, left) => {
  const org = await orgCli(
    'spaces: { Guides: { teams: {}, fields: { tier: silver, audiences: [customers, partners], labels: [start, "how-to, long"] } } }\n',
    {
      through: forbidden(path),
    },
  );
  const { stdout } = await org.docs('org plan --file org.yaml --json');
  const { complete, changes } = JSON.parse(stdout);
  expect(complete).toBe(false);
  expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual(left);
});

test('bad input is told at once, with the place of each problem', async () => {
  const org = await orgCli(`spaces:
  Nowhere: {}
  Product/Nowhere: {}
  Guides: { id: space_gone }
  Handbook: { teams: { Nobody: edit }, fields: { nothing: 1, tier: lead, audiences: staff, labels: [a], review_days: soon, public: "yes", owner_team: 3 } }
  space_handbook: {}
`);
  expect(
    (await org.problems()).split('\n').map((line) => line.replace(/^org\.yaml:\d+:\d+: spaces\./, '')),
  ).toEqual([
    '11 problems in the organization file; nothing was sent',
    'Nowhere: there is no space "Nowhere"; the service has no operation to create a space',
    '"Product/Nowhere": there is no space "Product/Nowhere"; the service has no operation to create a space',
    'Guides: there is no space "space_gone"; the service has no operation to create a space',
    'Handbook.teams.Nobody: there is no team "Nobody"',
    'Handbook.fields.nothing: there is no custom field "nothing"',
    'Handbook.fields.tier: "lead" is no option of the field',
    'Handbook.fields.audiences: must be a list of options: the type of the field is select:multi',
    'Handbook.fields.review_days: must be a number: the type of the field is number',
    'Handbook.fields.public: must be true or false: the type of the field is boolean',
    'Handbook.fields.owner_team: must be a text: the type of the field is text',
    'space_handbook: means the same as spaces.Handbook',
  ]);
});

test('a value that stays may be an option of the past', async () => {
  const org = await orgCli(
    'spaces: { Guides: { fields: { tier: gold, audiences: [customers, partners], labels: [x] } } }\n',
  );
  await org.docs('custom-fields update tier --option silver');
  expect(await org.changes()).toEqual([
    'update space-field Guides: labels: value ["start","how-to, long"] -> ["x"]',
  ]);
});

test('two spaces of one title need more than the title', async () => {
  const org = await orgCli('spaces: { API v1: {} }\n', {
    through: (sandbox) => async (request, signal) => {
      const answer = await sandbox(request, signal);
      const text = new TextDecoder().decode(answer.body).replaceAll('"title":"REST API"', '"title":"API v1"');
      return { ...answer, body: new TextEncoder().encode(text) };
    },
  });
  expect(await org.problems()).toContain(
    'org.yaml:2:11: spaces."API v1": "API v1" means several spaces; write the id instead: space_legacy, space_rest',
  );
});

test('the role of a team of another organization is in the export, and plan understands it', async () => {
  const through = (sandbox: Transport): Transport => {
    return async (request, signal) => {
      const answer = await sandbox(request, signal);
      const isRoles = /permissions\/teams$/.test(new URL(request.url).pathname) && request.method === 'GET';
      if (!isRoles) return answer;
      const page = JSON.parse(Buffer.from(answer.body).toString());
      for (const item of page.items.slice(0, 1))
        page.items.push({ ...item, team: { ...item.team, id: 'team_elsewhere', title: 'Elsewhere' } });
      return { ...answer, body: Buffer.from(JSON.stringify(page)) };
    };
  };
  const org = await orgCli('spaces: { Handbook: { teams: { Docs: edit, Nobody: edit } } }\n', { through });
  expect(await org.problems()).toContain('there is no team "Nobody"');
  const exported = await org.docs('org export --out same.yaml');
  expect([exported.code, exported.stderr]).toEqual([0, exported.stderr]);
  expect((await org.docs('org export --only spaces')).stdout).toContain('team_elsewhere: edit');
  const plan = await org.docs('org plan --file same.yaml --check');
  expect([plan.code, plan.stderr]).toEqual([0, plan.stderr]);
});
