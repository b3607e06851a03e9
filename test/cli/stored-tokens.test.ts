import { expect, test } from 'vitest';
import { scriptedCli } from '../support/cli.ts';

const token = 'a-token-with-more-than-24-characters';
const at = (baseUrl: string) =>
  ({ DOCS_ADMIN_TOKEN: undefined, DOCS_ADMIN_BASE_URL: baseUrl, DOCS_ADMIN_ORG: 'org_acme' }) as never;

/** A command line whose profile holds a token, as version 0.1.0 stored it. */
async function withOldToken() {
  const docs = await scriptedCli(() => ({ json: { items: [] } }));
  docs.tokens.set('default', { token, origin: 'https://gateway.example' });
  return docs;
}

test('a token that version 0.1.0 stored goes to its address where that has no path', async () => {
  const docs = await withOldToken();
  const env = at('https://gateway.example');
  expect(await docs('sites list --json', { env })).toMatchObject({ code: 0, requests: [{}] });
});

test('where the address has a path, nobody knows whether the token belongs there', async () => {
  const docs = await withOldToken();
  const env = at('https://gateway.example/staging');
  const run = await docs('sites list', { env });
  expect(run).toMatchObject({
    code: 4,
    requests: [],
    stderr:
      'error: no token for https://gateway.example/staging: version 0.1.0 stored the one of profile default for ' +
      'https://gateway.example, without the path\nhint: sign in again with `docs-admin auth login`\n',
  });
  await docs('auth login --with-token', { env, stdin: token });
  expect(await docs('sites list --json', { env })).toMatchObject({ code: 0, requests: [{}] });
  expect(docs.tokens.get('default')).toEqual({
    token,
    origin: 'https://gateway.example',
    baseUrl: 'https://gateway.example/staging',
  });
});

test('a token of one path goes to no other path of the same host', async () => {
  const docs = await scriptedCli(() => ({ json: { items: [] } }));
  await docs('auth login --with-token', { env: at('https://gateway.example/staging'), stdin: token });
  for (const path of ['', '/prod', '/staging/x']) {
    const run = await docs('sites list', { env: at(`https://gateway.example${path}`) });
    expect(run).toMatchObject({ code: 4, requests: [] });
    expect(run.stderr).toContain(`no token for https://gateway.example${path}\n`);
  }
});
