import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { head } from '../support/planned.ts';
import { withItems } from '../support/refusing.ts';

vi.setConfig({ testTimeout: 60_000 });

const title = 'Handbook 手册, “internal”';
const host = 'https://kb.example';

/** A service that publishes sites elsewhere than a copy of it would. */
const elsewhere = withItems(/sites(?!.*groups)/, (item) => {
  const { published } = item.urls as { published?: string };
  return { ...item, urls: { published: published?.replace('http://acme.sandbox.localhost', host) } };
});

function siteCli(file: string): Promise<CliInFolder> {
  const store = demoStore();
  store.run(`DELETE FROM sites WHERE id <> 'site_handbook'`);
  return sandboxCli({ 'org.yaml': `${head}${file}` }, elsewhere, store);
}

async function rehearsed(file: string, line: string, code = 0) {
  const docs = await siteCli(file);
  const run = await docs(`org rehearse --json --redirects r.csv ${line}`);
  expect([run.stderr, run.code, run.writes]).toEqual([run.stderr, code, []]);
  const path = join(docs.folder, 'r.csv');
  return {
    stderr: run.stderr,
    addresses: JSON.parse(run.stdout).plan.addresses as { from: string; to: string | null }[],
    rows: existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : undefined,
  };
}

const all = ['', '/handbook', '/people', '/runbooks'];
const moved = (to: string | null) =>
  all.map((path) => ({ from: `${host}/handbook${path}`, to: to && `${host}/${to}${path}` }));
const rowsOf = (to: string | null) => ['from,to', ...moved(to).map((one) => `${one.from},${one.to ?? ''}`)];

const renamed = `sites: { ${JSON.stringify(title)}: { basename: book } }\n`;

test.each<[string, string, string, string | null]>([
  ['a file', renamed, '--file org.yaml', 'book'],
  ['a line', '', '-- sites update site_handbook --basename book', 'book'],
  [
    'a line that gives another title too',
    '',
    '-- sites update site_handbook --basename book --title Book',
    'book',
  ],
  ['a line that deletes', '', '-- sites delete site_handbook', null],
])('%s names the addresses of the service, not those of the copy', async (_, file, line, to) => {
  const { addresses, rows, stderr } = await rehearsed(file, line);
  expect(addresses).toEqual(moved(to));
  expect(rows).toEqual(rowsOf(to));
  expect(stderr).toContain('wrote r.csv: 4 redirects; the service makes none');
});

test('a line that puts a space into a new section names what moves', async () => {
  const { addresses } = await rehearsed('', '-- sections create --site site_handbook --space space_guides');
  // The service puts the other spaces into a section of their own.
  expect(addresses.map(({ from }) => from)).toEqual(
    moved(null)
      .slice(1)
      .map(({ from }) => from),
  );
});

test('what the guards hold back is shown with the addresses that it would change, and has no redirects', async () => {
  const { addresses, rows } = await rehearsed(
    `managed: { sites: full }\nsites: {}\n`,
    '--file org.yaml --delete --max-removals 0',
    2,
  );
  expect(addresses).toEqual(moved(null));
  expect(rows).toBeUndefined();
});

test('the text and Markdown name them', async () => {
  const docs = await siteCli(renamed);
  for (const format of ['', '-o markdown']) {
    const { stdout } = await docs(`org rehearse --file org.yaml ${format}`);
    expect(stdout).toContain(`${host}/handbook → ${host}/book, and 3 below it`);
  }
});

test('a change of something else names none', async () => {
  const { addresses, rows } = await rehearsed('', '-- members update user_linus --role read');
  expect([addresses, rows]).toEqual([[], ['from,to']]);
});
