// What a run that ends in the middle leaves open, where the service allows no closed order.
import { expect, test } from 'vitest';
import { Interrupted } from '../../src/errors.ts';
import type { Transport } from '../../src/ports.ts';
import { sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { killableRun } from '../support/killed.ts';

const condition = 'visitor.claims.plan == "pro"';
const addCondition = [
  ...['site-spaces', 'update', '--site', 'site_docs', 'sitesp_tutorials', '--condition', condition, '--yes'],
];

/** Moves Tutorials, which has a condition, to another section: it is taken out, put in, and gets its condition. */
const moved = `format: docs-admin-organization/1
sites:
  Acme Docs:
    sections:
      - title: Guides
        path: guides
        group: Learn
        default: true
        spaces: [ { space: Guides, path: guides, default: true }, { space: ドキュメント, path: ja } ]
      - title: API reference
        path: api
        group: Build
        spaces:
          - { space: REST API, path: rest, default: true }
          - { space: 'SDKs: "TypeScript", Python', path: sdk }
          - { space: Tutorials, path: tutorials, condition: 'visitor.claims.plan == "pro"' }
      - title: News
        path: news
        condition: 'visitor.claims.plan == "pro"'
        spaces: [ { space: Changelog, path: changelog, default: true } ]
`;
const apply = 'org apply --file moved.yaml --delete --yes --allow-opening public';
const transfer =
  'site-spaces transfer sitesp_tutorials --site site_docs --to-section section_api --allow-opening public --yes';

/** Tells whether everyone reads Tutorials: it is on the public site without a condition. */
function isOpen(siteSpaces: string): boolean {
  const all = JSON.parse(siteSpaces) as { title: string; condition?: string | null }[];
  return all.some(({ title, condition }) => title === 'Tutorials' && !condition);
}

const list = 'site-spaces list --site site_docs --json';

test('a space that gets its condition where it is put opens nothing', async () => {
  const docs = await sandboxCli({ 'moved.yaml': moved });
  const { stdout } = await docs('org plan --file moved.yaml --delete --json');
  expect(JSON.parse(stdout).opens).toEqual([]);
});

async function prepared() {
  const store = demoStore();
  expect((await (await sandboxCli({}, undefined, store))(addCondition)).code).toBe(0);
  return store;
}

test.each([
  ['org apply', apply, 'space Tutorials joins site Acme Docs (public)'],
  [
    'site-spaces transfer',
    transfer,
    'space "Tutorials" (sitesp_tutorials) has no condition in section "API reference" (section_api) of site "Acme Docs" (site_docs): everyone can read it',
  ],
])('runs show says what is open after %s was killed, and nothing where nothing is', async (_, line, text) => {
  const run = await killableRun({ 'moved.yaml': moved }, line, 1, await prepared(), '');
  const open: boolean[] = [];
  for (const count of run.counts) {
    const { docs } = await run.killedAfter(count);
    const really = isOpen((await docs(list)).stdout);
    open.push(really);
    const { openNow } = JSON.parse((await docs('runs show run.jsonl --json')).stdout);
    expect([count, openNow]).toEqual([
      count,
      really ? [expect.objectContaining({ grade: 'public', kind: 'site-space', text })] : [],
    ]);
    const shown = await docs('runs show run.jsonl');
    // Behind what it has opened and taken away so far.
    const warning = shown.stderr.slice(shown.stderr.lastIndexOf('\n\n') + 1).trimStart();
    expect([count, shown.code, warning]).toEqual([count, 0, really ? `warning: open now: ${text}\n` : '']);
  }
  expect(open).toEqual([false, true, false]);
});

test('a plan says the moment between another condition of a section and that of a space in it', async () => {
  const own = 'visitor.isLoggedIn';
  const file = `format: docs-admin-organization/1
sites:
  Acme Docs:
    sections:
      - title: Guides
        path: guides
        group: Learn
        default: true
        condition: visitor.claims.beta
        spaces: [ { space: Tutorials, path: tutorials, default: true, condition: visitor.claims.team } ]
`;
  const { docs, refuse } = await refusing(await prepared(), { 'org.yaml': file }, /site-spaces/);
  const around = ['sections', 'update', '--site', 'site_docs', 'section_guides', '--condition', own, '--yes'];
  expect((await docs(around)).code).toBe(0);
  const moment = `space Tutorials of site Acme Docs (public): conditions ${condition} and ${own} → ${condition} and visitor.claims.beta`;
  const { stdout } = await docs('org plan --file org.yaml --only sites --delete --json');
  const texts = JSON.parse(stdout).opens.map(({ text }: { text: string }) => text);
  expect(texts).toContain(`${moment} for a moment`);
  refuse(true);
  const run = await docs('org apply --file org.yaml --delete --yes --allow-opening public');
  expect([run.code, run.stderr]).toEqual([9, expect.stringContaining(`\n  open now: ${moment}\n`)]);
});

/** A command line whose requests to set something are refused until `allow` is called. */
async function refusing(
  store: Awaited<ReturnType<typeof prepared>>,
  files: Record<string, string> = { 'moved.yaml': moved },
  address = /./,
) {
  let refuses = false;
  const through =
    (sandbox: Transport): Transport =>
    (request, signal) =>
      refuses && request.method === 'PATCH' && address.test(request.url)
        ? Promise.resolve({ status: 403, headers: {}, body: new TextEncoder().encode('{}') })
        : sandbox(request, signal);
  const docs = await sandboxCli(files, through, store);
  return {
    docs,
    refuse(value: boolean) {
      refuses = value;
    },
  };
}

const openLine =
  /error: \d of \d changes done, 1 failed\n {2}open now: space Tutorials joins site Acme Docs \(public\)\n/;

test.each(['runs resume run.jsonl', 'runs undo run.jsonl --yes --allow-opening public'])(
  'the error says what is open where the request that narrows it fails; after %s nothing is',
  async (line) => {
    const { docs, refuse } = await refusing(await prepared());
    refuse(true);
    const run = await docs(`${apply} --journal run.jsonl`);
    expect(run.stderr).toContain(
      'opens (1)\n  space Tutorials joins site Acme Docs (public), without its condition for a moment\n',
    );
    expect([run.code, run.stderr]).toEqual([9, expect.stringMatching(openLine)]);
    expect(isOpen((await docs(list)).stdout)).toBe(true);
    refuse(false);
    const ended = await docs(line);
    expect([ended.code, ended.stderr]).toEqual([0, expect.not.stringContaining('open now')]);
    expect(isOpen((await docs(list)).stdout)).toBe(false);
    expect(JSON.parse((await docs('runs show run.jsonl --json')).stdout).openNow).toEqual([]);
  },
);

test('an undo that ends in the middle says it, too', async () => {
  const { docs, refuse } = await refusing(await prepared());
  expect((await docs(`${apply} --journal run.jsonl`)).code).toBe(0);
  refuse(true);
  const undone = await docs('runs undo run.jsonl --yes --allow-opening public --journal undo.jsonl');
  expect([undone.code, undone.stderr]).toEqual([9, expect.stringMatching(openLine)]);
  expect(isOpen((await docs(list)).stdout)).toBe(true);
});

test('an undo of more memberships than a request takes says it, too', async () => {
  const store = await prepared();
  const people = Array.from({ length: 501 }, (_, at) => `new${at}`);
  for (const id of people) {
    const email = `${id}@acme.example`;
    store.insert('users', { id: `user_${id}`, display_name: id, email, search: email });
    store.insert('members', {
      org: 'org_acme',
      user: `user_${id}`,
      role: 'read',
      joined_at: '2026-01-01T00:00:00.000Z',
    });
  }
  const { docs, refuse } = await refusing(store, {
    'moved.yaml': `${moved}teams: { Nobody yet: { members: { ${people.map((id) => `${id}@acme.example: member`).join(', ')} } } }\n`,
  });
  const line = `${apply} --journal run.jsonl --allow-opening administrators --max-removals 600`;
  expect((await docs(line)).stderr).toContain('for a moment\n');
  refuse(true);
  const undone = await docs('runs undo run.jsonl --yes --allow-opening public --max-removals 600');
  expect([undone.code, undone.stderr]).toEqual([9, expect.stringMatching(openLine)]);
  expect(undone.writes.filter(({ path }) => path.endsWith('/team_empty/members'))).toHaveLength(2);
});

test('an interrupt in between says it, too', async () => {
  const stop = new AbortController();
  const through =
    (sandbox: Transport): Transport =>
    async (request, signal) => {
      const answer = await sandbox(request, signal);
      if (request.method === 'POST') stop.abort(new Interrupted('SIGINT'));
      return answer;
    };
  const docs = await sandboxCli({ 'moved.yaml': moved }, through, await prepared());
  const run = await docs(`${apply} --journal run.jsonl`, { interrupt: stop.signal });
  expect([run.code, run.stderr]).toEqual([
    130,
    expect.stringMatching(/not attempted\n {2}open now: space Tutorials joins site Acme Docs \(public\)\n/),
  ]);
  expect(isOpen((await docs(list)).stdout)).toBe(true);
});
