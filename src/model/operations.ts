import { check } from '../api/contract/check.ts';
import type { Operation } from '../api/contract/operation.ts';
import { operations } from '../api/contract/operations/index.ts';
import { percentDecoded } from '../text/decode.ts';
import { isObject } from '../text/fields.ts';
import type { ChangingRequest } from './effects/facts.ts';

export const operationsById: ReadonlyMap<string, Operation> = new Map(operations.map((op) => [op.id, op]));

/** Returns an operation of the contract. Throws an `Error` for an unknown id. */
export function operationOf(id: string): Operation {
  const op = operationsById.get(id);
  if (!op) throw new Error(`there is no operation "${id}"`);
  return op;
}

/** Returns the id of an operation; the method and the path of an address that the contract does not know. */
export function nameOfOperation({ id, method, path }: Operation): string {
  return operationsById.has(id) ? id : `${method} ${path}`;
}

/** Returns a request to a plain address as the operation of the contract that it is; any other request as it is. */
export function inContract(request: ChangingRequest): ChangingRequest {
  const { op, input } = request;
  if (operationsById.has(op.id)) return request;
  const words = op.path.split('/');
  const isNamed = (word: string) => word.startsWith('{');
  const [known] = operations
    .filter(({ method, path }) => {
      const own = path.split('/');
      const fits = own.every((word, at) => (isNamed(word) ? words[at] !== '' : word === words[at]));
      return method === op.method && own.length === words.length && fits;
    })
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
  if (!known) return request;
  const params = known.path
    .split('/')
    .flatMap((word, at) => (isNamed(word) ? [[word.slice(1, -1), percentDecoded(words[at] ?? '')]] : []));
  const { body } = input;
  const given = body !== undefined && { body: typed(known, body) };
  return { op: known, input: { ...input, params: Object.fromEntries(params), ...given } };
}

/** Returns a body without the fields of another type than in the contract: no service takes them, and nothing follows from them. */
function typed<Body>({ body: schema }: Operation, body: Body): Body {
  if (!schema || !isObject(body)) return body;
  const { problems } = check(schema, body);
  const others = problems.flatMap(({ path, isOfOtherType }) => (isOfOtherType ? path[0] : []));
  return Object.fromEntries(Object.entries(body).filter(([field]) => !others.includes(field))) as Body;
}
