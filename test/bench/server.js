// The service that the benchmarks talk to, in a process of its own: ready answers, each after `latency` milliseconds.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { memberAt, teamAt } from './people.js';

const { members, latency, teams } = JSON.parse(process.argv[2] ?? '{}');

/** @type {Map<string, Buffer>} */
const pages = new Map();

/**
 * A page of a list of `total` things, of which `at` makes one.
 *
 * @param {(index: number) => object} at
 * @param {number} total
 * @param {number} start
 * @param {number} size
 */
function renderPage(at, total, start, size) {
  const end = Math.min(start + size, total);
  const items = Array.from({ length: end - start }, (_, index) => at(start + index));
  const next = end < total ? { next: { page: String(end) } } : {};
  return Buffer.from(JSON.stringify({ items, count: total, ...next }));
}

/**
 * One page, rendered once: what is measured is the client.
 *
 * @param {URL} url
 * @param {(index: number) => object} at
 * @param {number} total
 */
function page({ pathname, searchParams }, at, total) {
  const start = Number(searchParams.get('page') ?? 0);
  const size = Number(searchParams.get('limit') ?? 1000);
  const key = `${pathname} ${start} ${size}`;
  const body = pages.get(key) ?? renderPage(at, total, start, size);
  pages.set(key, body);
  return { body, next: start + size < total ? String(start + size) : undefined };
}

/**
 * @param {URL} url
 * @returns {{ body: Buffer | string, next?: string | undefined }}
 */
function answer(url) {
  const { pathname } = url;
  if (pathname.endsWith('/teams')) return page(url, teamAt, teams);
  // Teams begin empty: the bulk benchmark fills them.
  if (/\/teams\/[^/]+\/members$/.test(pathname)) return { body: '{"items":[],"count":0}' };
  if (pathname.endsWith('/members')) return page(url, memberAt, members);
  return { body: JSON.stringify(memberAt(0)) };
}

const server = createServer(async (request, response) => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const url = new URL(request.url ?? '', `http://127.0.0.1:${port}`);
  request.resume();
  if (latency > 0) await sleep(latency);
  if (request.method !== 'GET') return response.writeHead(204).end();
  const { body, next } = answer(url);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  if (next !== undefined) url.searchParams.set('page', next);
  // gh follows links instead of cursors.
  const link = next === undefined ? {} : { link: `<${url}>; rel="next"` };
  response.writeHead(200, { ...headers, ...link }).end(body);
});
// A client that pauses to work does not lose its connection.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
