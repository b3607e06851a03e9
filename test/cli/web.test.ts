import { describe, expect, test } from 'vitest';
import { pageNouns } from '../../src/cli/page-nouns.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const web = 'http://app.sandbox.localhost';
const terminal = { terminal: true, env: { NO_COLOR: '1' } };

describe.each([
  ['sites get site_docs --web', `${web}/o/org_acme/sites/site_docs`],
  ['sites get "name:Acme Docs" -w', `${web}/o/org_acme/sites/site_docs`],
  ['open sites site_docs', `${web}/o/org_acme/sites/site_docs`],
  ['collections get col_product -w', `${web}/c/col_product`],
  ['open collections name:Product', `${web}/c/col_product`],
  ['crs get 1 --space space_handbook -w', `${web}/s/space_handbook/change-requests/1`],
  ['open crs 1 --space space_handbook', `${web}/s/space_handbook/change-requests/1`],
  ['open spaces space_guides', `${web}/s/space_guides`],
  [`open ${web}/c/col_product`, `${web}/c/col_product`],
  [`open ${web}/s/space_handbook/change-requests/1`, `${web}/s/space_handbook/change-requests/1`],
  ['open http://sandbox.localhost/v1/spaces/space_guides', `${web}/s/space_guides`],
  ['open openapi petstore', `${web}/o/org_acme/openapi/petstore`],
])('%s', (line, page) => {
  test('prints the address of the page', async () => {
    const docs = await sandboxCli();
    expect(await docs(line)).toMatchObject({ code: 0, stdout: `${page}\n`, stderr: '', opened: [] });
  });

  test('opens it for a person', async () => {
    const docs = await sandboxCli();
    expect(await docs(line, terminal)).toMatchObject({
      code: 0,
      stdout: `${page}\n`,
      stderr: 'opened in the browser\n',
      opened: [page],
    });
  });
});

test('a list prints every address, and opens a single one only', async () => {
  const docs = await sandboxCli();
  const all = await docs('sites list -w', terminal);
  expect(all.stdout.split('\n')).toHaveLength(4);
  expect(all.opened).toEqual([]);
  const one = await docs('sites list --title partner --web', terminal);
  expect(one.opened).toEqual([`${web}/o/org_acme/sites/site_partners`]);
  const named = await docs('sites get site_docs site_partners -w');
  expect(named.stdout).toBe(`${web}/o/org_acme/sites/site_docs\n${web}/o/org_acme/sites/site_partners\n`);
});

test.for<object>([{ CI: '1' }, {}])('nothing is opened where no one looks: %j', async (env) => {
  const docs = await sandboxCli();
  const line = 'CI' in env ? 'sites get site_docs -w' : 'sites get site_docs -w --no-input';
  expect(await docs(line, { terminal: true, env: { ...env } })).toMatchObject({ code: 0, opened: [] });
});

test.for<[app: string | undefined, message: string]>([
  [
    'https://admin:pw@evil/',
    'error: the address of its page holds a user name or a password: it is not opened\n',
  ],
  [undefined, 'error: the service gives no address of a page for it\n'],
  ['javascript:alert(1)', 'error: the address of its page is not a web address: "javascript:alert(1)"\n'],
  ['file:///etc/passwd', 'error: the address of its page is not a web address: "file:///etc/passwd"\n'],
  ['--version', 'error: the address of its page is not a web address: "--version"\n'],
])('what is no page is not opened: %s', async ([app, message]) => {
  const docs = await scriptedCli(() => ({ json: { id: 's', urls: { app } } }));
  expect(await docs('sites get s -w', terminal)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: message,
    opened: [],
  });
});

test('an address cannot play tricks on the terminal', async () => {
  const docs = await scriptedCli(() => ({
    json: { id: 's', urls: { app: 'https://a.example/\u001b[2J\u202e' } },
  }));
  expect((await docs('sites get s -w', terminal)).stdout).toBe('https://a.example/%1B[2J%E2%80%AE\n');
});

test('what has no page is a usage error', async () => {
  const docs = await sandboxCli();
  expect(await docs('open teams team_docs')).toMatchObject({
    code: 2,
    stderr: `error: nothing to open for "teams"\nhint: there are pages of ${pageNouns.join(', ')}\n`,
    requests: [],
  });
  for (const path of ['c/col_product', 's/space_handbook'])
    expect(await docs(`open https://evil.example/${path}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`"https://evil.example/${path}": not an address of`),
      requests: [],
      opened: [],
    });
  expect(await docs('open https://evil.example/nothing')).toMatchObject({ code: 2, requests: [] });
  expect(await docs('open sites site_nope')).toMatchObject({ code: 5, stdout: '' });
  expect(await docs('sites get site_docs -w --watch')).toMatchObject({ code: 2, requests: [] });
});
