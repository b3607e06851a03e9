import * as z from 'zod/mini';
import { listOperation, type Method, PageQuery } from '../operation.ts';

const anyQuery = z.looseObject({});

/** Makes an operation for a path that the contract may not know. It accepts any answer, also an empty one. */
export function anyOperation(method: Method, path: string, hasBody: boolean) {
  const known = {
    id: 'api',
    method,
    path,
    summary: '',
    query: anyQuery,
    result: z.unknown(),
    opens: true,
  } as const;
  return hasBody ? { ...known, body: z.unknown() } : known;
}

/** Makes the same for a GET that answers cursor pages. */
export function anyListOperation(path: string) {
  const list = listOperation({ id: 'api', path, summary: '', item: z.unknown() });
  return { ...list, query: z.looseObject(PageQuery.shape) };
}
