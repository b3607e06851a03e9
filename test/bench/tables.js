import { compare, startServer, tool } from './meter.js';
import { printResults } from './print.js';

/**
 * A table of 100,000 rows that come without latency: what is left is checking and drawing.
 *
 * @param {import('./meter.js').Meter} meter
 * @param {import('./bench.js').Plan} plan
 */
export async function tables(meter, { longRounds, rivals }) {
  const server = await startServer({ members: 100_000 });
  /** @param {string} format */
  const list = (format) => ({
    argv: [rivals.node, tool, 'members', 'list', '-o', format],
    env: server.env,
  });
  const contestants = [
    { name: 'as JSON lines', ...list('jsonl') },
    { name: 'as a table', ...list('table'), goal: '1.5 s, 120 MiB' },
    { name: 'as CSV', ...list('csv') },
  ];
  try {
    printResults('100,000 rows, no latency', await compare(meter, contestants, longRounds));
  } finally {
    server.close();
  }
}
