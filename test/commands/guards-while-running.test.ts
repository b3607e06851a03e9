// Guards that no flag lifts judge each request that they concern once more, just before it leaves.
import { expect, test } from 'vitest';
import type { Transport, WireRequest } from '../../src/ports.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';

/** What a colleague does, once, as soon as the service has answered a request that matches. */
interface Meanwhile {
  readonly after: RegExp;
  readonly change: Pick<WireRequest, 'method' | 'body'> & { readonly path: string };
}

/** A command line whose service a colleague changes, after `begin` is called. */
async function withColleague(
  rows: string,
  { after, change: { path, ...change } }: Meanwhile,
): Promise<{ docs: CliInFolder; begin: () => void }> {
  let isMeanwhile = false;
  const docs = await sandboxCli(
    { 'rows.txt': rows },
    (sandbox): Transport =>
      async (request, signal) => {
        const answer = await sandbox(request, signal);
        if (isMeanwhile && after.test(`${request.method} ${request.url}`)) {
          isMeanwhile = false;
          const { origin } = new URL(request.url);
          const headers = { ...request.headers, 'content-type': 'application/json' };
          const url = `${origin}/v1/orgs/org_acme${path}`;
          await sandbox({ ...request, ...change, headers, url }, signal);
        }
        return answer;
      },
  );
  return {
    docs,
    begin: () => {
      isMeanwhile = true;
    },
  };
}

const lower = (user: string) => `members update ${user} --role edit\n`;
const lowered = (user: string) => ({
  method: 'PATCH',
  path: `/members/${user}`,
  body: JSON.stringify({ role: 'edit' }),
});
const sent = (writes: readonly { readonly path: string }[]) =>
  writes.map(({ path }) => path.split('/').at(-1));
const readsOf = (requests: readonly { readonly method: string; readonly path: string }[]) =>
  requests.filter(({ path }) => path.includes('role=admin')).length;

test('a batch does not lower the last administrator, whoever else is lowered while it runs', async () => {
  const rows = `${lower('user_grace')}${lower('user_linus')}${lower('user_hana')}`;
  const { docs, begin } = await withColleague(rows, {
    after: /PATCH .*user_grace$/,
    change: lowered('user_ada'),
  });
  await docs('members update user_linus --role admin --yes');
  begin();
  const run = await docs('batch --file rows.txt --yes --concurrency 1 -o csv');
  expect(run).toMatchObject({ code: 9 });
  expect(sent(run.writes)).toEqual(['user_grace', 'user_hana']);
  expect(run.stdout).toContain(
    'org_acme would lose its last administrator: Linus Bergström (user_linus); nothing was sent',
  );
  // Only for the two who were administrators.
  expect(readsOf(run.requests)).toBe(2);
});

test('two requests at once do not leave no one together', async () => {
  const { docs, begin } = await withColleague(`${lower('user_grace')}${lower('user_linus')}`, {
    after: /GET .*role=admin/,
    change: lowered('user_ada'),
  });
  await docs('members update user_linus --role admin --yes');
  begin();
  const run = await docs('batch --file rows.txt --yes --concurrency 4');
  expect([run.code, run.writes.length]).toEqual([9, 1]);
});

test('the last sign-on provider stays, whoever deletes the others while a run goes on', async () => {
  const rows = 'saml delete saml_okta\nteams update team_docs --title Pages\n';
  const { docs, begin } = await withColleague(rows, {
    after: /GET .*\/saml\?/,
    change: { method: 'DELETE', path: '/saml/saml_entra' },
  });
  begin();
  const run = await docs('batch --file rows.txt --yes --concurrency 1 -o csv');
  expect(run).toMatchObject({ code: 9 });
  expect(sent(run.writes)).toEqual(['team_docs']);
  expect(run.stdout).toContain('org_acme would lose its only sign-on provider, ""Okta""; nothing was sent');
});

test.each(['members offboard user_grace --yes', 'members onboard user_grace --role edit --yes'])(
  '%s is judged at the last moment, too',
  async (line) => {
    const { docs, begin } = await withColleague('', {
      after: /GET .*role=admin/,
      change: lowered('user_ada'),
    });
    begin();
    const run = await docs(`${line} --max-removals 100 --allow-ownerless`);
    expect(run.code).toBe(9);
    expect(run.writes.filter(({ path }) => path.endsWith('/members/user_grace'))).toEqual([]);
  },
);
