import type { Operation } from '../../src/api/contract/operation.ts';
import { operations } from '../../src/api/contract/operations/index.ts';

const patterns = operations.map(
  (op) => [op, new RegExp(`^${op.path.replace(/\{\w+\}/g, '[^/]+')}$`)] as const,
);

/** Returns the operation that a request calls, with a query or without; `undefined` if there is none. */
export function calledOperation(method: string, address: string): Operation | undefined {
  const [path = ''] = address.split('?');
  return patterns.find(([op, pattern]) => op.method === method && pattern.test(path))?.[0];
}
