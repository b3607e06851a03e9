// A damaged record of a single command, or a damaged journal, beside one that is whole.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/system/clock.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { testNow } from '../support/test-system.ts';

const env = { DOCS_ADMIN_HISTORY: 'on' };
const rows = 'sites update site_docs --title Two\nsites update site_handbook --title Three\n';

type Kind = 'a single command' | 'a batch';

/** A run that stays whole, and a later one whose file is damaged then. */
async function twoRuns(kind: Kind) {
  const docs = await sandboxCli({ 'rows.txt': rows });
  const history = (name: string) => join(docs.folder, 'history', `${name}.jsonl`);
  await docs('teams update team_docs --title Writers', { env });
  const [whole] = await listed(docs);
  renameSync(history('20260601-001'), history('20260531-001'));
  await docs(kind === 'a batch' ? 'batch --file rows.txt' : 'sites update site_docs --title Two', { env });
  const later = (await listed(docs)).find((id) => id !== whole) ?? '';
  const path = kind === 'a batch' ? join(docs.folder, 'runs', `${later}.jsonl`) : history('20260601-001');
  return { docs, whole, later, path };
}

async function listed(docs: CliInFolder): Promise<string[]> {
  return JSON.parse((await docs('runs list --json', { env })).stdout).map(({ id }: { id: string }) => id);
}

interface Damage {
  /** Damages the file. */
  readonly by: (path: string, text: string) => void;
  /** The exit code of commands that name the run, by its kind, and of `undo` where it does not take the run before. */
  readonly named: Readonly<Record<Kind, 0 | 2 | 3>>;
  readonly last?: 3;
  /** What the commands say. */
  readonly says: RegExp;
}

const put = (change: (text: string) => string) => (path: string, text: string) =>
  writeFileSync(path, change(text));
const both = (code: 2 | 3) => ({ 'a single command': code, 'a batch': code }) as const;
const unreadable = /line \d of \S+ cannot be read|\S+\.jsonl is not the journal of a run/;

const damages: Readonly<Record<string, Damage>> = {
  'cut off in its first line': {
    by: put((text) => text.slice(0, 100)),
    named: both(3),
    says: unreadable,
  },
  'edited in a line': {
    by: put((text) => text.replace('"type":"intent"', '"type":"x"')),
    named: both(3),
    last: 3,
    says: unreadable,
  },
  'with a flipped bit in its id': {
    by: (path, text) => {
      const bytes = Buffer.from(text);
      const at = text.indexOf('"id":"') + 8;
      bytes[at] = (bytes[at] ?? 0) ^ 8;
      // The id of a journal is its name.
      writeFileSync(path, path.includes('history') ? bytes : text.replace('"type":"run"', '"tyqe":"run"'));
    },
    named: both(3),
    last: 3,
    says: unreadable,
  },
  'in a file with another name': {
    by: (path) => renameSync(path, path.replace(/[^/]+$/, '20260101T000000-000000.jsonl')),
    named: { 'a single command': 0, 'a batch': 2 },
    says: /there is no run|^$/,
  },
  'of another organization': {
    by: put((text) => text.replaceAll('"org":"org_acme"', '"org":"org_globex"')),
    named: both(2),
    says: /belongs to organization org_globex/,
  },
  'of another address': {
    by: put((text) => text.replaceAll('http://sandbox.localhost', 'https://other.example')),
    named: both(2),
    says: /belongs to https:\/\/other\.example/,
  },
  empty: {
    by: put(() => ''),
    named: { 'a single command': 2, 'a batch': 3 },
    says: /there is no run|is not the journal of a run/,
  },
  'that is a folder': {
    by: (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    named: both(3),
    last: 3,
    says: /cannot read \S+\.jsonl: it is a folder/,
  },
  'of another version': {
    by: put((text) => text.replaceAll('"format":3', '"format":9')),
    named: both(3),
    last: 3,
    says: /was made by a newer version|line \d of \S+ cannot be read/,
  },
};

const table = Object.entries(damages).flatMap(([what, damage]) =>
  (['a single command', 'a batch'] as const).map((kind) => ({ kind, what, damage })),
);

describe('a record that cannot be used', () => {
  test.each(table)('of $kind, $what: is refused by name, and no other is', async ({ kind, damage }) => {
    const { docs, whole, later, path } = await twoRuns(kind);
    damage.by(path, readFileSync(path, 'utf8'));
    const list = await docs('runs list -o id', { env });
    expect(list).toMatchObject({ code: 0, requests: [], stdout: expect.stringContaining(`${whole}\n`) });
    if (damage.named[kind] === 3) expect(list.stderr).toMatch(/^warning: .*\.jsonl/);

    // To show a run of another place sends nothing.
    const isElsewhere = /belongs/.test(damage.says.source);
    const named = [`runs undo ${later} --yes`, `runs resume ${later} --yes`];
    for (const line of isElsewhere
      ? named
      : [`runs show ${later}`, `${named[0]} --dry-run`, named[1] ?? '']) {
      const run = await docs(line, { env });
      expect(run, `${line}: ${run.stderr}`).toMatchObject({ code: damage.named[kind], writes: [] });
      if (run.code === 0) continue;
      expect(run.requests).toEqual([]);
      expect(run.stderr).toMatch(damage.says);
    }

    const undo = await docs('undo --dry-run', { env });
    expect(undo, undo.stderr).toMatchObject({ code: damage.last ?? 0, writes: [] });
    if (damage.last)
      expect(undo.stderr).toMatch(/^error: (the last run cannot be undone: |line \d of ).*\.jsonl/m);
    const own = await docs(`runs undo ${whole} --dry-run`, { env });
    expect(own).toMatchObject({ code: 0, stderr: expect.stringContaining('plan: 1 request; 0 left alone') });
  });
});

test.each(['a single command', 'a batch'] as const)(
  'the second undo of %s has nothing to do',
  async (kind) => {
    const { docs, later } = await twoRuns(kind);
    expect(await docs(`runs undo ${later} --yes`, { env })).toMatchObject({ code: 0 });
    const again = await docs(`runs undo ${later} --yes`, { env });
    expect(again).toMatchObject({ code: 0, requests: [] });
    expect(again.stderr).toMatch(/has been undone by run \S+: nothing to do/);
  },
);

test('a damaged line keeps the runs before it from being undone as the last one, and not those behind it', async () => {
  const docs = await sandboxCli({});
  let minutes = 0;
  const later = (line: string) => {
    const now = testNow + 60_000 * minutes++;
    return docs(line, { env, clock: { ...systemClock, now: () => now } });
  };
  await later('teams update team_docs --title Writers');
  await later('sites update site_docs --title Two');
  const path = join(docs.folder, 'history', '20260601-001.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"operation":"sites.update"', '"operation":5'));
  await later('sites update site_handbook --title New');
  const first = await later('undo --yes');
  expect(first).toMatchObject({ code: 0, writes: [{ path: '/v1/orgs/org_acme/sites/site_handbook' }] });
  const second = await later('undo --yes');
  expect(second).toMatchObject({ code: 3, writes: [] });
  expect(second.stderr).toContain(`the last run cannot be undone: line 4 of ${path} cannot be read\n`);
  expect(second.stderr).toContain('hint: put the file back, or name the run to undo');
});
