import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { paramNames } from '../../src/api/client/request.ts';
import { isOperation } from '../../src/api/contract/is-operation.ts';
import type { Operation } from '../../src/api/contract/operation.ts';
import type { SentRequest } from './test-system.ts';

/** What the tests of a noun's file have sent. Of other files, nothing is kept: there can be very much. */
let sent: SentRequest[] | undefined;

/** Records a request for {@link wireCoverage}. */
export function rememberSent(request: SentRequest): void {
  sent?.push(request);
}

/**
 * Adds the last test of a noun's file: the tests before it have sent every operation of `contract`, with every query
 * and body field. `contract` is the noun's module of `src/api/contract/operations/`.
 */
export function wireCoverage(contract: Readonly<Record<string, unknown>>): void {
  sent = [];
  afterAll(() => {
    sent = undefined;
  });
  test('wire coverage: every operation and every field was sent', () => {
    const operations = Object.values(contract).filter(isOperation);
    expect(operations).not.toEqual([]);
    expect(operations.flatMap((op) => missing(op, sent ?? []))).toEqual([]);
  });
}

function missing(op: Operation, all: readonly SentRequest[]): string[] {
  const requests = all.filter(
    (request) => request.method === op.method && pathPattern(op).test(pathname(request)),
  );
  if (requests.length === 0) return [`${op.id}: no test in this file sends it`];
  const queries = requests.map((request) =>
    Object.fromEntries(new URL(request.path, 'http://x').searchParams),
  );
  const bodies = requests.map((request) => request.body);
  return [
    ...fieldPaths(op.query)
      .filter((path) => !queries.some((query) => has(query, path)))
      .map((path) => `${op.id} ?${path}`),
    ...fieldPaths(op.body)
      .filter((path) => !bodies.some((body) => has(body, path)))
      .map((path) => `${op.id} ${path}`),
  ];
}

function pathname({ path }: SentRequest): string {
  return path.split('?')[0] as string;
}

function pathPattern(op: Operation): RegExp {
  return new RegExp(
    `^${paramNames(op.path).reduce((path, name) => path.replace(`{${name}}`, '[^/]+'), op.path)}$`,
  );
}

/** Returns the dot paths of an object schema's fields; fields inside lists and unions are not needed. */
function fieldPaths(schema: unknown, prefix = ''): string[] {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    return fieldPaths(schema.def.innerType, prefix);
  if (!(schema instanceof z.ZodMiniObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, field]) => [
    `${prefix}${name}`,
    ...fieldPaths(field, `${prefix}${name}.`),
  ]);
}

function has(value: unknown, path: string): boolean {
  return (
    path
      .split('.')
      .reduce<unknown>(
        (inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name],
        value,
      ) !== undefined
  );
}
