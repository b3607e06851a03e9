import type { Kind } from '../../api/contract/facts.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { fieldSchemas, type Schema, variants } from '../../api/contract/secret-fields.ts';
import { isMade } from '../../domain/change.ts';
import type { Fields } from '../../model/effects/facts.ts';
import { valueAt } from '../../model/fields.ts';
import { few } from '../../model/read/few.ts';
import { keySchemas, referredKind } from '../../model/resolve.ts';
import { type Resource, wordOf } from '../../model/resource.ts';
import { isKind, type Part, type ResourceKind, resourceOf } from '../../model/resources.ts';
import { isObject } from '../../text/fields.ts';
import { countsOf, groupBy } from '../../text/group-by.ts';
import { type IntendedRequest, type Session, sessionReader } from '../../work/run/session.ts';

/** A request, with its operation and the kind of thing that it is about. */
export interface Intended extends Required<Pick<IntendedRequest, 'operation' | 'input' | 'valuesBefore'>> {
  readonly op: Operation;
  readonly part: Part | undefined;
}

/** A text that stands for an id, and is shown as it is. */
export class Label {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The things that requests name, as people know them. */
export interface Labels {
  /** Names a thing: `team Docs`, `Kim Nguyễn <kim@acme.example> (guest)`; by its id if it cannot be read. */
  of(kind: Kind, id: unknown): string;
  /** Names a thing by the name of its kind, without the word for that: `Docs`; `undefined` if the name is not known. */
  name(kind: string, id: string): string | undefined;
  /** Copies the fields of a body with labels instead of ids. */
  inBody(op: Operation, fields: Fields): Fields;
}

/** Up to this number of things of a kind, each is read alone. */
const mostAlone = 10;

/** Reads the names of everything that requests name. What cannot be read has its id only. */
export async function readLabels(session: Session, requests: readonly Intended[]): Promise<Labels> {
  const found = new Map<Kind, Map<string, Params>>();
  for (const { op, input, valuesBefore } of requests) {
    const given = Object.entries(input.params ?? {}).filter(([, id]) => typeof id === 'string');
    const params = Object.fromEntries(given) as Record<string, string>;
    const note = (kind: Kind, id: unknown) => {
      const ids = found.get(kind) ?? new Map();
      if (typeof id === 'string') found.set(kind, ids.set(id, ids.get(id) ?? params));
      return new Label('');
    };
    const around = valuesBefore.flatMap(({ ids }) => Object.entries(ids));
    for (const [name, id] of [...given, ...around]) if (isKind(name)) note(name, id);
    for (const value of [input.body, ...valuesBefore.map((piece) => piece.value)])
      labelled(value, variants(op.body), note);
  }
  const things = new Map<string, unknown>();
  const resources = new Map<Kind, Resource>();
  await Promise.all(
    [...found].map(async ([kind, ids]) => {
      const resource = await resourceOf(kind);
      resources.set(kind, resource);
      for (const [id, item] of await itemsOf(session, resource, ids)) things.set(`${kind} ${id}`, item);
    }),
  );
  const plain = (kind: Kind, id: string) => {
    const [item, resource] = [things.get(`${kind} ${id}`), resources.get(kind)];
    return resource && nameOf(resource, id, item);
  };
  const textOf = (kind: Kind, id: string) => `${kind} ${plain(kind, id)}`;
  const twins = countsOf([...found].flatMap(([kind, ids]) => [...ids.keys()].map((id) => textOf(kind, id))));
  const own = (kind: Kind, id: string): string | undefined => {
    const name = plain(kind, id);
    return name !== undefined && (twins.get(textOf(kind, id)) ?? 0) > 1 ? `${name} (${id})` : name;
  };
  const of = (kind: Kind, id: unknown): string => {
    if (isMade(id)) return madeBy(requests[id.$change]);
    const [name, resource] = [own(kind, String(id)), resources.get(kind)];
    if (!resource) return String(id);
    return resource.email && name !== undefined ? name : `${wordOf(resource)} ${name ?? id}`;
  };
  return {
    of,
    name(named, id) {
      const kind = [...resources].find(([, resource]) => resource.kind === named)?.[0];
      return kind && own(kind, id);
    },
    inBody: (op, fields) =>
      labelled(fields, variants(op.body), (kind, id) => new Label(of(kind, id))) as Fields,
  };
}

/** The fields of a body that name a new thing. */
const nameFields = ['title', 'label', 'name', 'slug'];

/** Returns the field of a body that names a new thing; `undefined` if none does. */
export function nameField(body: Fields): string | undefined {
  return nameFields.find((field) => typeof body[field] === 'string');
}

function madeBy(request: Intended | undefined): string {
  const body = isObject(request?.input.body) ? request.input.body : {};
  const field = nameField(body);
  return `${request?.part?.resource.one ?? 'thing'} ${field === undefined ? '' : `${plainWord(String(body[field]))} `}(new)`;
}

/** Names a thing as the service shows it; `undefined` if it has no name. */
function nameOf(resource: Resource, id: string, item: unknown): string | undefined {
  const title = resource.title === undefined ? undefined : valueAt(item, resource.title);
  const name = typeof title === 'string' && title !== '' ? plainWord(title) : undefined;
  if (!resource.email || item === undefined) return name;
  const email = valueAt(item, resource.email);
  const guest = (valueAt(item, 'role') ?? null) === null ? ' (guest)' : '';
  return `${[name, typeof email === 'string' ? `<${email}>` : id].filter(Boolean).join(' ')}${guest}`;
}

/** Returns a title as it is if it cannot be read as more than a title; otherwise in quotes. */
export function plainWord(title: string): string {
  return /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._/&+'’@-]*$/u.test(title) ? title : JSON.stringify(title);
}

type Params = Readonly<Record<string, string>>;

/** Reads things by their ids, which have the parameters of the paths that name them. */
async function itemsOf(
  session: Session,
  { kind, parents }: Resource,
  ids: ReadonlyMap<string, Params>,
): Promise<(readonly [string, unknown])[]> {
  const [reader, org] = [sessionReader(session), session.scope.org()];
  const places = groupBy([...ids], ([, params]) =>
    JSON.stringify(parents.map((name) => [name, name === 'org' ? org : (params[name] ?? '')])),
  );
  const found = await Promise.all(
    [...places].map(([place, things]) =>
      few(
        reader,
        kind as ResourceKind,
        Object.fromEntries(JSON.parse(place)),
        things.map(([id]) => id),
        { most: mostAlone, atOnce: mostAlone, leftOut: [403, 404] },
      ).catch(() => new Map<string, never>()),
    ),
  );
  // What cannot be read is named by its id.
  return found.flatMap((one) => [...one]);
}

/** Copies plain data; `replace` gives what stands for an id. */
function labelled(
  value: unknown,
  schemas: readonly Schema[],
  replace: (kind: Kind, id: unknown) => Label,
): unknown {
  const kind = referredKind(schemas);
  if (kind && (typeof value === 'string' || isMade(value))) return replace(kind, value);
  if (Array.isArray(value)) return value.map((item) => labelled(item, fieldSchemas(schemas, 0), replace));
  if (!isObject(value)) return value;
  const keyKind = referredKind(keySchemas(schemas));
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      keyKind ? replace(keyKind, key).text : key,
      labelled(field, fieldSchemas(schemas, key), replace),
    ]),
  );
}
