import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countOn } from '../../src/sandbox/fixtures/fixture-rules.ts';
import { openSeededStore } from '../../src/sandbox/open-seeded.ts';
import { type LargeSize, seedLarge } from '../../src/sandbox/seed/large.ts';
import { schema } from '../../src/sandbox/store/schema.ts';
import { openStore, type Store, type StoredRow, type StoreOptions } from '../../src/sandbox/store/store.ts';
import { kept, once } from '../../src/text/kept.ts';
import { reusing } from './reused-store.ts';

/** Opens a store with fresh demo data, for this process alone. @param size As for `sandbox reset`. */
export function demoStore(size?: LargeSize): Store {
  return kept(openers, sizeKey(size), () => reusing(() => storeOf(demoFile(size))))();
}

/** What opens the stores of a size. */
const openers = new Map<string, () => Store>();

const sizeKey = ({ members, teams }: LargeSize = {}) => `${members}/${teams}`;

/** Opens a store without data, for this process alone. */
export const emptyStore = reusing(() => openStore(':memory:'));

/** Opens a store with fresh demo data and so many more spaces; the team Docs may edit the last one. */
export function storeWithSpaces(count: number): Store {
  const store = demoStore();
  const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
  const others = { org: 'org_acme', visibility: 'public', edit_mode: 'locked', revision: 'rev_handbook_2' };
  for (let at = 0; at < count; at++)
    store.insert('spaces', {
      ...{ id: `space_n${at}`, position: 100 + at, title: `Space ${at}` },
      ...others,
      ...times,
    });
  store.insert('space_teams', { space: `space_n${count - 1}`, team: 'team_docs', role: 'edit' });
  return store;
}

/** Adds the rows of tables, as a fixture does that has no mistake: to look for mistakes takes ten times as long. */
export function addTables(store: Store, tables: Readonly<Record<string, readonly object[]>>): void {
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows) {
      const given = Object.entries<StoredRow[string]>({ ...row }).filter(([, value]) => value !== null);
      store.insert(table, Object.fromEntries(given));
    }
  const withIds = Object.entries(tables).filter(([, rows]) => rows.some((row) => 'id' in row));
  countOn(
    store,
    withIds.map(([table]) => table),
  );
}

/** Opens a store with the data of a file, for this process alone. */
export function storeOf(file: Uint8Array, options: StoreOptions = {}): Store {
  const folder = temporaryFolder();
  const path = join(folder, 'sandbox.db');
  writeFileSync(path, file);
  const store = openStore(path, { ...options, isTemporary: true });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // The file lives on without a name, where the system allows this.
  if (process.platform !== 'win32') remove();
  const close = () => {
    store.close();
    remove();
  };
  return { ...store, close };
}

/** What the tables say beyond the reference of the service: roles end with their team, memberships with their person. */
const assumedInTables = [
  / REFERENCES teams \(id\) ON DELETE CASCADE(?=, role)/g,
  /,\s*FOREIGN KEY \(org, user\) REFERENCES members \(org, user\) ON DELETE CASCADE/,
  / REFERENCES site_section_groups \(id\) ON DELETE SET NULL/,
];

const statedTables = assumedInTables.reduce((tables, assumed) => tables.replace(assumed, ''), schema);

/**
 * Opens a store with fresh demo data, for this process alone, in which nothing happens that is only assumed of the service,
 * see `model/effects/references.ts`.
 */
export const statedStore = reusing(() => storeOf(statedFile(), { steps: [statedTables], onlyStated: true }));

const statedFile = once(() => {
  const store = openSeededStore(':memory:', { steps: [statedTables] });
  const file = fileOf(store);
  store.close();
  return file;
});

/** Returns the data of a store as a file. */
export function fileOf(store: Store): Uint8Array {
  const folder = temporaryFolder();
  const path = join(folder, 'sandbox.db');
  store.copyTo(path);
  const file = readFileSync(path);
  rmSync(folder, { recursive: true });
  return file;
}

/** The files that have been made, by size. */
const made = new Map<string, Uint8Array>();

/** Writes a file with fresh demo data. To copy the data takes a tenth of the time of making it. */
export function writeDemoFile(path: string): void {
  writeFileSync(path, demoFile());
}

function demoFile(size: LargeSize = {}): Uint8Array {
  return kept(made, sizeKey(size), () => madeDemoFile(size));
}

function madeDemoFile(size: LargeSize): Uint8Array {
  const store = openSeededStore(':memory:');
  store.transaction('write', () => seedLarge(store, size));
  const file = fileOf(store);
  store.close();
  return file;
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'docs-admin-demo-'));
}
