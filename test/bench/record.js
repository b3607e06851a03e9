import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compare, tool } from './meter.js';
import { printResults } from './print.js';

/** Lines that change one thing, over HTTP. @type {[line: string, goal: string][]} */
const lines = [
  ['teams update team_docs --title Docs', '10 ms and a GET more'],
  ['teams create --title Docs', '10 ms more'],
];

/**
 * What the record of a change costs, the read that undo needs included: the same line without it, and with it.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function record(meter, { rounds, rivals }) {
  const file = join(meter.home, 'token');
  const argv = [tool, 'sandbox', 'serve', '--data', join(meter.home, 'record.db'), '--token-file', file];
  const server = spawn(rivals.node, argv, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { HOME: meter.home },
  });
  try {
    const [line = ''] = await once(createInterface(server.stdout), 'line');
    const env = {
      DOCS_ADMIN_BASE_URL: /http:\S+/.exec(line)?.[0] ?? '',
      DOCS_ADMIN_TOKEN: readFileSync(file, 'utf8').trim(),
      DOCS_ADMIN_ORG: 'org_acme',
    };
    for (const [words, goal] of lines) {
      const contestants = ['--no-history', ''].map((flag) => ({
        name: `docs-admin ${words} ${flag}`.trim(),
        argv: [rivals.node, tool, ...words.split(' '), ...(flag === '' ? [] : [flag])],
        env,
        goal: flag === '' ? goal : '',
      }));
      printResults('record', await compare(meter, contestants, rounds));
    }
  } finally {
    server.kill();
  }
}
