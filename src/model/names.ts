import { type Client, typedClient } from '../api/client/client.ts';
import type { AnyInput } from '../api/client/request.ts';
import type { Operation } from '../api/contract/operation.ts';
import { prefixedTitle } from '../text/words.ts';
import type { Resource } from './resource.ts';

/** Returns whether a value is an address, copied from a browser or from an answer. */
export function isAddress(value: string): boolean {
  return /^https?:\/\//i.test(value);
}

/** A title, a path of titles, or an e-mail address. */
export interface Name {
  readonly text: string;
  readonly isEmail: boolean;
}

/** Parses the name in a value; `undefined` for an id. */
export function parseName({ email }: Pick<Resource, 'email'>, value: string): Name | undefined {
  const title = prefixedTitle(value);
  if (title !== undefined) return { text: title, isEmail: false };
  return email !== undefined && value.includes('@') ? { text: value, isEmail: true } : undefined;
}

const literal = new WeakSet<object>();

/** Marks an input whose values are always ids, even if they look like names, and returns it. */
export function ofIds<Input extends AnyInput>(input: Input): Input {
  literal.add(input);
  return input;
}

export type Resolve = (op: Operation, input: AnyInput) => Promise<AnyInput>;

/**
 * Returns `client` with titles and e-mails accepted instead of ids. `load` is called only if an input may contain one.
 */
export function withNames(client: Client, load: () => Promise<Resolve>): Client {
  return typedClient({
    call: async (op, input, until) => client.call(op, await resolvedInput(op, input, load), until),
    async *pages(op, input, range, onPage) {
      yield* client.pages(op, await resolvedInput(op, input, load), range, onPage);
    },
    // A name is replaced by an id from the service, which is valid.
    assertValid: (op, input) => client.assertValid(op, withoutTitles(input)),
  });
}

/** Returns `input` with ids instead of names. `load` is called only if there may be a name. */
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
    return prefixedTitle(value) !== undefined || value.includes('@') || isAddress(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, field]) => mayHoldName(key) || mayHoldName(field));
}

function withoutTitles(input: AnyInput): AnyInput {
  const params = Object.entries(input.params ?? {}).map(([name, value]) => [
    name,
    prefixedTitle(value) !== undefined || isAddress(value) ? name : value,
  ]);
  return { ...input, params: Object.fromEntries(params) };
}
