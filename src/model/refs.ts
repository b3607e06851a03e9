import { paramNames } from '../api/client/request.ts';
import type { ListOperation, Operation } from '../api/contract/operation.ts';
import { fieldReader } from '../text/fields.ts';
import { kept } from '../text/kept.ts';
import { createLookup, type Lookup } from './lookup.ts';
import { type Name, ofIds } from './names.ts';
import { createReader, type ReadCache } from './read/reader.ts';
import type { Resource } from './resource.ts';
import { listedAs } from './resources.ts';
import type { EntriesOptions, Refs, TitledThing } from './titled-things.ts';

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
    name: Name,
    { param, query }: Pick<EntriesOptions, 'param' | 'query'>,
  ): Promise<readonly TitledThing[]> {
    const { text, isEmail } = name;
    const { unlisted } = resource;
    const all = await entries(resource, { param, text, query });
    const lookup = kept(lookups, all, () => createLookup(all));
    if (isEmail) return lookup.withEmail(text);
    const found = lookup.titled(text);
    if (found.length > 0) return found;
    if (unlisted && !query) return called(resource, name, { param, query: unlisted.filter });
    if (!text.includes('/')) return found;
    const { haveTitlePaths, thingsAt } = await import('./title-paths.ts');
    if (!haveTitlePaths(resource)) return found;
    return thingsAt(text, resource, await entries(resource, { param }), { refs: { entries, called }, param });
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

function toEntry({ id = 'id', title = id, email, standsIn }: Resource, item: unknown): TitledThing {
  const text = (path: string) => String(fieldReader(path)(item) ?? '');
  const within = standsIn && (text(standsIn.at) || undefined);
  return {
    id: text(id),
    title: text(title),
    ...(email && { email: text(email) }),
    ...(within && { within }),
  };
}
