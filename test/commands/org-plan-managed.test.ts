import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

const head = 'format: docs-admin-organization/1\n';

async function planned(lines: string, flags = '') {
  const docs = await sandboxCli({ 'org.yaml': head + lines });
  const run = await docs(`org plan --file org.yaml --json ${flags}`);
  return { ...run, plan: run.code === 0 ? JSON.parse(run.stdout) : undefined };
}

/** Returns the actions and the names of changes. */
const named = (changes: { action: string; kind: string; name: string }[]) =>
  changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`);

/** A file for each section that keeps one thing of the demo data, and the kind and a name of what it leaves out. */
const sections = {
  members: ['{ ada@acme.example: admin }', 'member', 'bo@acme.example'],
  teams: ['{ Docs: {} }', 'team', 'Nobody yet'],
  'custom-fields': ['{ public: { title: May be published, type: boolean } }', 'custom-field', 'tier'],
  collections: ['{ Empty: {} }', 'collection', 'Internal 内部'],
  sites: ['{ Acme Docs: {} }', 'site', 'Partner portal'],
  openapi: ['{ petstore: {} }', 'openapi', 'payments'],
  translations: ['{ Someday: {} }', 'translation', 'Docs, in other languages'],
  saml: ['{ Okta: {} }', 'saml', 'Entra “guests”'],
} as const;

describe.each(Object.entries(sections))('what %s does not list', (section, [value, kind, name]) => {
  test('stays, and is counted', async () => {
    const { plan } = await planned(`${section}: ${value}\n`, '--delete');
    expect(plan).toMatchObject({ changes: [], withheld: [], objections: [] });
    expect(plan.unmanaged[kind]).toBeGreaterThan(0);
  });

  test('is withheld if the section is managed in full', async () => {
    const { plan } = await planned(`managed: { ${section}: full }\n${section}: ${value}\n`);
    expect(plan).toMatchObject({ changes: [], objections: [], unmanaged: {} });
    expect(named(plan.withheld)).toContain(`delete ${kind} ${name}`);
    expect(plan.withheld[0].reason).toBe('needs --delete');
  });

  test('is deleted with --delete, too', async () => {
    const { plan } = await planned(`managed: { ${section}: full }\n${section}: ${value}\n`, '--delete');
    expect(plan).toMatchObject({ withheld: [], unmanaged: {} });
    expect(named(plan.changes)).toContain(`delete ${kind} ${name}`);
  });

  test('is held back if it is to be kept, whatever the flags', async () => {
    const file = `managed: { ${section}: full }\nkeep: [ "${kind}:*" ]\n${section}: ${value}\n`;
    const flags = '--delete --max-removals 1000 --allow-ownerless --allow-delete sites,collections';
    const { plan } = await planned(file, flags);
    expect(plan.objections.length).toBeGreaterThan(0);
    for (const { message, flag } of plan.objections) {
      expect(message).toMatch(/ is to be kept, and would be deleted$/);
      expect(flag).toBeUndefined();
    }
  });

  test('is left alone if someone else looks after it', async () => {
    const last = name.split('/').at(-1);
    const file = `managed: { ${section}: full }\nignore: [ "${kind}:${last}" ]\n${section}: ${value}\n`;
    const { plan } = await planned(file, '--delete');
    expect(named(plan.changes).filter((one) => one.includes(name))).toEqual([]);
    expect(plan.unmanaged).toEqual({});
  });
});

describe('what someone else looks after', () => {
  test('keeps its ties: members of teams, roles of teams', async () => {
    const file = `ignore: [ "member:*@partner.example", "team:Docs" ]
teams: { Design 🎨: { members: { noa@acme.example: owner, omar@acme.example: member, zoe@acme.example: member } } }
collections: { Product: { teams: {} } }
`;
    const { plan } = await planned(file);
    expect(named(plan.changes)).toEqual(['revoke collection-team Product: Support, EMEA']);
  });

  test('must not be declared, also not inside another thing', async () => {
    const { code, stderr } = await planned(`ignore: [ "member:kim@*", "team:Docs" ]
teams: { Platform: { members: { kim@acme.example: owner } } }
collections: { Product: { teams: { Docs: read } } }
`);
    expect(code).toBe(2);
    expect(stderr).toContain('teams.Platform.members.');
    expect(stderr).toContain('collections.Product.teams.Docs: is managed elsewhere');
  });

  test('is not deleted with the thing around it', async () => {
    const file = `managed: { collections: full }
ignore: [ "collection:API & SDKs" ]
collections: { Empty: {}, Internal 内部: {} }
`;
    const { plan } = await planned(file, '--delete --allow-delete collections --max-removals 100');
    expect(plan.objections).toEqual([
      {
        message:
          'collection "Product" holds what is managed elsewhere, which would be deleted with it: Product/API & SDKs; and Product/API & SDKs/Legacy (v1), do not edit',
      },
    ]);
  });
});

test('inside a thing that the file lists, what is not named goes: only languages, sections and spaces of sites need --delete', async () => {
  const file = `translations: { "Docs, in other languages": { languages: {} } }
spaces: { Handbook: { teams: {}, fields: {} } }
`;
  const { plan } = await planned(file);
  expect(plan.counts).toMatchObject({ revoke: 2, update: 3 });
  expect(named(plan.withheld)).toEqual([
    'delete translation-language Docs, in other languages: en',
    'delete translation-language Docs, in other languages: fr',
    'delete translation-language Docs, in other languages: ja',
  ]);
});

describe('what goes for good', () => {
  test.each([
    [
      'a site',
      'sites: full',
      'sites: { Acme Docs: {}, Partner portal: {} }',
      '--allow-delete sites',
      'site "Handbook 手册, “internal”" would go offline for good',
    ],
    [
      'a collection with spaces',
      'collections: full',
      'collections: { Empty: {}, Product: { collections: { API & SDKs: { collections: { "Legacy (v1), do not edit": {} } } } } }',
      '--allow-delete collections',
      'collection "Internal 内部" holds 2 spaces: they would be deleted with it',
    ],
  ])('%s needs a flag of its own', async (_, managed, value, flag, message) => {
    const file = `managed: { ${managed} }\n${value}\n`;
    expect((await planned(file, '--delete')).plan.objections).toEqual([{ message, flag }]);
    expect((await planned(file, `--delete ${flag}`)).plan.objections).toEqual([]);
    expect((await planned(file)).plan.objections).toEqual([]);
  });

  test('a collection without spaces needs none', async () => {
    const file =
      'managed: { collections: full }\ncollections: { Internal 内部: {}, Product: { collections: { API & SDKs: { collections: { "Legacy (v1), do not edit": {} } } } } }\n';
    expect((await planned(file, '--delete')).plan).toMatchObject({ counts: { delete: 1 }, objections: [] });
  });

  test('the last provider stays, whatever the flags', async () => {
    const file =
      'managed: { saml: full }\nsaml: { New: { entity-id: "https://new.example/e", sso-url: "https://new.example/s" } }\n';
    const { plan } = await planned(file, '--delete --max-removals 100');
    expect(plan.objections).toEqual([{ message: 'org_acme would lose all 2 of its sign-on providers' }]);
    expect(
      (await planned('managed: { saml: full }\nsaml: { Okta: {} }\n', '--delete')).plan.objections,
    ).toEqual([]);
  });

  test.each([
    ['site', 'is no section of an organization file'],
    ['teams', 'cannot be chosen here'],
  ])('--allow-delete takes sites and collections, not %s', async (name, message) => {
    const { code, stderr } = await planned('teams: {}\n', `--allow-delete ${name}`);
    expect(code).toBe(2);
    expect(JSON.parse(stderr).error).toMatchObject({
      message: `invalid --allow-delete: "${name}" ${message}`,
      hint: 'sections are collections, sites',
    });
  });

  test('apply refuses what a guard holds back, and names all flags', async () => {
    const file = 'managed: { sites: full }\nsites: { Acme Docs: {} }\nteams: { Docs: { members: {} } }\n';
    const docs = await sandboxCli({ 'org.yaml': head + file });
    const refused = await docs('org apply --file org.yaml --delete --yes --max-removals 8');
    expect(refused).toMatchObject({ code: 2, writes: [] });
    expect(refused.stderr).toContain(
      'hint: if you mean it, allow it with --allow-delete sites --max-removals 13 --allow-ownerless\n',
    );
    const flags = '--allow-ownerless --allow-delete sites --max-removals 13';
    const applied = await docs(`org apply --file org.yaml --delete --yes ${flags}`);
    expect(applied).toMatchObject({ code: 0 });
    expect(applied.writes).toHaveLength(3);
  });
});

test('every kind of loss counts', async () => {
  const file = `managed: { teams: full, custom-fields: full, openapi: full, translations: full, saml: full }
members: { kim@acme.example: read }
teams:
  Docs: { members: { ada@acme.example: owner, linus@acme.example: member, gil@contractor.example: member, mei.chen@acme.example: member, ravi@acme.example: member, yuki@acme.example: member } }
  Design 🎨: {}
  Nobody yet: {}
  Platform: {}
  Support, EMEA: {}
custom-fields: { audiences: { type: "select:multi", options: [ customers, partners, staff ] }, labels: { type: tags }, owner_team: { type: text }, public: { type: boolean }, review_days: { type: number } }
collections: { Product: { default-level: read, teams: { Docs: edit } } }
spaces: { Handbook: { teams: { Docs: read }, fields: { owner_team: Docs, public: false } } }
sites:
  Acme Docs:
    section-groups: [ { title: Learn }, { title: Build } ]
    sections:
      - { title: Guides, path: guides, group: Learn, default: true, spaces: [ { space: Guides, path: guides, default: true }, { space: Tutorials, path: tutorials } ] }
      - { title: API reference, path: api, group: Build }
openapi: { petstore: {}, broken: {} }
translations: { "Docs, in other languages": { languages: { en: { instructions: { object: document } } } } }
saml: { Okta: {} }
`;
  const { plan, stderr } = await planned(file, '--delete --max-removals 0');
  expect(stderr).toBe('');
  const [all] = plan.objections.filter(({ message }: { message: string }) =>
    message.endsWith('; 0 are allowed'),
  );
  expect(all.message).toBe(
    'it would lower the roles of 1 member, delete 1 team, end or lower 4 memberships, delete 1 custom field, lower 1 collection, ' +
      'end or lower 2 roles of teams on collections, end or lower 3 roles of teams on spaces, clear 2 field values, ' +
      'delete 1 section, delete 2 site spaces, delete 1 specification, delete 1 translation setting, ' +
      'delete 2 languages and delete 1 SAML provider; 0 are allowed',
  );
  expect(all.flag).toBe('--max-removals 23');
});

describe('a pattern that means nothing', () => {
  test.each([
    ['keep: ["team:docs"]\nteams: { Docs: {} }', '"team:docs"', '"Docs"', '"team:Docs"'],
    ['ignore: ["team:Dcos"]\nteams: { Docs: {} }', '"team:Dcos"', '"Docs"', '"team:Docs"'],
    ['keep: ["site:cafe*"]\nsites: { Café Docs: {} }', '"site:cafe*"', '"Café Docs"', '"site:Café Docs"'],
    [
      'keep: ["collection:Product/api"]\ncollections: { Product: { collections: { API: {} } } }',
      '"collection:Product/api"',
      '"Product/API"',
      '"collection:Product/API"',
    ],
  ])(
    'is an error where the file has a name that differs by little: %s',
    async (lines, pattern, near, write) => {
      const docs = await sandboxCli({ 'org.yaml': `${head}${lines}\n` });
      const run = await docs('org validate --file org.yaml');
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).toContain(
        `[0]: ${pattern} means nothing in this file, which has ${near}: write ${write}`,
      );
    },
  );

  test('is none where only a number differs, or the file has the name', async () => {
    const docs = await sandboxCli({
      'org.yaml': `${head}keep: ["team:Docs", "team:Doc*"]\nignore: ["team:Team 2"]\nteams: { Docs: {}, Team 1: {} }\n`,
    });
    expect(await docs('org validate --file org.yaml')).toMatchObject({ code: 0 });
  });

  test('is a warning of the plan, with the nearest name of the service', async () => {
    const file = `keep: ["team:platform", "member:nemo@*", "team:Support*"]\nignore: ["team:okta-*", "site:Nothing"]\nmembers: {}\nteams: { Docs: {} }\n`;
    const { plan } = await planned(file);
    expect(plan.warnings).toEqual([
      {
        message: 'keep[0]: "team:platform" means nothing; "Platform" is there',
        file: 'org.yaml',
        line: 2,
      },
      { message: 'keep[1]: "member:nemo@*" means nothing', file: 'org.yaml', line: 2 },
      { message: 'ignore[0]: "team:okta-*" means nothing', file: 'org.yaml', line: 3 },
    ]);
    const docs = await sandboxCli({ 'org.yaml': head + file });
    expect((await docs('org plan --file org.yaml')).stderr).toContain(
      'warning: org.yaml:2:8: keep[0]: "team:platform" means nothing; "Platform" is there\n',
    );
  });
});
