import { paramNames } from '../../src/api/client/request.ts';
import { schemaFacts } from '../../src/api/contract/facts.ts';
import type { AnyInput, Operation } from '../../src/api/contract/operation.ts';
import type { Schema } from '../../src/api/contract/secret-fields.ts';
import { partOfOperation, resourceWithKey } from '../../src/model/effects/things.ts';
import type { ThingInState } from './sandbox-state.ts';

/** Makes choices that are the same for the same seed. */
export interface Choices {
  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function choicesOf(seed: number): Choices {
  let state = seed >>> 0;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> (0 % 2 ** 32) ? ((mixed ^ (mixed >>> 14)) >>> 0) % limit : 0;
  };
  return { below, pick: (values) => values[below(values.length)] as (typeof values)[number] };
}

interface World {
  readonly choices: Choices;
  readonly things: readonly ThingInState[];
  readonly op: Operation;
  readonly params: Readonly<Record<string, string>>;
}

/** Makes an input for an operation on an organization; the service may still refuse it. */
export function anyInput(choices: Choices, things: readonly ThingInState[], op: Operation): AnyInput {
  const params = anyParams(choices, things, op);
  const world = { choices, things, op, params };
  const body =
    op.body && (anyValue(op.body as unknown as Schema, [], world) as Readonly<Record<string, unknown>>);
  return { params, ...(body && { body }) };
}

const languages = ['de', 'fr', 'en', 'ja', 'pt-br', 'zh'];

/** Ids that a request may give to a thing that does not exist. */
const newIds: Readonly<Record<string, readonly string[]>> = {
  'openapi.set': ['fresh', 'orders-2'],
  'integrations.publish': ['acme-new', 'acme-other'],
  'translations.languages.set': languages,
  'content.pages.import': ['page_welcome', 'page_onboarding'],
};

function anyParams(choices: Choices, things: readonly ThingInState[], op: Operation): Record<string, string> {
  const { pick, below } = choices;
  const names = paramNames(op.path);
  const part = partOfOperation(op.id);
  const params: Record<string, string> = {};
  const existing = things.filter(
    ({ kind, ids }) => kind === part?.resource.kind && names.every((name) => ids[name] !== undefined),
  );
  if (existing.length > 0 && below(10) < 7) Object.assign(params, pick(existing).ids);
  else if (op.id === 'section-groups.remove-section') {
    const grouped = pick(things.filter(({ fields }) => fields.sectionGroup !== undefined));
    Object.assign(params, grouped?.ids, { group: grouped?.fields.sectionGroup });
  }
  for (const name of names.toReversed()) {
    if (params[name] !== undefined) continue;
    const ids = newIds[op.id];
    if (ids && name === names.at(-1)) params[name] = pick(ids);
    else if (name === 'org') params.org = 'org_acme';
    else Object.assign(params, pick(thingsWith(name, things, params))?.ids);
  }
  if (params.changeRequest !== undefined && below(4) === 0) params.changeRequest = String(1 + below(3));
  return Object.fromEntries(names.map((name) => [name, params[name] ?? 'none']));
}

/** Returns the things of the kind of a path parameter that are where other parameters say. */
function thingsWith(
  name: string,
  things: readonly ThingInState[],
  params: Readonly<Record<string, unknown>>,
) {
  const kind = resourceWithKey(name).kind;
  const all = things.filter((one) => one.kind === kind);
  const near = all.filter(({ ids }) => Object.entries(ids).every(([key, id]) => (params[key] ?? id) === id));
  return near.length > 0 ? near : all;
}

/** Values that no schema describes, by their path in a body. */
const special: Readonly<Record<string, (world: World) => unknown>> = {
  jsonSchema: ({ choices }) =>
    choices.pick([{ type: 'object' }, { type: 'object', properties: { beta: {} } }]),
  'source.text': ({ choices }) => choices.pick(['{"openapi":"3.1.0"}', 'openapi: 3.0.0', 'none']),
  instructions: ({ choices }) => ({
    object: 'document',
    data: { schemaVersion: choices.below(3) },
    nodes: [],
  }),
  timestamp: ({ choices }) => choices.pick(['2024-01-31T12:00:00Z', '2026-06-01T00:00:00Z']),
  ref: () => 'refs/heads/main',
  repoCommitURL: () => 'https://git.example/commit/',
  icon: ({ choices, op }) =>
    op.id === 'integrations.publish' ? 'AAAA' : choices.pick(['gear', 'star', null]),
  previewImages: () => ['AAAA'],
  contentSecurityPolicy: () => "default-src 'none'",
  blocks: () => [{ id: 'note', title: 'Note' }],
  contentSources: () => [{ id: 'wiki', title: 'Wiki' }],
  configurations: () => ({ space: { properties: { key: { type: 'string' } } } }),
  externalLinks: () => [{ url: 'https://a.example', label: 'More' }],
  secrets: () => ({ KEY: 'value' }),
  organization: ({ choices }) => choices.pick(['org_acme', 'org_globex', 'org_globex']),
  addedReactions: ({ choices }) => [choices.pick(['👍', '🎉'])],
  removedReactions: ({ choices }) => [choices.pick(['👍', '👀'])],
  spaces: ({ choices, things }) =>
    choices.below(3) === 0 ? 'blank' : some(choices, things, 'space').map(({ ids }) => ids.space),
  condition: ({ choices }) => choices.pick(['visitor.claims.beta', 'visitor.claims.team == "x"', null]),
  path: ({ choices }) => choices.pick(['first', 'second', 'api-v2', 'x']),
  page: ({ choices }) => choices.pick(['page_welcome', 'page_laptop']),
  node: ({ choices }) => choices.pick(['node_1', 'node_2']),
  name: ({ choices }) => `field_${choices.below(1000)}`,
  slug: ({ choices }) => `spec-${choices.below(1000)}`,
  proxy: ({ choices }) => choices.pick(['acme.example/docs', 'https://docs.acme.example', null]),
  basename: ({ choices }) => `base-${choices.below(1000)}`,
  memberships: ({ choices, things, params }) => ({
    ...Object.fromEntries(
      some(choices, things, 'member', params).map(({ ids }) => [
        ids.user,
        { role: choices.pick(['owner', 'member']) },
      ]),
    ),
  }),
  add: (world) => people(world),
  remove: (world) => people(world),
  values: ({ choices, things }) =>
    Object.fromEntries(
      some(choices, things, 'custom-field', { org: 'org_acme' }).map(({ ids, fields }) => [
        ids.field,
        { value: choices.below(3) === 0 ? null : valueFor(choices, fields) },
      ]),
    ),
};

/** Returns up to three things of a kind. */
function some(
  choices: Choices,
  things: readonly ThingInState[],
  wanted: string,
  params: Readonly<Record<string, unknown>> = {},
): ThingInState[] {
  const all = things.filter(
    ({ kind, ids }) =>
      kind === wanted && Object.entries(ids).every(([key, id]) => (params[key] ?? id) === id),
  );
  const found = Array.from({ length: choices.below(4) }, () => choices.pick(all));
  return [...new Set(found)].filter((one) => one !== undefined);
}

function people({ choices, things, params }: World): string[] {
  const users = some(choices, things, 'member', { org: params.org }).map(({ ids }) => String(ids.user));
  return choices.below(4) === 0
    ? [...users, choices.pick(['kim@acme.example', 'GIL@contractor.example'])]
    : users;
}

function valueFor({ pick, below }: Choices, { type, options }: ThingInState['fields']): unknown {
  const choices = (options ?? ['one', 'two']) as readonly string[];
  if (type === 'number') return below(100);
  if (type === 'boolean') return below(2) === 0;
  return type === 'tags' || type === 'select:multi' ? [pick(choices)] : pick(choices);
}

function anyValue(schema: Schema, path: readonly string[], world: World): unknown {
  const { choices, things, params } = world;
  const { pick, below } = choices;
  const { def } = schema._zod;
  const { known, refersTo } = schemaFacts(schema);
  if (def.type === 'optional')
    return below(5) < 3 ? anyValue(def.innerType as Schema, path, world) : undefined;
  const own = special[path.join('.')] ?? (path.length > 0 ? special[path.at(-1) as string] : undefined);
  if (own && def.type !== 'union') return own(world);
  if (own && ['spaces', 'condition', 'icon', 'proxy'].includes(path.at(-1) as string)) return own(world);
  if (refersTo) return pick(thingsWith(refersTo, things, params))?.ids[refersTo];
  if (known) return pick(known);
  switch (def.type) {
    case 'object': {
      const names = Object.keys(def.shape);
      const fields = names.map((name) => [name, anyValue(def.shape[name] as Schema, [...path, name], world)]);
      const given = fields.filter(([, value]) => value !== undefined);
      // A place has one neighbour, or none.
      return Object.fromEntries(path.at(-1) === 'position' ? given.slice(0, 1) : given);
    }
    case 'nullable':
      return below(4) === 0 ? null : anyValue(def.innerType as Schema, path, world);
    case 'union': {
      const variants = (def.options as readonly Schema[]).filter(({ _zod }) => _zod.def.type !== 'unknown');
      return anyValue(pick(variants), path, world);
    }
    case 'array':
      return Array.from({ length: 1 + below(2) }, (_, at) =>
        anyValue(def.element as Schema, [...path, `${at}`], world),
      );
    case 'literal':
      return def.values[0];
    case 'boolean':
      return below(2) === 0;
    case 'string':
      return 'format' in def && def.format === 'url'
        ? `https://a.example/${below(9)}`
        : textFor(path, below(1000));
    default:
      return undefined;
  }
}

function textFor(path: readonly string[], number: number): string {
  const name = path.at(-1) ?? '';
  return /url/i.test(name) ? `https://git.example/acme/${number}` : `${name} ${number}`;
}
