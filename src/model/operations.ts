import type { Operation } from '../api/contract/operation.ts';
import { operations } from '../api/contract/operations/index.ts';

/** The operations of the contract. */
export const operationsById: ReadonlyMap<string, Operation> = new Map(operations.map((op) => [op.id, op]));

/** Returns an operation of the contract. Throws an `Error` for an unknown id. */
export function operationOf(id: string): Operation {
  const op = operationsById.get(id);
  if (!op) throw new Error(`there is no operation "${id}"`);
  return op;
}
