import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { tool } from './meter.js';

/** Rows, and how many requests a second the service takes. */
const amounts = [
  [30, 1],
  [150, 5],
  [2000, 50],
];

/** How much of what a service takes is used: `batch` against `sandbox serve --rate-limit`. */
export async function limits() {
  console.log('rows  limit  at once  done  wall     used  refused  goal');
  for (const [rows = 0, rate = 0] of amounts) {
    for (const workers of [1, 4, 16]) {
      const { done, seconds, refused } = await measure(rows, rate, workers);
      const cells = [
        String(rows).padStart(4),
        `${rate}/s`.padStart(5),
        String(workers).padStart(7),
        String(done).padStart(4),
        `${seconds.toFixed(2)} s`.padStart(7),
        `${((100 * rows) / rate / seconds).toFixed(0)} %`.padStart(5),
        String(refused).padStart(7),
        '90 %',
      ];
      console.log(cells.join('  '));
    }
  }
  console.log();
}

/**
 * @param {number} rows
 * @param {number} rate
 * @param {number} workers
 */
async function measure(rows, rate, workers) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-bench-'));
  const log = join(folder, 'requests.jsonl');
  const input = join(folder, 'teams.csv');
  writeFileSync(input, `title\n${Array.from({ length: rows }, (_, at) => `Team ${at}\n`).join('')}`);
  const flags = ['--json', '--rate-limit', `${rate}/s`, '--data', join(folder, 'sandbox.db'), '--log', log];
  const server = start(folder, {}, 'sandbox', 'serve', ...flags);
  try {
    const [line] = await once(createInterface(server.stdout), 'line');
    const { baseUrl, token, org } = JSON.parse(line);
    const env = { DOCS_ADMIN_BASE_URL: baseUrl, DOCS_ADMIN_TOKEN: token, DOCS_ADMIN_ORG: org };
    const words = ['batch', '--file', input, '-q', '--concurrency', `${workers}`, '--', 'teams', 'create'];
    const begun = performance.now();
    const client = start(folder, env, ...words, '--title', '{title}');
    client.stdout.resume();
    const [code] = await once(client, 'close');
    const seconds = (performance.now() - begun) / 1000;
    if (code !== 0) throw new Error(`${rows} rows at ${rate}/s by ${workers} ended with code ${code}`);
    const statuses = readFileSync(log, 'utf8').split('\n').filter(Boolean);
    const refused = statuses.filter((request) => JSON.parse(request).status === 429).length;
    return { done: statuses.length - refused, seconds, refused };
  } finally {
    server.kill();
    await once(server, 'close');
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} home
 * @param {Record<string, string>} env
 * @param {string[]} words
 */
function start(home, env, ...words) {
  return spawn(process.execPath, [tool, ...words], {
    env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
