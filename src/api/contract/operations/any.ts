import * as z from 'zod/mini';
import { listOperation, type Method, PageQuery } from '../operation.ts';

const anyQuery = z.looseObject({});

/** An operation of which nothing is known but where it is: whatever it answers is taken, an empty answer too. */
export function anyOperation(method: Method, path: string, hasBody: boolean) {
  const known = { id: 'api', method, path, summary: '', query: anyQuery, result: z.unknown() };
  return hasBody ? { ...known, body: z.unknown() } : known;
}

/** The same for a GET that answers cursor pages. */
export function anyListOperation(path: string) {
  const list = listOperation({ id: 'api', path, summary: '', item: z.unknown() });
  return { ...list, query: z.looseObject(PageQuery.shape) };
}
