import { given, paramNames } from '../../api/client/request.ts';
import { effectOf } from '../../api/contract/effect.ts';
import type { AnyInput } from '../../api/contract/operation.ts';
import type { Neighbours } from '../../api/contract/position.ts';
import { isObject } from '../../text/fields.ts';
import { valueAt, writtenFields } from '../fields.ts';
import type { Resource } from '../resource.ts';
import type { Part } from '../resources.ts';
import { chosen, end, type Fields, type Ids, make, pick, set, type Touch } from './facts.ts';
import { irregular } from './nouns.ts';

/**
 * Returns what a request does to which things, each thing by itself; what follows for others is in `effects.ts`. Pure, and
 * empty for a request that only reads. `part` is the operation with its place in the model, if it has one.
 */
export function touchesOf(part: Part | undefined, { params = {}, body }: AnyInput): readonly Touch[] {
  if (!part || effectOf(part.op) === 'read') return [];
  const sent = isObject(body) ? given(body) : {};
  return irregular[part.op.id]?.(params, sent) ?? derived(part, params, sent);
}

function derived({ resource, role, op }: Part, params: Ids, body: Fields): Touch[] {
  const { kind, key, id } = resource;
  const ids = pick(params, ...addressOf(resource));
  switch (role) {
    case 'create': {
      const { [id ?? '']: own, ...fields } = body;
      return [
        make(kind, key !== undefined && typeof own === 'string' ? { ...ids, [key]: own } : ids, fields),
      ];
    }
    case 'update':
      return set(kind, ids, body);
    case 'set': {
      // It replaces the whole value.
      const absent = writtenFields(resource, op).filter(
        (field) => !((field.split('.')[0] as string) in body),
      );
      return set(kind, ids, { ...Object.fromEntries(absent.map((field) => [field, chosen])), ...body });
    }
    case 'move': {
      const { position, ...fields } = body;
      const sets = Object.keys(fields).length > 0 && { sets: fields };
      return [{ kind, ids, change: 'place', ...sets, at: neighboursIn(position) }];
    }
    case 'delete':
    case 'remove':
      return [end(kind, ids)];
    default:
      throw new Error(`it is not said what ${op.id} touches`);
  }
}

/** Returns the neighbours in the `position` of a move, whatever their type. */
export function neighboursIn(position: unknown): Neighbours {
  const sides = Object.entries(isObject(position) ? position : {});
  return Object.fromEntries(
    sides.flatMap(([side, reference]) => {
      const [, id] =
        Object.entries(isObject(reference) ? reference : {}).find(([name]) => name !== 'type') ?? [];
      return id === undefined ? [] : [[side, id]];
    }),
  );
}

/** Returns the path parameters that identify one in requests: `org`, `team` and `user` for a member of a team. */
export function addressOf({
  kind,
  key = kind,
  parents,
  operations,
  administrator,
}: Resource): readonly string[] {
  const { update, set, delete: remove, remove: untie, get } = operations;
  const op = update ?? set ?? remove ?? untie ?? get;
  if (op) return paramNames(op.path);
  // Spaces are listed for a person of the organization, but their own addresses are without it.
  const around = administrator === undefined ? parents : [];
  return [...around, key];
}

/** Returns the title of a thing as the service shows it; `undefined` if it has none. */
export function titleOf({ title }: Pick<Resource, 'title'>, item: unknown): string | undefined {
  const text = title === undefined ? undefined : valueAt(item, title);
  return typeof text === 'string' ? text : undefined;
}

/** The kinds of things on which public addresses depend: sites no longer show the spaces of a collection that is gone. */
export const kindsOfAddresses: readonly string[] = ['site', 'section', 'site-space', 'collection'];
const fieldsOfAddresses = [
  ...['basename', 'visibility', 'path', 'sectionId'],
  ...['defaultSiteSection', 'defaultSiteSpace', 'organization'],
];

/** Returns whether what a request does may change public addresses. A first section takes in what its site has shown without it. */
export function mayMoveAddresses({ kind, change, sets = {} }: Touch): boolean {
  if (!kindsOfAddresses.includes(kind)) return false;
  if (change === 'make') return kind === 'section';
  return change === 'end' || fieldsOfAddresses.some((field) => field in sets);
}
