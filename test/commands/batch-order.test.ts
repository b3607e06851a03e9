import { expect, test } from 'vitest';
import { scriptedCli } from '../support/cli.ts';

/** Runs lines as a batch and tells how many requests were under way at once, and the paths in their order. */
async function run(lines: readonly string[]) {
  let underWay = 0;
  let most = 0;
  const docs = await scriptedCli(
    async ({ method }) => {
      // What a run reads before, it reads at once.
      if (method === 'GET') return { json: { id: 'x' } };
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay--;
      return { json: { id: 'x' } };
    },
    { 'commands.txt': lines.map((line) => `${line}\n`).join('') },
  );
  const { code, writes } = await docs('batch --file commands.txt --yes --allow-opening public');
  expect(code).toBe(0);
  return { most, paths: writes.map(({ method, path }) => `${method} ${path.replace(/^.*\/site\//, '')}`) };
}

test.each([
  ['sections', ['sections create --site site --space a', 'sections create --site site --space b']],
  [
    'section groups',
    [
      'section-groups create --site site --title Aa',
      'section-groups move g --site site',
      'section-groups delete h --site site',
    ],
  ],
  [
    'sections and groups of one site',
    [
      'sections move s --site site',
      'section-groups add-section g s --site site',
      'sections update s --site site --title Ab',
    ],
  ],
  [
    'what may be in a collection, and the collection that ends',
    [
      'change-requests update 1 --space space --subject Ab',
      'spaces permissions remove space team',
      'site-spaces update a --site site --path b',
      'collections delete d',
    ],
  ],
  ['site spaces', ['site-spaces create --site site --space a', 'site-spaces move b --site site']],
  [
    'collections',
    [
      'collections create --title Aa',
      'collections move c',
      'collections delete d',
      'collections update e --title Ab',
    ],
  ],
])('%s are made, moved and deleted one after another, in the order of the rows', async (_, lines) => {
  const { most, paths } = await run(lines);
  expect(most).toBe(1);
  expect(paths.map((path) => path.split(' ')[0])).toEqual(lines.map(methodOf));
});

function methodOf(line: string): string {
  if (/ (create|move|add-section) /.test(`${line} `)) return 'POST';
  return line.includes(' update ') ? 'PATCH' : 'DELETE';
}

test.each([
  ['other sites', ['sections create --site a --space x', 'sections create --site b --space x']],
  [
    'things that stay where they are',
    ['sections update s --site a --title Aa', 'sections update t --site a --title Ab'],
  ],
  ['lists without an order', ['teams create --title Aa', 'teams create --title Ab']],
  [
    'permissions of collections',
    ['collections permissions set c t --role read', 'collections permissions set c u --role read'],
  ],
])('%s are changed at once', async (_, lines) => {
  expect((await run(lines)).most).toBe(2);
});
