import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';
import { answer as answerOf } from '../support/scripted-transport.ts';

const file = `format: docs-admin-organization/1
sites:
  Acme Docs:
    section-groups: [ { title: Start, previously: [ Learn ] }, { title: Build } ]
    sections:
      - { title: API reference, path: api, group: Build, spaces: [ { space: REST API }, { space: Drafts, default: true } ] }
      - { title: Guides, path: start, previously: [ guides ], group: Start, default: true, spaces: [ { space: Guides } ] }
      - { title: News, path: news, spaces: [ { space: Changelog } ] }
`;

const undoOf = ({ stderr }: Run) => /undo with `docs-admin (runs undo \S+)`/.exec(stderr)?.[1] ?? '';

type Answers = (path: string, text: string) => string | undefined;

/** Restructures a site. Afterwards, `answers` may replace what the service answers; without a text, it refuses. */
async function restructured(
  answers: Answers = (_, text) => text,
): Promise<{ docs: CliInFolder; before: string; run: Run }> {
  let isDone = false;
  const docs = await sandboxCli(
    { ...exampleFiles, 'org.yaml': file },
    (sandbox) => async (request, signal) => {
      const answer = await sandbox(request, signal);
      if (!isDone || request.method !== 'GET') return answer;
      const text = answers(new URL(request.url).pathname, Buffer.from(answer.body).toString());
      return text === undefined ? answerOf(403, {}) : { ...answer, body: Buffer.from(text) };
    },
  );
  const before = (await docs('org export --only sites')).stdout;
  const run = await docs(
    'org apply --file org.yaml --delete --allow-delete sites --yes --allow-opening public',
  );
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  expect(run.writes.length).toBeGreaterThan(5);
  isDone = true;
  return { docs, before, run };
}

describe('undo of a file without section groups, by which a site loses its sections', () => {
  const flat = `format: docs-admin-organization/1
sites:
  Acme Docs:
    spaces: [ { space: REST API, path: rest, default: true } ]
`;

  async function flattened() {
    const docs = await sandboxCli({ 'org.yaml': flat });
    const before = (await docs('org export --only sites')).stdout;
    const run = await docs('org apply --file org.yaml --delete --max-removals 50 --yes');
    expect([run.code, run.stderr]).toEqual([0, run.stderr]);
    return { docs, before, undo: () => docs(`${undoOf(run)} --yes --allow-opening public`) };
  }

  test('puts the sections back into their groups', async () => {
    const { docs, before, undo } = await flattened();
    expect(await undo()).toMatchObject({ code: 0 });
    expect((await docs('org export --only sites')).stdout).toBe(before);
  });

  test('says which group others have deleted', async () => {
    const { docs, before, undo } = await flattened();
    await docs('section-groups delete group_learn --site site_docs --yes');
    const { code, stderr } = await undo();
    expect([code, stderr]).toEqual([
      6,
      expect.stringContaining(
        '(section_guides) stays as it is: section group group_learn has been deleted since',
      ),
    ]);
    expect((await docs('org export --only sites')).stdout).toBe(
      before
        .replace('      - title: Learn\n        icon: graduation-cap\n', '')
        .replace('        group: Learn\n', ''),
    );
  });
});

describe('undo of a site that a file has restructured', () => {
  test('gives the structure back, and its own undo the new one', async () => {
    const { docs, before, run } = await restructured();
    const after = (await docs('org export --only sites')).stdout;
    const undo = await docs(`${undoOf(run)} --yes --max-removals 100 --allow-opening public`);
    expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
    expect((await docs('org export --only sites')).stdout).toBe(before);
    const redo = await docs(`${undoOf(undo)} --yes --max-removals 100 --allow-opening public`);
    expect([redo.code, redo.stderr]).toEqual([0, redo.stderr]);
    expect((await docs('org export --only sites')).stdout).toBe(after);
  });

  /** Undoes a restructuring after someone has run a line. Returns the undo, and the exports around both. */
  async function undoneAfter(line: string, code = 0) {
    const { docs, run, before } = await restructured();
    const change = await docs(line);
    expect([change.code, change.stderr]).toEqual([0, change.stderr]);
    const undo = await docs(`${undoOf(run)} --yes --max-removals 100 --allow-opening public`);
    expect([undo.code, undo.stderr]).toEqual([code, undo.stderr]);
    return { docs, undo, before, after: (await docs('org export --only sites')).stdout };
  }

  test('leaves what another user has changed, and says so', async () => {
    const { undo, before, after } = await undoneAfter(
      'sections update section_guides --path elsewhere --site site_docs',
      6,
    );
    expect(undo.stderr).toContain(
      'warning: section "Guides" (section_guides) stays as it is: path has been changed since\n',
    );
    expect(undo.stderr).toContain('1 left alone, 0 lost');
    expect(after).toBe(before.replace(/^ {8}path: guides$/m, '        path: elsewhere'));
  });

  test.each(['', ' --with-contents'])(
    'keeps spaces in the sections of the run that cannot go back beside a section of another user%s',
    async (flag) => {
      const docs = await sandboxCli({
        'org.yaml': `format: docs-admin-organization/1
sites:
  "Handbook 手册, “internal”":
    sections:
      - { title: Work, path: work, default: true, spaces: [ { space: Handbook, path: handbook } ] }
      - { title: Life, path: life, spaces: [ { space: People & HR, path: hr }, { space: Runbooks, path: runs } ] }
`,
      });
      const run = await docs('org apply --file org.yaml --delete --yes');
      await docs('sections create site_handbook --space space_rest --title Theirs --yes');
      const undo = await docs(`${undoOf(run)} --yes --max-removals 100 --allow-opening public${flag}`);
      expect([undo.code, undo.stderr]).toEqual([6, undo.stderr]);
      expect(undo.stderr.match(/^warning: .*/gm)).toEqual([
        'warning: site space "Handbook" (sitesp_1) stays as it is: others have added section "Theirs" (section_3)',
        'warning: site space "People & HR" (sitesp_2) stays as it is: others have added section "Theirs" (section_3)',
        'warning: site space "Runbooks" (sitesp_3) stays as it is: others have added section "Theirs" (section_3)',
        'warning: section "Work" (section_1) stays as it is: site space "Handbook" (sitesp_1) stays in it',
        'warning: section "Life" (section_2) stays as it is: site space "People & HR" (sitesp_2) and site space "Runbooks" (sitesp_3) stay in it',
      ]);
      expect(undo.writes.map(({ method }) => method)).not.toContain('DELETE');
    },
  );

  test('deletes a new collection that another one with spaces goes back from', async () => {
    const docs = await sandboxCli({
      'org.yaml': `format: docs-admin-organization/1
collections: { New: { collections: { Inside: { previously: [ Internal 内部 ] } } } }
`,
    });
    const before = (await docs('org export --only collections,spaces')).stdout;
    const run = await docs('org apply --file org.yaml --yes');
    const undo = await docs(`${undoOf(run)} --yes --max-removals 100`);
    expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
    expect((await docs('org export --only collections,spaces')).stdout).toBe(before);
  });

  test('turns only those pairs in the order of a list that the run has turned', async () => {
    const { undo, after } = await undoneAfter(
      'sections move section_api --after section_news --site site_docs',
    );
    expect(undo.stderr).toContain('0 left alone, 0 lost');
    // Before, the API reference was between them; the run has put it first.
    expect(after).toMatch(/^ {8}path: guides$[\s\S]*^ {8}path: news$[\s\S]*^ {8}path: api$/m);
  });

  test('leaves a section that another user has made, and gives everything else back', async () => {
    const { docs, undo, before } = await undoneAfter(
      'sections create --space space_runbooks --title Extra --site site_docs --yes',
    );
    expect(undo.stderr).toContain('0 left alone, 0 lost');
    await docs('sections delete name:Extra --site site_docs --yes');
    expect((await docs('org export --only sites')).stdout).toBe(before);
  });

  test('finds a space that has got another title since', async () => {
    const { docs, run, before } = await restructured((_, text) =>
      text.replaceAll('"Drafts"', '"Old drafts"'),
    );
    const undo = await docs(`${undoOf(run)} --yes --max-removals 100 --allow-opening public`);
    expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
    expect((await docs('org export --only sites')).stdout).toBe(before.replaceAll('Drafts', 'Old drafts'));
  });

  test('names a space that is gone, and gives the rest of the structure back', async () => {
    const { docs, run, before } = await restructured((_, text) =>
      text.replaceAll('space_tutorials', 'space_other'),
    );
    const undo = await docs(`${undoOf(run)} --yes --max-removals 100 --allow-opening public`);
    expect(undo.stderr).toContain(
      '  cannot be restored: structure of site Acme Docs (site_docs): space "Tutorials" (space_tutorials): it no longer exists, and the service has no operation to create a space\n',
    );
    expect(undo.stderr).toContain('0 left alone, 1 lost');
    expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
    const tutorials =
      '          - space: Tutorials\n            path: tutorials\n            condition: ""\n';
    expect(before).toContain(tutorials);
    expect((await docs('org export --only sites')).stdout).toBe(before.replace(tutorials, ''));
  });

  test.each([
    ['/site-spaces', 'its site-space list cannot be read'],
    ['/spaces', 'its space list cannot be read'],
  ])('leaves the structure as it is where %s cannot be read', async (path, reason) => {
    const { docs, run } = await restructured((at, text) => (at.endsWith(path) ? undefined : text));
    const undo = await docs(`${undoOf(run)} --yes --max-removals 100 --allow-opening public`);
    expect(undo.stderr).toContain('warning: structure of site Acme Docs (site_docs) stays as it is');
    expect(undo.stderr).toContain(reason);
    expect(undo.writes).toEqual([]);
  });

  test('names a site that no longer exists', async () => {
    const { docs, run } = await restructured();
    await docs('sites delete site_docs --yes');
    const undo = await docs(`${undoOf(run)} --yes`);
    expect(undo.stderr).toContain('stays as it is: site site_docs no longer exists');
    expect(undo.writes).toEqual([]);
  });
});

test('undo names what stays in a section that the service has made for it, when a file has added the first section', async () => {
  const first = `format: docs-admin-organization/1
sites: { Partner portal: { sections: [ { title: New, path: new, spaces: [ { space: Tutorials } ] } ] } }
`;
  const docs = await sandboxCli({ 'first.yaml': first });
  const run = await docs('org apply --file first.yaml --yes --allow-opening public');
  const undo = await docs(`${undoOf(run)} --yes`);
  expect(undo).toMatchObject({ code: 0 });
  expect(undo.stderr).toContain(
    '  cannot be restored: order of the sections of site "Partner portal" (site_partners): if the site had no sections before, its spaces stay in section section_1\n',
  );
  expect(undo.stderr).toContain('plan: 1 request; 0 left alone, 1 lost\n');
  const again = await docs(`${undoOf(run)} --yes`);
  expect(again).toMatchObject({ code: 0, writes: [] });
});

test('undo gives the order of spaces back where they have moved around a new one', async () => {
  const spaces = ['Drafts', 'Runbooks', 'Handbook', 'People & HR'];
  const listed = spaces.map((space, at) => `      - { space: ${space}${at === 0 ? ', default: true' : ''} }`);
  const org = `format: docs-admin-organization/1\nsites:\n  "Handbook 手册, “internal”":\n    spaces:\n${listed.join('\n')}\n`;
  const docs = await sandboxCli({ 'org.yaml': org });
  const before = (await docs('org export --only sites')).stdout;
  const run = await docs('org apply --file org.yaml --yes --allow-opening public');
  expect(run.writes.map(({ path }) => path)).toContain(
    '/v1/orgs/org_acme/sites/site_handbook/site-spaces/sitesp_runbooks/move',
  );
  expect(await docs(`${undoOf(run)} --yes`)).toMatchObject({ code: 0 });
  expect((await docs('org export --only sites')).stdout).toBe(before);
});

test('undo gives a field its options back before the spaces get values of them', async () => {
  const docs = await sandboxCli({
    ...exampleFiles,
    'org.yaml': `format: docs-admin-organization/1
custom-fields:
  tier: { title: Tier, type: "select:single", options: [ platinum, silver, bronze ] }
  audiences: { title: 対象, type: "select:multi", options: [ customers, staff ] }
spaces:
  Guides: { fields: { audiences: [ customers ], labels: [ start, "how-to, long" ], tier: silver } }
`,
  });
  const before = (await docs('org export --only custom-fields,spaces')).stdout;
  const run = await docs('org apply --file org.yaml --yes');
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  const undo = await docs(`${undoOf(run)} --yes`);
  expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
  expect((await docs('org export --only custom-fields,spaces')).stdout).toBe(before);
});

const nested = `format: docs-admin-organization/1
collections:
  Outer: { default-level: read, collections: { Inner: { default-level: edit, collections: { Innermost: {} } } } }
`;

test('undo deletes collections in one another, also if the outer one has got its level last', async () => {
  const docs = await sandboxCli({ 'org.yaml': nested });
  const before = (await docs('org export --only collections')).stdout;
  const run = await docs('org apply --file org.yaml --yes --concurrency 1');
  const kinds = run.writes.map(({ method, path }) => `${method} ${path}`);
  expect(kinds.indexOf('PATCH /v1/collections/col_1')).toBeGreaterThan(
    kinds.lastIndexOf('POST /v1/orgs/org_acme/collections'),
  );
  const undo = await docs(`${undoOf(run)} --yes`);
  expect([undo.code, undo.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
  expect((await docs('org export --only collections')).stdout).toBe(before);
});

/** Makes a command line where requests that match `fails.pattern` get 500. */
async function failing(files: Record<string, string>) {
  const fails: { pattern?: RegExp } = {};
  const docs = await sandboxCli(
    files,
    (sandbox) => (request, signal) =>
      fails.pattern?.test(`${request.method} ${new URL(request.url).pathname}`)
        ? Promise.resolve(answerOf(500, {}))
        : sandbox(request, signal),
  );
  return { docs, fails };
}

const unreadable =
  /error: (.* cannot be read|the site-space list of .* cannot be read): server error 500.*; nothing was sent\n/;

test('undo sends nothing where the service fails to tell the present state, so that a later undo does all of it', async () => {
  const { docs, fails } = await failing({
    'org.yaml': `${file}teams: { Writers: { previously: [ Docs ] } }\n`,
  });
  const before = (await docs('org export')).stdout;
  const run = await docs(
    'org apply --file org.yaml --delete --allow-delete sites --yes --allow-opening public',
  );
  const undo = `${undoOf(run)} --yes --max-removals 100 --allow-opening public`;
  for (const pattern of [/^GET .*\/teams\/team_docs$/, /^GET .*\/site-spaces$/]) {
    fails.pattern = pattern;
    const failed = await docs(undo);
    expect([failed.code, failed.stderr]).toEqual([7, expect.stringMatching(unreadable)]);
    expect(failed.writes).toEqual([]);
  }
  delete fails.pattern;
  expect(await docs(undo)).toMatchObject({ code: 0 });
  expect((await docs('org export')).stdout).toBe(before);
});

test('a resumption sends nothing where the service fails to tell what others have changed since', async () => {
  const { docs, fails } = await failing({ 'org.yaml': nested.replace('Outer', 'Product') });
  fails.pattern = /^PATCH .*\/col_product$/;
  expect(await docs('org apply --file org.yaml --yes --journal run.jsonl')).toMatchObject({ code: 9 });
  fails.pattern = /^GET .*\/col_product$/;
  const failed = await docs('runs resume run.jsonl');
  expect([failed.code, failed.stderr]).toEqual([7, expect.stringMatching(unreadable)]);
  expect(failed.writes).toEqual([]);
  delete fails.pattern;
  expect(await docs('runs resume run.jsonl')).toMatchObject({ code: 0 });
});

describe('where the service fails when the values before are read', () => {
  const fields = `format: docs-admin-organization/1
members: { ravi@acme.example: admin }
teams: { Writers: { previously: [ Docs ] }, Design 🎨: { members: { zoe@acme.example: owner } } }
custom-fields: { tier: { title: Level, type: "select:single", options: [ gold, silver, bronze ] } }
collections: { Product: { default-level: read, teams: { Writers: read } }, Empty: { description: "" } }
spaces: { Handbook: { teams: { Design 🎨: edit }, fields: { review_days: 7 } } }
sites: { Acme Docs: { visibility: unlisted } }
openapi: { payments: { url: "https://api.acme.example/other.yaml" } }
saml: { Okta: { default-role: guest } }
`;
  const flags = '--delete --max-removals 100 --allow-ownerless --yes';

  /** Applies a file: after its two plans, the service answers no GET before the first change. */
  async function appliedWhileFailing(file: string) {
    const failing = { after: Number.POSITIVE_INFINITY };
    let reads = 0;
    const docs = await sandboxCli({ 'org.yaml': file }, (sandbox) => (request, signal) => {
      if (request.method !== 'GET') failing.after = Number.POSITIVE_INFINITY;
      else if (reads++ >= failing.after) return Promise.resolve(answerOf(500, {}));
      return sandbox(request, signal);
    });
    const before = (await docs('org export')).stdout;
    const plan = await docs(`org plan --file org.yaml ${flags.replace(' --yes', '')}`);
    expect([plan.code, plan.stderr]).toEqual([0, plan.stderr]);
    reads = 0;
    failing.after = 2 * plan.requests.length;
    const run = await docs(
      `org apply --file org.yaml ${flags} --journal run.jsonl --max-retries 0 --allow-opening administrators`,
    );
    failing.after = Number.POSITIVE_INFINITY;
    return { docs, before, run };
  }

  test('those of the plan are recorded, and undo says so', async () => {
    const { docs, before, run } = await appliedWhileFailing(fields);
    expect([run.code, run.stderr]).toEqual([0, run.stderr]);
    const journal = readFileSync(join(docs.folder, 'run.jsonl'), 'utf8');
    expect(journal).toMatch(/"value":\{"role":"edit"\},"planned":"server error 500/);
    const undo = await docs(
      'runs undo run.jsonl --yes --max-removals 100 --allow-ownerless --allow-opening public,administrators',
    );
    expect([undo.code, undo.stderr]).toEqual([0, undo.stderr]);
    expect(undo.stderr).toContain(
      'warning: member "Ravi Kumar, PhD" (user_ravi) gets the value that the run was planned on: when the run began, it could not be read: server error 500',
    );
    expect(undo.stderr).not.toContain('cannot be restored');
    expect((await docs('org export')).stdout).toBe(before);
  });

  test('nothing is sent if something is to be deleted, because undo could not make it again', async () => {
    const { docs, run } = await appliedWhileFailing(
      `format: docs-admin-organization/1\nmanaged: { translations: full }\ntranslations: {}\n`,
    );
    expect([run.code, run.stderr]).toEqual([7, expect.stringMatching(unreadable)]);
    expect([run.writes, existsSync(join(docs.folder, 'run.jsonl'))]).toEqual([[], false]);
  });
});
