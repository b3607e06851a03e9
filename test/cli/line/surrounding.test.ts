import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../../support/cli.ts';

const empty = () => ({ json: { items: [] } });

describe('a site or space in the place of an argument', () => {
  test.for([
    ['sections list site_x', '/v1/orgs/org_acme/sites/site_x/sections?limit=1000'],
    ['sections list site_x --limit 3', '/v1/orgs/org_acme/sites/site_x/sections?limit=3'],
    ['sections list -- site_x', '/v1/orgs/org_acme/sites/site_x/sections?limit=1000'],
    ['site-spaces ls site_x', '/v1/orgs/org_acme/sites/site_x/site-spaces?limit=1000'],
    ['crs list space_x', '/v1/spaces/space_x/change-requests?limit=1000'],
    ['comments list space_x --status open', '/v1/spaces/space_x/comments?status=open&limit=1000'],
    ['--org org_x section-groups list site_x', '/v1/orgs/org_x/sites/site_x/section-groups?limit=1000'],
  ])('%s', async ([line, path]) => {
    const docs = await scriptedCli(empty);
    expect((await docs(line as string)).requests.map((request) => request.path)).toEqual([path]);
  });

  test('comes before that of the environment, and may be a name', async () => {
    const docs = await sandboxCli();
    const env = { DOCS_ADMIN_SITE: 'site_partners' };
    const run = await docs(['sections', 'list', 'name:Acme Docs', '-o', 'id', '-L', '1'], { env });
    expect(run).toMatchObject({ code: 0, stdout: 'section_guides\n' });
  });

  test('goes with commands that change something, and with rows', async () => {
    const docs = await sandboxCli({ 'sites.csv': 'site\nsite_docs\n' });
    const run = await docs(
      'batch --file sites.csv --dry-run --json -- section-groups create {site} --title Guides',
    );
    expect(JSON.parse(run.stdout).changes).toMatchObject([
      { url: expect.stringContaining('/sites/site_docs/section-groups') },
    ]);
  });

  test.for([
    ['sections list site_x site_y', 'too many arguments: "site_y"'],
    ['sections list site_x --site site_y', 'too many arguments: "site_x"'],
    ['sites list site_x', 'too many arguments: "site_x"'],
    ['content get space_x', 'too many arguments: "space_x"'],
    ['apply-plan monday tuesday', 'too many arguments: "tuesday"'],
  ])('%s is refused', async ([line, message]) => {
    const docs = await scriptedCli(empty);
    const run = await docs(line as string);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(message);
  });

  test('is shown by help and completion', async () => {
    const docs = await sandboxCli();
    expect((await docs('sections list --help')).stdout).toContain(
      'docs-admin sections list [flags] [<siteId>]\n',
    );
    expect((await docs('content get --help')).stdout).toContain('docs-admin content get [flags]\n');
    expect((await docs(['__complete', '--', 'sections', 'list', 'site_d'])).stdout).toBe(
      'site_docs\tAcme Docs\n',
    );
    expect((await docs(['__complete', '--', 'sections', 'list', 'site_docs', 'site_d'])).stdout).toBe('');
  });
});

test('version is a command too', async () => {
  const docs = await scriptedCli(empty);
  const { stdout } = await docs('--version');
  expect(await docs('version')).toMatchObject({ code: 0, stdout, stderr: '' });
});

test('-L is --limit', async () => {
  const docs = await scriptedCli(empty);
  expect((await docs('teams list -L5')).requests[0]?.path).toBe('/v1/orgs/org_acme/teams?limit=5');
});
