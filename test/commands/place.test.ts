import { describe, expect, test } from 'vitest';
import { type Cli, sandboxCli, scriptedCli } from '../support/cli.ts';

const staging = { env: { DOCS_ADMIN_BASE_URL: 'https://gateway.example/staging' } };
const production = { env: { DOCS_ADMIN_BASE_URL: 'https://gateway.example/prod' } };

/** A run of one refused request, and a plan, made at the address of `staging`. */
async function setUp(): Promise<Cli> {
  const docs = await scriptedCli(
    ({ method, path }) => {
      if (method !== 'GET') return { status: 422 };
      return { json: { items: path.includes('/members') ? [] : [{ id: 'team_a', title: 'A' }] } };
    },
    { 'roster.csv': 'team,user\nteam_a,user_a\n' },
  );
  await docs('teams members sync --file roster.csv --yes --journal run.jsonl', staging);
  await docs('teams members sync --file roster.csv --out plan.json', staging);
  return docs;
}

const lines = ['runs resume run.jsonl', 'runs undo run.jsonl --yes', 'apply-plan plan.json --yes'];

describe('a run and a plan belong to a whole base address', () => {
  test.each(lines)('%s is refused at another path of the same host', async (line) => {
    const docs = await setUp();
    const run = await docs(line, production);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(
      'belongs to https://gateway.example/staging, not to https://gateway.example/prod',
    );
  });

  test.each(lines)('%s names the address where none is known', async (line) => {
    const docs = await setUp();
    const hint =
      'hint: give --base-url https://gateway.example/staging --org org_acme, or --profile with one that has this address\n';
    const what = line.startsWith('runs') ? 'run ' : 'plan.json ';
    const place = 'belongs to https://gateway.example/staging, organization org_acme\n';
    for (const [end, env, message] of [
      ['', { DOCS_ADMIN_BASE_URL: '' }, 'no address of the service given'],
      [' --profile gone', {}, 'no profile "gone" (from --profile)'],
    ] as const) {
      const run = await docs(line + end, { env });
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).toContain(`error: ${message}`);
      expect(run.stderr).toContain(`; ${what}`);
      expect(run.stderr.endsWith(place + hint)).toBe(true);
    }
  });

  test('of the sandbox, to a profile', async () => {
    const docs = await sandboxCli({ 'roster.csv': 'team,user\nteam_docs,user_kim\n' });
    await docs('teams members sync --file roster.csv --yes --journal run.jsonl');
    const run = await docs('runs resume run.jsonl --profile default');
    expect(run).toMatchObject({ code: 4, requests: [] });
    expect(run.stderr).toMatch(
      /no address and no token: .*; run \S+ belongs to http:\/\/sandbox.localhost, organization org_acme\nhint: give --profile sandbox\n$/,
    );
  });

  test('and say which one', async () => {
    const docs = await setUp();
    const shown = JSON.parse((await docs('runs show run.jsonl --json')).stdout);
    expect(shown).toMatchObject({ baseUrl: 'https://gateway.example/staging', profile: 'default' });
  });
});
