import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transport } from '../../src/ports.ts';
import { type CliInFolder, sandboxCli } from './cli.ts';
import { demoStore, fileOf, storeOf } from './demo-store.ts';

/** A run that was carried out whole, with what its process would have left if it had been killed before. */
export interface KillableRun {
  /** Every writing request that the service has carried out. */
  readonly writes: readonly string[];
  /** What `org export` prints after the whole run. */
  readonly end: string;
  /**
   * Makes a command line on what is left if the process is killed after the service has carried out one of `counts`
   * writes, before the answer comes: the data of the service, and the journal `run.jsonl`.
   */
  killedAfter(count: number): Promise<Left>;
  /** The numbers of writes after which it can be killed. */
  readonly counts: readonly number[];
}

export interface Left {
  readonly docs: CliInFolder;
  /** Every writing request that the service has carried out, also those of the killed process. */
  readonly writes: readonly string[];
}

/**
 * Runs a line that writes a journal once, one request at a time, and keeps what is left after the first write and every
 * `step`-th one behind it. `store` is the service, the demo data by default; `flags` are for a command whose requests follow
 * each other anyway. To be called in a test; others may use the result as well.
 */
export async function killableRun(
  files: Readonly<Record<string, string>>,
  line: string,
  step = 1,
  store = demoStore(),
  flags = '--concurrency 1',
): Promise<KillableRun> {
  const left = new Map<number, { readonly data: Uint8Array; readonly journal: string }>();
  const writes: string[] = [];
  const docs: CliInFolder = await sandboxCli(
    files,
    recording(writes, () => {
      if (writes.length % step !== 1 % step) return;
      const journal = readFileSync(join(docs.folder, 'run.jsonl'), 'utf8');
      left.set(writes.length, { data: fileOf(store), journal });
    }),
    store,
  );
  const { code, stderr } = await docs(`${line} --journal run.jsonl ${flags}`);
  if (code !== 0) throw new Error(stderr);
  const { stdout: end } = await docs('org export');
  return {
    writes,
    end,
    counts: [...left.keys()],
    async killedAfter(count) {
      const found = left.get(count);
      if (!found) throw new Error(`nothing is kept for ${count} writes`);
      const all = writes.slice(0, count);
      const again = await sandboxCli(files, recording(all), storeOf(found.data));
      writeFileSync(join(again.folder, 'run.jsonl'), found.journal);
      return { docs: again, writes: all };
    },
  };
}

/** Remembers each writing request that the service has carried out, and tells of it before the answer comes. */
function recording(writes: string[], onWrite = () => {}) {
  return (sandbox: Transport): Transport =>
    async (request, signal) => {
      const answer = await sandbox(request, signal);
      if (request.method === 'GET') return answer;
      writes.push(`${request.method} ${new URL(request.url).pathname}`);
      onWrite();
      return answer;
    };
}
