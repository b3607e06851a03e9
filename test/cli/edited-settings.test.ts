import { expect, test } from 'vitest';
import { scriptedCli } from '../support/cli.ts';

const address = 'https://docs.example';

/** A command line whose profile `default` has these settings. */
async function withProfile(profile: Record<string, string>, token?: string) {
  const docs = await scriptedCli(() => ({ json: { items: [] } }));
  docs.home.settings = { activeProfile: 'default', profiles: { default: profile } };
  if (token !== undefined) docs.tokens.set('default', { token, baseUrl: address });
  return docs;
}

test.each([
  [{ timeout: 'soon' }, 'invalid timeout of profile default "soon": must be a whole number from 1 to 3600'],
  [{ 'ca-file': 'own.pem' }, 'invalid ca-file of profile default: must be an absolute path'],
])('the setting with a wrong value is named: %j', async (profile, message) => {
  const docs = await withProfile(profile as Record<string, string>);
  const run = await docs('teams list');
  expect(run).toMatchObject({ code: 2, requests: [] });
  expect(run.stderr).toContain(message);
});

test('a file of authorities that the line or the environment names may be relative', async () => {
  const docs = await withProfile({});
  for (const [flag, env] of [
    [' --ca-file own.pem', {}],
    ['', { DOCS_ADMIN_CA_FILE: 'own.pem' }],
  ] as const)
    expect(await docs(`teams list${flag}`, { env })).toMatchObject({ code: 0 });
});

test.each([
  ['white space around it', ' stored-token\n', 0],
  ['a line break in it', 'stored\ntoken', 4],
])('a stored token with %s', async (_, token, code) => {
  const docs = await withProfile({}, token);
  const run = await docs('teams list', { env: { DOCS_ADMIN_TOKEN: undefined as never } });
  expect(run.code).toBe(code);
  if (code === 0) return;
  expect(run.stderr).toBe(
    'error: the stored token of profile default cannot be used: the token contains characters that a token cannot have\n' +
      'hint: sign in again with `docs-admin auth login`\n',
  );
});
