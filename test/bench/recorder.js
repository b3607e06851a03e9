// A service that answers from memory, in a process of its own, each time after `latency` milliseconds: it asks the
// service at `origin` once for each address, and keeps the answer. So the time of a client is its own, and not that of
// the service. A request that is not a GET is passed on, and then nothing is known any more.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { request as ask } from 'undici';

const { origin, latency } = JSON.parse(process.argv[2] ?? '{}');

/** @typedef {{ status: number, headers: Record<string, string>, body: Buffer }} Answer */

/** @type {Map<string, Answer>} */
const answers = new Map();
/** All requests since the last question. @type {{ method: string, path: string }[]} */
let asked = [];

/**
 * @param {import('node:http').IncomingMessage} incoming
 * @returns {Promise<Answer>}
 */
async function passOn({ method = 'GET', url = '/', headers }, body = Buffer.alloc(0)) {
  const { authorization = '', 'content-type': type = 'application/json' } = headers;
  const answer = await ask(origin + url, {
    method: /** @type {'GET'} */ (method),
    headers: { authorization, 'content-type': type },
    body: body.length > 0 ? body : null,
  });
  const { 'content-type': answered = 'application/json' } = answer.headers;
  return {
    status: answer.statusCode,
    headers: { 'content-type': String(answered) },
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
}

/** @param {import('node:http').IncomingMessage} incoming */
async function readWhole(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @param {import('node:http').IncomingMessage} incoming */
async function answerTo(incoming) {
  const { method, url = '/' } = incoming;
  const known = answers.get(url);
  if (method === 'GET' && known) {
    incoming.resume();
    return known;
  }
  const answer = await passOn(incoming, await readWhole(incoming));
  if (method !== 'GET') answers.clear();
  else if (answer.status === 200) answers.set(url, answer);
  return answer;
}

const server = createServer(async (incoming, response) => {
  const { method = 'GET', url: path = '/' } = incoming;
  if (path === '/asked') {
    response.end(JSON.stringify(asked));
    asked = [];
    return;
  }
  asked.push({ method, path });
  const [{ status, headers, body }] = await Promise.all([answerTo(incoming), sleep(latency)]);
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(body);
});
// A client that pauses to work does not lose its connection.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
