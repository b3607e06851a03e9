import { type AnyInput, paramNames } from '../../api/client/request.ts';
import { effectOf } from '../../api/contract/effect.ts';
import type { Kind } from '../../api/contract/facts.ts';
import { isMade } from '../../domain/change.ts';
import type { Fields } from '../../model/effects/facts.ts';
import { touches } from '../../model/effects/things.ts';
import type { Resource } from '../../model/resource.ts';
import { endingOf, isKind } from '../../model/resources.ts';
import type { PieceEffect } from '../../model/undo/facts.ts';
import { effectsOf, pieceKind } from '../../model/undo/index.ts';
import { isObject } from '../../text/fields.ts';
import { type Intended, Label, type Labels, nameField, plainWord } from './labels.ts';
import type { Step } from './rank.ts';

/** Kinds of pieces whose fields are things: the parameter that takes their ids, and the words before their names. */
const tied: Readonly<Record<string, { readonly key: Kind; readonly words: string; readonly values?: Kind }>> =
  {
    'team-members': { key: 'user', words: '' },
    'collection-teams': { key: 'team', words: 'the role of ' },
    'space-teams': { key: 'team', words: 'the role of ' },
    'section-grouping': { key: 'section', words: 'the group of ', values: 'group' },
  };

/** Returns what a request does, one step for each thing or field, in words. Nothing of it is left out. */
export function stepsOf(request: Intended, labels: Labels): Step[] {
  const { op, part, input, isUnclear } = request;
  const { params = {} } = input;
  const resource = part?.resource;
  const touched = touches(op, input as AnyInput);
  const place = placeOf(request, labels);
  const common = {
    touched,
    kind: resource?.kind ?? op.id,
    visibility: labels.field('site', params.site, 'visibility'),
    place: '',
    who: place,
  };
  const body = isObject(input.body) ? input.body : {};
  const effects = effectsOf({ op, input: input as AnyInput }).filter(({ kind }) => !pieceKind(kind).isOrder);
  if (isUnclear)
    return [{ ...common, action: 'unclear', phrase: `: what is sent is known only later (${op.summary})` }];
  const ties = effects.filter(({ kind, makes }) => tied[kind] && !makes);
  if (ties.length > 0 && ties.length === effects.length)
    return ties.flatMap((effect) => tieSteps(effect, request, { ...common, place: `${place}: ` }, labels));
  if (effects.some(({ makes }) => makes) || touched[0]?.change === 'make')
    return madeSteps(request, resource, common, labels);
  const ending = part && endingOf(part);
  const shown = inBrackets(labels.inBody(op, body));
  if (ending || effects.some(({ after }) => after === null))
    return [{ ...common, action: 'end', phrase: ` is ${acts[ending?.act ?? 'delete']}${shown}` }];
  if (effectOf(op) === 'delete') return [{ ...common, action: 'end', phrase: `: ${op.summary}` }];
  return effects.length > 0 && Object.keys(body).length > 0
    ? fieldSteps(request, body, common, labels)
    : [{ ...common, action: 'do', phrase: `: ${op.summary}${shown}` }];
}

type Common = Pick<Step, 'touched' | 'kind' | 'visibility' | 'place' | 'who'>;

const acts = { delete: 'deleted', remove: 'removed', transfer: 'transferred', unpublish: 'unpublished' };

/** Names the thing in the path of a request: `site Docs: section Guides`. */
export function placeOf({ op: { path }, input: { params = {} } }: Intended, labels: Labels): string {
  const names = paramNames(path).filter((name) => name !== 'org');
  const words = names.map((name) =>
    isKind(name) ? labels.of(name, params[name]) : `${name} ${params[name]}`,
  );
  return words.length > 0 ? words.join(': ') : 'the organization';
}

/** Returns the value of a field before a request; `undefined` if it is not known. */
function knownBefore({ input, valuesBefore: before }: Intended, field: string, id: unknown = field): unknown {
  // What the same plan makes has none.
  if (isMade(id) || Object.values(input.params ?? {}).some(isMade)) return null;
  const piece = before.find(({ value }) => value && Object.hasOwn(value, field));
  if (piece) return piece.value?.[field];
  return before.length > 0 && before.every(({ value }) => value === null) ? null : undefined;
}

/** Returns the steps for roles of people and teams, and for groups of sections. */
function tieSteps(
  { kind, ids, after }: PieceEffect,
  request: Intended,
  common: Common,
  labels: Labels,
): Step[] {
  const { key, words, values } = tied[kind] as (typeof tied)[string];
  const [holder = ''] = ['team', 'collection', 'space', 'site'].filter((name) => ids[name] !== undefined);
  const place = `${labels.of(holder as Kind, ids[holder])}: `;
  return Object.entries(after ?? {}).map(([id, given]): Step => {
    const own = idOf(key, id, request);
    const before = knownBefore(request, id, own);
    const value = isObject(given) && '$unlessThere' in given ? (before ?? given.$unlessThere) : given;
    const shown = (one: unknown) => (values && one != null ? labels.of(values, one) : valueText(one));
    const phrase = value === null ? ' is removed' : ` becomes ${shown(value)}`;
    return {
      ...common,
      ...{ kind, action: 'set', field: id, before, after: value, place },
      who: `${words}${labels.of(key, own)}`,
      phrase: `${phrase}${before === undefined ? '' : ` (now: ${shown(before)})`}`,
    };
  });
}

/** Returns the id of a thing in a field; what the same plan makes is in the request. */
function idOf(key: Kind, id: string, { input: { params = {}, body } }: Intended): unknown {
  const given = [params[key], (body as Fields | undefined)?.[`${key}Id`]];
  return given.find(isMade) ?? id;
}

/** Returns the steps for a new thing, and for the people in it. */
function madeSteps(
  { op, input }: Intended,
  resource: Resource | undefined,
  common: Common,
  labels: Labels,
): Step[] {
  const body = (input.body ?? {}) as Fields;
  const called = nameField(body);
  const place = common.who === 'the organization' ? '' : `${common.who}: `;
  const name = called === undefined ? '' : ` ${plainWord(String(body[called]))}`;
  const who = `${resource?.one ?? op.summary}${name}`;
  const members = resource?.kind === 'team' && Array.isArray(body.members) ? body.members : [];
  const shown = members.length > 0 ? [called, 'members'] : [called];
  const rest = Object.entries(labels.inBody(op, body)).filter(([field]) => !shown.includes(field));
  const made: Step = {
    ...common,
    ...{ action: 'make', after: body, place, who, phrase: ` is made${inBrackets(Object.fromEntries(rest))}` },
  };
  return [
    made,
    ...members.map((id): Step => {
      const role = { field: String(id), before: null, after: 'member', place: `${who}: ` };
      const phrase = ' becomes member (now: none)';
      return { ...common, ...role, kind: 'team-members', action: 'set', who: labels.of('user', id), phrase };
    }),
  ];
}

/** Returns a step for each field that a request sets. */
function fieldSteps(request: Intended, body: Fields, common: Common, labels: Labels): Step[] {
  const { op } = request;
  const given = common.kind === 'space-field' ? valuesIn(body) : body;
  const shown = labels.inBody(op, given);
  return Object.entries(given).map(([field, after]): Step => {
    const before = knownBefore(request, field);
    const old = labels.inBody(op, { [field]: before })[field];
    const words = (value: unknown) =>
      common.kind === 'member' && value === null ? 'guest' : valueText(value);
    const isRole = common.kind === 'member' && field === 'role';
    const name = isRole ? 'role in the organization' : given === body ? inWords(field) : field;
    const now = before === undefined ? '' : ` (now: ${words(old)})`;
    return {
      ...common,
      ...{ action: 'set', field, before, after },
      phrase: `: ${name} becomes ${words(shown[field])}${now}`,
    };
  });
}

/** Returns the values of custom fields, by the names of the fields. */
function valuesIn({ values }: Fields): Fields {
  const entries = Object.entries((values ?? {}) as Readonly<Record<string, { readonly value?: unknown }>>);
  return Object.fromEntries(entries.map(([name, entry]) => [name, entry?.value ?? null]));
}

function inBrackets(fields: Fields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length > 0
    ? ` (${given.map(([name, value]) => `${inWords(name)}: ${valueText(value)}`).join(', ')})`
    : '';
}

/** Returns the name of a field in words: `default level`. */
function inWords(field: string): string {
  return field.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ id$/, '');
}

/** Returns a value on one line, whole. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (value instanceof Label) return value.text;
  if (isMade(value)) return 'what is made before';
  if (Array.isArray(value)) return value.length > 0 ? `[${value.map(valueText).join(', ')}]` : 'none';
  if (!isObject(value)) return typeof value === 'string' ? wordOrText(value) : String(value);
  return `{${Object.entries(value)
    .map(([name, field]) => `${name}: ${valueText(field)}`)
    .join(', ')}}`;
}

function wordOrText(text: string): string {
  return /^[\w./@+-]+$/.test(text) ? text : JSON.stringify(text);
}
