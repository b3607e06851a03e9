import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSeededStore } from '../../src/sandbox/open-seeded.ts';
import { openStore, type Store } from '../../src/sandbox/store/store.ts';

/** Opens a store with fresh demo data, for this process alone. */
export function demoStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-demo-'));
  const path = join(folder, 'sandbox.db');
  writeDemoFile(path);
  const store = openStore(path, { isTemporary: true });
  const close = () => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...store, close };
}

let demo: Buffer | undefined;

/** Writes a file with fresh demo data. To copy the data takes a tenth of the time of making it. */
export function writeDemoFile(path: string): void {
  demo ??= madeDemoFile();
  writeFileSync(path, demo);
}

function madeDemoFile(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-demo-'));
  const path = join(folder, 'sandbox.db');
  const store = openSeededStore(':memory:');
  store.copyTo(path);
  store.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}
