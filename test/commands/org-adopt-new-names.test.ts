import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { sandboxCli } from '../support/cli.ts';
import { forbidden } from '../support/planned.ts';

const adopt = 'org plan --file org.yaml --adopt --yes';

/** Exports an organization, changes it with these commands, and adopts. Expects that nothing differs then. */
async function adoptedAfter(
  changes: readonly string[],
  { only, through }: { only?: string; through?: (sandbox: Transport) => Transport } = {},
) {
  const docs = await sandboxCli({}, through);
  const choice = only ? ` --only ${only}` : '';
  expect(await docs(`org export --out org.yaml${choice}`)).toMatchObject({ code: 0 });
  const read = () => readFile(join(docs.folder, 'org.yaml'), 'utf8');
  const before = await read();
  for (const change of changes) expect(await docs(`${change} --yes`)).toMatchObject({ code: 0 });
  const run = await docs(adopt);
  expect(run.writes).toEqual([]);
  expect(await docs('org plan --file org.yaml --check --delete')).toMatchObject({ code: 0 });
  return { run, before, after: await read() };
}

const wrote = (added: number, removed: number) =>
  `wrote org.yaml: ${added} line${added === 1 ? '' : 's'} added, ${removed} removed\n`;

test('a team that has a new name in the app keeps its entry, and references follow', async () => {
  const { run, before, after } = await adoptedAfter(['teams update team_docs --title Docs2']);
  expect([run.stderr, run.code]).toEqual([
    `note: team "Docs" is called "Docs2" in the service: taken as renamed\n${wrote(4, 4)}`,
    0,
  ]);
  expect(after).toBe(before.replace(/^( +)Docs:/gm, '$1Docs2:').replace('-team: Docs\n', '-team: Docs2\n'));
});

test('a team whose new name cannot be written keeps its entry and its references, and they are named', async () => {
  const docs = await sandboxCli({});
  await docs('org export --only teams,collections --out org.yaml');
  const path = join(docs.folder, 'org.yaml');
  const exported = await readFile(path, 'utf8');
  const unusual = exported.replace('  Docs:\n    members:', '  ? Docs\n  : members:');
  await writeFile(path, unusual);
  await docs('teams update team_docs --title Docs2 --yes');
  await docs('teams update team_platform --title Base --yes');
  const run = await docs(adopt);
  const [own = 0, tie = 0] = ['  ? Docs\n', '      Docs: admin\n'].map(
    (line) => unusual.slice(0, unusual.indexOf(line)).split('\n').length,
  );
  expect([run.code, run.stderr]).toEqual([
    11,
    `note: team "Platform" is called "Base" in the service: taken as renamed\n${wrote(3, 3)}` +
      'error: the file is not as the service is: 2 places must be changed by hand\n' +
      `  org.yaml:${own}: teams.Docs: rename it to Docs2\n` +
      `  org.yaml:${tie}: collections.Product.teams.Docs: rename it to Docs2\n`,
  ]);
  expect(await readFile(path, 'utf8')).toBe(unusual.replace(/^( +)Platform:/gm, '$1Base:'));
});

test('a renamed team is in the summary, with what else changed in it', async () => {
  const docs = await sandboxCli({});
  await docs('org export --only teams --out org.yaml');
  await docs('teams update team_docs --title Docs2 --yes');
  await docs('teams members remove team_docs zoe@acme.example --yes');
  const run = await docs(`${adopt} --json`);
  expect(JSON.parse(run.stdout)).toMatchObject({
    complete: true,
    files: [{ file: 'org.yaml', added: 1, removed: 2 }],
    renamed: [{ kind: 'team', from: 'Docs', to: 'Docs2' }],
  });
});

test('a team is cut where two others are like it, and the warning names both', async () => {
  const docs = await sandboxCli({});
  await docs('org export --only teams --out org.yaml');
  const text = await readFile(join(docs.folder, 'org.yaml'), 'utf8');
  const members = /^ {2}Docs:\n {4}members:\n((?: {6}.*\n)+)/m.exec(text)?.[1] as string;
  const people = members.match(/[\w.]+@[\w.]+/g) as string[];
  await docs('teams update team_docs --title Docs2 --yes');
  const made = JSON.parse((await docs('teams create --title Docs3 --json')).stdout);
  await docs(`teams members add ${made.id} ${people.join(' ')} --yes --allow-opening administrators`);
  expect(await docs(adopt)).toMatchObject({
    code: 0,
    stderr: `warning: team "Docs" with 7 members is not in the service: its entry is taken out of the file; if it is now called "Docs2" or "Docs3", write that name in the file instead\n${wrote(0, 9)}`,
  });
});

test('an entry with nothing in it is cut without a look into others', async () => {
  const docs = await sandboxCli(
    { 'org.yaml': 'format: docs-admin-organization/1\nteams:\n  Publishing: {}\n  Docs: {}\n' },
    forbidden(/\/members\b/),
  );
  const run = await docs(adopt);
  expect(run.requests.map(({ path }) => path)).toEqual(['/v1/orgs/org_acme/teams?limit=1000']);
  expect(run).toMatchObject({
    code: 0,
    stderr: `warning: team "Publishing" is not in the service: its entry is taken out of the file\n${wrote(0, 1)}`,
  });
});

test('a team is cut where no other one is like it', async () => {
  const { run, before, after } = await adoptedAfter(
    ['teams delete team_docs', 'teams create --title Newcomers'],
    { only: 'teams' },
  );
  expect([run.stderr, run.code]).toEqual([
    `warning: team "Docs" with 7 members is not in the service: its entry is taken out of the file\n${wrote(0, 9)}`,
    0,
  ]);
  expect(after).toBe(before.replace(/^ {2}Docs:\n {4}members:\n(?: {6}.*\n)+/m, ''));
});

test('a team is cut where the members of the other one cannot be read', async () => {
  let isForbidden = false;
  const { run } = await adoptedAfter(['teams update team_docs --title Docs2'], {
    only: 'teams',
    through: (sandbox) => {
      const other = forbidden(/\/teams\/team_docs\/members/)(sandbox);
      return (...request) => {
        const titled = JSON.stringify(request).includes('Docs2');
        const answer = (isForbidden ? other : sandbox)(...request);
        isForbidden ||= titled;
        return answer;
      };
    },
  });
  expect([run.stderr, run.code]).toEqual([
    `warning: team "Docs" with 7 members is not in the service: its entry is taken out of the file\n${wrote(0, 9)}`,
    0,
  ]);
});

test('a site keeps its entry with all sections, and a collection what is in it', async () => {
  const { run, before, after } = await adoptedAfter([
    'sites update site_docs --title Manuals',
    'collections update col_product --title Products',
  ]);
  expect([run.stderr, run.code]).toEqual([
    'note: collection "Product" is called "Products" in the service: taken as renamed\n' +
      `note: site "Acme Docs" is called "Manuals" in the service: taken as renamed\n${wrote(2, 2)}`,
    0,
  ]);
  expect(after).toBe(
    before.replace('  Acme Docs:\n', '  Manuals:\n').replace('  Product:\n', '  Products:\n'),
  );
});

test('a section keeps its item in the list', async () => {
  const { run, before, after } = await adoptedAfter(
    ['sections update section_api --site site_docs --path reference'],
    { only: 'sites' },
  );
  expect([run.stderr, run.code]).toEqual([
    `note: section "Acme Docs: api" is called "Acme Docs: reference" in the service: taken as renamed\n${wrote(1, 1)}`,
    0,
  ]);
  expect(after).toBe(before.replace(' path: api\n', ' path: reference\n'));
});
