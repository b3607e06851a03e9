import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

export type PythonFormat = 'csv' | 'tsv' | 'json' | 'jsonl' | 'yaml 1.1' | 'yaml 1.2';

/** Whether this machine has a Python that reads YAML. */
export const hasPython = spawnSync('python3', ['-c', 'import yaml']).status === 0;

const script = fileURLToPath(new URL('read_back.py', import.meta.url));

/** Returns what resolves with the value that Python reads in each text. One process serves all tests of a block. */
export function pythonReader(): (
  jobs: readonly { format: PythonFormat; text: string }[],
) => Promise<unknown[]> {
  let python: ChildProcess;
  let answers: AsyncIterator<string, undefined>;
  beforeAll(() => {
    const env = { ...process.env, PYTHONIOENCODING: 'utf-8' };
    const child = spawn('python3', [script], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    python = child;
  });
  afterAll(async () => {
    python.stdin?.end();
    await once(python, 'close');
  });
  return async (jobs) => {
    python.stdin?.write(`${JSON.stringify(jobs)}\n`);
    const { value } = await answers.next();
    if (value === undefined) throw new Error('Python has ended');
    return JSON.parse(value);
  };
}
