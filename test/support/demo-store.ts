import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSeededStore } from '../../src/sandbox/open-seeded.ts';
import { type LargeSize, seedLarge } from '../../src/sandbox/seed/large.ts';
import { openStore, type Store } from '../../src/sandbox/store/store.ts';

/** Opens a store with fresh demo data, for this process alone. @param size As for `sandbox reset`. */
export function demoStore(size?: LargeSize): Store {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-demo-'));
  const path = join(folder, 'sandbox.db');
  writeDemoFile(path, size);
  const store = openStore(path, { isTemporary: true });
  const close = () => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...store, close };
}

/** The files that have been made, by size. */
const made = new Map<string, Buffer>();

/** Writes a file with fresh demo data. To copy the data takes a tenth of the time of making it. */
export function writeDemoFile(path: string, size: LargeSize = {}): void {
  const key = `${size.members}/${size.teams}`;
  const bytes = made.get(key) ?? madeDemoFile(size);
  made.set(key, bytes);
  writeFileSync(path, bytes);
}

function madeDemoFile(size: LargeSize): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-demo-'));
  const path = join(folder, 'sandbox.db');
  const store = openSeededStore(':memory:');
  store.transaction('write', () => seedLarge(store, size));
  store.copyTo(path);
  store.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}
