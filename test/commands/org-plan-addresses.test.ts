import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { orgCli } from '../support/planned.ts';

const handbook = 'http://acme.sandbox.localhost/handbook';

/** Returns a plan with the addresses that it changes. */
async function addressesOf(sections: string, flags = '') {
  const { docs } = await orgCli(sections);
  const run = await docs(`org plan --file org.yaml --json ${flags}`);
  expect(run).toMatchObject({ stderr: '', code: 0, writes: [] });
  return JSON.parse(run.stdout).addresses;
}

const site = 'Handbook 手册, “internal”';

const spaces =
  '[ { space: Handbook, path: handbook }, { space: "People & HR", path: people }, { space: Runbooks, path: runbooks } ]';
const moved = { from: handbook, to: 'http://acme.sandbox.localhost/book' };

test('a plan names the address of a site that changes', async () => {
  expect(await addressesOf(`sites: { ${JSON.stringify(site)}: { basename: book } }\n`)).toEqual([moved]);
});

test('a plan names each address below it, where the file has what is in the site', async () => {
  const file = `sites: { ${JSON.stringify(site)}: { basename: book, spaces: ${spaces} } }\n`;
  expect(await addressesOf(file)).toEqual([
    moved,
    ...['handbook', 'people', 'runbooks'].map((path) => ({
      from: `${handbook}/${path}`,
      to: `http://acme.sandbox.localhost/book/${path}`,
    })),
  ]);
});

test('on a host of its own, the basename is no part of an address', async () => {
  expect(await addressesOf('sites: { Acme Docs: { basename: other } }\n')).toEqual([]);
});

test('what ends has no new address, and its text counts what is below it', async () => {
  const { docs } = await orgCli(`managed: { sites: full }\nsites: { Acme Docs: {}, Partner portal: {} }\n`);
  const run = await docs('org plan --file org.yaml --delete');
  expect(run.stdout).toContain(`\naddresses (1)\n  ${handbook} ends, and 3 below it\n\n`);
});

test('a list of redirects has a row for each, and is refused where it is the file itself', async () => {
  const { docs } = await orgCli(`sites: { ${JSON.stringify(site)}: { basename: book } }\n`);
  const run = await docs('org plan --file org.yaml --redirects redirects.csv -q');
  expect(run).toMatchObject({ code: 0, writes: [] });
  const text = readFileSync(join(docs.folder, 'redirects.csv'), 'utf8');
  expect(text).toBe(`from,to\n${moved.from},${moved.to}\n`);
  const same = await docs('org plan --file org.yaml --redirects org.yaml');
  expect(same).toMatchObject({ code: 2, requests: [] });
  expect(same.stderr).toContain('--file and --redirects name the same file, ');
});

test('a file that changes no address has none', async () => {
  expect(await addressesOf('sites: { Acme Docs: { visibility: unlisted } }\n')).toEqual([]);
});
