import { TrieRouter } from 'hono/router/trie-router';
import { segmentProblem } from '../../api/contract/segment.ts';
import { notFound, ServiceProblem } from '../problem.ts';
import type { OperationRoute } from './route.ts';

export interface RouteMatch {
  readonly route: OperationRoute;
  readonly params: Record<string, string>;
}

/** Finds the route for a method and a raw path. Throws 404, 405 or 400. */
export type Router = (method: string, path: string) => RouteMatch;

/**
 * Makes a router with hono's router only: hono's application would decode ids twice, so that `%252F` could become
 * another path. This one matches the raw path and decodes each parameter once.
 */
export function createRouter(routes: readonly OperationRoute[]): Router {
  const router = new TrieRouter<OperationRoute>();
  // The first of several matches wins: a literal segment comes before a parameter.
  for (const route of [...routes].sort((a, b) => parameterCount(a) - parameterCount(b))) {
    router.add(route.operation.method, route.operation.path.replace(/\{(\w+)\}/g, ':$1'), route);
  }
  const methods = [...new Set(routes.map((route) => route.operation.method))];

  return (method, path) => {
    const found = router.match(method, path)[0][0];
    if (!found) {
      const allowed = methods.filter((other) => router.match(other, path)[0].length > 0);
      if (allowed.length === 0) throw notFound('path', path.slice(0, 200));
      throw new ServiceProblem(405, `method ${method} is not allowed here`, {
        headers: { allow: allowed.join(', ') },
      });
    }
    const [route, raw] = found;
    return { route, params: readParams(raw as Record<string, string>, route.operation.pathParam) };
  };
}

function parameterCount({ operation }: OperationRoute): number {
  return operation.path.split('{').length;
}

function readParams(
  raw: Readonly<Record<string, string>>,
  pathParam: string | undefined,
): Record<string, string> {
  const params = Object.entries(raw).map(([name, segment]) => {
    const value = decodedPart(segment, 'path');
    const parts = name === pathParam ? value.split('/') : [value];
    const problem = parts.map(segmentProblem).find((found) => found !== undefined);
    if (problem)
      throw new ServiceProblem(400, `${name} ${problem}`, { details: [{ path: [name], message: problem }] });
    return [name, value];
  });
  return Object.fromEntries(params);
}

/** Decodes a part of the path or of the query. */
export function decodedPart(part: string, place: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ServiceProblem(400, `the ${place} is not valid percent-encoded UTF-8`);
  }
}
