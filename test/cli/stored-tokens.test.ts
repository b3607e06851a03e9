import { expect, test } from 'vitest';
import { scriptedCli } from '../support/cli.ts';

const token = 'a-token-with-more-than-24-characters';
const at = (baseUrl: string) =>
  ({ DOCS_ADMIN_TOKEN: undefined, DOCS_ADMIN_BASE_URL: baseUrl, DOCS_ADMIN_ORG: 'org_acme' }) as never;

test('a token of one path goes to no other path of the same host', async () => {
  const docs = await scriptedCli(() => ({ json: { items: [] } }));
  await docs('auth login --with-token', { env: at('https://gateway.example/staging'), stdin: token });
  for (const path of ['', '/prod', '/staging/x']) {
    const run = await docs('sites list', { env: at(`https://gateway.example${path}`) });
    expect(run).toMatchObject({ code: 4, requests: [] });
    expect(run.stderr).toContain(`no token for https://gateway.example${path}\n`);
  }
});
