// The service of a large organization, in a process of its own: ready answers, each after `latency` milliseconds.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { memberAt, teamAt } from './people.js';

const { latency, members, teams, spaces, collections } = JSON.parse(process.argv[2] ?? '{}');
const levels = ['read', 'comment', 'edit', 'review', 'create', 'admin'];
const time = '2025-11-02T17:45:12.000Z';

/**
 * Makes one page of a list of `total` things.
 *
 * @param {URL} url
 * @param {number} total
 * @param {(index: number) => object} at
 */
function page({ searchParams }, total, at) {
  const start = Number(searchParams.get('page') ?? 0);
  const end = Math.min(start + Number(searchParams.get('limit') ?? 1000), total);
  const items = Array.from({ length: end - start }, (_, index) => at(start + index));
  return JSON.stringify({ items, count: total, ...(end < total && { next: { page: String(end) } }) });
}

const now = new Date().toISOString();

const administrators = 10;

/** Few people have a role that reaches everything; all have just been seen. @param {number} index */
function personAt(index) {
  const role = index < administrators ? 'admin' : index % 20 === 0 ? null : 'read';
  return { ...memberAt(index), role, lastSeenAt: now };
}

/** @param {number} index */
function collectionAt(index) {
  const id = `col_${index}`;
  const parent = index > 5 ? `col_${index % 6}` : undefined;
  return { object: 'collection', id, title: `Collection ${index}`, defaultLevel: 'inherit', parent };
}

/** @param {number} index */
function spaceAt(index) {
  const id = `space_${index}`;
  const parent = `col_${index % collections}`;
  return { object: 'space', id, title: `Space ${index}`, defaultLevel: 'inherit', parent, updatedAt: time };
}

/** The lists with things in them; all others are empty. */
const lists = /** @type {[RegExp, number, (index: number, place: number) => object][]} */ ([
  [/^\/v1\/orgs\/[^/]+\/members\?role=admin$/, administrators, personAt],
  [/^\/v1\/orgs\/[^/]+\/members$/, members, personAt],
  [/^\/v1\/orgs\/[^/]+\/teams$/, teams, teamAt],
  [/^\/v1\/orgs\/[^/]+\/collections$/, collections, collectionAt],
  [/\/members\/[^/]+\/spaces$/, spaces, (index) => ({ permission: 'admin', space: spaceAt(index) })],
  [
    /\/teams\/team_0*(\d+)\/members$/,
    Math.ceil((2 * members) / teams),
    (index, team) => ({
      organization: personAt((team * 97 + index) % members),
      team: { role: index < 2 ? 'owner' : 'member' },
    }),
  ],
  [
    /\/(?:spaces|collections)\/[a-z]+_(\d+)\/permissions\/teams$/,
    3,
    (index, place) => ({
      permission: levels[(place + index) % levels.length],
      team: teamAt((place * 7 + index) % teams),
    }),
  ],
]);

/** Pages that were made: what is measured is the client. @type {Map<string, string>} */
const pages = new Map();

/** @param {URL} url */
function answer(url) {
  const known = pages.get(`${url.pathname}${url.search}`);
  if (known !== undefined) return known;
  const filter = url.searchParams.get('role') === 'admin' ? '?role=admin' : '';
  for (const [form, total, at] of lists) {
    const found = form.exec(`${url.pathname}${filter}`);
    if (!found) continue;
    const body = page(url, total, (index) => at(index, Number(found[1] ?? 0)));
    pages.set(`${url.pathname}${url.search}`, body);
    return body;
  }
  // The values of custom fields are no page.
  return /^\/v1\/spaces\/[^/]+\/custom-fields$/.test(url.pathname) ? '[]' : '{"items":[],"count":0}';
}

/** All requests since the last question. @type {{ method: string, path: string }[]} */
let asked = [];

const server = createServer(async (request, response) => {
  const path = request.url ?? '/';
  request.resume();
  if (path === '/asked') {
    response.end(JSON.stringify(asked));
    asked = [];
    return;
  }
  asked.push({ method: request.method ?? 'GET', path });
  if (latency > 0) await sleep(latency);
  const body = answer(new URL(path, 'http://127.0.0.1'));
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
// A client that pauses to work does not lose its connection.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
