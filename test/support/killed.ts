import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transport } from '../../src/ports.ts';
import { type CliInFolder, type Run, sandboxCli } from './cli.ts';

/** A command line on a sandbox, whose process can be killed at an exact moment. */
export interface Killable {
  readonly docs: CliInFolder;
  /** Every writing request that the service has carried out. */
  readonly writes: readonly string[];
  /**
   * Runs a line with `--journal run.jsonl` as if its process was killed after the service has carried out this many
   * writes, before the answer comes: the journal is left as it is at this moment.
   */
  killedAfter(count: number, line: string): Promise<Run>;
}

/** Makes a command line whose runs can be killed. */
export async function killable(files: Record<string, string | Uint8Array>): Promise<Killable> {
  const writes: string[] = [];
  let left = Number.POSITIVE_INFINITY;
  let journal: string | undefined;
  const docs: CliInFolder = await sandboxCli(files, (sandbox): Transport => {
    return async (request, signal) => {
      if (left <= 0) throw new Error('the process is dead');
      const answer = await sandbox(request, signal);
      if (request.method === 'GET') return answer;
      writes.push(`${request.method} ${new URL(request.url).pathname}`);
      left -= 1;
      if (left > 0) return answer;
      journal = await readFile(join(docs.folder, 'run.jsonl'), 'utf8');
      throw new Error('the process is dead');
    };
  });
  return {
    docs,
    writes,
    async killedAfter(count, line) {
      left = count;
      const run = await docs(`${line} --journal run.jsonl --concurrency 1`);
      left = Number.POSITIVE_INFINITY;
      if (journal !== undefined) await writeFile(join(docs.folder, 'run.jsonl'), journal);
      return run;
    },
  };
}
