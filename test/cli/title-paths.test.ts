import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const org = '/v1/orgs/org_acme';
const page = (items: unknown[]) => ({ json: { items } });
const space = (id: string, title: string, parent?: string) => ({
  space: { id, title, ...(parent && { parent }) },
});

/** Collections and spaces with titles that repeat. */
const collections = [
  { id: 'hr', title: 'HR' },
  { id: 'sales', title: 'Sales & more' },
  { id: 'hr_eu', title: 'EU', parent: 'hr' },
  { id: 'sales_eu', title: 'EU', parent: 'sales' },
  { id: 'slash', title: 'A/B' },
  { id: 'a', title: 'A' },
];
const spaces = [
  space('s_hr', 'Onboarding', 'hr'),
  space('s_hr_eu', 'Onboarding', 'hr_eu'),
  space('s_sales_eu', 'Onboarding', 'sales_eu'),
  space('s_top', 'Onboarding'),
  space('s_slash', 'C', 'slash'),
  space('s_whole', 'HR/Onboarding'),
  space('s_b', 'B/C', 'a'),
  space('s_twin', 'Twin', 'hr'),
  space('s_twin_2', 'Twin', 'hr'),
  space('s_quote', "It's", 'sales'),
  space('s_quote_2', "It's", 'hr'),
  space('s_lone', 'Lone', 'gone'),
];

function repeating() {
  return scriptedCli(({ path }) => {
    const pathname = path.replace(/\?.*/, '');
    if (pathname === `${org}/members`) return page([{ id: 'u', role: 'admin' }]);
    if (pathname === `${org}/members/u/spaces`) return page(spaces);
    if (pathname === `${org}/collections`) return page(collections);
    return page([]);
  });
}

const paths = (run: { requests: readonly { path: string }[] }) =>
  run.requests.map(({ path }) => path.replace(/\?.*/, ''));
const listOfSpaces = [`${org}/members`, `${org}/members/u/spaces`];

describe('a space is named by what it stands in', () => {
  test.each([
    ['EU/Lone', undefined],
    ['HR/EU/Onboarding', 's_hr_eu'],
    ['/HR/EU/Onboarding', 's_hr_eu'],
    ['Sales & more/EU/Onboarding', 's_sales_eu'],
    ['/Onboarding', 's_top'],
    // A space at the top is called like this, so that it may mean both.
    ['/HR/Onboarding', undefined],
    ['HR/Onboarding', 's_whole'],
    ['/HR/Onboarding/', undefined],
    ['A/B/C', undefined],
    ['/A/B/C', undefined],
    ['A/B/C/', undefined],
    ['Nowhere/Onboarding', undefined],
    ['gone/Lone', undefined],
    ['/Lone', undefined],
    ['/', undefined],
    ['//Onboarding', undefined],
    ['EU/onboarding', undefined],
  ])('%s', async (name, id) => {
    const docs = await repeating();
    const run = await docs(['spaces', 'permissions', 'list', `name:${name}`]);
    if (id !== undefined) expect(paths(run).at(-1), run.stderr).toBe(`/v1/spaces/${id}/permissions/teams`);
    else expect(run.code, run.stderr).toBeGreaterThan(0);
  });

  test('several that a path means are listed with names that can be copied, or with their titles where none tells them apart', async () => {
    const docs = await repeating();
    expect(await docs(['spaces', 'permissions', 'list', 'name:Onboarding'])).toMatchObject({
      code: 2,
      stderr: [
        'error: invalid <spaceId> "name:Onboarding": 4 of them have this name',
        '  s_hr  Onboarding',
        '  s_hr_eu  name:HR/EU/Onboarding',
        "  s_sales_eu  'name:Sales & more/EU/Onboarding'",
        '  s_top  name:/Onboarding',
        'hint: give the id of the space that you mean, or its name with what it stands in\n',
      ].join('\n'),
    });
    expect((await docs(['spaces', 'permissions', 'list', 'name:EU/Onboarding'])).stderr).toContain(
      "  s_hr_eu  name:HR/EU/Onboarding\n  s_sales_eu  'name:Sales & more/EU/Onboarding'\n",
    );
    expect((await docs(['spaces', 'permissions', 'list', "name:It's"])).stderr).toContain(
      `  s_quote  'name:Sales & more/It'\\''s'\n  s_quote_2  'name:HR/It'\\''s'\n`,
    );
    expect((await docs(['spaces', 'permissions', 'list', 'name:Twin'])).stderr).toContain(
      '  s_twin  Twin\n  s_twin_2  Twin\nhint: give the id of the space that you mean\n',
    );
    // A/B/C is a space in A/B, and one in A.
    expect((await docs(['spaces', 'permissions', 'list', 'name:A/B/C'])).stderr).toContain(
      '2 of them have this name\n  s_slash  C\n  s_b  B/C\n',
    );
  });

  test('an unknown path is not found', async () => {
    const docs = await repeating();
    expect(await docs(['spaces', 'get', 'name:Nowhere/Onboarding'])).toMatchObject({
      code: 5,
      stderr:
        'error: <spaceId> "name:Nowhere/Onboarding" not found: no space has this title, or this path of titles\n' +
        'hint: a title must be exact, in upper and lower case; `docs-admin spaces list` shows what there is\n',
    });
  });

  test('the list of collections is read once, and only for a path or a title that repeats', async () => {
    const docs = await repeating();
    expect(paths(await docs(['spaces', 'permissions', 'list', 'name:C']))).toEqual([
      ...listOfSpaces,
      '/v1/spaces/s_slash/permissions/teams',
    ]);
    expect(paths(await docs(['spaces', 'permissions', 'list', 'name:HR/Onboarding']))).toEqual([
      ...listOfSpaces,
      '/v1/spaces/s_whole/permissions/teams',
    ]);
    expect(paths(await docs(['spaces', 'permissions', 'list', 'name:HR/EU/Onboarding']))).toEqual([
      ...listOfSpaces,
      `${org}/collections`,
      '/v1/spaces/s_hr_eu/permissions/teams',
    ]);
    const two = [
      'sites',
      'create',
      '--title',
      'X',
      '--space',
      'name:HR/EU/Onboarding',
      '--space',
      'name:/Onboarding',
    ];
    expect(paths(await docs([...two, '--dry-run']))).toEqual([...listOfSpaces, `${org}/collections`]);
    expect(paths(await docs(['spaces', 'permissions', 'list', 'name:Onboarding']))).toEqual([
      ...listOfSpaces,
      `${org}/collections`,
    ]);
    expect(paths(await docs(['spaces', 'get', 'name:HR/EU/Onboarding']))).toEqual([
      ...listOfSpaces,
      `${org}/collections`,
    ]);
    // A team stands in nothing.
    expect(paths(await docs(['teams', 'get', 'name:A/B']))).toEqual([`${org}/teams`]);
  });

  test('where collections cannot be read, a path fails as the request does, and a list has ids only', async () => {
    const docs = await scriptedCli(({ path }) => {
      const pathname = path.replace(/\?.*/, '');
      if (pathname === `${org}/members`) return page([{ id: 'u', role: 'admin' }]);
      if (pathname === `${org}/members/u/spaces`) return page(spaces);
      return { status: 403, json: { message: 'not yours' } };
    });
    expect(await docs(['spaces', 'get', 'name:HR/EU/Onboarding'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('not yours'),
    });
    expect((await docs(['spaces', 'get', 'name:Onboarding'])).stderr).toContain(
      '4 of them have this name\n  s_hr  Onboarding\n',
    );
    expect((await docs('spaces list -o csv')).stdout).toContain('\ns_hr,Onboarding,hr,');
  });
});

describe('other kinds', () => {
  test.for<[line: string, last: string]>([
    ['collections get name:Product/API & SDKs', '/v1/collections/col_api'],
    ['collections get name:/Product', '/v1/collections/col_product'],
    ['collections get "name:Product/API & SDKs/Legacy (v1), do not edit"', '/v1/collections/col_legacy'],
    [
      'sections update name:Learn/Guides --site site_docs --title Xy',
      `${org}/sites/site_docs/sections/section_guides`,
    ],
    [
      'sections update "name:Acme Docs/Learn/Guides" --site "name:Acme Docs" --title Xy',
      `${org}/sites/site_docs/sections/section_guides`,
    ],
    [
      'sections update "name:Acme Docs/News" --site site_docs --title Xy',
      `${org}/sites/site_docs/sections/section_news`,
    ],
    [
      'site-spaces update name:Guides/Tutorials --site site_docs --path x',
      `${org}/sites/site_docs/site-spaces/sitesp_tutorials`,
    ],
    [
      'section-groups update "name:Acme Docs/Learn" --site site_docs --title Xy',
      `${org}/sites/site_docs/section-groups/group_learn`,
    ],
    ['spaces get "name:Internal 内部/Runbooks" -o id', `${org}/members`],
  ])('%s', async ([line, last]) => {
    const docs = await sandboxCli();
    const quoted = line.replace(/(name:Product\/API & SDKs)$/, '"$1"');
    const run = await docs(quoted);
    expect(run.code, run.stderr).toBe(0);
    if (!line.startsWith('spaces')) expect(paths(run).at(-1)).toBe(last);
  });

  test('a section of another site is not meant', async () => {
    const docs = await sandboxCli();
    const run = await docs('sections update "name:Partner portal/News" --site site_docs --title Xy');
    expect(run).toMatchObject({ code: 5, writes: [] });
  });
});

describe('the collection of a space is shown', () => {
  test('in tables and cells, with one list, and not to programs that take objects', async () => {
    const docs = await sandboxCli();
    const csv = await docs('spaces list -o csv');
    expect(csv.stdout.split('\n')[0]).toBe(
      'id,title,collection,visibility,changeRequestsOpen,comments,updatedAt',
    );
    expect(csv.stdout).toContain('\nspace_rest,REST API,Product/API & SDKs,');
    expect(paths(csv).filter((path) => path.endsWith('/collections'))).toHaveLength(1);
    const table = await docs('spaces list -o table');
    expect(table.stdout).toMatch(/^ID +TITLE +COLLECTION /);
    for (const line of ['spaces list --json', 'spaces list -o id', 'spaces list -o csv --fields id,parent']) {
      const run = await docs(line);
      expect(paths(run).filter((path) => path.endsWith('/collections'))).toEqual([]);
      expect(run.stdout).not.toMatch(/^collection|"collection":/m);
    }
  });

  test('in pickers', async () => {
    const docs = await sandboxCli();
    const run = await docs('spaces permissions list', { terminal: true, answers: ['space_runbooks'] });
    expect(run.choices).toContain('Internal 内部/Runbooks  space_runbooks');
    expect(run.choices).toContain('Drafts  space_drafts');
  });
});
