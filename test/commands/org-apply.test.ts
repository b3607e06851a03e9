import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';
import { applyRestructured, restructuredFiles } from '../support/restructured.ts';
import { answer } from '../support/scripted-transport.ts';

const head = 'format: docs-admin-organization/1\n';
const merged = `${head}teams:
  Writers: { previously: [Docs], members: { ada@acme.example: owner, kim@acme.example: owner } }
  New: { members: { kim@acme.example: member } }
custom-fields:
  audience: { title: Audience, type: text }
`;

const withFile = (text = merged, through?: (sandbox: Transport) => Transport) =>
  sandboxCli({ ...exampleFiles, 'org.yaml': text }, through);

const undoOf = (stderr: string) => /undo with `docs-admin (runs undo \S+)`/.exec(stderr)?.[1] ?? '';

async function changesIn(docs: CliInFolder, file: string): Promise<unknown[]> {
  return JSON.parse((await docs(`org plan --file ${file} --json`)).stdout).changes;
}

describe('org apply', () => {
  test('needs an answer, and sends nothing without one', async () => {
    const docs = await withFile();
    const run = await docs('org apply --file org.yaml --allow-opening administrators');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain('--yes');
  });

  test.each([
    '',
    '--json',
    '-o markdown --max-chars 1000',
    '-o csv',
    '--fields counts',
    '--query counts',
    '--check',
    '--out plan.json',
    '--delete --max-removals 0',
  ])('with --dry-run does what org plan does (%s)', async (flags) => {
    const docs = await withFile();
    const { code, stdout, stderr, requests } = await docs(`org plan --file org.yaml ${flags}`);
    await rm(join(docs.folder, 'plan.json'), { force: true });
    const dry = await docs(`org apply --file org.yaml --dry-run ${flags}`);
    expect(dry).toMatchObject({ code, stdout, stderr, requests });
    expect(dry.writes).toEqual([]);
  });

  test.each(['--check', '--out plan.json', '--max-chars 1000', '-o markdown'])(
    'takes %s for a dry run only',
    async (flags) => {
      const docs = await withFile();
      const run = await docs(`org apply --file org.yaml --yes ${flags} --allow-opening administrators`);
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).toMatch(/^error: (--\S+ needs --dry-run|unknown output format)/);
    },
  );

  test('shows the plan as org plan does, also in words', async () => {
    const docs = await withFile();
    const shown = await docs('org apply --file org.yaml --allow-opening administrators');
    expect(shown.stderr).toContain('  ~ team Docs → Writers\n');
    const plain = await docs('org apply --file org.yaml --plain --allow-opening administrators');
    expect(plain.stderr).toContain('  rename team Docs to Writers\n');
    await docs('org plan --file org.yaml --out plan.json');
    const stored = await docs('apply-plan plan.json --dry-run --plain');
    expect(stored.stderr).toContain('  rename team Docs to Writers\n');
  });

  test('does nothing where nothing differs', async () => {
    const docs = await withFile();
    await docs('org export --out same.yaml');
    const run = await docs('org apply --file same.yaml --yes');
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain('nothing to do');
  });

  test('is undone as a whole: the file of before differs in nothing', async () => {
    const docs = await withFile();
    await docs('org export --out before.yaml');
    const run = await docs('org apply --file org.yaml --yes --allow-opening administrators');
    expect(await changesIn(docs, 'org.yaml')).toEqual([]);
    const undo = await docs(`${undoOf(run.stderr)} --yes --max-removals 50 --allow-opening administrators`);
    expect(undo.code).toBe(0);
    expect(await changesIn(docs, 'before.yaml')).toEqual([]);
    expect((await docs('org export')).stdout).toBe(await readFile(join(docs.folder, 'before.yaml'), 'utf8'));
  });

  test('reads nothing if the folder of its journal is missing', async () => {
    const docs = await withFile();
    const run = await docs('org apply --file org.yaml --yes --journal none/run.jsonl');
    expect(run).toMatchObject({ code: 3, stdout: '', requests: [] });
    expect(run.stderr).toMatch(/cannot write \S*none\/run\.jsonl: .*; nothing was sent/);
  });

  test('refuses with 6 what has changed since the plan was made', async () => {
    const docs = await changingBeforeRead(2);
    const run = await docs('org apply --file org.yaml --yes --allow-opening administrators');
    expect(run).toMatchObject({ code: 6 });
    expect(run.stderr).toContain(
      'the organization has changed since it was made; nothing was sent\n' +
        '  no longer: create custom field audience\nhint: make a new plan\n',
    );
  });

  test('refuses with 6 if a part that could be read before cannot be read again', async () => {
    let reads = 0;
    const docs = await withFile(merged, (sandbox) => (request, signal) => {
      const isLost = new URL(request.url).pathname.endsWith('/custom-fields') && ++reads > 1;
      return isLost ? Promise.resolve(answer(403, {})) : sandbox(request, signal);
    });
    const run = await docs('org apply --file org.yaml --yes --allow-opening administrators');
    expect(run).toMatchObject({ code: 6, writes: [] });
    expect(run.stderr).toContain(
      'error: the plan is out of date: other parts of the organization can be read',
    );
    expect(run.stderr).toContain('\n  now also unknown: custom fields of org_acme: 403\n');
  });
});

/** Makes a custom field before the custom fields are read for the n-th time. */
async function changingBeforeRead(count: number): Promise<CliInFolder> {
  let reads = 0;
  const docs: CliInFolder = await withFile(merged, (sandbox) => async (request, signal) => {
    const isRead = request.method === 'GET' && new URL(request.url).pathname.endsWith('/custom-fields');
    if (isRead && ++reads === count) await docs('custom-fields create audience --title Audience --type text');
    return sandbox(request, signal);
  });
  return docs;
}

describe('a stored plan', () => {
  test('is carried out exactly, once', async () => {
    const docs = await withFile();
    const stored = await docs('org plan --file org.yaml --out plan.json --json');
    expect(stored).toMatchObject({ code: 0, writes: [] });
    expect(stored.stderr).toContain('docs-admin apply-plan plan.json');
    await rm(join(docs.folder, 'org.yaml'));
    const run = await docs('apply-plan plan.json --yes');
    expect(run).toMatchObject({ code: 0 });
    expect(run.writes).toHaveLength(5);
    expect(await docs('apply-plan plan.json --yes')).toMatchObject({ code: 6, writes: [] });
  });

  test('that deletes a site is carried out with the flag that the refusal names', async () => {
    const docs = await withFile(
      `${head}managed: { sites: full }\nsites: { Acme Docs: {}, Partner portal: {} }\n`,
    );
    await docs('org plan --file org.yaml --delete --out plan.json');
    const run = await docs('apply-plan plan.json --yes');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain('allow it with --allow-delete sites\n');
    expect(await docs('apply-plan plan.json --yes --allow-delete teams')).toMatchObject({
      code: 2,
      writes: [],
    });
    const allowed = await docs('apply-plan plan.json --yes --allow-delete sites');
    expect(allowed.code).toBe(0);
    expect(allowed.writes).toMatchObject([
      { method: 'DELETE', path: '/v1/orgs/org_acme/sites/site_handbook' },
    ]);
  });

  test.each([
    'org plan --file org.yaml --out made',
    'org export --out made',
    'org snapshot --out made',
    'teams members sync --file roster.csv --out made --yes',
    'access report -o html --out made',
    'org apply --file org.yaml --yes --summary made --allow-opening administrators',
  ])('%s writes what only its owner can read', async (line) => {
    const docs = await withFile();
    expect((await docs(line)).stderr).not.toContain('error');
    expect((await stat(join(docs.folder, 'made'))).mode & 0o777).toBe(0o600);
  });

  test.each([0o620, 0o602])('that others can write (%o) is refused', async (mode) => {
    const docs = await withFile();
    await docs('org plan --file org.yaml --out plan.json');
    await chmod(join(docs.folder, 'plan.json'), mode);
    const run = await docs('apply-plan plan.json --yes');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toBe(
      'error: other users of this machine can change plan.json; nothing was sent\n' +
        'hint: check it, then take their right with `chmod go-w plan.json`, or make a new plan\n',
    );
    await chmod(join(docs.folder, 'plan.json'), 0o644);
    expect((await docs('apply-plan plan.json --yes')).code).toBe(0);
  });

  test('is refused with 6 where something has changed since', async () => {
    const docs = await withFile();
    await docs('org plan --file org.yaml --out plan.json');
    await docs('teams members remove team_docs user_zoe --yes');
    const run = await docs('apply-plan plan.json --yes');
    expect(run).toMatchObject({ code: 6, writes: [] });
    expect(run.stderr).toContain('make a new plan');
  });

  test.each([
    ['edited', (text: string) => text.replace('Writers', 'Authors'), 'has been changed since it was stored'],
    ['cut', (text: string) => text.slice(0, 300), 'is not a plan of docs-admin'],
    [
      'of another format',
      (text: string) => text.replace('docs-admin-', 'other-'),
      'is not a plan of docs-admin',
    ],
  ])('that is %s is refused with 2', async (_, change, message) => {
    const docs = await withFile();
    await docs('org plan --file org.yaml --out plan.json');
    const path = join(docs.folder, 'plan.json');
    await writeFile(path, change(await readFile(path, 'utf8')));
    const run = await docs('apply-plan plan.json --yes');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(message);
  });

  test('with a seal of another user and without a declaration is refused with 2', async () => {
    const docs = await withFile();
    await docs('org plan --file org.yaml --out plan.json');
    const path = join(docs.folder, 'plan.json');
    const { seal: _, ...plan } = JSON.parse(await readFile(path, 'utf8'));
    const forged = { ...plan, stored: { ...plan.stored, source: { ...plan.stored.source, declared: null } } };
    const seal = createHash('sha256').update(JSON.stringify(forged)).digest('hex');
    await writeFile(path, JSON.stringify({ ...forged, seal }));
    const run = await docs('apply-plan plan.json --yes');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('has been changed since it was stored');
  });

  test('never replaces the organization file', async () => {
    const docs = await withFile();
    const run = await docs('org plan --file org.yaml --out ./org.yaml --yes');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('--file and --out name the same file, ./org.yaml');
    expect(await readFile(join(docs.folder, 'org.yaml'), 'utf8')).toBe(merged);
  });

  test('of another organization is refused with 2', async () => {
    const docs = await withFile();
    await docs('org plan --file org.yaml --out plan.json');
    const run = await docs('apply-plan plan.json --yes --org org_other');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('belongs to organization org_acme');
  });
});

test('each row of an apply says what its request does', async () => {
  const docs = await sandboxCli(restructuredFiles);
  const { code, stdout } = await docs(`${applyRestructured} --yes --quiet --batch-size 2 --json`);
  expect(code).toBe(0);
  const rows = (JSON.parse(stdout) as { action: string; kind: string; name: string }[]).map(
    ({ action, kind, name }) => `${action} ${kind} ${name}`,
  );
  expect(rows.filter((row, at) => rows.indexOf(row) < at && !row.includes('membership'))).toEqual([]);
  expect(rows).toEqual(
    expect.arrayContaining([
      'create collection Books',
      'update collection Books (default-level)',
      'update space-field Handbook: owner_team, public, review_days',
      'update space-field Guides: audiences, labels, reviewer and 1 more',
      'move site-space Acme Docs: tutorials: Tutorials (taken out of guides)',
      'update section Acme Docs: tutorials (path, default)',
      'update site-space Handbook: People & HR (temporary path)',
      'update team-members team "Writers" (2 memberships)',
    ]),
  );
});

describe('another apply of the same organization', () => {
  const file = `${head}teams: { New: {} }\n`;

  /** Starts an apply that stops before its first write until `goOn` is called. */
  async function stopped() {
    let goOn = () => {};
    const going = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const docs = await withFile(file, (sandbox) => async (request, signal) => {
      if (request.method !== 'GET') await going;
      return sandbox(request, signal);
    });
    const first = docs('org apply --file org.yaml --yes --allow-opening administrators');
    while (!existsSync(join(docs.folder, 'runs'))) await new Promise((resolve) => setTimeout(resolve, 5));
    return { docs, first, goOn };
  }

  test('is waited for, and the organization is read after that', async () => {
    const { docs, first, goOn } = await stopped();
    const second = docs('org apply --file org.yaml --yes --allow-opening administrators');
    setTimeout(goOn, 500);
    expect(await second).toMatchObject({
      code: 0,
      writes: [],
      stderr: expect.stringMatching(
        /^organization org_acme is being changed by pid \d+ since \S+: waiting for up to 10 s\n.*nothing to do\n$/s,
      ),
    });
    expect(await first).toMatchObject({ code: 0 });
  });

  test('is waited for no longer than 10 seconds', { timeout: 60_000 }, async () => {
    const { docs, first, goOn } = await stopped();
    expect(await docs('org apply --file org.yaml --yes --allow-opening administrators')).toMatchObject({
      code: 3,
      requests: [],
      stderr: expect.stringMatching(/^error: organization org_acme is in use by pid \d+ since /m),
    });
    expect(await docs('org apply --file org.yaml --dry-run')).toMatchObject({ code: 0 });
    goOn();
    expect(await first).toMatchObject({ code: 0 });
  });
});

test.each([
  ['team', 'teams: { AA: {}, BB: {} }', 'team "BB"', 'teams'],
  ['collection', 'collections: { AA: {}, BB: {} }', 'collection "BB"', 'collections'],
  ['site', 'sites: { AA: { visibility: unlisted }, BB: { visibility: unlisted } }', 'site "BB"', 'sites'],
  ['translation', 'translations: { AA: {}, BB: {} }', 'translation settings "BB"', 'translations'],
])('a %s that another machine makes meanwhile is not made twice', async (_, sections, name, noun) => {
  let isFirst = true;
  const docs = await withFile(`${head}${sections}\n`, (sandbox) => async (request, signal) => {
    if (request.method !== 'GET' && isFirst) {
      isFirst = false;
      await sandbox({ ...request, body: String(request.body).replace('"AA"', '"BB"') }, signal);
    }
    return sandbox(request, signal);
  });
  const run = await docs('org apply --file org.yaml --yes --concurrency 1');
  expect(run.code).toBe(9);
  expect(run.stdout + run.stderr).toMatch(new RegExp(`${name} \\(\\S+\\) was made by another user`));
  const listed = JSON.parse((await docs(`${noun} list --json`)).stdout) as { title: string }[];
  expect(listed.filter(({ title }) => title === 'BB')).toHaveLength(1);
});
