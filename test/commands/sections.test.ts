import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/sections.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/orgs/org_acme/sites/site_docs/sections';

describe('sections list', () => {
  test('prints the objects as the service sent them', async () => {
    const docs = await sandboxCli();
    const run = await docs('sections list --site site_docs --json');
    expect(run.requests).toEqual([{ method: 'GET', path: `${base}?limit=1000` }]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject([
      { object: 'site-section', id: 'section_guides', default: true, sectionGroup: 'group_learn' },
      { id: 'section_api' },
      { id: 'section_news', condition: 'visitor.claims.plan == "pro"' },
    ]);
  });

  test('shows what an admin looks at first, one section a line', async () => {
    const docs = await sandboxCli();
    const run = await docs('sections list --site site_docs');
    expect(run.stdout.split('\n').slice(0, 2)).toEqual([
      'id\ttitle\tpath\tsectionGroup\tdefault\tsiteSpaces.title\turls.published',
      'section_guides\tGuides\tguides\tgroup_learn\ttrue\tGuides,Tutorials,ドキュメント\thttps://docs.acme.example/guides',
    ]);
  });

  test('shows the titles of groups on a terminal', async () => {
    const docs = await sandboxCli();
    const run = await docs('sections list --site site_docs', {
      terminal: true,
      columns: 200,
      env: { NO_COLOR: '1' },
    });
    expect(run.stdout).toMatch(/^ID +TITLE +PATH +GROUP .*\nsection_guides +Guides +guides +Learn /);
  });

  test('takes the site from the environment, and says all ways to give it', async () => {
    const docs = await sandboxCli();
    const fromEnv = await docs('sections list -o id', { env: { DOCS_ADMIN_SITE: 'site_docs' } });
    expect(fromEnv.stdout).toBe('section_guides\nsection_api\nsection_news\n');
    const flagFirst = await docs('sections list --site site_handbook -o id', {
      env: { DOCS_ADMIN_SITE: 'site_docs' },
    });
    expect(flagFirst).toMatchObject({ code: 0, stdout: '' });
    const missing = await docs('sections list');
    expect(missing).toMatchObject({ code: 2, requests: [] });
    expect(missing.stderr).toMatch(/no site given\nhint: .*--site.*DOCS_ADMIN_SITE.*config set site/);
  });

  test('sends the share key, and the page query', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [] } }));
    const run = await docs('sections list --site s --share-key "a b" --limit 5 --cursor c');
    expect(run.requests).toEqual([
      { method: 'GET', path: '/v1/orgs/org_acme/sites/s/sections?shareKey=a%20b&limit=5&page=c' },
    ]);
  });
});

describe('sections create', () => {
  test('sends only what was asked for', async () => {
    const docs = await sandboxCli();
    const run = await docs('sections create --site site_docs --space space_arabic --json --yes');
    expect(run.requests).toEqual([{ method: 'POST', path: base, body: { spaceId: 'space_arabic' } }]);
    expect(run).toMatchObject({ code: 0 });
    expect(JSON.parse(run.stdout)).toMatchObject({
      object: 'site-section',
      siteSpaces: [{ space: { id: 'space_arabic' } }],
    });
  });

  test('asks for the space, and checks the title, before anything is sent', async () => {
    const docs = await sandboxCli();
    const run = await docs(['sections', 'create', '--site', 'site_docs', '--title', 'x'.repeat(65)]);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain('--space is required');
    expect(run.stderr).toContain('--title');
    expect(run.stderr).toContain('at most 64 characters');
  });

  test('takes the space from --input, and a title from a flag', async () => {
    const docs = await scriptedCli(() => ({ status: 201, json: { id: 'section_1' } }));
    const run = await docs('sections create --site s --input - --title API --yes', {
      stdin: 'spaceId: space_1',
    });
    expect(run.requests[0]?.body).toEqual({ spaceId: 'space_1', title: 'API' });
  });

  test('does not take the space to publish from the environment', async () => {
    const docs = await sandboxCli();
    const run = await docs('sections create --site site_docs', { env: { DOCS_ADMIN_SPACE: 'space_arabic' } });
    expect(run).toMatchObject({ code: 2, requests: [] });
  });

  test('a space that the site has already is a conflict', async () => {
    const docs = await sandboxCli();
    const run = await docs('sections create --site site_docs --space space_rest --yes');
    expect(run).toMatchObject({ code: 6, stdout: '' });
    expect(run.stderr).toContain('already in the site');
  });
});

describe('sections update', () => {
  const path = '/v1/orgs/org_acme/sites/s/sections/a';

  test('sends every flag under its field', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 'a' } }));
    const run = await docs(
      'sections update a --site s --title API --path api --default-site-space ss --condition "plan == 1" --icon gear --description "REST and more" --yes',
    );
    const body = {
      title: 'API',
      path: 'api',
      defaultSiteSpace: 'ss',
      condition: 'plan == 1',
      icon: 'gear',
      description: 'REST and more',
    };
    expect(run.requests).toEqual([{ method: 'PATCH', path, body }]);
  });

  test('--no-<field> clears', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 'a' } }));
    const cleared = await docs('sections update a --site s --no-condition --no-icon --no-description --yes');
    expect(cleared.requests[0]?.body).toEqual({ condition: null, icon: null, description: null });
  });

  test('reports every limit at once', async () => {
    const docs = await sandboxCli();
    const run = await docs([
      ...'sections update section_api --site site_docs --title x --path'.split(' '),
      '',
      ...['--condition', '', '--icon', 'i'.repeat(51), '--description', 'd'.repeat(257)],
    ]);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('5 problems');
  });

  test('changes the section', async () => {
    const docs = await sandboxCli();
    const run = await docs('sections update section_api --site site_docs --title Reference --json');
    expect(JSON.parse(run.stdout)).toMatchObject({ id: 'section_api', title: 'Reference', icon: 'gear' });
    expect(await docs('sections update nope --site site_docs --title API')).toMatchObject({ code: 5 });
  });
});

describe('sections delete', () => {
  test('asks, since its spaces go offline', async () => {
    const docs = await sandboxCli();
    expect(await docs('sections delete section_news --site site_docs')).toMatchObject({
      code: 2,
      requests: [],
    });
    const no = await docs('sections delete section_news --site site_docs', {
      terminal: true,
      answers: [false],
    });
    expect(no).toMatchObject({ code: 2, writes: [], questions: [expect.stringContaining('section_news')] });
    const yes = await docs('sections rm section_news --site site_docs --yes');
    expect(yes).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'deleted section "News" (section_news)\n',
      writes: [{ method: 'DELETE', path: `${base}/section_news` }],
    });
    expect(await docs('sections delete section_news --site site_docs --yes')).toMatchObject({ code: 5 });
  });
});

describe('sections move', () => {
  test.each([
    ['--before x', { position: { before: { type: 'site-section', siteSection: 'x' } } }],
    ['--after x', { position: { after: { type: 'site-section', siteSection: 'x' } } }],
    [
      '--after x --before y',
      {
        position: {
          before: { type: 'site-section', siteSection: 'y' },
          after: { type: 'site-section', siteSection: 'x' },
        },
      },
    ],
    ['', {}],
  ])('%s', async (flags, body) => {
    const docs = await scriptedCli(() => ({ json: { id: 'a' } }));
    const run = await docs(`sections move a --site s ${flags}`);
    expect(run.requests).toEqual([
      { method: 'POST', path: '/v1/orgs/org_acme/sites/s/sections/a/move', body },
    ]);
  });

  test('reorders, and refuses an unknown neighbour', async () => {
    const docs = await sandboxCli();
    const run = await docs('sections move section_news --site site_docs --before section_api');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await docs('sections list --site site_docs -o id');
    expect(stdout).toBe('section_guides\nsection_news\nsection_api\n');
    const unknown = await docs('sections move section_news --site site_docs --before section_nope');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('section_nope');
  });

  test('a position of --input is refused where it names the neighbour by another key', async () => {
    const docs = await sandboxCli();
    const run = await docs('sections move section_news --site site_docs --input -', {
      stdin: 'position: { before: { type: site-section, id: section_api } }',
    });
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('--before (siteSection) is required');
  });
});

wireCoverage(contract);

test('a variant of a field that no one knows is sent with a warning, and refused by the sandbox', async () => {
  const icon = { name: 'gear', style: 'solid' };
  const files = { 'body.json': JSON.stringify({ icon, condition: { all: [] } }) };
  const line = 'sections update s --site site_docs --input body.json --yes';
  const run = await (await scriptedCli(() => ({ json: { id: 's' } }), files))(line);
  expect(run).toMatchObject({ code: 0, requests: [{ body: { icon, condition: { all: [] } } }] });
  expect(run.stderr).toMatch(/^warning: invalid --icon: is of a kind that is not known; sent as it is$/m);
  const refused = await (await sandboxCli(files))(line.replace(' s ', ' section_guides '));
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain('icon: is of a kind that is not known');
});
