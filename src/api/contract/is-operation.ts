import type { Operation } from './operation.ts';

/** Returns whether an export of the contract is an operation; the other exports are schemas. */
export function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
