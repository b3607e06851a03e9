import type { Effect, Operation } from './operation.ts';

const effects = { GET: 'read', POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as const;

/** The effect of an operation: what it says, or else what its method means. */
export function effectOf({ method, effect }: Pick<Operation, 'method' | 'effect'>): Effect {
  return effect ?? effects[method];
}

/**
 * What people should know before this body is sent: a sentence without a full stop. `undefined` where the operation has
 * no consequence, or this body does not bring it about.
 */
export function consequenceOf(
  { consequence, consequenceIf = {} }: Pick<Operation, 'consequence' | 'consequenceIf'>,
  body: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const applies = Object.entries(consequenceIf).every(([field, value]) => (body[field] ?? false) === value);
  return applies ? consequence : undefined;
}
