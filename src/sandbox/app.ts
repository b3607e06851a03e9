import { createHash, timingSafeEqual } from 'node:crypto';
import { answerDownload, downloadsPath } from './downloads.ts';
import { assertParams, readBody, readQuery } from './input.ts';
import { ServiceProblem } from './problem.ts';
import { Created, type Route } from './route.ts';
import { createRouter } from './router.ts';
import type { Store } from './store.ts';

export interface AppOptions {
  readonly store: Store;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly routes: readonly Route[];
  /** Told of an exception that nobody foresaw; the client gets a 500 without it. */
  readonly onDefect?: ((error: unknown) => void) | undefined;
}

/** The service as a function: one request in, its answer out, never an exception. */
export function createApp({
  store,
  token,
  now,
  routes,
  onDefect,
}: AppOptions): (request: Request) => Promise<Response> {
  const find = createRouter(routes);

  async function answer(request: Request): Promise<Response> {
    const { origin, pathname, search } = new URL(request.url);
    if (pathname.startsWith(downloadsPath)) return answerDownload(store, pathname, now());
    assertToken(request.headers.get('authorization'), token);
    const { route, params } = find(request.method, pathname);
    const { operation } = route;
    assertParams(operation, params);
    const query = readQuery(operation.query, search);
    const body = await readBody(operation.body, request);
    const { page: _page, limit: _limit, ...filters } = query;
    const scope = `${pathname}?${JSON.stringify(filters, Object.keys(filters).sort())}`;
    const result = store.transaction(operation.method === 'GET' ? 'read' : 'write', () =>
      route.answer({
        params: params as never,
        query: query as never,
        body: body as never,
        store,
        caller: callerOf(store),
        now: new Date(now()).toISOString(),
        origin,
        scope,
      }),
    );
    if (result instanceof Created) return json(201, result.value);
    return result === undefined ? new Response(null, { status: 204 }) : json(200, result);
  }

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status === 500) onDefect?.(error);
      return errorResponse(problem);
    }
  };
}

function assertToken(header: string | null, token: string): void {
  const given = /^Bearer (.+)$/i.exec(header ?? '')?.[1];
  if (given !== undefined && timingSafeEqual(digest(given), digest(token))) return;
  throw new ServiceProblem(401, given === undefined ? 'a bearer token is needed' : 'the token is not valid', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Digests have one length, which `timingSafeEqual` needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function callerOf(store: Store): string {
  return store.get<{ value: string }>(`SELECT value FROM meta WHERE name = 'caller'`)?.value ?? '';
}

function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  const body = Buffer.from(JSON.stringify(value));
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.byteLength),
      'cache-control': 'no-store',
      ...headers,
    },
  });
}

function errorResponse({ status, message, details, headers }: ServiceProblem): Response {
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
  if (error instanceof ServiceProblem) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    driverProblems[code] ?? new ServiceProblem(500, 'the sandbox failed; this is a defect of the sandbox')
  );
}
