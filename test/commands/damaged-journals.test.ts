import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';

const files = {
  'roster.csv': 'team,user,role\nteam_docs,user_kim,owner\nteam_docs,user_gil,owner\nteam_empty,user_ada,\n',
  'rows.txt':
    'members update user_pat --role edit\nteams delete team_design\nsites update site_handbook --title New\n',
  'org.yaml': `format: docs-admin-organization/1
teams: { New: { members: { ada@acme.example: owner } } }
sites:
  Acme Docs:
    section-groups: [ { title: Build } ]
    sections:
      - { title: API reference, path: api }
      - { title: Guides, path: guides, default: true }
      - { title: News, path: news, group: Build }
`,
};
const lines = {
  memberships: 'teams members sync --file roster.csv --yes --allow-opening administrators',
  rows: 'batch --file rows.txt --yes',
  changes: 'org apply --file org.yaml --delete --yes',
};
type Work = keyof typeof lines;

/** Carries a line out, and returns the lines of its journal without the last ones, as if its process had been killed. */
async function cutOff(docs: CliInFolder, work: Work): Promise<string[]> {
  const run = await docs(`${lines[work]} --journal whole.jsonl --concurrency 1`);
  expect([run.code, run.stderr]).toEqual([0, run.stderr]);
  const text = await readFile(join(docs.folder, 'whole.jsonl'), 'utf8');
  return text.trim().split('\n').slice(0, -2);
}

async function readAll(docs: CliInFolder, journal: string | Uint8Array): Promise<Run[]> {
  await writeFile(join(docs.folder, 'run.jsonl'), journal);
  const runs: Run[] = [];
  for (const line of ['show run.jsonl', 'undo run.jsonl --dry-run', 'resume run.jsonl --dry-run'])
    runs.push(await docs(`runs ${line}`));
  return runs;
}

/** Expects that a journal is read, or refused by its name before anything is sent. */
function expectRefused({ code, stderr, writes }: Run, damage: unknown): void {
  expect([damage, stderr]).toEqual([damage, expect.not.stringContaining('internal error')]);
  if (code !== 3) return;
  expect([damage, stderr, writes]).toEqual([damage, expect.stringContaining('run.jsonl'), []]);
}

/** The paths of all values in a record. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner = value !== null && typeof value === 'object' ? Object.entries(value) : [];
  return [
    ...(path.length > 0 ? [path] : []),
    ...inner.flatMap(([name, one]) => pathsIn(one, [...path, name])),
  ];
}

function replaced(record: object, path: readonly string[], value: unknown): object {
  const copy = structuredClone(record);
  let inner = copy as Record<string, unknown>;
  for (const name of path.slice(0, -1)) inner = inner[name] as Record<string, unknown>;
  inner[path.at(-1) ?? ''] = value;
  return copy;
}

const otherValues = fc.constantFrom(null, 5, -1, 1e15, 'x', true, [], [1], {}, { a: 1 });

describe.each(Object.keys(lines) as Work[])('a journal of %s', (work) => {
  test('with a value of another type is read, or refused before anything is sent', async () => {
    const docs = await sandboxCli(files);
    const records = (await cutOff(docs, work)).map((line) => JSON.parse(line) as object);
    const places = records.flatMap((record, at) => pathsIn(record).map((path) => ({ at, path })));
    const damage = fc.record({ place: fc.constantFrom(...places), value: otherValues });
    await fc.assert(
      fc.asyncProperty(damage, async ({ place, value }) => {
        const damaged = records.map((record, at) =>
          JSON.stringify(at === place.at ? replaced(record, place.path, value) : record),
        );
        const text = `${damaged.join('\n')}\n`;
        for (const run of await readAll(docs, text)) expectRefused(run, [place, value]);
      }),
      { numRuns: 40 },
    );
  });

  test('with a flipped bit is read, or refused before anything is sent', async () => {
    const docs = await sandboxCli(files);
    const bytes = Buffer.from(`${(await cutOff(docs, work)).join('\n')}\n`);
    const damage = fc.record({ at: fc.nat(bytes.length - 1), bit: fc.nat(7) });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, bit }) => {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        for (const run of await readAll(docs, flipped)) expectRefused(run, { at, bit });
      }),
      { numRuns: 40 },
    );
  });
});

test.each<[damage: string, change: (lines: readonly string[]) => readonly string[]]>([
  ['a map as address', ([head = '', ...rest]) => [edited(head, { baseUrl: { a: 1 } }), ...rest]],
  [
    'a text as values before',
    ([head = '', intent = '', ...rest]) => [head, edited(intent, { before: 'x' }), ...rest],
  ],
  [
    'a field that no record has',
    ([head = '', intent = '', ...rest]) => [head, edited(intent, { befose: [] }), ...rest],
  ],
  ['a line that is cut off', ([head = '', intent = '', ...rest]) => [head, intent.slice(0, 40), ...rest]],
  [
    'a record of another type',
    ([head = '', intent = '', ...rest]) => [head, edited(intent, { type: 'x' }), ...rest],
  ],
])('%s is refused by resume, undo and show, exit 3, and listed with a warning', async (_, change) => {
  const docs = await sandboxCli(files);
  const whole = await cutOff(docs, 'rows');
  await docs('teams members sync --file roster.csv --yes --allow-opening administrators');
  const { journal, id } = JSON.parse((await docs('runs list --json')).stdout)[0];
  for (const run of await readAll(docs, `${change(whole).join('\n')}\n`)) {
    expect(run).toMatchObject({ code: 3, requests: [] });
    expect(run.stderr).toMatch(/^error: .*run\.jsonl/m);
  }
  const damaged = await readFile(join(docs.folder, 'run.jsonl'));
  await mkdir(dirname(journal), { recursive: true });
  await writeFile(join(dirname(journal), 'damaged.jsonl'), damaged);
  const list = await docs('runs list -o id');
  expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining(`${id}\n`) });
  expect(list.stderr).toMatch(/^warning: .*damaged\.jsonl/);
});

function edited(line: string, fields: object): string {
  return JSON.stringify({ ...JSON.parse(line), ...fields });
}

test.each([5, 'x', {}])('a body that is %j is refused by resume and undo', async (add) => {
  const docs = await sandboxCli(files);
  const damaged = (await cutOff(docs, 'changes')).map((line) =>
    line.includes('"sent":{"add"') ? edited(line, { sent: { add } }) : line,
  );
  expect(damaged.join()).toContain(JSON.stringify({ add }));
  const [, ...others] = await readAll(docs, `${damaged.join('\n')}\n`);
  for (const run of others) expect(run).toMatchObject({ code: 3, writes: [] });
});
