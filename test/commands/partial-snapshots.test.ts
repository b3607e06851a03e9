import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/report.ts';
import type { Transport } from '../../src/ports.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';

/** The sandbox, but while `refused` says so, these paths may not be read. */
const refusing =
  (path: RegExp, refused: { now: boolean }) =>
  (sandbox: Transport): Transport =>
  async (request, signal) => {
    if (!refused.now || !path.test(request.url)) return sandbox(request, signal);
    const body = new TextEncoder().encode(JSON.stringify({ error: { code: 403, message: 'not yours' } }));
    return { status: 403, headers: { 'content-type': 'application/json' }, body };
  };

/** A command line with `partial.json`, a snapshot without the lists at these paths. */
async function withPartial(path: RegExp, flags = '') {
  const refused = { now: true };
  const docs = await sandboxCli({}, refusing(path, refused));
  expect(await docs(`org snapshot --out partial.json --allow-partial ${flags}`)).toMatchObject({ code: 12 });
  return { docs, refused };
}

function fixtureIn(docs: CliInFolder, name = 'partial.json') {
  return JSON.parse(readFileSync(join(docs.folder, name), 'utf8')) as {
    tables: Record<string, Record<string, unknown>[]>;
  };
}

function unreadIn(docs: CliInFolder) {
  const row = fixtureIn(docs).tables.meta?.find(({ name }) => name === 'unread');
  return row && JSON.parse(String(row.value));
}

/** What is judged of each object, without what no snapshot holds. */
function outcomes(stdout: string) {
  const { findings } = JSON.parse(stdout) as AuditReport;
  const missing = ['change-request', 'comment', 'integration', 'installation'];
  return findings
    .filter(({ evidence }) => !missing.includes(String(evidence.unread)))
    .filter(({ rule }) => !/^DA(601|602|603|801|802|803)$/.test(rule))
    .map(({ rule, outcome, object }) => `${rule} ${outcome} ${object.kind} ${object.id}`)
    .sort();
}

const lists = [
  'team_tokyo/members',
  'orgs/org_acme/members\\?',
  'teams\\?',
  'collections\\?',
  'col_product/permissions',
  'space_handbook/permissions',
  'sites\\?',
  'site_docs/site-spaces',
  'site_docs/sections',
  'saml',
  'openapi',
  'space_guides/custom-fields',
];

describe('a partial snapshot', () => {
  test('says which lists it lacks, and why', async () => {
    const { docs } = await withPartial(/team_tokyo\/members/);
    expect(unreadIn(docs)).toEqual({
      lists: [
        {
          kind: 'team-member',
          in: { kind: 'team', id: 'team_tokyo' },
          reason: { status: 403, message: expect.stringContaining('not yours') },
        },
      ],
      parents: {},
    });
  });

  test('says it without the words of the service, if it has pseudonyms', async () => {
    const { docs } = await withPartial(/team_tokyo\/members/, '--pseudonyms');
    expect(JSON.stringify(unreadIn(docs))).not.toContain('not yours');
    expect(unreadIn(docs).lists).toMatchObject([{ reason: { status: 403 } }]);
  });

  test.each(lists)('without %s is audited as the service is', async (path) => {
    const { docs, refused } = await withPartial(new RegExp(path));
    const online = await docs('org audit --json');
    refused.now = false;
    const offline = await docs('org audit --snapshot partial.json --json');
    const [there, here] = [outcomes(online.stdout), outcomes(offline.stdout)];
    // What names a thing that is not in the snapshot is lost with it. So more may be unknown, and nothing else differs.
    const isJudged = (line: string) => !line.includes('not-evaluated');
    expect(here.filter(isJudged).filter((line) => !there.includes(line))).toEqual([]);
    expect(there.filter((line) => !isJudged(line) && !here.includes(line))).toEqual([]);
    expect(JSON.parse(offline.stdout).complete).toBe(false);
  });

  test('audits the roles of a team without its members as unknown', async () => {
    const { docs, refused } = await withPartial(/team_tokyo\/members/);
    refused.now = false;
    const run = await docs('org audit --snapshot partial.json --rules DA101,DA103 --json');
    expect(run.code).toBe(12);
    expect(JSON.parse(run.stdout).findings).toMatchObject([
      {
        rule: 'DA101',
        outcome: 'not-evaluated',
        object: { kind: 'team', id: 'team_tokyo' },
        message: expect.stringMatching(/^the members of team team_tokyo cannot be read \(403\)/),
      },
      { rule: 'DA103', outcome: 'fail', object: { kind: 'team', id: 'team_empty' } },
      { rule: 'DA103', outcome: 'not-evaluated', object: { kind: 'team', id: 'team_tokyo' } },
    ]);
  });

  test('has no new and no gone findings of what it lacks', async () => {
    const { docs, refused } = await withPartial(/team_tokyo\/members/);
    refused.now = false;
    const run = await docs('org audit diff partial.json live --rules DA103 --json');
    expect(JSON.parse(run.stdout).new).toEqual([]);
  });

  test.each(lists.slice(0, 6))('without %s: the access that it lacks cannot be compared', async (path) => {
    const { docs, refused } = await withPartial(new RegExp(path));
    refused.now = false;
    for (const sides of ['partial.json live', 'live partial.json']) {
      const run = await docs(`access diff ${sides} --json`);
      expect(run).toMatchObject({ code: 12, stdout: expect.any(String) });
      const { incomparable, ...others } = JSON.parse(run.stdout);
      expect(incomparable).not.toEqual([]);
      expect(others).toEqual({ gained: [], lost: [], changed: [], way: [] });
      expect(run.stderr).toContain('in partial.json: the ');
    }
  });

  test('is the same as itself, but not complete', async () => {
    const { docs } = await withPartial(/teams\?/);
    const run = await docs('access diff partial.json partial.json --json');
    expect(run.code).toBe(12);
    expect(JSON.parse(run.stdout)).toMatchObject({ gained: [], lost: [], changed: [] });
  });
});

describe('a snapshot that says nothing of gaps', () => {
  test('is complete', async () => {
    const docs = await sandboxCli({});
    await docs('org snapshot --out whole.json');
    expect(fixtureIn(docs, 'whole.json').tables.meta?.map(({ name }) => name)).toEqual(['caller', 'org']);
    expect(await docs('access diff whole.json live')).toMatchObject({ code: 0 });
    expect(await docs('org audit --snapshot whole.json --rules DA103 --fail-on critical')).toMatchObject({
      code: 0,
    });
  });
});

test.each(['[]', 'not JSON', '{"lists":[{"kind":"dragon"}],"parents":{}}', '{"lists":[],"parents":{"a":1}}'])(
  'a snapshot whose gaps are %s is refused',
  async (value) => {
    const docs = await sandboxCli({});
    await docs('org snapshot --out whole.json');
    const fixture = fixtureIn(docs, 'whole.json');
    fixture.tables.meta?.push({ name: 'unread', value });
    writeFileSync(join(docs.folder, 'bad.json'), JSON.stringify(fixture));
    for (const line of ['org audit --snapshot bad.json', 'access diff bad.json live']) {
      const run = await docs(line);
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toContain('error: bad.json is not a usable snapshot: ');
    }
  },
);
