import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const terminal = { terminal: true, columns: 100, env: { NO_COLOR: '1' } };

test('a published site shows its sections with their spaces as a tree', async () => {
  const docs = await sandboxCli();
  const { stdout } = await docs('sites published site_docs', terminal);
  expect(stdout.slice(stdout.indexOf('\n\n') + 2)).toBe(
    [
      '├─ Guides  section_guides  /guides  default  in group_learn',
      '│  ├─ Guides  sitesp_guides  /guides  default',
      '│  ├─ Tutorials  sitesp_tutorials  /tutorials',
      '│  └─ ドキュメント  sitesp_japanese  /ja',
      '├─ API reference  section_api  /api  in group_build',
      '│  ├─ REST API  sitesp_rest  /rest  default',
      '│  └─ SDKs: "TypeScript", Python  sitesp_sdk  /sdk',
      '└─ News  section_news  /news',
      '   └─ Changelog  sitesp_changelog  /changelog  default',
      '',
    ].join('\n'),
  );
  expect(stdout).toContain('customizations.site.styling.theme');
  expect(stdout).not.toMatch(/structure\.structure|customizations\.siteSpaces/);
});

test('a site without sections shows its spaces', async () => {
  const docs = await sandboxCli();
  const { stdout } = await docs('sites published site_handbook', terminal);
  expect(stdout).toContain('\n\n├─ Handbook  sitesp_handbook  /handbook  default\n├─ People & HR');
});

test('sections and section groups show what is in them', async () => {
  const docs = await sandboxCli();
  const section = await docs('sections move section_api --site site_docs -o table', terminal);
  expect(section.stdout).toContain('├─ REST API  sitesp_rest  /rest  default\n└─ SDKs');
  expect(section.stderr).toBe('moved section "API reference" (section_api)\n');
  const group = await docs('section-groups move group_build --site site_docs -o table', terminal);
  expect(group.stdout).toContain('└─ API reference  section_api  /api  in group_build\n   ├─ REST API');
});

test('an answer without a structure has no tree, and a hostile title cannot break it', async () => {
  const bare = await scriptedCli(() => ({ json: { site: { id: 's' } } }));
  expect(await bare('sites published s', terminal)).toMatchObject({ code: 0, stdout: 'site.id  s\n' });
  const structure = [{ id: 'a', title: 'one\n\u001b[2Jtwo', siteSpaces: null }];
  const hostile = await scriptedCli(() => ({ json: { site: { id: 's' }, structure: { structure } } }));
  const { stdout } = await hostile('sites published s', terminal);
  expect(stdout).not.toContain('\u001b');
  expect(stdout.trimEnd().split('\n')).toHaveLength(3);
});

test('JSON and --fields still give all of it', async () => {
  const docs = await sandboxCli();
  const json = await docs('sites published site_docs --json');
  expect(JSON.parse(json.stdout).structure.structure).toHaveLength(3);
  const fields = await docs('sites published site_docs --fields structure.structure.id', terminal);
  expect(fields.stdout).toBe('structure.structure.id  section_guides, section_api, section_news\n');
});

describe('sites get', () => {
  test('shows the structure below the site', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites get site_docs', terminal);
    expect(run.requests.map(({ path }) => path)).toEqual([
      '/v1/orgs/org_acme/sites/site_docs',
      '/v1/orgs/org_acme/sites/site_docs/published',
    ]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/^id +site_docs\n/);
    expect(run.stdout).toContain(
      '\n\n├─ Guides  section_guides  /guides  default  in group_learn\n│  ├─ Guides',
    );
  });

  test('lists the parts of a site that is shown to no one without its key', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites get site_partners', terminal);
    const site = '/v1/orgs/org_acme/sites/site_partners';
    expect(run.requests.map(({ path }) => path)).toEqual([
      site,
      `${site}/published`,
      `${site}/sections?limit=1000`,
      `${site}/site-spaces?limit=1000`,
    ]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('\n\n└─ API v1  sitesp_legacy  /v1  default\n');
  });

  test.each([401, 403, 404, 409])('is not spoilt by a %i for the structure', async (status) => {
    const docs = await scriptedCli(({ path }) =>
      path.endsWith('/sites/s') ? { json: { id: 's' } } : { status, json: {} },
    );
    expect(await docs('sites get s', terminal)).toMatchObject({ code: 0, stdout: 'id  s\n', stderr: '' });
  });

  test.each(['--json', '-o yaml', '--fields id', '-o id'])(
    'asks for no structure where none is shown: %s',
    async (flags) => {
      const docs = await sandboxCli();
      const { requests } = await docs(`sites get site_docs ${flags}`, terminal);
      expect(requests).toHaveLength(1);
    },
  );

  test('nor into a pipe', async () => {
    const docs = await sandboxCli();
    expect((await docs('sites get site_docs')).requests).toHaveLength(1);
    expect((await docs('sites get site_docs -o table')).requests).toHaveLength(1);
  });
});
