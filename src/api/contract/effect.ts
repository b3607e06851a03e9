import { isObject } from '../../text/fields.ts';
import type { AnyInput, Operation, OperationEffect } from './operation.ts';

const effects = { GET: 'read', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as const;

/** Returns the effect of an operation: the declared one, or the one that follows from its method. */
export function effectOf({ method, effect }: Pick<Operation, 'method' | 'effect'>): OperationEffect {
  return effect ?? effects[method];
}

/** Tells by the fields of its body whether a request may open something to the public, or give the rights of an administrator. */
export function mayOpenWith({ opens }: Pick<Operation, 'opens'>, { body }: Pick<AnyInput, 'body'>): boolean {
  if (opens === true || opens === undefined) return opens === true;
  return isObject(body) && opens.some((field) => field in body);
}

/** Tells by its body whether a request may lower a role: who gets the highest one loses nothing. */
export function mayLowerWith({ takes }: Pick<Operation, 'takes'>, { body }: Pick<AnyInput, 'body'>): boolean {
  const highest = takes?.includes('owners') ? 'owner' : 'admin';
  return !isObject(body) || body.role !== highest;
}

/** Tells by the id of an operation whether it makes a thing in a list. */
export function isCreation(operation: string): boolean {
  return operation.endsWith('.create');
}

/**
 * Returns the warning to show before this body is sent: a sentence without a full stop. `undefined` if the operation
 * has no consequence, or this body does not cause it.
 */
export function consequenceOf(
  { consequence, consequenceIf = {} }: Pick<Operation, 'consequence' | 'consequenceIf'>,
  body: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const applies = Object.entries(consequenceIf).every(([field, value]) => (body[field] ?? false) === value);
  return applies ? consequence : undefined;
}
