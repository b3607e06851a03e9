import { paramNames } from '../api/client/request.ts';
import type { ListOperation, Operation } from '../api/contract/operation.ts';
import { fieldReader } from '../text/fields.ts';
import { kept } from '../text/kept.ts';
import { createLookup, type Lookup } from './lookup.ts';
import { ofIds } from './names.ts';
import { createReader, type ReadCache } from './read/reader.ts';
import type { Resource } from './resource.ts';
import { listedAs } from './resources.ts';

/** One thing that people can name by its title. */
export interface TitledThing {
  readonly id: string;
  readonly title: string;
  readonly email?: string | undefined;
  /** The thing as the service shows it, if it was read alone. */
  readonly item?: object;
}

/** A title, or an e-mail address. */
export interface Name {
  readonly text: string;
  readonly isEmail: boolean;
}

/** The things of an organization that people can name. Every list is read once in the life of the process. */
export interface Refs {
  /** Returns the things of a kind. Throws the errors of the request. */
  entries(resource: Resource, options: EntriesOptions): Promise<readonly TitledThing[]>;
  /** Returns all things that a name means: none, one or several. Throws the errors of the request. */
  called(
    resource: Resource,
    name: Name,
    options: Pick<EntriesOptions, 'param'>,
  ): Promise<readonly TitledThing[]>;
  /** Returns the thing with this id; `undefined` if there is none, or it cannot be read. */
  byId(
    resource: Resource,
    id: string,
    options: Pick<EntriesOptions, 'param'>,
  ): Promise<TitledThing | undefined>;
}

export interface EntriesOptions {
  /** Returns a parameter of the list's path. Throws `UsageError` if it is missing. */
  readonly param: (name: string) => string;
  /** Narrows the list to this text, if the service can do that. */
  readonly text?: string | undefined;
  /** The largest number of wanted things. */
  readonly limit?: number | undefined;
  /** Further filters of the list. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** The kind of the things to leave out: the members of a team. */
  readonly except?: Resource | undefined;
}

/**
 * Makes a look-up of things. Its client takes names: what is around a thing may be named, too. What it has found stays known when
 * what was read is forgotten.
 */
export function createRefs(reading: ReadCache): Refs {
  const reader = createReader(reading);
  const read = new Map<string, Promise<unknown>>();
  const lookups = new WeakMap<readonly TitledThing[], Lookup<TitledThing>>();

  /** Returns the result of `action`, which runs only at the first call for its key. */
  function once<Value>(key: readonly unknown[], action: () => Promise<Value>): Promise<Value> {
    return kept(read as Map<string, Promise<Value>>, JSON.stringify(key), action);
  }

  async function entries(
    resource: Resource,
    { param, text, limit, query, except }: EntriesOptions,
  ): Promise<readonly TitledThing[]> {
    const { listed, where } = await listOf(resource, param);
    const { search, administrator, operations } = listed;
    const op = operations.list as ListOperation;
    const params: Record<string, string> = {};
    for (const name of paramNames(op.path)) {
      params[name] =
        name === administrator
          ? await once([name, params.org], () => findAdministrator(params))
          : param(name);
    }
    const filters = { ...query, ...(search && text ? { [search]: text } : {}) };
    const others = except ? await entries(except, { param }) : [];
    const most = limit === undefined ? undefined : limit + others.length;
    const all = await once([op.path, params, filters, where, most], async () => {
      const found: TitledThing[] = [];
      const isWhole = most === undefined && Object.keys(filters).length === 0;
      const pages = isWhole
        ? [await reader.needList(op, params)]
        : reader.pages(op, params, { query: filters, limit: most });
      for await (const page of pages) {
        const meant = where ? page.filter((item) => where.read(item) === where.value) : page;
        found.push(...meant.map((item) => toEntry(listed, item)));
      }
      return found;
    });
    if (!except) return all;
    const leftOut = createLookup(others);
    return all.filter(({ id }) => !leftOut.withId(id)).slice(0, limit);
  }

  async function called(
    resource: Resource,
    { text, isEmail }: Name,
    { param }: Pick<EntriesOptions, 'param'>,
  ): Promise<readonly TitledThing[]> {
    const all = await entries(resource, { param, text });
    const lookup = kept(lookups, all, () => createLookup(all));
    return isEmail ? lookup.withEmail(text) : lookup.titled(text);
  }

  async function findAdministrator({ org = '' }: Readonly<Record<string, string>>): Promise<string> {
    const { someAdministrator } = await import('./read/spaces.ts');
    return someAdministrator(reader, org);
  }

  async function byId(resource: Resource, id: string, { param }: Pick<EntriesOptions, 'param'>) {
    const { key } = resource;
    // A thing without a text to find it by is not read by its id either.
    const op: Operation | undefined = resource.title === undefined ? undefined : resource.operations.get;
    if (!op) return undefined;
    const params = Object.fromEntries(
      paramNames(op.path).map((name) => [name, name === key ? id : param(name)]),
    );
    return once([key, 'by id', params], async () => {
      const item = await reading.client.call(op, ofIds({ params })).catch(() => undefined);
      return item === undefined ? undefined : { ...toEntry(resource, item), item: item as object };
    });
  }

  return { entries, called, byId };
}

/**
 * Returns the kind whose list contains the things of `resource`, and a filter for them, if it has no list of its own.
 */
async function listOf(resource: Resource, param: (name: string) => string) {
  const { tie, parents } = resource;
  const listed = await listedAs(resource);
  if (listed === resource || tie === undefined) return { listed, where: undefined };
  return { listed, where: { read: fieldReader(tie), value: param(parents.at(-1) ?? '') } };
}

function toEntry({ id = 'id', title = id, email }: Resource, item: unknown): TitledThing {
  const text = (path: string) => String(fieldReader(path)(item) ?? '');
  return { id: text(id), title: text(title), ...(email && { email: text(email) }) };
}
