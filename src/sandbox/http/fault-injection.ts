import { createRedactor } from '../../api/redact/redact.ts';
import type { Faults } from '../../ports.ts';

type Fetch = (request: Request) => Promise<Response>;

/** One request in the log, without its query, headers and body. */
export interface LoggedRequest {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** Present if the client did not get the whole answer. */
  readonly dropped?: true;
}

export interface FaultOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** The token, which the log hides if a path contains it. */
  readonly token: string;
  readonly log?: ((request: LoggedRequest) => void) | undefined;
}

const inWords = { rateLimit: 'the rate limit', fail: 'the fault injection' };

/**
 * Returns `fetch` with injected faults, and a log. The body of a dropped answer fails halfway; for an answer without a
 * body, the promise is rejected.
 */
export function withFaults(fetch: Fetch, faults: Faults, { now, sleep, token, log }: FaultOptions): Fetch {
  const { latency = 0, rateLimit, fail = 0, drop = 0, seed = 1, called = inWords } = faults;
  const random = randomNumbers(seed);
  const secondsToWait = rateLimit === undefined ? () => 0 : limiter(rateLimit);
  const { redactText } = createRedactor([token]);

  return async (request) => {
    const start = now();
    // Drawn for every request, so that the rate of one fault does not depend on the others.
    const chance = { fail: random(), status: random(), drop: random() };
    const wait = secondsToWait(start);
    if (latency > 0) await sleep(latency);
    const response = await answer();
    const dropped = chance.drop < drop;
    log?.({
      time: new Date(start).toISOString(),
      method: request.method,
      path: redactText(new URL(request.url).pathname),
      status: response.status,
      ms: now() - start,
      ...(dropped && { dropped }),
    });
    return dropped ? cut(response, sleep) : response;

    function answer(): Promise<Response> | Response {
      if (wait > 0)
        return refusal(429, `more requests than ${called.rateLimit} allows`, { 'retry-after': `${wait}` });
      if (chance.fail < fail)
        return refusal(502 + Math.floor(chance.status * 3), `failed on purpose, as ${called.fail} asks`);
      return fetch(request);
    }
  };
}

/**
 * Makes a function that returns by how many seconds a request at `time` (in milliseconds) is too early; 0 for one that
 * is accepted.
 */
function limiter(perSecond: number): (time: number) => number {
  let left = perSecond;
  let last: number | undefined;
  return (time) => {
    const passed = Math.max(0, time - (last ?? time));
    last = time;
    left = Math.min(perSecond, left + (passed / 1000) * perSecond);
    if (left < 1) return Math.max(1, Math.ceil((1 - left) / perSecond));
    left -= 1;
    return 0;
  };
}

function refusal(code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code, message } }, { status: code, headers });
}

/** Returns the answer with the first half of its body. Its announced length stays the same. */
async function cut(response: Response, sleep: (ms: number) => Promise<void>): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength === 0) throw new Error('dropped on purpose');
  const half = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, bytes.byteLength / 2)),
    pull: async (controller) => {
      // The first half must be sent before the connection is closed.
      await sleep(10);
      controller.error(new Error('dropped on purpose'));
    },
  });
  return new Response(half, response);
}

/** Makes random numbers from 0 to 1, the same for the same seed (mulberry32, in the public domain). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
