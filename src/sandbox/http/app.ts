import { createHash, timingSafeEqual } from 'node:crypto';
import { LocalStateError } from '../../errors.ts';
import type { WireAnswer } from '../../ports.ts';
import { kept } from '../../text/kept.ts';
import { ServiceProblem } from '../problem.ts';
import { callerId } from '../resources/caller.ts';
import type { Store } from '../store/store.ts';
import { answerDownload, downloadsPath } from './downloads.ts';
import type { Exchange, ReceivedRequest } from './exchange.ts';
import { assertParams, readBody, readQuery } from './input.ts';
import { Created, type OperationRoute } from './route.ts';
import { createRouter, type Router } from './router.ts';

export interface AppOptions {
  readonly store: Store;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Returns the routes that may match a path; the same array each time for the same routes. */
  readonly routesOf: (path: string) => Promise<readonly OperationRoute[]>;
  /** Called with an unexpected exception; the client gets a 500 without its text. */
  readonly onDefect?: ((error: unknown) => void) | undefined;
}

/** Returns the service as a function from a request to its answer. It throws only `LocalStateError`, for a damaged file. */
export function createService({ store, token, now, routesOf, onDefect }: AppOptions): Exchange {
  const routers = new Map<readonly OperationRoute[], Router>();
  const expected = digest(token);

  function routerOf(routes: readonly OperationRoute[]): Router {
    return kept(routers, routes, () => createRouter(routes));
  }

  async function answer(asked: ReceivedRequest): Promise<WireAnswer> {
    const { origin, pathname, search } = new URL(asked.url);
    if (pathname.startsWith(downloadsPath)) return answerDownload(store, pathname, now());
    assertToken(asked.header('authorization'), expected);
    const find = routerOf(await routesOf(pathname));
    const { route, params } = find(asked.method, pathname);
    const { operation } = route;
    assertParams(operation, params);
    const query = readQuery(operation.query, search);
    const body = await readBody(operation.body, asked);
    const { page: _page, limit: _limit, ...filters } = query;
    const scope = `${pathname}?${JSON.stringify(filters, Object.keys(filters).sort())}`;
    const result = store.transaction(operation.method === 'GET' ? 'read' : 'write', () =>
      route.answer({
        params,
        query,
        body,
        store,
        get caller() {
          return callerId(store);
        },
        now: new Date(now()).toISOString(),
        origin,
        scope,
      }),
    );
    if (result instanceof Created) return json(201, result.value);
    return result === undefined ? { status: 204, headers: {}, body: new Uint8Array() } : json(200, result);
  }

  return async (asked) => {
    try {
      return await answer(asked);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status === 500) {
        store.assertSound(error);
        onDefect?.(error);
      }
      return errorAnswer(problem);
    }
  };
}

function assertToken(header: string | null, expected: Buffer): void {
  const given = /^Bearer (.+)$/i.exec(header ?? '')?.[1];
  if (given !== undefined && timingSafeEqual(digest(given), expected)) return;
  throw new ServiceProblem(401, given === undefined ? 'a bearer token is needed' : 'the token is not valid', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Hashes a text: all digests have one length, which `timingSafeEqual` needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  const body = Buffer.from(JSON.stringify(value));
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.byteLength),
      'cache-control': 'no-store',
      ...headers,
    },
    body,
  };
}

function errorAnswer({ status, message, details, headers }: ServiceProblem): WireAnswer {
  const error = { code: status, message, ...(details.length > 0 && { details }) };
  return json(status, { error }, headers);
}

const driverProblems: Readonly<Record<string, ServiceProblem>> = {
  SQLITE_BUSY: new ServiceProblem(503, 'another process holds the sandbox; try again', {
    headers: { 'retry-after': '1' },
  }),
  SQLITE_FULL: new ServiceProblem(507, 'the disk is full'),
};

function asProblem(error: unknown): ServiceProblem {
  if (error instanceof LocalStateError) throw error;
  if (error instanceof ServiceProblem) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    driverProblems[code] ?? new ServiceProblem(500, 'the sandbox failed; this is a defect of the sandbox')
  );
}
