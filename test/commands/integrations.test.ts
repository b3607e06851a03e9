import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/integrations.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/integrations';
const published = () => ({ json: { name: 'acme-search', version: 2 } });
const manifest = [
  'title: Acme Search',
  'description: Finds what readers mean',
  'scopes: [space:content:read]',
  'script: // from the manifest',
].join('\n');

const configuration = { properties: { key: { type: 'string' } }, required: ['key'] };
const configurations = { account: configuration, space: configuration, site: configuration };

describe('integrations list', () => {
  test('sends its filters', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'integrations list --search DIA --category content --block-domain diagrams.acme.example --blocks --no-content-sources --owner org_acme -o id',
    );
    expect(run.requests).toEqual([
      {
        method: 'GET',
        path: `${base}?search=DIA&category=content&blockDomain=diagrams.acme.example&blocks=true&contentSources=false&owner=org_acme&limit=1000`,
      },
    ]);
    expect(run).toMatchObject({ code: 0, stdout: 'acme-diagrams\n', stderr: '' });
  });

  test('follows the cursors; the other switches are sent too', async () => {
    const docs = await sandboxCli();
    const all = await docs('integrations list --page-size 2 -o id');
    expect(all.stdout).toBe('acme-analytics\nacme-diagrams\nglobex-import\n');
    expect(all.requests).toHaveLength(2);
    const run = await docs('integrations list --no-blocks --content-sources -o id');
    expect(run.requests[0]?.path).toBe(`${base}?blocks=false&contentSources=true&limit=1000`);
    expect(run.stdout).toBe('globex-import\n');
  });

  test('a category that no one documented is sent with a warning', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [] } }));
    const run = await docs('integrations list --category juggling --json');
    expect(run).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(run.requests[0]?.path).toContain('category=juggling');
    expect(run.stderr).toContain('warning: invalid --category "juggling"');
  });

  test('a domain that cannot be one is refused', async () => {
    const docs = await sandboxCli();
    const run = await docs('integrations list --block-domain https://a.example');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('invalid --block-domain');
  });
});

test('get, unpublish and installations name the integration', async () => {
  const docs = await sandboxCli();
  const shown = await docs('integrations get acme-analytics --json');
  expect(shown).toMatchObject({ code: 0, requests: [{ method: 'GET', path: `${base}/acme-analytics` }] });
  expect(JSON.parse(shown.stdout)).toMatchObject({ version: 3, owner: { id: 'org_acme' } });
  const installed = await docs('integrations installations acme-analytics --page-size 1 -o id');
  expect(installed.stdout).toBe('inst_analytics_acme\ninst_analytics_globex\n');
  const one = await docs('integrations installations acme-analytics --external-id globex-1 -o id');
  expect(one).toMatchObject({ stdout: 'inst_analytics_globex\n' });
  expect(one.requests[0]?.path).toBe(`${base}/acme-analytics/installations?externalId=globex-1&limit=1000`);
  expect(await docs('integrations unpublish acme-analytics')).toMatchObject({ code: 2, requests: [] });
  expect(await docs('integrations unpublish acme-analytics --yes')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'unpublished integration "Acme Analytics" (acme-analytics)\n',
    writes: [{ method: 'DELETE', path: `${base}/acme-analytics` }],
  });
  expect(await docs('integrations get acme-analytics')).toMatchObject({ code: 5 });
  const impossible = await docs('integrations get a/b');
  expect(impossible).toMatchObject({ code: 2, requests: [] });
  expect(impossible.stderr).toContain('invalid <name> "a/b"');
});

describe('integrations publish', () => {
  test('every flag fills its field; flags override the manifest', async () => {
    const image = Uint8Array.from([0x89, 0x50, 0xff, 0x00]);
    const docs = await scriptedCli(published, {
      'manifest.yaml': [
        manifest,
        'visibility: public',
        'blocks: [{ id: b }]',
        'contentSources: [{ id: c }]',
        `configurations: ${JSON.stringify(configurations)}`,
        "contentSecurityPolicy: default-src 'self'",
      ].join('\n'),
      'summary.md': '# Search\n',
      'search.js': 'export default 1;\n\n',
      'icon.png': image,
      'one.png': 'one',
      'two.png': 'two',
      'key.txt': 'from-the-file\r\n\n',
    });
    const run = await docs(
      [
        'integrations publish --yes acme-search --input manifest.yaml --title Finder --description "Finds more"',
        '--summary summary.md --icon icon.png --preview-image one.png,two.png --visibility private --target site',
        '--scope space:views:read --scope site:views:read,space:content:read --category analytics,content',
        '--script search.js --external-link "Help=https://a.example/?q=1,2" --external-link Docs=https://b.example',
        '--secret API_KEY,FILE_KEY=@key.txt --org org_globex --json',
      ].join(' '),
      { env: { API_KEY: 'from-the-environment' } },
    );
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.requests).toEqual([
      {
        method: 'POST',
        path: `${base}/acme-search`,
        body: {
          title: 'Finder',
          description: 'Finds more',
          summary: '# Search\n',
          icon: 'iVD/AA==',
          previewImages: ['b25l', 'dHdv'],
          visibility: 'private',
          target: 'site',
          scopes: ['space:views:read', 'site:views:read', 'space:content:read'],
          categories: ['analytics', 'content'],
          script: 'export default 1;\n\n',
          externalLinks: [
            { label: 'Help', url: 'https://a.example/?q=1,2' },
            { label: 'Docs', url: 'https://b.example' },
          ],
          secrets: { API_KEY: 'from-the-environment', FILE_KEY: 'from-the-file\r\n' },
          organization: 'org_globex',
          blocks: [{ id: 'b' }],
          contentSources: [{ id: 'c' }],
          configurations,
          contentSecurityPolicy: "default-src 'self'",
        },
      },
    ]);
  });

  test('the help says that --org counts', async () => {
    const docs = await sandboxCli();
    expect((await docs('integrations publish --help')).stdout).toMatch(
      / {2}--org <id> +organization that publishes/,
    );
    expect((await docs('integrations unpublish --help')).stdout).not.toContain('--org');
  });

  test('the organization is that of --org, else of the manifest, else of the environment', async () => {
    const docs = await scriptedCli(published);
    const organization = async (line: string, stdin: string) => {
      const { requests } = await docs(`integrations publish --yes acme-search --input - ${line}`, { stdin });
      return (requests[0] as { body: { organization: string } }).body.organization;
    };
    const named = `${manifest}\norganization: org_manifest`;
    expect(await organization('--org org_flag', named)).toBe('org_flag');
    expect(await organization('', named)).toBe('org_manifest');
    expect(await organization('', manifest)).toBe('org_acme');
    const nowhere = await docs('integrations publish --yes acme-search --input -', {
      stdin: manifest,
      env: { DOCS_ADMIN_ORG: '' },
    });
    expect(nowhere).toMatchObject({ code: 2, requests: [] });
    expect(nowhere.stderr).toContain('DOCS_ADMIN_ORG');
  });

  test('says which version it is', async () => {
    const docs = await scriptedCli(published);
    const run = await docs('integrations publish --yes acme-search --input - -o table', { stdin: manifest });
    expect(run.stderr).toBe('published integration acme-search version 2\n');
  });

  test('what is missing or too long is named by its flag, all at once', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'integrations publish --yes "a b" --title x --preview-image icon.png,icon.png,icon.png,icon.png',
    );
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    for (const line of [
      'invalid <name> "a b": must be letters',
      'invalid --title "x": must have at least 2 characters',
      '--description is required',
      '--scope is required',
      '--script is required',
      'invalid --preview-image: must have at most 3 items',
    ]) {
      expect(run.stderr).toContain(line);
    }
  });

  test('an image or a script that cannot be read is named', async () => {
    const docs = await sandboxCli();
    for (const flag of ['--icon', '--script', '--summary', '--preview-image']) {
      const run = await docs(`integrations publish --yes acme-search ${flag} nowhere.file`);
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).toContain('nowhere.file');
    }
  });

  test('a link without label or address is refused', async () => {
    const docs = await sandboxCli();
    const run = await docs('integrations publish --yes acme-search --external-link https://a.example');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('error: invalid --external-link "https://a.example"');
  });
});

describe('integrations publish --secret', () => {
  const publish = 'integrations publish --yes acme-search --input acme-search.yaml --script search.js';

  test.for(['KEY=s3cr3t-value', 'KEY=a,s3cr3t-value', '=s3cr3t-value'])(
    'takes no value on the line: %s',
    async (word) => {
      const docs = await sandboxCli();
      const run = await docs(`${publish} --secret ${word}`);
      expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
      expect(run.stderr).toContain('error: --secret takes no value on the command line');
      expect(run.stderr).not.toContain('s3cr3t');
    },
  );

  test('a variable that is not set, or empty, is named; what may be a value is not repeated', async () => {
    const docs = await sandboxCli();
    const missing = await docs(`${publish} --secret API_KEY`);
    expect(missing).toMatchObject({ code: 2, requests: [] });
    expect(missing.stderr).toContain('--secret API_KEY: the environment variable API_KEY is not set');
    const empty = await docs(`${publish} --secret API_KEY`, { env: { API_KEY: '' } });
    expect(empty).toMatchObject({ code: 2, requests: [] });
    expect(empty.stderr).toContain('API_KEY is empty');
    expect((await docs(`${publish} --secret sk-s3cr3t`)).stderr).not.toContain('s3cr3t');
    expect(await docs(`${publish} --secret constructor`)).toMatchObject({ code: 2, requests: [] });
  });

  test('may come from standard input, without its last line break', async () => {
    const docs = await sandboxCli();
    const run = await docs(`${publish} --secret KEY=@-`, { stdin: 'line one\nline two\r\n' });
    expect(run.requests[0]?.body).toMatchObject({ secrets: { KEY: 'line one\nline two' } });
    expect(run.code).toBe(0);
  });

  test('is never shown: not in a dry run, debug output or an error', async () => {
    const files = { 'acme-search.yaml': manifest, 'search.js': '1', 'key.txt': 'f1le-s3cr3t\n' };
    const docs = await scriptedCli(
      ({ body }) => ({ status: 400, json: { error: { message: `refused ${JSON.stringify(body)}` } } }),
      files,
    );
    for (const flag of ['--dry-run', '--debug', '--json', '--title x']) {
      const run = await docs(`${publish} --secret KEY,OTHER=@key.txt ${flag}`, {
        env: { KEY: 'env-s3cr3t' },
      });
      expect(run.stdout + run.stderr).not.toBe('');
      expect(run.stdout + run.stderr).not.toContain('s3cr3t');
    }
  });
});

wireCoverage(contract);

test.each(['get', 'unpublish', 'installations'])('%s takes no name that cannot be one', async (verb) => {
  const docs = await scriptedCli(() => ({ json: { items: [] } }));
  const run = await docs(['integrations', verb, 'my slack', '--yes']);
  expect(run).toMatchObject({ code: 2, requests: [] });
  expect(run.stderr).toContain('must be letters, digits, "-", "_" and "."');
});
