import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { chained, manifestText, readManifest } from '../../src/review/chain.ts';
import type { FolderReader } from '../../src/review/folder.ts';
import { verifyReview } from '../../src/review/verify.ts';
import { sandboxCli } from '../support/cli.ts';
import { decidedReview, succeeds } from '../support/reviews.ts';

type Contents = Map<string, Uint8Array>;

/** A small review that is closed. */
let review: Contents;

async function closedReview(): Promise<Contents> {
  if (review) return review;
  const docs = await sandboxCli({
    'reviewers.csv':
      'place,reviewer\nDocs,user_ada\nDesign 🎨,user_ada\nHandbook,user_ada\n"Support, EMEA",user_ada\nProduct,user_ada\n',
  });
  await decidedReview(
    {
      'team-member user_uma team_design': ['remove', '', 'the project has ended'],
      'space-team team_design space_guides': ['lower', 'read', 'less'],
    },
    { docs, flags: '--guests --by person --reviewers reviewers.csv', other: null },
  );
  await succeeds(docs, 'access review close q4 --yes --allow-open');
  const folder = join(docs.folder, 'q4');
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile());
  review = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  return review;
}

/** Reads files in memory. */
function readerOf(files: Contents): FolderReader {
  return {
    folder: (path) => {
      const within = path === 'q4' ? '' : `${path.slice(3)}/`;
      return [
        ...new Set(
          [...files.keys()]
            .filter((name) => name.startsWith(within))
            .map((name) => name.slice(within.length).split('/')[0] as string),
        ),
      ];
    },
    async *bytes(path) {
      const found = files.get(path.slice(3));
      if (!found) throw new UsageError(`cannot read ${path}: it does not exist`);
      yield found;
    },
  };
}

const faultsOf = async (files: Contents) => (await verifyReview(readerOf(files), 'q4')).faults;
const replaced = (files: Contents, name: string, content: string | Uint8Array) =>
  new Map(files).set(name, typeof content === 'string' ? new TextEncoder().encode(content) : content);

describe('verifyReview', () => {
  test('finds nothing in a review as it was written', async () => {
    const files = await closedReview();
    expect([...files.keys()].sort()).toEqual([
      'after.csv',
      'decisions.jsonl',
      'manifest.json',
      'outcome.jsonl',
      'packets/user_ada.csv',
      'packets/user_ada.html',
      'plan.json',
      'population.csv',
      'review.json',
    ]);
    expect(await verifyReview(readerOf(files), 'q4')).toMatchObject({ faults: [], closed: true });
  });

  test('finds a flipped byte anywhere, and names the file', async () => {
    const files = await closedReview();
    const missed: string[] = [];
    // No part of a file is as short as that.
    const step = 5;
    for (const [name, content] of files)
      for (let at = 0; at < content.length; at += step) {
        const flipped = Uint8Array.from(content);
        flipped[at] = (flipped[at] as number) ^ 1;
        const [first] = await faultsOf(replaced(files, name, flipped));
        if (first?.name !== name) missed.push(`byte ${at} of ${name}`);
      }
    expect(missed).toEqual([]);
  });

  test('names the line of a changed decision, outcome and entry', async () => {
    const files = await closedReview();
    const edited = (name: string, from: string | RegExp, to: string) =>
      faultsOf(
        replaced(
          files,
          name,
          Buffer.from(files.get(name) as Uint8Array)
            .toString()
            .replace(from, to),
        ),
      );
    for (const name of ['population.csv', 'packets/user_ada.csv'])
      expect(await edited(name, 'Gil (contractor)', 'Gil (employee)')).toEqual([
        {
          name,
          line: expect.any(Number),
          message: expect.stringMatching(/^has been changed: it has \d+ bytes, not \d+$/),
        },
      ]);
    expect(await edited('decisions.jsonl', 'the project', 'a project')).toEqual([
      {
        name: 'decisions.jsonl',
        line: 1,
        message: expect.stringContaining('does not follow from the line before'),
      },
    ]);
    expect(await edited('outcome.jsonl', /"done"(?!.*"done")/s, '"kept"')).toEqual([
      expect.objectContaining({ name: 'outcome.jsonl', line: 3 }),
    ]);
    expect(await edited('manifest.json', '"population.csv","size":', '"population.csv","size":1')).toEqual(
      expect.arrayContaining([
        {
          name: 'manifest.json',
          line: 3,
          message: 'the entry of "population.csv" has been changed: its hash is another one',
        },
      ]),
    );
  });

  test('reads the population once more, however many packets an editor has saved in another way', async () => {
    const closed = await closedReview();
    const packet = 'packets/user_ada.csv';
    const saved = Buffer.from(closed.get(packet) as Uint8Array).toString();
    const packets = ['packets/user_eve.csv', 'packets/user_gil.csv'];
    const withPackets = withEntries(closed, (entries) =>
      entries.flatMap((entry) =>
        entry.name === packet ? [entry, ...packets.map((name) => ({ ...entry, name }))] : [entry],
      ),
    );
    const files = [packet, ...packets].reduce(
      (all, name) => replaced(all, name, saved.replaceAll('\n', '\r\n').replace('Docs', 'Docs 2')),
      withPackets,
    );
    const reader = readerOf(files);
    const read: string[] = [];
    const { faults } = await verifyReview(
      { ...reader, bytes: (path) => reader.bytes(read[read.push(path) - 1] as string) },
      'q4',
    );
    expect(faults.map(({ name, line }) => [name, line])).toEqual(
      [packet, ...packets].map((name) => [name, expect.any(Number)]),
    );
    expect(read.filter((path) => path === 'q4/population.csv')).toHaveLength(2);
  });

  test.each<[string, (lines: string[]) => void, number, string]>([
    ['missing', (lines) => lines.splice(2, 1), 3, 'does not follow the one before'],
    ['doubled', (lines) => lines.splice(2, 0, lines[2] as string), 4, 'does not follow the one before'],
    [
      'exchanged',
      (lines) => lines.splice(2, 2, lines[3] as string, lines[2] as string),
      3,
      'does not follow the one before',
    ],
  ])('names the place of an entry that is %s', async (_, change, line, message) => {
    const files = await closedReview();
    const lines = Buffer.from(files.get('manifest.json') as Uint8Array)
      .toString()
      .split('\n');
    change(lines);
    const [first] = await faultsOf(replaced(files, 'manifest.json', lines.join('\n')));
    expect(first).toEqual({ name: 'manifest.json', line, message: expect.stringContaining(message) });
  });

  test.each<[string, (files: Contents) => Contents, string]>([
    ['a file that is gone', (files) => without(files, 'packets/user_ada.csv'), 'packets/user_ada.csv'],
    [
      'a packet that no one has written',
      (files) => replaced(files, 'packets/user_eve.csv', 'grant\n'),
      'packets/user_eve.csv',
    ],
    [
      'a file with a fixed name',
      (files) => withEntries(files, (entries) => entries.filter(({ name }) => name !== 'after.csv')),
      'after.csv',
    ],
  ])('names %s', async (_, change, name) => {
    const [first] = await faultsOf(change(new Map(await closedReview())));
    expect(first?.name).toBe(name);
  });

  test('only names a file that is no part of a review', async () => {
    const files = replaced(await closedReview(), 'notes.txt', 'mine');
    expect(await verifyReview(readerOf(files), 'q4')).toMatchObject({ faults: [], others: ['notes.txt'] });
  });
});

/** Returns files with a whole new manifest, as someone makes it who wants to hide a change. */
function withEntries(
  files: Contents,
  change: (entries: ReturnType<typeof readManifest>['entries']) => ReturnType<typeof readManifest>['entries'],
): Contents {
  const { entries } = readManifest(Buffer.from(files.get('manifest.json') as Uint8Array).toString());
  return replaced(files, 'manifest.json', manifestText(chained(change(entries))));
}

function without(files: Contents, name: string): Contents {
  return new Map([...files].filter(([one]) => one !== name));
}
