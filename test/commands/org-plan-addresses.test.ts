import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { head, orgCli } from '../support/planned.ts';
import { withItems, withoutAnswer } from '../support/refusing.ts';

const docs = 'https://docs.acme.example';
const host = 'http://acme.sandbox.localhost';
const handbook = `${host}/handbook`;
const handbookSite = JSON.stringify('Handbook 手册, “internal”');

/** Returns the addresses that a plan changes: `from to`, `from ends`. */
async function addressesOf(sections: string, flags = '', through?: (sandbox: Transport) => Transport) {
  const { docs: cli } = await orgCli(sections, through && { through });
  const run = await cli(`org plan --file org.yaml --json ${flags}`);
  expect(run).toMatchObject({ stderr: '', code: 0, writes: [] });
  const { addresses } = JSON.parse(run.stdout) as { addresses: { from: string; to: string | null }[] };
  return addresses.map(({ from, to }) => `${from} ${to ?? 'ends'}`);
}

/** The sections of the site at {@link docs} as the service has them. */
const guides = (path: string, more = '') =>
  `{ title: Guides, path: ${path}, default: true, ${more} spaces: [ { space: Guides, path: guides, default: true }, { space: Tutorials, path: tutorials }, { space: ドキュメント, path: ja } ] }`;
const api =
  '{ title: API reference, path: api, spaces: [ { space: REST API, path: rest, default: true }, { space: "SDKs: \\"TypeScript\\", Python", path: sdk } ] }';
const news = (path: string, title = 'News', more = '') =>
  `{ title: ${title}, path: ${path}, ${more} spaces: [ { space: Changelog, path: changelog, default: true } ] }`;
const sections = (...list: string[]) => `sites: { Acme Docs: { sections: [ ${list.join(', ')} ] } }\n`;
const spaces = (list: string) => `sites: { ${handbookSite}: { spaces: [ ${list} ] } }\n`;

const guidesEnd = ['guides', 'guides/guides', 'guides/tutorials', 'guides/ja'].map(
  (path) => `${docs}/${path} ends`,
);

describe('a plan names each address', () => {
  test('of a site and of all in it, though the file does not have it', async () => {
    expect(await addressesOf(`sites: { ${handbookSite}: { basename: book } }\n`)).toEqual([
      `${handbook} ${host}/book`,
      `${handbook}/handbook ${host}/book/handbook`,
      `${handbook}/people ${host}/book/people`,
      `${handbook}/runbooks ${host}/book/runbooks`,
    ]);
  });

  test('of a section that gets a path, a title and a place at once', async () => {
    const file = sections(news('changes', 'Changes', 'previously: [news],'), guides('guides'), api);
    expect(await addressesOf(file)).toEqual([
      `${docs}/news ${docs}/changes`,
      `${docs}/news/changelog ${docs}/changes/changelog`,
    ]);
  });

  test('of sections that swap their paths', async () => {
    const file = sections(
      guides('api', 'previously: [guides],'),
      api.replace('path: api,', 'path: guides, previously: [api],'),
      news('news'),
    );
    expect(await addressesOf(file)).toEqual([
      `${docs}/guides ${docs}/api`,
      `${docs}/guides/guides ${docs}/api/guides`,
      `${docs}/guides/tutorials ${docs}/api/tutorials`,
      `${docs}/guides/ja ${docs}/api/ja`,
      `${docs}/api ${docs}/guides`,
      `${docs}/api/rest ${docs}/guides/rest`,
      `${docs}/api/sdk ${docs}/guides/sdk`,
    ]);
  });

  test('of a space that moves out of a section, which goes', async () => {
    const moved = api.replace('spaces: [', 'spaces: [ { space: Changelog, path: changes },');
    expect(await addressesOf(sections(guides('guides'), moved), '--delete')).toEqual([
      `${docs}/news ends`,
      `${docs}/news/changelog ${docs}/api/changes`,
    ]);
  });

  test('of a section that is deleted with its spaces', async () => {
    expect(await addressesOf(sections(api, news('news')), '--delete')).toEqual(guidesEnd);
  });

  test('of a site that has no sections any more', async () => {
    const file =
      'sites: { Acme Docs: { spaces: [ { space: Guides, path: guides }, { space: REST API, path: rest/v1 } ] } }\n';
    expect(await addressesOf(file, '--delete')).toEqual([
      `${docs}/guides/guides ${docs}/guides`,
      `${docs}/guides/tutorials ends`,
      `${docs}/guides/ja ends`,
      `${docs}/api ends`,
      `${docs}/api/rest ${docs}/rest/v1`,
      `${docs}/api/sdk ends`,
      `${docs}/news ends`,
      `${docs}/news/changelog ends`,
    ]);
  });

  test('of a site in which nothing is left to read', async () => {
    expect(await addressesOf(spaces(''), '--delete')).toEqual(
      ['', '/handbook', '/people', '/runbooks'].map((path) => `${handbook}${path} ends`),
    );
  });

  test('of a site that is deleted, and of spaces that end with a collection', async () => {
    const gone = 'managed: { sites: full }\nsites: { Partner portal: {}, Acme Docs: {} }\n';
    expect(await addressesOf(gone, '--delete')).toEqual(
      ['', '/handbook', '/people', '/runbooks'].map((path) => `${handbook}${path} ends`),
    );
    const collections =
      'managed: { collections: full }\ncollections: { Product: {}, Internal 内部: {}, Empty: {} }\n';
    expect(await addressesOf(collections, '--delete')).toEqual([
      `${docs}/api/rest ends`,
      `${docs}/api/sdk ends`,
      `${host}/partners/*** ends`,
      `${host}/partners/***/v1 ends`,
    ]);
  });

  test('of a site that becomes a link, or is one: the key is in no plan', async () => {
    const visible = (site: string, value: string) => `sites: { ${site}: { visibility: ${value} } }\n`;
    expect(await addressesOf(visible(handbookSite, 'share-link'))).toEqual(
      ['', '/handbook', '/people', '/runbooks'].map((path) => `${handbook}${path} ends`),
    );
    expect(await addressesOf(visible('Partner portal', 'public'))).toEqual([
      `${host}/partners/*** ${host}/partners`,
      `${host}/partners/***/v1 ${host}/partners/v1`,
    ]);
    expect(await addressesOf(`sites: { Partner portal: { basename: p } }\n`)).toEqual([
      `${host}/partners/*** ${host}/p/***`,
      `${host}/partners/***/v1 ${host}/p/***/v1`,
    ]);
  });

  test('as the service shows it', async () => {
    const elsewhere = (item: Record<string, unknown>) => {
      const { published } = item.urls as { published?: string };
      return { ...item, urls: { published: published?.replace(`${docs}/`, 'https://kb.example/help/') } };
    };
    const file = sections(guides('start', 'previously: [guides],'), api, news('news'));
    expect(await addressesOf(file, '', withItems(/sites(?!.*groups)/, elsewhere))).toEqual(
      ['', '/guides', '/tutorials', '/ja'].map(
        (path) => `https://kb.example/help/guides${path} https://kb.example/help/start${path}`,
      ),
    );
  });
});

describe('a plan names no address', () => {
  test.each<[string, string]>([
    ['where the basename is no part of it', 'sites: { Acme Docs: { basename: other } }\n'],
    ['of a site that is in no list any more', 'sites: { Acme Docs: { visibility: unlisted } }\n'],
    ['of a site where people sign in', 'sites: { Acme Docs: { visibility: visitor-auth } }\n'],
    ['where only the order changes', sections(api, guides('guides'), news('news'))],
    [
      'that another space gets',
      spaces(
        '{ space: Guides, path: handbook }, { space: "People & HR", path: people }, { space: Runbooks, path: runbooks }',
      ),
    ],
    [
      'that another site gets',
      `managed: { sites: full }\nsites: { Book: { basename: handbook, spaces: [ { space: Handbook, path: handbook }, { space: "People & HR", path: people }, { space: Runbooks, path: runbooks } ] }, Acme Docs: {}, Partner portal: {} }\n`,
    ],
  ])('%s', async (_, file) => {
    expect(await addressesOf(file, '--delete')).toEqual([]);
  });

  test('of a deletion that is withheld', async () => {
    expect(await addressesOf(sections(api, news('news')))).toEqual([]);
  });

  test('of a site that is not published', async () => {
    const store = demoStore();
    store.run(`UPDATE sites SET doc = '{"published":false}'`);
    const cli = await sandboxCli(
      { 'org.yaml': `${head}sites: { ${handbookSite}: { basename: b } }\n` },
      undefined,
      store,
    );
    expect(JSON.parse((await cli('org plan --file org.yaml --json')).stdout).addresses).toEqual([]);
  });
});

test('what cannot be read is said', async () => {
  const { docs: cli } = await orgCli(`sites: { ${handbookSite}: { basename: book } }\n`, {
    through: withoutAnswer(/site-spaces/, 403),
  });
  const run = await cli('org plan --file org.yaml --json');
  expect(JSON.parse(run.stdout).addresses).toEqual([{ from: handbook, to: `${host}/book` }]);
  expect(run).toMatchObject({
    code: 0,
    stderr: `warning: org.yaml:2:1: sites: the addresses below ${handbook} are not shown: what is in the site cannot be read\n`,
  });
});

test('nothing is read for addresses where the one of the site stays', async () => {
  const reads = async (file: string) => (await orgCli(file)).reads();
  expect(await reads('sites: { Acme Docs: { basename: other } }\n')).toEqual(['/v1/orgs/org_acme/sites']);
  expect(await reads(`sites: { ${handbookSite}: { basename: other } }\n`)).toEqual([
    '/v1/orgs/org_acme/sites',
    '/v1/orgs/org_acme/sites/site_handbook/sections',
    '/v1/orgs/org_acme/sites/site_handbook/site-spaces',
  ]);
});

describe('a plan in words', () => {
  const file = sections(guides('start', 'previously: [guides],'), api.replace('rest', 'v1')).replace(
    '\n',
    '',
  );

  test('counts what changes together with what it is in', async () => {
    const { docs: cli } = await orgCli(`${file}\n`);
    const run = await cli('org plan --file org.yaml --delete');
    expect(run.stdout).toContain(
      [
        'addresses (3)',
        `  ${docs}/guides → ${docs}/start, and 3 below it`,
        `  ${docs}/api/rest → ${docs}/api/v1`,
        `  ${docs}/news ends, and 1 below it`,
        '',
        '',
      ].join('\n'),
    );
    const markdown = await cli('org plan --file org.yaml --delete -o markdown');
    expect(markdown.stdout).toMatch(/^#+ addresses \(3\)$/im);
    expect(markdown.stdout).toContain(`${docs}/guides → ${docs}/start, and 3 below it`);
  });
});

describe('--redirects', () => {
  async function redirected(file: string, line = 'org plan') {
    const { docs: cli } = await orgCli(file);
    const run = await cli(`${line} --file org.yaml --delete --redirects r.csv`);
    const path = join(cli.folder, 'r.csv');
    return { run, cli, rows: existsSync(path) ? readFileSync(path, 'utf8').split('\n') : undefined };
  }

  const said = (count: string) =>
    `wrote r.csv: ${count}; the service makes none: set them up where the old addresses are served\n`;

  test('writes a row for each address, without a new one where it ends', async () => {
    const { run, rows } = await redirected(sections(guides('start', 'previously: [guides],'), api));
    expect(run).toMatchObject({ code: 0, writes: [], stderr: said('6 redirects') });
    expect(rows).toEqual([
      'from,to',
      ...['', '/guides', '/tutorials', '/ja'].map((path) => `${docs}/guides${path},${docs}/start${path}`),
      `${docs}/news,`,
      `${docs}/news/changelog,`,
      '',
    ]);
  });

  test('leaves out where a redirect would hide something else, or would need a key', async () => {
    const swapped = spaces(
      '{ space: Handbook, path: people }, { space: "People & HR", path: handbook }, { space: Runbooks, path: runs }',
    );
    const { run, rows } = await redirected(swapped);
    expect(rows).toEqual(['from,to', `${handbook}/runbooks,${handbook}/runs`, '']);
    expect(run.stderr).toBe(
      `warning: 2 of 3 changes of addresses cannot be redirected: the old address is used again, or has a key\n${said('1 redirect')}`,
    );
    const shared = await redirected('sites: { Partner portal: { basename: p } }\n');
    expect(shared.rows).toEqual(['from,to', '']);
    expect(shared.run.stderr).toContain('2 of 2 changes of addresses cannot be redirected');
  });

  test('writes the heading alone where no address changes', async () => {
    const { run, rows } = await redirected('sites: { Acme Docs: { visibility: unlisted } }\n');
    expect(run).toMatchObject({ code: 0, stderr: said('0 redirects') });
    expect(rows).toEqual(['from,to', '']);
  });

  test('is refused where it is the file itself', async () => {
    const { cli } = await redirected(sections(guides('guides'), api, news('news')));
    for (const verb of ['plan', 'rehearse']) {
      const same = await cli(`org ${verb} --file org.yaml --redirects org.yaml`);
      expect(same).toMatchObject({ code: 2, requests: [] });
      expect(same.stderr).toContain('--file and --redirects name the same file, ');
    }
  });

  test('goes with a dry run of apply, and not with apply', async () => {
    const file = sections(guides('start', 'previously: [guides],'), api);
    const { rows } = await redirected(file, 'org apply --dry-run');
    expect(rows).toHaveLength(8);
    const { run, rows: none } = await redirected(file, 'org apply --yes');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('--redirects needs --dry-run');
    expect(none).toBeUndefined();
  });
});
