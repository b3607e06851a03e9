import type * as z from 'zod/mini';
import { paramNames } from '../api/client/request.ts';
import type { Kind } from '../api/contract/facts.ts';
import { type ListOperation, type Operation, PageQuery } from '../api/contract/operation.ts';
import { changed } from '../domain/changed.ts';
import type { View } from '../output/view.ts';
import type { Scope } from '../work/run/session.ts';
import type { SortedRange } from './flags/flag.ts';
import type { LineParts } from './session/line-parts.ts';
import type { Verb } from './verb.ts';

// The actions of verbs that only send their operation. Its parameters are what the line names: the last ones are the operands, and
// those before them are in the scope. Flags with the names of its filters are its query.

type Action<Flags> = (parts: LineParts, ...given: [...string[], Flags, Verb]) => Promise<void>;

export function lists<Flags>(view: View): Action<Flags & SortedRange> {
  return ({ api, scope, out }, ...given) => {
    const { operation, input, flags } = inputOf(scope, given);
    return out.list(api.pages(operation as ListOperation, input, flags), view);
  };
}

export function prints<Flags>(view: View): Action<Flags> {
  return async ({ api, scope, out }, ...given) => {
    const { operation, input } = inputOf(scope, given);
    await out.item(await api.call(operation, input), view);
  };
}

/** Takes something away, after the guards. */
export function takesAway<Flags>(): Action<Flags> {
  return ({ scope, takeAway }, ...given) => {
    const { operation, input } = inputOf(scope, given);
    return takeAway(operation, input);
  };
}

/**
 * Sends the fields that flags and `--input` give. Prints the answer, and says what was `done` to `what`. `fieldsOf` returns
 * those fields that are not the values of flags as they are.
 */
export function sends<Flags>(
  done: 'created' | 'posted' | 'updated' | 'moved',
  what: string,
  view: View,
  fieldsOf: (flags: Flags, parts: LineParts) => object | Promise<object> = () => ({}),
): Action<Flags> {
  return async (parts, ...given) => {
    const { api, scope, names, bodyOf, out } = parts;
    const [flags, verb] = given.slice(-2) as [Flags & { readonly input?: string }, Verb];
    const [operation] = verb.facts.operations as [Operation & { readonly body: z.ZodMiniObject }];
    const fields = { ...flagFields(operation.body, flags, verb), ...(await fieldsOf(flags, parts)) };
    const body = await bodyOf(operation, flags.input, fields);
    const { params } = inputOf(scope, given).input;
    const answer = (await api.call<Operation>(operation, { params, body })) as object;
    const isUpdate = done === 'updated';
    const [kind, id] = Object.entries(params).at(-1) as [Kind, string];
    const before = isUpdate ? await names.valuesBefore(kind, id) : {};
    await out.item(answer, view, changed(done, what, answer, isUpdate ? body : {}, before));
  };
}

/** Returns the fields of a body that flags fill, each as a whole. `--no-<field>` of a flag with a value clears the field. */
function flagFields({ def: { shape } }: z.ZodMiniObject, flags: object, { options }: Verb): object {
  const values = new Map(Object.entries(flags));
  return Object.fromEntries(
    options.flatMap((option) => {
      const value = values.get(option.attributeName());
      if (!Object.hasOwn(shape, option.field) || option.negate || value === undefined) return [];
      return [[option.field, value === false && option.required ? null : value]];
    }),
  );
}

/** Returns what a line says to the operation of its verb. `given` is what an action of commander gets. */
function inputOf(scope: Scope, given: readonly unknown[]) {
  const operands = given.slice(0, -2);
  const [flags, verb] = given.slice(-2) as [Readonly<Record<string, unknown>>, Verb];
  const operation = verb.facts.operations[0] as Operation;
  const names = paramNames(operation.path);
  const around = names.slice(0, names.length - operands.length).map((name) => scope[name as 'org']());
  const values = [...around, ...operands] as string[];
  const params = Object.fromEntries(names.map((name, at) => [name, values[at] as string]));
  const own = Object.keys(operation.query?.def.shape ?? {});
  const filters = own.filter((name) => !Object.hasOwn(PageQuery.def.shape, name));
  return {
    operation,
    flags,
    input: { params, query: Object.fromEntries(filters.map((name) => [name, flags[name]])) },
  };
}
