import { paramNames } from '../../api/client/request.ts';
import { effectOf } from '../../api/contract/effect.ts';
import type { AnyInput, Operation } from '../../api/contract/operation.ts';
import type { Neighbours } from '../../api/contract/position.ts';
import { isObject } from '../../text/fields.ts';
import { writtenFields } from '../fields.ts';
import type { Resource } from '../resource.ts';
import type { Part } from '../resources.ts';

/** Path parameters by their names. */
export type Ids = Readonly<Record<string, string>>;

/** Values by the name of their field in the API; `null` for no value. */
export type Fields = Readonly<Record<string, unknown>>;

/** A value of a field that a request leaves: the value itself, or one of these. */
export type Value = unknown | typeof chosen | { readonly $unlessThere: unknown };

/** The service chooses the value: it is known when the thing is read afterwards. */
export const chosen = { $chosen: true } as const;

/** In ids and values: the id of the thing that the request makes. */
export const theMade = '$made';

/** The value stays if there is one; else it becomes this one. */
export const unlessThere = (value: unknown) => ({ $unlessThere: value });

/** A request that changes something. */
export interface ChangingRequest {
  readonly op: Operation;
  readonly input: AnyInput;
}

/** What a request does to one thing. */
export interface Touch {
  /** The kind of the thing, as the model calls it. */
  readonly kind: string;
  /** What identifies it in paths. Its own id is missing if the service chooses it. */
  readonly ids: Ids;
  /**
   * `make`: it is new, and the fields that are not in `sets` are chosen by the service; `set`: fields get values, and a
   * membership, a role or a document that did not exist is made; `end`: it is gone; `place`: it gets another place in its
   * list; `content`: pages and files of it are replaced.
   */
  readonly change: 'make' | 'set' | 'end' | 'place' | 'content';
  readonly sets?: Readonly<Record<string, Value>>;
  /** The neighbours at the new place; the end of the list without any. */
  readonly at?: Neighbours;
}

/**
 * Returns what a request does to which things, each thing by itself; what follows for others is in `effects.ts`. Pure, and
 * empty for a request that only reads. `part` is the place of the operation in the model, if it has one.
 */
export function touchesOf(
  part: Part | undefined,
  op: Operation,
  { params = {}, body }: AnyInput,
): readonly Touch[] {
  if (!part || effectOf(op) === 'read') return [];
  const sent = isObject(body) ? given(body) : {};
  return irregular[op.id]?.(params, sent) ?? derived(part.resource, part.role, op, params, sent);
}

function derived(resource: Resource, role: string, op: Operation, params: Ids, body: Fields): Touch[] {
  const { kind, key, id } = resource;
  const ids = pick(params, addressOf(resource));
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

type Irregular = Readonly<Record<string, (params: Ids, body: Fields) => readonly Touch[]>>;

/** The operations whose touches do not follow from their role, their path and their body. */
const irregular: Irregular = {
  'teams.create': ({ org = '' }, { members = [], ...fields }) => [
    make('team', { org }, fields),
    ...[...new Set(members as string[])].map((user) => make('team-member', { org, team: theMade, user })),
  ],
  'teams.members.update': ({ org = '', team = '' }, { add = [], memberships = {}, remove = [] }) => {
    const changes = new Map<string, (ids: Ids) => Touch[]>();
    for (const user of add as string[])
      changes.set(user, (ids) => set('team-member', ids, { role: unlessThere('member') }));
    for (const [user, fields] of Object.entries(memberships as Record<string, Fields>))
      changes.set(user, (ids) => set('team-member', ids, fields));
    // Who is in both is removed.
    for (const user of remove as string[]) changes.set(user, (ids) => [end('team-member', ids)]);
    return [...changes].flatMap(([user, change]) => change({ org, team, user }));
  },
  'teams.members.set': (params, { role = unlessThere('member') }) =>
    set('team-member', pick(params, ['org', 'team', 'user']), { role }),
  'collections.permissions.set': (params, { role = unlessThere('read') }) =>
    set('collection-team', pick(params, ['collection', 'team']), { role }),
  'spaces.permissions.set': (params, { role = unlessThere('read') }) =>
    set('space-team', pick(params, ['space', 'team']), { role }),
  'collections.transfer': ({ collection = '' }, { organization }) =>
    set('collection', { collection }, { organization, parent: null }),
  'members.set-sso': (params) => set('member', pick(params, ['org', 'user']), { sso: true }),
  // The member is whoever the token belongs to.
  'members.ping': (params) => set('member', pick(params, ['org']), { lastSeenAt: chosen }),
  'sites.create': ({ org = '' }, { spaces = [], ...fields }) => [
    make('site', { org }, fields),
    // A text asks for a new space.
    ...(Array.isArray(spaces) ? spaces : [chosen]).map((spaceId) =>
      make('site-space', { org, site: theMade }, { spaceId, sectionId: null }),
    ),
    ...(Array.isArray(spaces) ? [] : [make('space', {})]),
  ],
  'sections.create': (params, { spaceId, ...fields }) => [
    make('section', inSite(params), fields),
    make('site-space', inSite(params), { spaceId, sectionId: theMade }),
  ],
  'section-groups.create': (params, { sections = [], ...fields }) => [
    make('section-group', inSite(params), fields),
    ...(sections as string[]).flatMap((section) => grouped(params, section, theMade)),
  ],
  'section-groups.add-section': (params, { sectionId }) =>
    grouped(params, String(sectionId), params.group ?? ''),
  'section-groups.remove-section': (params) => grouped(params, params.section ?? '', null),
  'site-spaces.create': (params, { sectionId = chosen, ...fields }) => [
    make('site-space', inSite(params), { ...fields, sectionId }),
  ],
  'custom-fields.values.set': ({ space = '' }, { values = {} }) =>
    Object.entries(values as Record<string, Fields>).flatMap(([field, { value }]) =>
      value == null
        ? [end('space-field', { space, field })]
        : set('space-field', { space, field }, { value }),
    ),
  'comments.update': (params, body) => set('comment', pick(params, ['space', 'comment']), reacted(body)),
  'comments.replies.update': (params, body) =>
    set('reply', pick(params, ['space', 'comment', 'reply']), reacted(body)),
  'change-requests.merge': (params) => [
    ...set('change-request', pick(params, ['space', 'changeRequest']), { status: 'merged' }),
    content('space', pick(params, ['space'])),
  ],
  'change-requests.pull': (params) => [content('content', pick(params, ['space', 'changeRequest']))],
  'content.import': (params) => [content('content', pick(params, ['space', 'changeRequest']))],
  'content.pages.import': (params) => [content('content', pick(params, ['space', 'changeRequest']))],
  'git.import': ({ space = '' }, { standalone }) =>
    standalone === true ? [] : [content('space', { space }), ...set('git', { space }, synchronized)],
  'git.export': ({ space = '' }) => set('git', { space }, synchronized),
};

const synchronized = { repoName: chosen, url: chosen, installationProvider: chosen };

/** The prefix of a field's name before an emoji; the value says who has reacted with it. */
export const reaction = 'reaction ';

/** Only the answer shows who has reacted: nobody can say whether a person's own reaction was there. */
function reacted({ addedReactions = [], removedReactions = [], ...fields }: Fields): Fields {
  const emoji = [...(addedReactions as string[]), ...(removedReactions as string[])];
  return { ...fields, ...Object.fromEntries(emoji.map((one) => [`${reaction}${one}`, chosen])) };
}

function grouped(params: Ids, section: string, sectionGroup: string | null): Touch[] {
  return set('section', { ...inSite(params), section }, { sectionGroup });
}

function inSite(params: Ids): Ids {
  return pick(params, ['org', 'site']);
}

function make(kind: string, ids: Ids, sets: Fields = {}): Touch {
  return { kind, ids, change: 'make', sets };
}

/** A request that gives no field a value touches nothing. */
function set(kind: string, ids: Ids, sets: Fields): Touch[] {
  return Object.keys(sets).length === 0 ? [] : [{ kind, ids, change: 'set', sets }];
}

function end(kind: string, ids: Ids): Touch {
  return { kind, ids, change: 'end' };
}

function content(kind: string, ids: Ids): Touch {
  return { kind, ids, change: 'content' };
}

/** Returns the neighbours in the `position` of a move, whatever their type. */
function neighboursIn(position: unknown): Neighbours {
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

/** Returns some of the ids, in this order. */
export function pick(params: Ids, names: readonly string[]): Ids {
  return Object.fromEntries(
    names.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])),
  ) as Ids;
}

function given(body: Fields): Fields {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
