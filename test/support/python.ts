import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type PythonFormat = 'csv' | 'tsv' | 'json' | 'jsonl' | 'yaml 1.1' | 'yaml 1.2';

/** Whether this machine has a Python that reads YAML. */
export const hasPython = spawnSync('python3', ['-c', 'import yaml']).status === 0;

const script = fileURLToPath(new URL('read_back.py', import.meta.url));

/** Returns the value that Python reads in each text. */
export function readByPython(jobs: readonly { format: PythonFormat; text: string }[]): unknown[] {
  const { status, stdout, stderr } = spawnSync('python3', [script], {
    input: JSON.stringify(jobs),
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`Python failed: ${stderr}`);
  return JSON.parse(stdout);
}
