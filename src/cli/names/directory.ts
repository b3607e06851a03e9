import type { Client } from '../../api/client/client.ts';
import { paramNames } from '../../api/client/request.ts';
import { fieldReader } from '../../text/fields.ts';
import { type Kind, type KindFacts, kinds } from './kinds.ts';
import { ofIds } from './names.ts';
import type { Narrowed } from './narrowed.ts';

/** One thing that people can mean by its title. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly email?: string | undefined;
  /** All that the service says of it, if it was read alone. */
  readonly item?: object;
}

/** What the lists of the service know of each kind. Every list is read once in the life of the process. */
export interface Directory {
  /** The entries of a kind. Throws what the request throws. */
  entries(kind: Kind, options: EntriesOptions): Promise<readonly Entry[]>;
  /** The one with this id; `undefined` where there is none, or it cannot be read. */
  byId(kind: Kind, id: string, options: Pick<EntriesOptions, 'param'>): Promise<Entry | undefined>;
}

export interface EntriesOptions {
  /** Finds a parameter of the list's path; throws `UsageError` if it is missing. */
  readonly param: (name: string) => string;
  /** Narrows the list, where the service can do that. */
  readonly text?: string | undefined;
  /** How many are wanted at most. */
  readonly limit?: number | undefined;
  /** Which of all are wanted. */
  readonly narrowed?: Narrowed | undefined;
}

export function createDirectory(client: Client): Directory {
  const read = new Map<string, Promise<unknown>>();

  /** What `action` resolves with, the first time that it is asked for. */
  function once<Value>(key: readonly unknown[], action: () => Promise<Value>): Promise<Value> {
    const name = JSON.stringify(key);
    const known = (read.get(name) as Promise<Value> | undefined) ?? action();
    read.set(name, known);
    return known;
  }

  async function entries(
    kind: Kind,
    { param, text, limit, narrowed }: EntriesOptions,
  ): Promise<readonly Entry[]> {
    const { except, where } = narrowed ?? {};
    const isMeant = itemFilter(where && { field: where.field, value: param(where.param) });
    const others = except && (await entries(kind, { param, narrowed: except }));
    const leftOut = new Set(others?.map(({ id }) => id));
    const facts = { ...kinds[kind], ...narrowed };
    const op = await facts.list();
    const params: Record<string, string> = {};
    for (const name of paramNames(op.path)) {
      const find = facts.within?.[name];
      params[name] = find
        ? await once([kind, name, params.org], () => find(client, String(params.org)))
        : param(name);
    }
    const query = { ...narrowed?.query, ...(facts.search && text ? { [facts.search]: text } : {}) };
    const all = await once([op.path, params, query, where, limit], async () => {
      const found: Entry[] = [];
      for await (const page of client.pages(op, { params, query } as never, { limit }))
        found.push(...page.filter(isMeant).map((item) => toEntry(facts, item)));
      return found;
    });
    return all.filter(({ id }) => !leftOut.has(id));
  }

  async function byId(kind: Kind, id: string, { param }: Pick<EntriesOptions, 'param'>) {
    const facts = kinds[kind];
    const op = await facts.get?.();
    if (!op) return undefined;
    const params = Object.fromEntries(
      paramNames(op.path).map((name) => [name, name === kind ? id : param(name)]),
    );
    return once([kind, 'by id', params], async () => {
      const item = await client.call(op, ofIds({ params }) as never).catch(() => undefined);
      return item && { ...toEntry(facts, item), item };
    });
  }

  return { entries, byId };
}

function itemFilter(where?: { readonly field: string; readonly value: string }): (item: unknown) => boolean {
  if (!where) return () => true;
  const read = fieldReader(where.field);
  return (item) => read(item) === where.value;
}

function toEntry({ id = 'id', title = 'title', email }: KindFacts, item: unknown): Entry {
  const text = (path: string) => String(fieldReader(path)(item) ?? '');
  return { id: text(id), title: text(title), ...(email && { email: text(email) }) };
}
