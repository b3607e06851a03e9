import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listSections } from '../../src/api/contract/operations/sections.ts';
import { listSiteSpaces } from '../../src/api/contract/operations/site-spaces.ts';
import { listSites } from '../../src/api/contract/operations/sites.ts';
import type { Store } from '../../src/sandbox/store/store.ts';
import { anySiteChange, type Sites } from '../support/any-site-change.ts';
import { sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { sandboxClient } from '../support/sandbox-client.ts';

const numRuns = Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 8);
const minutes = 60_000;

const fileOf = (sites: Sites) =>
  JSON.stringify({ format: 'docs-admin-organization/1', managed: { sites: 'full' }, sites });

const allowed = '--delete --max-removals 10000 --allow-delete sites';

interface Address {
  readonly real: string;
  /** Without the key of a link. */
  readonly shown: string;
  readonly site: string;
  /** The titles of the site, and of the space of a site space. */
  readonly title: string;
  readonly space?: string;
  /** The section of a site space. */
  readonly section?: string | null;
}

/** Returns the addresses that the service publishes, by what has them. */
async function addressesIn(store: Store): Promise<ReadonlyMap<string, Address>> {
  const client = sandboxClient(store);
  const org = 'org_acme';
  const found = new Map<string, Address>();
  for await (const sites of client.pages(listSites, { params: { org } }))
    for (const { id, title, visibility, urls } of sites) {
      const keys = store.get<{ share_key: string }>('SELECT share_key FROM sites WHERE id = ?', id);
      const query = visibility === 'share-link' ? { shareKey: keys?.share_key ?? '' } : {};
      const add = (own: string, real: string | null | undefined, more: Partial<Address> = {}) => {
        const shown = query.shareKey ? real?.replace(`/${query.shareKey}`, '/***') : real;
        if (real && shown) found.set(own, { real, shown, site: id, title: title ?? '', ...more });
      };
      add(id, urls?.published);
      const input = { params: { org, site: id }, query };
      for await (const sections of client.pages(listSections, input))
        for (const section of sections) add(section.id, section.urls?.published);
      for await (const siteSpaces of client.pages(listSiteSpaces, input))
        for (const { space, section = null, title: own, urls } of siteSpaces)
          add(`${id} ${space?.id}`, urls?.published, { section, space: own ?? '' });
    }
  return found;
}

interface Named {
  readonly from: string;
  readonly to: string | null;
}

/** Tells whether no one can know the new address before: it has another key, or a path that only the service gives. */
function isUnknowable(
  [id, is]: readonly [string, Address],
  before: ReadonlyMap<string, Address>,
  sites: Sites,
): boolean {
  if (is.shown.includes('/***') && !before.get(is.site)?.shown.includes('/***')) return true;
  const was = before.get(id);
  if (is.space === undefined || (was && was.section === is.section)) return false;
  const { sections = [], spaces = [] } = sites[is.title] ?? {};
  const entries = [...spaces, ...sections.flatMap((one) => one.spaces)];
  return entries.find(({ space }) => space === is.space)?.path === undefined;
}

/** Returns what a plan must name, and which of it a redirect can follow. */
function expected(
  before: ReadonlyMap<string, Address>,
  after: ReadonlyMap<string, Address>,
  sites: Sites,
): { readonly named: readonly Named[]; readonly redirects: readonly Named[] } {
  const known = [...after].filter((one) => !isUnknowable(one, before, sites));
  const served = new Set(known.map(([, { real }]) => real));
  const all = [...before].flatMap(([id, was]) => {
    const is = after.get(id);
    if (is?.real === was.real) return [];
    const to = !is || isUnknowable([id, is], before, sites) ? null : is.shown;
    const isTaken = served.has(was.real);
    return to === null && isTaken ? [] : [{ named: { from: was.shown, to }, isTaken }];
  });
  return {
    named: all.map(({ named }) => named),
    redirects: all.flatMap(({ named, isTaken }) => (isTaken || named.from.includes('/***') ? [] : [named])),
  };
}

const sorted = (all: readonly Named[]) => all.map(({ from, to }) => `${from} ${to}`).sort();

test(
  'a plan names each public address that is another one when it is carried out, and no other',
  async () => {
    const counts = { planned: 0, changed: 0 };
    await fc.assert(
      fc.asyncProperty(anySiteChange, async (change) => {
        const store = demoStore();
        const docs = await sandboxCli({ 'a.json': fileOf(change.before) }, undefined, store);
        const made = await docs(`org apply --file a.json ${allowed} --allow-opening public --yes`);
        expect([made.stderr, made.code]).toEqual([made.stderr, 0]);
        for (const [at, title] of change.ownHosts.entries())
          store.run('UPDATE sites SET hostname = ? WHERE title = ?', `docs-${at}.example`, title);
        const before = await addressesIn(store);

        await writeFile(join(docs.folder, 'b.json'), fileOf(change.after));
        const plan = await docs(`org plan --file b.json ${allowed} --redirects r.csv -o json`);
        expect([plan.stderr, plan.code, plan.writes]).toEqual([plan.stderr, 0, []]);
        const run = await docs(`org apply --file b.json ${allowed} --allow-opening public --yes`);
        expect([run.stderr, run.code]).toEqual([run.stderr, 0]);
        const after = await addressesIn(store);

        const { addresses } = JSON.parse(plan.stdout) as { addresses: Named[] };
        const { named, redirects } = expected(before, after, change.after);
        expect(sorted(addresses)).toEqual(sorted(named));
        const rows = readFileSync(join(docs.folder, 'r.csv'), 'utf8').trim().split('\n');
        expect(rows.sort()).toEqual(
          ['from,to', ...redirects.map(({ from, to }) => `${from},${to ?? ''}`)].sort(),
        );
        counts.planned++;
        if (addresses.length > 0) counts.changed++;
      }),
      { numRuns, endOnFailure: true },
    );
    expect(counts.changed).toBeGreaterThan(0);
  },
  20 * minutes,
);
