import type { Operation } from '../../api/contract/operation.ts';
import type { NewRequest, RequestWriter } from './section.ts';

/** What makes, changes and ends things of one kind. */
interface ThingOperations {
  /** Absent where `update` also makes one. */
  readonly create?: Operation;
  readonly update: Operation;
  readonly delete: Operation;
}

/** Writes the one request for the differences of a thing. `params` are those of a thing that is there. */
export function addRequest(
  { add }: RequestWriter,
  differences: NewRequest['for'],
  operations: ThingOperations,
  params: NewRequest['params'],
  body: object | undefined,
): void {
  const [{ action }] = differences;
  if (action === 'delete' || action === 'revoke')
    add({ operation: operations.delete, params, for: differences });
  else if (action === 'create' && operations.create)
    add({ operation: operations.create, params: {}, body, for: differences, makes: true });
  else add({ operation: operations.update, params, body, for: differences });
}
