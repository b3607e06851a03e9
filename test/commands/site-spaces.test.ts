import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/site-spaces.ts';
import { refusing } from '../support/access.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/orgs/org_acme/sites/site_handbook/site-spaces';

describe('site-spaces list', () => {
  test('prints the objects as the service sent them', async () => {
    const docs = await sandboxCli();
    const run = await docs('site-spaces list --site site_handbook --json --page-size 2');
    expect(run.requests).toMatchObject([
      { method: 'GET', path: `${base}?limit=2` },
      { method: 'GET', path: expect.stringContaining(`${base}?limit=2&page=`) },
    ]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject([
      { object: 'site-space', id: 'sitesp_handbook', default: true, space: { id: 'space_handbook' } },
      { id: 'sitesp_hr', default: false },
      { id: 'sitesp_runbooks', default: false },
    ]);
  });

  test('shows the titles of sections on a terminal, and their ids in wide output and without the list', async () => {
    const docs = await sandboxCli();
    const line = 'site-spaces list --site site_docs';
    const wide = { terminal: true, columns: 200, env: { NO_COLOR: '1' } };
    const shown = await docs(line, wide);
    expect(shown.requests.map(({ path }) => path.replace(/\?.*/, ''))).toEqual([
      '/v1/orgs/org_acme/sites/site_docs/site-spaces',
      '/v1/orgs/org_acme/sites/site_docs/sections',
    ]);
    expect(shown.stdout).toMatch(/SECTION .*\n.*sitesp_guides .* space_guides +Guides +guides/);
    expect((await docs(`${line} -o wide`, wide)).stdout).toMatch(/API reference .* section_api/);
    expect((await docs('site-spaces list --site site_handbook', wide)).requests).toHaveLength(1);
    const refused = await sandboxCli({}, refusing(/\/sections/));
    const ids = await refused(line, wide);
    expect(ids.code).toBe(0);
    expect(ids.stdout).toMatch(/sitesp_guides .* space_guides +section_guides +guides/);
  });

  test('--default and --no-default are the two halves of the list', async () => {
    const docs = await sandboxCli();
    const only = await docs('site-spaces list --site site_handbook --default -o id');
    expect(only.requests[0]?.path).toBe(`${base}?default=true&limit=1000`);
    expect(only.stdout).toBe('sitesp_handbook\n');
    const others = await docs('site-spaces list --site site_handbook --no-default -o id');
    expect(others.requests[0]?.path).toBe(`${base}?default=false&limit=1000`);
    expect(others.stdout).toBe('sitesp_hr\nsitesp_runbooks\n');
  });

  test('the share key opens the addresses of a share-link site, a wrong one does not', async () => {
    const docs = await sandboxCli();
    const line = 'site-spaces list --site site_partners --fields urls.published --no-headers';
    expect(await docs(line)).toMatchObject({ code: 0, stdout: '\n' });
    const open = await docs(`${line} --share-key partner-key`);
    expect(open.requests[0]?.path).toContain('?shareKey=partner-key&');
    expect(open.stdout).toMatch(/^http\S+\/partner-key\/v1\n$/);
    expect(await docs(`${line} --share-key wrong`)).toMatchObject({ code: 4, stdout: '' });
  });
});

describe('site-spaces create', () => {
  test('sends only what was asked for, also as add', async () => {
    const docs = await sandboxCli();
    const run = await docs('site-spaces create --site site_handbook --space space_drafts --json --yes');
    expect(run.requests).toEqual([{ method: 'POST', path: base, body: { spaceId: 'space_drafts' } }]);
    expect(JSON.parse(run.stdout)).toMatchObject({ space: { id: 'space_drafts' }, default: false });
    const added = await docs(
      'site-spaces add --site site_docs --space space_arabic --section section_api --yes',
    );
    expect(added.requests[0]?.body).toEqual({ spaceId: 'space_arabic', sectionId: 'section_api' });
    expect(added.code).toBe(0);
  });

  test('needs a space', async () => {
    const docs = await sandboxCli();
    const run = await docs('site-spaces create --site site_handbook');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('--space is required');
  });

  test.each([
    ['a space that the site has already', '--space space_hr', 6, 'already in the site'],
    ['a space of no one', '--space space_nope', 1, 'space_nope'],
    ['a section of another site', '--space space_drafts --section section_api', 1, 'section_api'],
  ])('%s is refused', async (_, flags, code, words) => {
    const docs = await sandboxCli();
    const run = await docs(`site-spaces create --site site_handbook ${flags} --yes`);
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(words);
  });
});

describe('site-spaces update and delete', () => {
  test('update sends its flags, and null for what it clears', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'site-spaces update sitesp_hr --site site_handbook --path hr --condition "visitor.beta" --json --yes',
    );
    expect(run.requests).toEqual([
      { method: 'PATCH', path: `${base}/sitesp_hr`, body: { path: 'hr', condition: 'visitor.beta' } },
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject({ path: 'hr', condition: 'visitor.beta' });
    const cleared = await docs(
      'site-spaces update sitesp_hr --site site_handbook --no-condition --json --yes',
    );
    expect(cleared.requests[0]?.body).toEqual({ condition: null });
    expect(JSON.parse(cleared.stdout)).not.toHaveProperty('condition');
  });

  test('update checks the limits before anything is sent', async () => {
    const docs = await sandboxCli();
    const long = ['--path', 'p'.repeat(101), '--condition', 'c'.repeat(1025)];
    const run = await docs(['site-spaces', 'update', 'sitesp_hr', '--site', 'site_handbook', ...long]);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('2 problems');
  });

  test('a path of a neighbour is a conflict', async () => {
    const docs = await sandboxCli();
    const run = await docs('site-spaces update sitesp_hr --site site_handbook --path runbooks');
    expect(run).toMatchObject({ code: 6, stdout: '' });
  });

  test('delete asks, and says what was done', async () => {
    const docs = await sandboxCli();
    const line = 'site-spaces delete sitesp_hr --site site_handbook';
    expect(await docs(line)).toMatchObject({ code: 2, requests: [] });
    expect(await docs(`${line} --yes`)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^deleted site space ".*" \(sitesp_hr\)\n$/),
      writes: [{ method: 'DELETE', path: `${base}/sitesp_hr` }],
    });
    expect(await docs(`${line} --yes`)).toMatchObject({ code: 5 });
  });
});

describe('site-spaces move', () => {
  test.each([
    ['--before x', { position: { before: { type: 'site-space', siteSpace: 'x' } } }],
    ['--after x', { position: { after: { type: 'site-space', siteSpace: 'x' } } }],
    ['', {}],
  ])('%s', async (flags, body) => {
    const docs = await scriptedCli(() => ({ json: { id: 'a' } }));
    const run = await docs(`site-spaces move a --site s ${flags}`);
    expect(run.requests).toEqual([
      { method: 'POST', path: '/v1/orgs/org_acme/sites/s/site-spaces/a/move', body },
    ]);
  });

  test('reorders between both neighbours', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'site-spaces move sitesp_handbook --site site_handbook --after sitesp_hr --before sitesp_runbooks',
    );
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await docs('site-spaces list --site site_handbook -o id');
    expect(stdout).toBe('sitesp_hr\nsitesp_handbook\nsitesp_runbooks\n');
  });
});

wireCoverage(contract);
