import type { InputProblem } from '../api/client/errors.ts';
import { type AnyInput, paramNames } from '../api/client/request.ts';
import { type Kind, schemaFacts } from '../api/contract/facts.ts';
import type { Operation } from '../api/contract/operation.ts';
import { fieldSchemas, type Schema, variants } from '../api/contract/secret-fields.ts';
import { type ListPlace, NothingCalled, UsageError } from '../errors.ts';
import { shellQuote } from '../text/shell.ts';
import { prefixedTitle, quoted, titlePrefix } from '../text/words.ts';
import { idOfAddress } from './addresses.ts';
import { isAddress, type Name, parseName } from './names.ts';
import { type Resource, wordOf } from './resource.ts';
import { isKind, resourceOf } from './resources.ts';
import type { PathSource } from './title-paths.ts';
import type { Refs, TitledThing } from './titled-things.ts';

/** The place of a name in an input that takes an id, and the name. */
type InputPath = Pick<InputProblem, 'part' | 'path'> & Partial<Pick<InputProblem, 'value'>>;

export interface Resolver {
  readonly refs: Refs;
  /** Returns a path parameter that the input does not have. Throws `UsageError`. */
  readonly surrounding: (param: string) => string;
  /** Returns the base address of the service, for addresses of its things. */
  readonly baseUrl: () => string;
  /** Returns the user's name for the input at a place: `<teamId>`, `--owner`. */
  readonly inputName: (place: InputPath) => string;
  readonly onFound: (kind: Kind, name: string, entry: TitledThing) => void;
}

/**
 * Returns `input` with ids instead of `name:<title>` and e-mail addresses, wherever the contract of `op` asks for an
 * id. Throws `NothingCalled` if a name means nothing, `UsageError` if it means several things.
 */
export async function resolveNames(op: Operation, input: AnyInput, resolver: Resolver): Promise<AnyInput> {
  const params = { ...input.params };
  // In the order of the path, because a section is looked up in its site.
  for (const name of paramNames(op.path)) {
    const value = params[name];
    if (value === undefined || name === op.pathParam) continue;
    const place = { part: 'params', path: [name] } as const;
    if (isKind(name)) params[name] = await resolveName(name, value, place);
    else if (prefixedTitle(value) !== undefined) throw idOnly(name, resolver.inputName(place), value);
  }

  async function resolveName(kind: Kind, value: string, place: InputPath): Promise<string> {
    if (isAddress(value)) return idOf(kind, value, place);
    const resource = await resourceOf(kind);
    const name = parseName(resource, value);
    if (!name) return value;
    const param = (one: string) => params[one] ?? resolver.surrounding(one);
    // In some organizations ids are e-mail addresses; an address that is an id means the person with this id.
    const [byId, found] = await Promise.all([
      name.isEmail ? resolver.refs.byId(resource, value, { param }) : undefined,
      resolver.refs.called(resource, name, { param }),
    ]);
    if (byId) return value;
    const [only] = found;
    if (only && found.length === 1) {
      resolver.onFound(kind, value, only);
      return only.id;
    }
    const parents = resource.parents.filter((one) => one !== 'org').map((one) => [one, param(one)]);
    const list = {
      noun: resource.noun,
      parents: Object.fromEntries(parents),
      unlisted: resource.unlisted?.filter,
    };
    const given = `${resolver.inputName({ ...place, value })} ${quoted(value)}`;
    if (found.length === 0) throw nothingCalled(resource, given, name, list);
    throw await severalCalled(resource, given, found, { refs: resolver.refs, param });
  }

  function idOf(kind: Kind, address: string, place: InputPath): Promise<string> {
    return idOfAddress(kind, address, {
      baseUrl: resolver.baseUrl(),
      org: params.org,
      input: resolver.inputName({ ...place, value: address }),
    });
  }

  async function resolveIn(
    value: unknown,
    schemas: readonly Schema[],
    { part, path }: InputPath,
  ): Promise<unknown> {
    const kind = referredKind(schemas);
    if (typeof value === 'string') return kind ? resolveName(kind, value, { part, path }) : value;
    if (typeof value !== 'object' || value === null || schemas.length === 0) return value;
    const entries: [string, unknown][] = [];
    for (const [key, field] of Object.entries(value)) {
      const place = { part, path: Array.isArray(value) ? path : [...path, key] };
      const keyKind = referredKind(keySchemas(schemas));
      const resolvedKey = keyKind ? await resolveName(keyKind, key, place) : key;
      const same = keyKind && entries.find(([earlier]) => earlier === resolvedKey);
      if (same) {
        throw new UsageError(
          `invalid ${resolver.inputName(place)} ${JSON.stringify(key)}: ${resolvedKey} is given twice`,
        );
      }
      entries.push([resolvedKey, await resolveIn(field, fieldSchemas(schemas, key), place)]);
    }
    return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  }

  const query = await resolveIn(input.query, variants(op.query), { part: 'query', path: [] });
  const body = await resolveIn(input.body, variants(op.body), { part: 'body', path: [] });
  return { ...input, params, query: query as AnyInput['query'], body };
}

/** Returns the error for a name in the place of a parameter that takes ids only. */
function idOnly(param: string, input: string, value: string): UsageError {
  const isOrg = param === 'org';
  const kind = isOrg ? 'organization' : param.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const why = isOrg ? 'the service has no list of organizations' : `a ${kind} has an id only`;
  return new UsageError(`invalid ${input} ${quoted(value)}: ${why}`, {
    hint: { code: 'give-id', data: { kind } },
  });
}

function nothingCalled(resource: Resource, given: string, { text, isEmail }: Name, list: ListPlace): Error {
  const lacks = isEmail
    ? 'has this address'
    : text.includes('/') && resource.standsIn
      ? 'has this title, or this path of titles'
      : 'has this title';
  return new NothingCalled(`${given} not found: no ${resource.unlisted?.all ?? wordOf(resource)} ${lacks}`, {
    hint: { code: isEmail ? 'look-at-list' : 'give-exact-title', data: list },
  });
}

/** Returns the error for a name that several things have, with the names that tell them apart. */
async function severalCalled(
  resource: Resource,
  given: string,
  found: readonly TitledThing[],
  source: PathSource,
): Promise<Error> {
  const { haveTitlePaths, tellingNames } = await import('./title-paths.ts');
  const names = haveTitlePaths(resource) ? await tellingNames(resource, found, source) : [];
  const isTold = names.some((name) => name !== undefined);
  return new UsageError(`invalid ${given}: ${found.length} of them have this name`, {
    details: found.map(({ id, title, email }, place) => {
      const name = names[place];
      return [id, name === undefined ? title : shellQuote(`${titlePrefix}${name}`), email]
        .filter(Boolean)
        .join('  ');
    }),
    hint: { code: isTold ? 'choose-name' : 'choose-id', data: { kind: wordOf(resource) } },
  });
}

export function keySchemas(schemas: readonly Schema[]): Schema[] {
  return schemas.flatMap(({ _zod: { def } }) => (def.type === 'record' ? variants(def.keyType) : []));
}

/** Returns the kind of thing whose ids are values of one of the schemas. */
export function referredKind(schemas: readonly Schema[]): Kind | undefined {
  return schemas.map((schema) => schemaFacts(schema).refersTo).find((kind) => kind !== undefined);
}
