import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../src/sandbox/store/store.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { statedStore } from '../support/demo-store.ts';
import { head } from '../support/planned.ts';
import { sandboxState, type Tables, without } from '../support/sandbox-state.ts';

const rest = '--yes --max-removals 100 --journal';
const freely = `--allow-opening public,administrators ${rest}`;

/** The line of `batch` that runs the rows of a file. */
const rowsLine = `batch --file rows.txt ${rest} run.jsonl`;

/** The line that makes the service as a file says. */
const applyLine = `org apply --file org.yaml --delete --allow-delete sites --allow-delete collections --allow-ownerless ${rest} run.jsonl`;

/**
 * Runs a line that deletes things on a service where only what is stated happens, then others in between, then undoes it.
 * Resolves with the undo, and the state before and after both.
 */
async function thereAndBack(
  line: string,
  files: Record<string, string>,
  between: readonly string[] = [],
  code = 0,
) {
  const store = statedStore();
  const docs = await sandboxCli(files, undefined, store);
  const before = sandboxState(store);
  for (const one of [line, ...between]) {
    const run = await docs(one);
    expect(run, run.stderr + run.stdout).toMatchObject({ code: 0 });
  }
  const left = sandboxState(store);
  const undo = await docs(`runs undo run.jsonl ${freely} undo.jsonl`);
  expect([undo.code, undo.stderr]).toEqual([code, undo.stderr]);
  expect(undo.stdout).not.toContain('failed');
  return { docs, store, undo, before, left, after: sandboxState(store, before) };
}

/** Undoes an undo, and that again. Resolves with the state after each. */
async function onceMore(docs: CliInFolder, store: Store, before: Tables, left: Tables) {
  const states: Tables[] = [];
  for (const [run, journal, earlier] of [
    ['undo', 'again', left],
    ['again', 'back', before],
  ] as const) {
    const undo = await docs(
      `runs undo ${run}.jsonl --allow-delete sites --allow-delete collections ${freely} ${journal}.jsonl`,
    );
    expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
    states.push(sandboxState(store, earlier));
  }
  return states;
}

/** The columns that tell where a collection, or a space, stands. */
const places = ['position', 'collection'];

interface Case {
  readonly rows: readonly string[];
  /** What cannot come back. */
  readonly lost?: RegExp;
  /** The tables and columns of what cannot come back; all others must be as before. */
  readonly apart?: readonly string[];
  /** Those that the undo of the undo does not give back: what is gone, or has no way back beside sections. */
  readonly apartAgain?: readonly string[];
}

const noMove =
  /space "Guides" \(space_guides\).*: parent: it stays at the top level: .* no operation to move a/;

const cases: Readonly<Record<string, Case>> = {
  'a section': { rows: ['sections delete section_api --site site_docs'] },
  'the default section': { rows: ['sections delete section_guides --site site_docs'] },
  'two sections': {
    rows: ['sections delete section_api --site site_docs', 'sections delete section_guides --site site_docs'],
  },
  'a space of a section, then the section': {
    rows: ['site-spaces delete sitesp_sdk --site site_docs', 'sections delete section_api --site site_docs'],
    // The undo has published it again, and it survives the section as well.
    apartAgain: ['site_spaces'],
  },
  'another path in a section, then the section': {
    rows: [
      'site-spaces update sitesp_rest --site site_docs --path http',
      'sections delete section_api --site site_docs',
    ],
    apartAgain: ['site_spaces'],
  },
  'a section group': {
    rows: ['section-groups delete group_learn --site site_docs'],
    apartAgain: ['section_group'],
  },
  'a section group and its section': {
    rows: [
      'section-groups delete group_build --site site_docs',
      'sections delete section_api --site site_docs',
    ],
  },
  'a site with sections': {
    rows: ['sites delete site_docs'],
    lost: /its hostname/,
    // Whether the service chooses the default of a site without a past is not known.
    apart: ['hostname', 'is_default'],
  },
  'a section, then its site': {
    rows: ['sections delete section_api --site site_docs', 'sites delete site_docs'],
    lost: /its hostname/,
    apart: ['hostname', 'is_default'],
  },
  'a collection with collections and spaces': {
    rows: ['collections delete col_product'],
    lost: noMove,
    apart: places,
  },
  'a collection, then one in it': {
    rows: ['collections delete col_product', 'collections delete col_legacy'],
    lost: noMove,
    apart: places,
  },
  'a collection in one, then that one': {
    rows: ['collections delete col_legacy', 'collections delete col_product'],
    lost: noMove,
    apart: places,
  },
  'a collection, after another title of one in it': {
    rows: ['collections update col_api --title Interfaces', 'collections delete col_product'],
    lost: noMove,
    apart: places,
  },
  'a collection, after one in it has left': {
    rows: ['collections move col_api --parent col_internal', 'collections delete col_product'],
    lost: noMove,
    apart: places,
  },
  'a site, and a collection with its spaces': {
    rows: ['sites delete site_docs', 'collections delete col_product'],
    lost: noMove,
    apart: [...places, 'hostname', 'is_default'],
  },
  // The service still has the roles of the team that is gone, and does not show them.
  'a team': { rows: ['teams delete team_docs'], apart: ['collection_teams', 'space_teams'] },
  'a custom field': { rows: ['custom-fields delete tier'] },
};

describe('where only what is stated happens, undo gives back, once, what a run has deleted', () => {
  test.each(Object.entries(cases))('%s', async (_, { rows, lost, apart = [], apartAgain = [] }) => {
    const files = { 'rows.txt': rows.map((row) => `${row}${/delete/.test(row) ? ' --yes' : ''}\n`).join('') };
    const { docs, store, undo, before, left, after } = await thereAndBack(rowsLine, files);
    if (lost) expect(undo.stderr).toMatch(lost);
    else expect(undo.stderr).not.toContain('cannot be restored');
    expect(without(after, apart)).toEqual(without(before, apart));
    const [again, back] = await onceMore(docs, store, before, left);
    const leaving = [...apart, ...apartAgain];
    expect(without(again as Tables, leaving)).toEqual(without(left, leaving));
    expect(without(back as Tables, apart)).toEqual(without(before, apart));
  });

  const sections = (text: string) =>
    `sites:\n  Acme Docs:\n    section-groups: []\n    sections: [${text}]\n`;
  const news = 'title: News, path: news';
  test.each([
    ['sections and groups', sections(`{ ${news} }`), []],
    ['the default section', 'sites: { Acme Docs: { sections: [{ title: API reference, path: api }] } }', []],
    [
      'collections, without what is in them',
      'managed: { collections: full }\ncollections: { Empty: {} }',
      places,
    ],
    [
      'a section, but for a space that moves to another one',
      sections(`{ ${news}, spaces: [{ space: REST API, path: rest, default: true }] }`),
      [],
    ],
    [
      'sections, but for a space that moves to a new one',
      sections(`{ title: Fresh, path: fresh, spaces: [{ space: REST API, path: rest }] }`),
      [],
    ],
    [
      'the root of a site: its spaces move to sections',
      `sites:
  "Handbook 手册, “internal”":
    sections:
      - { title: Work, path: work, default: true, spaces: [{ space: Handbook, path: handbook, default: true }] }
      - { title: Fresh, path: fresh, spaces: [{ space: People & HR, path: a }, { space: Runbooks, path: b }] }
`,
      ['is_default'],
    ],
  ])('what a file does not have: %s', async (_, text, apart) => {
    const { docs, store, before, left, after } = await thereAndBack(applyLine, { 'org.yaml': head + text });
    expect(without(after, apart)).toEqual(without(before, apart));
    const [, back] = await onceMore(docs, store, before, left);
    expect(without(back as Tables, apart)).toEqual(without(before, apart));
  });

  const deletions = [
    'sections delete section_api --site site_docs',
    'sections delete section_guides --site site_docs',
    'section-groups delete group_build --site site_docs',
    'site-spaces delete sitesp_sdk --site site_docs',
    'sites delete site_handbook',
    'collections delete col_product',
    'collections delete col_api',
    'collections delete col_internal',
    'teams delete team_support',
    'custom-fields delete tier',
  ];
  test('any deletions, in any order', async () => {
    const apart = [...places, 'is_default', 'collection_teams', 'space_teams', 'custom_field_values'];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(deletions, { minLength: 2, maxLength: 6 }), async (rows) => {
        const files = { 'rows.txt': rows.map((row) => `${row} --yes\n`).join('') };
        const { before, after } = await thereAndBack(rowsLine, files);
        expect(without(after, apart)).toEqual(without(before, apart));
      }),
      { numRuns: Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 8), endOnFailure: true },
    );
  }, 60_000);
});

describe('undo where only what is stated happens', () => {
  test('takes a space out of the site before it makes the section of it again', async () => {
    const { undo } = await thereAndBack(rowsLine, {
      'rows.txt': 'sections delete section_news --site site_docs --yes\n',
    });
    const site = '/v1/orgs/org_acme/sites/site_docs';
    expect(undo.writes).toMatchObject([
      { method: 'DELETE', path: `${site}/site-spaces/sitesp_changelog` },
      { method: 'POST', path: `${site}/sections`, body: { spaceId: 'space_changelog', title: 'News' } },
      { method: 'PATCH', path: `${site}/sections/section_1`, body: { defaultSiteSpace: 'sitesp_1' } },
      { method: 'PATCH', path: `${site}/site-spaces/sitesp_1`, body: { path: 'changelog' } },
    ]);
    expect(undo.stderr).toBe(`loses (1)
  section News of site Acme Docs (public): condition none → visitor.claims.plan == "pro"

addresses (1)
  https://docs.acme.example/changelog → https://docs.acme.example/news/changelog

+ create section "News" (section_news) (made again: its id is new)
plan: 4 requests; 0 left alone, 0 lost
done: 4 requests; undo with \`docs-admin runs undo undo.jsonl\`
`);
  });

  const deleteApi = { 'rows.txt': 'collections delete col_api --yes\n' };
  test('moves a collection back, and names the spaces that it cannot move', async () => {
    const { undo } = await thereAndBack(rowsLine, deleteApi);
    expect(undo.writes).toMatchObject([
      { path: '/v1/orgs/org_acme/collections', body: { title: 'API & SDKs', parent: 'col_product' } },
      { path: '/v1/collections/col_legacy/move', body: { parent: 'col_1' } },
      { path: '/v1/collections/col_1/permissions/teams/team_platform', body: { role: 'create' } },
    ]);
    const top = 'parent: it stays at the top level: the service has no operation to move a space';
    expect(undo.stderr).toBe(`opens (2)
  collection Legacy (v1), do not edit moves into collection API & SDKs, with admin for team Docs
  team Platform (6 people): none → create on collection API & SDKs

loses (4)
  cannot be restored: space "SDKs: \\"TypeScript\\", Python" (space_sdk): ${top}
  cannot be restored: space "REST API" (space_rest): ${top}
  cannot be restored: collection "API & SDKs" (col_api): its place among the others: the service does not show it
  team Platform (6 people): none → create on collection API & SDKs, which may hide a higher one

+ create collection "API & SDKs" (col_api) (made again: its id is new)
~ move collection "Legacy (v1), do not edit" (col_legacy)
    parent: none → "API & SDKs" (col_api)
plan: 3 requests; 0 left alone, 3 lost
done: 3 requests; undo with \`docs-admin runs undo undo.jsonl\`
`);
  });

  test('leaves a collection where someone has moved it since', async () => {
    const { undo, docs } = await thereAndBack(
      rowsLine,
      deleteApi,
      ['collections move col_legacy --parent col_internal'],
      6,
    );
    expect(undo.stderr).toContain(
      'warning: collection "Legacy (v1), do not edit" (col_legacy) stays as it is: parent has been changed since\n',
    );
    const { stdout } = await docs('collections list --fields title,parent --no-headers');
    expect(stdout.match(/Legacy.*/g)).toEqual([expect.stringContaining('col_internal')]);
  });

  test('shows in a plan the spaces that a deleted section has left beside the others', async () => {
    const docs = await sandboxCli(
      { 'org.yaml': `${head}sites: { Acme Docs: { sections: [{ title: News, path: news }] } }` },
      undefined,
      statedStore(),
    );
    expect(await docs(applyLine)).toMatchObject({ code: 0 });
    const adopted = await docs('org plan --file org.yaml --adopt --yes');
    expect(adopted.code).toBe(12);
    expect(adopted.stderr).toContain('site site_docs has sections, and a space that is in none of them');
    const again = await docs(`org apply --file org.yaml --delete ${rest} again.jsonl`);
    expect([again.code, again.writes.map(({ method }) => method)]).toEqual([0, Array(5).fill('DELETE')]);
    expect(await docs('org plan --file org.yaml --check --delete')).toMatchObject({ code: 0 });
  });
});

test('collections whose spaces survive', async () => {
  const { docs } = await thereAndBack(`batch --file rows.csv ${rest} run.jsonl -- collections delete {id}`, {
    'rows.csv': 'id\ncol_internal\ncol_empty\n',
  });
  const titles = (await docs('collections list --no-nested --fields title --no-headers')).stdout;
  expect(titles).toBe('Product\nEmpty\nInternal 内部\n');
});

test('teams whose roles survive', async () => {
  const { docs } = await thereAndBack(`batch --file rows.csv ${rest} run.jsonl -- teams delete {id}`, {
    'rows.csv': 'id\nteam_docs\nteam_platform\n',
  });
  // The role of a team that is gone is not shown; that of the new one is.
  expect((await docs('collections permissions list col_product --fields team.id --no-headers')).stdout).toBe(
    'team_support\nteam_2\n',
  );
});

test('teams, collections and sites that a file does not have', async () => {
  const { docs, before, after } = await thereAndBack(applyLine, {
    'org.yaml': `${head}managed: { teams: full, collections: full, sites: full }
teams: {}
collections:
  Empty: {}
  Product: { collections: { "API & SDKs": { collections: { "Legacy (v1), do not edit": {} } } } }
sites: { Acme Docs: {}, Partner portal: {} }
`,
  });
  const handbook = 'site-spaces list --site name:"Handbook 手册, “internal”" --fields space.id --no-headers';
  expect((await docs(handbook)).stdout).toBe('space_handbook\nspace_hr\nspace_runbooks\n');
  const apart = [...places, 'is_default', 'collection_teams', 'space_teams', 'default_team'];
  expect(without(after, apart)).toEqual(without(before, apart));
});

test('a default level that comes back may take something away: the undo says why', async () => {
  const docs = await sandboxCli({}, undefined, statedStore());
  expect(
    await docs(`batch --file - ${rest} run.jsonl`, { stdin: 'collections delete col_product\n' }),
  ).toMatchObject({
    code: 0,
  });
  const { stderr } = await docs(`runs undo run.jsonl ${freely} undo.jsonl`);
  expect(stderr).toContain('\n  collection Product, default level: no access → edit\n');
  expect(stderr).toContain(
    '\n  collection Product, default level: no access → edit, which may hide a higher one\n',
  );
});
