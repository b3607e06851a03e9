import * as fc from 'fast-check';
import type * as z from 'zod/mini';
import { schemaFacts } from '../../src/api/contract/facts.ts';
import type { Operation } from '../../src/api/contract/operation.ts';
import { exportSandbox } from '../../src/sandbox/reset.ts';
import { anyCharacter, anyPath } from '../support/any-character.ts';
import { listedIds } from './listed-ids.ts';
import { token } from './test-sandbox.ts';

/** A request, as plain data, so that a failing one can be read. */
export interface AnyRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const { tables } = JSON.parse(exportSandbox(':memory:')) as {
  tables: Record<string, Record<string, string>[]>;
};

const column = (table: string, name = 'id') => [...new Set(tables[table]?.map((row) => row[name] as string))];

/** The values that come up most often, so that parents and children meet. */
const likely: Readonly<Record<string, string>> = {
  org: 'org_acme',
  site: 'site_docs',
  space: 'space_handbook',
  comment: 'comment_typo',
  translation: 'translation_docs',
};

/** What there is for each path parameter: more than the lists below `likely` have, or what these lists have. */
const known: Readonly<Record<string, readonly string[]>> = {
  ...(await listedIds(likely)),
  org: column('organizations'),
  site: column('sites'),
  section: column('site_sections'),
  group: column('site_section_groups'),
  siteSpace: column('site_spaces'),
  collection: column('collections'),
  team: column('teams'),
  space: column('spaces'),
  comment: column('comments'),
  reply: column('comment_replies'),
  changeRequest: [...column('change_requests'), '1', '4'],
  page: column('pages'),
  path: column('pages', 'path'),
  file: column('files'),
  reusableContent: column('reusable_contents'),
  user: [...column('users'), ...column('users', 'email').slice(0, 3)],
  field: column('custom_fields', 'name'),
  integration: column('integrations', 'name'),
  provider: column('saml_providers'),
  spec: column('openapi_specs', 'slug'),
  translation: column('translations'),
  language: column('translation_languages', 'language'),
  // fields of bodies
  organization: ['org_acme', 'org_globex'],
  url: ['https://github.com/acme/guides.git', 'https://example.com/a?b=c'],
};

const someId = fc.constantFrom(...Object.values(known).flat());

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Text that has broken programs before. */
const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    "' OR 1=1 --",
    '%',
    '..',
    '/',
    '手\u202e',
  ),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.string({ maxLength: 3 }).map((part) => part.repeat(3000)),
);

const json = fc.jsonValue({ maxDepth: 3 });

/** Values that `schema` takes, most of the time; a `field` that is named like a kind of id has such ids. */
function valueFor(schema: z.ZodMiniType, field = ''): fc.Arbitrary<unknown> {
  // biome-ignore lint/suspicious/noExplicitAny: which parts there are depends on the type, as zod documents it
  const { def } = schema as z.ZodMiniType & { def: Record<string, any> };
  switch (def.type) {
    case 'optional':
      return fc.option(valueFor(def.innerType, field), { nil: undefined, freq: 1 });
    case 'nullable':
      return fc.option(valueFor(def.innerType, field), { freq: 8 });
    case 'object':
      return fc.record(mapValues((schema as z.ZodMiniObject).shape));
    case 'array':
      return fc.array(valueFor(def.element, field.replace(/s$/, '')), { maxLength: 4 });
    case 'record':
      return fc.dictionary(fc.oneof(someId, fc.string()), valueFor(def.valueType), { maxKeys: 3 });
    case 'union':
      return fc.oneof(
        ...(def.options as z.ZodMiniType[])
          .filter((option) => option._zod.def.type !== 'unknown')
          .map((option) => valueFor(option, field)),
      );
    case 'literal':
      return fc.constantFrom(...(def.values as unknown[]));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return numberOf(schema as z.ZodMiniNumber);
    case 'string':
      return textOf(schema as z.ZodMiniString, field);
    default:
      return json;
  }
}

function mapValues(shape: Readonly<Record<string, unknown>>): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, inner]) => [name, valueFor(inner as z.ZodMiniType, name)]),
  );
}

function numberOf({ _zod: { bag } }: z.ZodMiniNumber): fc.Arbitrary<number> {
  return fc.integer({ min: Math.max(bag.minimum ?? -5, -1e9), max: Math.min(bag.maximum ?? 1e9, 1e9) });
}

function textOf(schema: z.ZodMiniString, field: string): fc.Arbitrary<string> {
  const values = schemaFacts(schema).known ?? known[field.replace(/Id$/, '')];
  if (values) return fc.constantFrom(...values);
  const pattern = patternOf(schema);
  if (pattern) return fc.stringMatching(pattern);
  const { format, minimum = 0, maximum = 40 } = schema._zod.bag;
  if (format === 'url') return fc.constantFrom('https://example.com/a?b=c', 'http://localhost:1/');
  if (format === 'datetime') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'base64') return fc.constantFrom(png, '');
  const free = fc.string({
    unit: 'grapheme',
    minLength: minimum,
    maxLength: Math.min(maximum, minimum + 40),
  });
  return fc.oneof(someId, free);
}

/** `value` with a field too many, or one that is something else. */
function disturbed(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(value, fc.oneof(nastyText, fc.nat()), json).map(([base, place, other]) => {
    if (typeof base !== 'object' || base === null) return other;
    const names = Object.keys(base);
    const name = typeof place === 'number' ? (names[place % (names.length || 1)] ?? 'extra') : place;
    return { ...base, [name]: other };
  });
}

/** The pattern that a text must match, without `u`, which fast-check does not take with every class. */
function patternOf({ def }: z.ZodMiniString): RegExp | undefined {
  const checks = (def.checks ?? []) as { _zod: { def: { pattern?: RegExp } } }[];
  return checks.map((check) => check._zod.def.pattern).find((pattern) => pattern !== undefined);
}

function segment(name: string): fc.Arbitrary<string> {
  const values = known[name] ?? [];
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(likely[name] ?? (values[0] as string)).map(encodeURIComponent) },
    { weight: 1, arbitrary: fc.constantFrom(...values).map(encodeURIComponent) },
  );
}

const wrongSegment = fc.oneof(
  nastyText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%ff', '%2e%2e', '%252F', '%00', 'a;b', '%C0%AF', '*', ':id'),
);

function pathOf({ path }: Operation, one: (name: string) => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined ? fc.constant(part) : one(name);
  });
  return fc.tuple(...parts).map((all) => all.join('/'));
}

function queryOf({ query }: Operation): fc.Arbitrary<unknown> {
  // A cursor is the service's own: hardly any text is one.
  const { page: _page, ...shape } = query?.shape ?? {};
  return fc.record(mapValues(shape));
}

const wrongSearch = fc.constantFrom('?page=&limit=', '?limit=1&limit=2', '?%', '?=', '?a[b]=c', '?page=AAAA');

function toSearch(value: unknown): string {
  const pairs = Object.entries(value as object).flatMap(([name, one]) =>
    (Array.isArray(one) ? one : [one])
      .filter((part) => part !== undefined)
      .map((part): [string, string] => [name, asText(part)]),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const wrongBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes)),
  fc.constantFrom('{', '{"a":1,"a":2}', '{"__proto__":{}}', '['.repeat(9000), '"\\ud800"', '1e999', ' '),
);

const usual = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

const wrongHeaders = fc.constantFrom<Record<string, string>>(
  {},
  { ...usual, authorization: 'Bearer ' },
  { ...usual, authorization: 'Basic YTpi' },
  { ...usual, 'content-type': 'text/plain' },
  { ...usual, 'content-encoding': 'gzip' },
  { ...usual, 'content-length': '99999999999' },
  { ...usual, accept: 'text/html', 'x-http-method-override': 'DELETE', expect: 'x' },
);

/** What a request is made of, each part drawn by itself. */
interface Parts {
  readonly method: fc.Arbitrary<string>;
  readonly path: fc.Arbitrary<string>;
  readonly search: fc.Arbitrary<string>;
  readonly headers: fc.Arbitrary<Record<string, string>>;
  readonly body: fc.Arbitrary<string | Uint8Array<ArrayBuffer> | undefined>;
}

function fittingParts(operation: Operation): Parts {
  return {
    method: fc.constant(operation.method),
    path: pathOf(operation, segment),
    search: queryOf(operation).map(toSearch),
    headers: fc.constant(usual),
    body: bodyOf(operation).map((value) => JSON.stringify(value)),
  };
}

function bodyOf({ body }: Operation): fc.Arbitrary<unknown> {
  return body ? valueFor(body) : fc.constant(undefined);
}

function assemble(parts: Parts): fc.Arbitrary<AnyRequest> {
  return fc.record({ ...parts }).map(({ path, search, body, ...rest }) => ({
    ...rest,
    path: path + search,
    ...(rest.method !== 'GET' && body !== undefined && { body }),
  }));
}

/** Requests that the contract takes, with ids that there are, though perhaps not below each other. */
export function fittingRequestTo(operation: Operation): fc.Arbitrary<AnyRequest> {
  return assemble(fittingParts(operation));
}

/** Requests to one operation: half of them fit, the others are wrong in one place. */
export function requestTo(operation: Operation): fc.Arbitrary<AnyRequest> {
  const fitting = fittingParts(operation);
  const wrong: Partial<Parts>[] = [
    { path: pathOf(operation, (name) => fc.oneof(segment(name), wrongSegment)) },
    { search: disturbed(queryOf(operation)).map(toSearch) },
    { search: wrongSearch },
    { headers: wrongHeaders },
    ...(operation.method === 'GET'
      ? []
      : [{ body: disturbed(bodyOf(operation)).map((value) => JSON.stringify(value)) }, { body: wrongBody }]),
  ];
  const variants = wrong.map((parts) => assemble({ ...fitting, ...parts }));
  return fc.oneof({ weight: variants.length, arbitrary: assemble(fitting) }, ...variants);
}

/** Requests to nothing in particular. */
export const strangeRequest: fc.Arbitrary<AnyRequest> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE', 'PROPFIND'),
  path: fc.oneof(
    anyPath.map((path) => `/v1${path}`),
    fc.array(fc.oneof(someId, nastyText), { maxLength: 6 }).map((parts) => `/v1/orgs/${parts.join('/')}`),
    fc.constantFrom(
      '/',
      '//',
      '/v1',
      '/v1/',
      '/v1//orgs',
      '/downloads/',
      '/downloads/x',
      '/v1/orgs/org_acme/',
    ),
  ),
  headers: fc.oneof(fc.constant(usual), wrongHeaders),
});

/** The plainest request of a GET: the likely ids, no query. */
export function plainRead(operation: Operation): AnyRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(likely[name] ?? (known[name]?.[0] as string)),
  );
  return { method: 'GET', path, headers: usual };
}
