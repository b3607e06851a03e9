import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const api = 'http://sandbox.localhost/v1';
const web = 'http://app.sandbox.localhost';
const org = '/v1/orgs/org_acme';

describe('the address of a thing stands for its id', () => {
  test.for<[line: string, path: string]>([
    [`sites get ${web}/o/org_acme/sites/site_docs`, `${org}/sites/site_docs`],
    [`sites get ${api}/orgs/org_acme/sites/site_docs/`, `${org}/sites/site_docs`],
    [
      `sites get https://sandbox.localhost/docs/v1/orgs/org_acme/sites/site_docs?x=1#top`,
      `${org}/sites/site_docs`,
    ],
    [`collections get ${web}/c/col_product`, '/v1/collections/col_product'],
    [
      `crs get ${web}/s/space_handbook/change-requests/1 --space ${web}/s/space_handbook`,
      '/v1/spaces/space_handbook/change-requests/1',
    ],
    [
      `comments get ${api}/spaces/space_handbook/comments/comment_typo --space ${api}/spaces/space_handbook`,
      '/v1/spaces/space_handbook/comments/comment_typo',
    ],
    [`crs get ${web}/s/space_handbook/change-requests/1`, '/v1/spaces/space_handbook/change-requests/1'],
    [
      `comments get ${api}/spaces/space_handbook/comments/comment_typo`,
      '/v1/spaces/space_handbook/comments/comment_typo',
    ],
    [`teams list --owner ${api}/users/user_ada`, `${org}/teams?owner=user_ada&limit=1000`],
    [`openapi get ${web}/o/org_acme/openapi/petstore`, `${org}/openapi/petstore`],
  ])('%s', async ([line, path]) => {
    const docs = await sandboxCli();
    expect(await docs(`${line} -o id`)).toMatchObject({ code: 0, requests: [{ method: 'GET', path }] });
  });

  test('in a document, and for several things', async () => {
    const docs = await sandboxCli();
    const run = await docs('saml create --input - --yes', {
      stdin: `{"label":"Two","defaultTeam":"${api}/orgs/org_acme/teams/team_docs"}`,
    });
    expect(run.requests).toMatchObject([{ body: { label: 'Two', defaultTeam: 'team_docs' } }]);
    const deleted = await docs(`sites delete ${web}/o/org_acme/sites/site_docs site_partners --yes`);
    expect(deleted.writes.map(({ path }) => path).sort()).toEqual([
      `${org}/sites/site_docs`,
      `${org}/sites/site_partners`,
    ]);
  });
});

test.each([
  [`sites get ${web}/c/col_product`, '<siteId>', `${web}/c/col_product`, 'site'],
  [
    `collections get ${web}/o/org_acme/sites/site_docs`,
    '<collectionId>',
    `${web}/o/org_acme/sites/site_docs`,
    'collection',
  ],
  [`teams get ${web}/`, '<teamId>', `${web}/`, 'team'],
  [`spaces get ${web}/c/col_product`, '<spaceId>', `${web}/c/col_product`, 'space'],
])('any other address is a usage error: %s', async (line, name, address, word) => {
  const docs = await sandboxCli();
  expect(await docs(line)).toMatchObject({
    code: 2,
    stderr: `error: invalid ${name} "${address}": not the address of a ${word}\nhint: give the id, or the address from \`urls.app\` or \`urls.location\` of an answer\n`,
    requests: [],
  });
});

test('an id in an address is held to what ids are', async () => {
  const docs = await sandboxCli();
  const run = await docs(`teams get ${api}/orgs/org_acme/teams/a%2Fb`);
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('contains "/"'), requests: [] });
});

test('an address that is no id stays as it is', async () => {
  const docs = await sandboxCli();
  const proxy = 'https://acme.example/sites/one';
  const run = await docs(`sites update site_docs --proxy ${proxy}`);
  expect(run.requests).toMatchObject([{ body: { proxy } }]);
});

test('what an address is in wins over the environment, and must be what the line says', async () => {
  const docs = await sandboxCli();
  const address = `${web}/s/space_handbook/change-requests/1`;
  const env = { DOCS_ADMIN_SPACE: 'space_guides' };
  const run = await docs(`crs get ${address}`, { env });
  expect(run.requests[0]?.path).toBe('/v1/spaces/space_handbook/change-requests/1');
  for (const space of ['space_guides', 'name:Guides'])
    expect(await docs(`crs get ${address} --space ${space}`)).toMatchObject({
      code: 2,
      stderr: `error: --space "${space}" contradicts ${address}\nhint: leave out --space\n`,
      requests: [],
    });
});

test.each([
  ['collections get https://evil.example/c/col_product', '<collectionId>'],
  ['spaces get https://evil.example/s/space_handbook', '<spaceId>'],
  ['spaces get https://sandbox.localhost.evil.example/s/space_handbook', '<spaceId>'],
  ['sites delete https://notsandbox.localhost/o/org_acme/sites/site_docs --yes', '<siteId>'],
  ['crs get https://evil.example/s/space_handbook/change-requests/1', '<id|number>'],
  ['teams get https://', '<teamId>'],
])('an address of another service is a usage error: %s', async (line, name) => {
  const docs = await sandboxCli();
  const [, , address] = line.split(' ');
  expect(await docs(line)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      `error: invalid ${name} "${address}": not an address of http://sandbox.localhost\n`,
    ),
    requests: [],
  });
});

test('an address in another organization is a usage error, not a request about the same id here', async () => {
  const docs = await sandboxCli();
  const address = `${web}/o/org_globex/teams/team_globex`;
  const line = `teams update ${address} --title New --yes`;
  expect(await docs(line)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      ': of organization org_globex, not of org_acme\nhint: give --org org_globex\n',
    ),
    requests: [],
  });
  expect(await docs(`${line} --org org_globex`)).toMatchObject({
    writes: [{ path: '/v1/orgs/org_globex/teams/team_globex' }],
  });
});

test('the web application may be beside the API', async () => {
  const docs = await scriptedCli(() => ({ json: { id: 'col_product' } }));
  const env = { DOCS_ADMIN_BASE_URL: 'https://api.docs.example' };
  for (const host of ['app.docs.example', 'api.docs.example', 'web.api.docs.example'])
    expect(await docs(`collections get https://${host}/c/col_product -o id`, { env })).toMatchObject({
      code: 0,
      requests: [{ path: '/v1/collections/col_product' }],
    });
  const local = { env: { DOCS_ADMIN_BASE_URL: 'http://127.0.0.1:8080' } };
  expect(await docs(`collections get ${web}/c/col_product -o id --allow-http`, local)).toMatchObject({
    code: 0,
  });
  expect(await docs('collections get https://docs.other.example/c/col_product', { env })).toMatchObject({
    code: 2,
    requests: [],
  });
});

test('a space is found by its address', async () => {
  const docs = await sandboxCli();
  for (const address of [`${web}/s/space_handbook`, `${api}/spaces/space_handbook`])
    expect(await docs(`spaces get ${address} -o id`)).toMatchObject({ code: 0, stdout: 'space_handbook\n' });
});
