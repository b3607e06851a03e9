import type { Client } from '../api/client/client.ts';
import type { AnyInput } from '../api/client/request.ts';
import type { Operation } from '../api/contract/operation.ts';

/** Comes before a title in the place of an id: `name:Docs`. */
export const titlePrefix = 'name:';

/** Whether a value is an address that somebody has copied from a browser, or from an answer. */
export function isAddress(value: string): boolean {
  return /^https?:\/\//i.test(value);
}

const literal = new WeakSet<object>();

/** Marks an input whose values are always ids, even if they look like names. */
export function ofIds<Input extends AnyInput>(input: Input): Input {
  literal.add(input);
  return input;
}

export type Resolve = (op: Operation, input: AnyInput) => Promise<AnyInput>;

/** `client`, taking titles and e-mails for ids. `resolve` is loaded and called only where there may be one. */
export function withNames(client: Client, load: () => Promise<Resolve>): Client {
  async function resolved(op: Operation, input: AnyInput): Promise<never> {
    return (await resolvedInput(op, input, load)) as never;
  }
  return {
    call: async (op, input) => client.call(op, await resolved(op, input as AnyInput)),
    async *pages(op, input, range, onPage) {
      yield* client.pages(op, await resolved(op, input as AnyInput), range, onPage);
    },
    // A name says nothing of the id that it stands for, which comes from the service and is valid.
    assertValid: (op, input) => client.assertValid(op, withoutTitles(input) as typeof input),
  };
}

/** `input` with ids in the place of names. `load` is called only where there may be one. */
export async function resolvedInput(
  op: Operation,
  input: AnyInput,
  load: () => Promise<Resolve>,
): Promise<AnyInput> {
  const isNamed = !literal.has(input) && mayHoldName(input);
  return ofIds(isNamed ? await (await load())(op, input) : input);
}

function mayHoldName(value: unknown): boolean {
  if (typeof value === 'string')
    return value.startsWith(titlePrefix) || value.includes('@') || isAddress(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, field]) => mayHoldName(key) || mayHoldName(field));
}

function withoutTitles(input: AnyInput): AnyInput {
  const params = Object.entries(input.params ?? {}).map(([name, value]) => [
    name,
    value.startsWith(titlePrefix) || isAddress(value) ? name : value,
  ]);
  return { ...input, params: Object.fromEntries(params) };
}
