import { type AnyInput, paramNames } from '../../api/client/request.ts';
import { effectOf } from '../../api/contract/effect.ts';
import type { Kind } from '../../api/contract/facts.ts';
import { isMade } from '../../domain/change.ts';
import type { Fields, Touch } from '../../model/effects/facts.ts';
import { touchesBack } from '../../model/effects/restoring.ts';
import { touches } from '../../model/effects/things.ts';
import type { Resource } from '../../model/resource.ts';
import { endingOf, isKind } from '../../model/resources.ts';
import { isEqual } from '../../text/equal.ts';
import { isObject } from '../../text/fields.ts';
import { fieldInWords } from '../../work/change-words.ts';
import { past } from '../../work/guards/take-away.ts';
import { type Intended, Label, type Labels, nameField, plainWord } from './labels.ts';

/** One thing that a request does: `team Docs: `, `Kim Nguyễn <kim@acme.example>`, `: none → owner`. */
export interface PlanStep {
  /** What it is in; may be empty. */
  readonly place: string;
  readonly who: string;
  readonly phrase: string;
}

/** What a tie is shown as. */
interface ShownTie {
  readonly field: string;
  /** The parameter that takes the id of what is tied, and the words before its name. */
  readonly key: Kind;
  readonly words: string;
  /** The parameter of the thing that it is in. */
  readonly in: Kind;
  /** The kind of its values, if they are things. */
  readonly values?: Kind;
  /** What stands for the value `null`. */
  readonly nothing?: string;
}

const role = { field: 'role', key: 'team', words: 'the role of ', nothing: 'guest' } as const;

/** The fields that tie two things, by the kind of what is touched. */
const tied: Readonly<Record<string, ShownTie>> = {
  'team-member': { field: 'role', key: 'user', words: '', in: 'team' },
  'collection-team': { ...role, in: 'collection' },
  'space-team': { ...role, in: 'space' },
  section: {
    ...{ field: 'sectionGroup', key: 'section', words: 'the group of ' },
    ...{ in: 'site', values: 'group' },
  },
};

function isTie({ kind, change, sets = {} }: Touch): boolean {
  const tie = tied[kind];
  return tie !== undefined && (change === 'set' ? tie.field in sets : change === 'end' && kind !== 'section');
}

/** Returns what a request does, one step for each thing or field, in words. Nothing of it is left out. */
export function planSteps(request: Intended, labels: Labels): PlanStep[] {
  const { op, part, input } = request;
  const resource = part?.resource;
  const common = { place: '', who: placeOf(request, labels) };
  const body = isObject(input.body) ? input.body : {};
  const effects = touchesBack({ op, input: input as AnyInput }).filter(
    ({ change, sets }) => change !== 'place' || sets !== undefined,
  );
  const makes = effects.some(({ change }) => change === 'make');
  if (!makes && effects.length > 0 && effects.every(isTie))
    return effects.map((touch) => tieStep(touch, request, labels));
  if (makes || touches(op, input as AnyInput)[0]?.change === 'make')
    return madeSteps(request, resource, common, labels);
  const ending = part && endingOf(part);
  const shown = inBrackets(labels.inBody(op, body));
  if (ending) return [{ ...common, phrase: ` is ${past[ending.act]}${shown}` }];
  if (effectOf(op) === 'delete') return [{ ...common, phrase: `: ${op.summary}` }];
  return effects.length > 0 && Object.keys(body).length > 0
    ? fieldSteps(request, body, common, labels)
    : [{ ...common, phrase: `: ${op.summary}${shown}` }];
}

/** Stands for a value before that cannot be read. */
const notKnown = 'not known';

type Common = Pick<PlanStep, 'place' | 'who'>;

/** Names the thing in the path of a request: `site Docs: section Guides`. */
function placeOf({ op: { path }, input: { params = {} } }: Intended, labels: Labels): string {
  const names = paramNames(path).filter((name) => name !== 'org');
  const words = names.map((name) =>
    isKind(name) ? labels.of(name, params[name]) : `${name} ${params[name]}`,
  );
  return words.length > 0 ? words.join(': ') : 'the organization';
}

/** Returns the value of a field before a request; `undefined` if it is not known. */
function knownBefore({ input, valuesBefore: before }: Intended, field: string): unknown {
  // What the same plan makes has none.
  if (Object.values(input.params ?? {}).some(isMade)) return null;
  const found = before.find(({ value }) => value && Object.hasOwn(value, field));
  if (found) return found.value?.[field];
  return before.length > 0 && before.every(({ value }) => value === null) ? null : undefined;
}

/** Returns the value of a tie before a request; `null` for none, `undefined` if it is not known. */
function tieBefore({ input, valuesBefore }: Intended, touch: Touch, own: unknown): unknown {
  if (isMade(own) || Object.values(input.params ?? {}).some(isMade)) return null;
  const found = valuesBefore.find(({ kind, ids }) => kind === touch.kind && isEqual(ids, touch.ids));
  if (found?.value === undefined) return undefined;
  return found.value && tieValue(touch.kind, found.value);
}

function tieValue(kind: string, fields: Fields): unknown {
  const { field = '', nothing = null } = tied[kind] ?? {};
  return fields[field] ?? nothing;
}

/** Returns the step for a role of a person or a team, or for the group of a section. */
function tieStep(touch: Touch, request: Intended, labels: Labels): PlanStep {
  const { kind, ids, change, sets = {} } = touch;
  const { key, words, in: holder, values } = tied[kind] as ShownTie;
  const own = idOf(key, ids[key] ?? '', request);
  const before = tieBefore(request, touch, own);
  const given = change === 'end' ? null : tieValue(kind, sets);
  const value = isObject(given) && '$unlessThere' in given ? (before ?? given.$unlessThere) : given;
  const shown = (one: unknown) => (values && one != null ? labels.of(values, one) : valueText(one));
  return {
    place: `${labels.of(holder, ids[holder])}: `,
    who: `${words}${labels.of(key, own)}`,
    phrase: `: ${before === undefined ? notKnown : shown(before)} → ${shown(value)}`,
  };
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
): PlanStep[] {
  const body = (input.body ?? {}) as Fields;
  const called = nameField(body);
  const place = common.who === 'the organization' ? '' : `${common.who}: `;
  const name = called === undefined ? '' : ` ${plainWord(String(body[called]))}`;
  const who = `${resource?.one ?? op.summary}${name}`;
  const members = resource?.kind === 'team' && Array.isArray(body.members) ? body.members : [];
  const shown = members.length > 0 ? [called, 'members'] : [called];
  const rest = Object.entries(labels.inBody(op, body)).filter(([field]) => !shown.includes(field));
  return [
    { place, who, phrase: ` is made${inBrackets(Object.fromEntries(rest))}` },
    ...members.map((id): PlanStep => {
      return { place: `${who}: `, who: labels.of('user', id), phrase: ': none → member' };
    }),
  ];
}

function fieldSteps(request: Intended, body: Fields, common: Common, labels: Labels): PlanStep[] {
  const { op, part } = request;
  const kind = part?.resource.kind;
  const given = kind === 'space-field' ? valuesIn(body) : body;
  const shown = labels.inBody(op, given);
  return Object.keys(given).map((field): PlanStep => {
    const before = given === body ? knownBefore(request, field) : valueBefore(request, field);
    const old = labels.inBody(op, { [field]: before })[field];
    const words = (value: unknown) => (kind === 'member' && value === null ? 'guest' : valueText(value));
    const isRole = kind === 'member' && field === 'role';
    const name = isRole ? 'role in the organization' : given === body ? fieldInWords(field) : field;
    const was = before === undefined ? notKnown : words(old);
    return { ...common, phrase: `: ${name}: ${was} → ${words(shown[field])}` };
  });
}

/** Returns the value of a custom field before a request; `undefined` if it is not known. */
function valueBefore({ valuesBefore }: Intended, field: string): unknown {
  const found = valuesBefore.find(({ ids }) => ids.field === field);
  return found?.value === null ? null : found?.value?.value;
}

function valuesIn({ values }: Fields): Fields {
  const entries = Object.entries((values ?? {}) as Readonly<Record<string, { readonly value?: unknown }>>);
  return Object.fromEntries(entries.map(([name, entry]) => [name, entry?.value ?? null]));
}

function inBrackets(fields: Fields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length > 0
    ? ` (${given.map(([name, value]) => `${fieldInWords(name)}: ${valueText(value)}`).join(', ')})`
    : '';
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
