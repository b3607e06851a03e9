import { paramNames } from '../api/client/request.ts';
import { effectOf } from '../api/contract/effect.ts';
import { takenBy } from '../api/contract/facts.ts';
import type { AnyInput, Operation } from '../api/contract/operation.ts';
import { fieldNames, fieldSchemas, type Schema, variants } from '../api/contract/secret-fields.ts';
import type { Verb } from '../cli/verb.ts';
import { type Grade, isHeld, together } from '../domain/reach/grades.ts';
import { mayOpen, reach } from '../domain/reach/reach.ts';
import type { Touch } from '../model/effects/facts.ts';
import { references } from '../model/effects/nouns.ts';
import { finalOf, lostOf, restoringOf, whyNotRestorable } from '../model/effects/restoring.ts';
import { resourceNamed, touches } from '../model/effects/things.ts';
import { groupBy } from '../text/group-by.ts';
import { mayLower } from '../work/guards/lowering.ts';
import { besideFirstSection } from '../work/undo/first-section.ts';
import { noOperation, unwritable } from '../work/undo/restore.ts';
import { parted } from '../work/undo/structure-before.ts';

type Undone = Touch['change'] | 'instead';

/** What a command that sends requests of one operation does to people and to things. */
export interface CommandFacts {
  /** The words after `docs-admin`. */
  readonly command: string;
  readonly op: Operation;
  /** When it asks on a terminal, and needs `--yes` elsewhere: always, or only if it takes or opens something. */
  readonly asks: readonly ('always' | 'takes' | 'opens')[];
  readonly opens: Grade | undefined;
  /** What undo does; empty if nothing takes it back. */
  readonly undo: readonly Undone[];
  /** What undo does not bring back, with the reason. */
  readonly lost: readonly string[];
}

/** Returns a row for each command that sends one request, which changes something, in the order of the help. */
export async function factsOfCommands(program: Verb): Promise<CommandFacts[]> {
  const alone = verbsIn(program).filter(({ facts }) => facts.effect === undefined);
  return Promise.all(
    alone.flatMap((verb) => changing(verb).map(async (op) => ({ command: verb.path, ...(await rowOf(op)) }))),
  );
}

/** Returns the commands that carry out the changes of others, with these; none where any can be among them. */
export function severalRows(program: Verb): { readonly command: string; readonly operations: Operation[] }[] {
  return verbsIn(program).flatMap((verb) => {
    const { effect = 'read' } = verb.facts;
    if (['read', 'local', 'secret'].includes(effect)) return [];
    const operations = changing(verb);
    // What does more than its own operations does what it is given.
    const isWhole = operations.some((op) => effectOf(op) === effect);
    return [{ command: verb.path, operations: isWhole ? operations : [] }];
  });
}

function verbsIn(verb: Verb): Verb[] {
  return [...(verb.isVerb ? [verb] : []), ...verb.commands.flatMap(verbsIn)];
}

function changing({ facts }: Verb): Operation[] {
  return facts.operations.filter((op) => effectOf(op) !== 'read');
}

async function rowOf(op: Operation): Promise<Omit<CommandFacts, 'command'>> {
  const touched = samples(op).flatMap((input) => touches(op, input));
  const opening = touched
    .filter(mayOpen)
    .map((touch) => reach({ ...touch, ...unknown, of: 0, basis: 'stated' }));
  const { opens } = together(opening);
  const lowers = takenBy(op).length > 0 || touched.some((one) => one.change === 'set' && mayLower(one));
  const isAlways = op.isFinal || effectOf(op) === 'delete';
  const conditions = [
    ...(lowers ? (['takes'] as const) : []),
    ...(isHeld(opens) ? (['opens'] as const) : []),
  ];
  const none = await whyNotRestorable(op.id);
  const base = { op, opens, asks: isAlways ? (['always'] as const) : conditions };
  if (none !== undefined) return { ...base, undo: [], lost: [none] };
  const general = samples(op).flatMap((input) => lostOf({ op, input }) ?? []);
  return {
    ...base,
    undo: unique(touched.filter(isTakenBack).map(undoneBy)),
    lost: unique([...touched.flatMap((touch) => lossesOf(op, touch)), ...general]),
  };
}

function undoneBy({ kind, change }: Touch): Undone {
  return change === 'make' && restoringOf(kind).instead ? 'instead' : change;
}

/** Returns whether undo takes back what a request does to a thing, at least in part. */
function isTakenBack({ kind, change, sets = {} }: Touch): boolean {
  const { notMade, tie } = restoringOf(kind);
  if (change === 'end') return finalOf(kind) === undefined && notMade === undefined;
  if (change !== 'set' || tie) return change !== 'content';
  return Object.keys(sets).some(
    (field) => isOfStructure(kind, field) || unwritable(kind, field, field, undefined) === undefined,
  );
}

const unknown = { before: { unknown: '' }, after: { unknown: '' } } as const;

/** Returns inputs with every field of the body: with lists where there may be some, and with texts. */
function samples(op: Operation): AnyInput[] {
  const params = Object.fromEntries(paramNames(op.path).map((name) => [name, name]));
  const schemas = variants(op.body);
  const names = fieldNames(schemas);
  const body = (isText: boolean) =>
    Object.fromEntries(
      [...new Set(names)].map((name) => [name, sampleOf(name, fieldSchemas(schemas, name), isText)]),
    );
  return [
    { params, body: body(false) },
    { params, body: body(true) },
  ];
}

function sampleOf(name: string, schemas: readonly Schema[], isText: boolean): unknown {
  const types = schemas.map(({ _zod: { def } }) => def.type);
  const isList = types.includes('array') && !(isText && types.includes('string'));
  if (isList) return [`a thing of ${name}`];
  if (types.includes('record'))
    return { [`a thing of ${name}`]: { role: name, value: isText ? name : null } };
  return name;
}

/** Returns what undo does not bring back of what a request does to one thing. */
function lossesOf(op: Operation, touch: Touch): readonly string[] {
  const { kind, change, sets = {} } = touch;
  const { operations } = resourceNamed(kind);
  const facts = restoringOf(kind);
  if (change === 'end') return lossesOfEnd(kind);
  if (change === 'make') return kind === 'section' ? [besideFirstSection('...')] : [];
  if (change !== 'set' || facts.tie) return [];
  const isMade = op === operations.set && !operations.delete && !operations.remove;
  const fields = groupBy(Object.keys(sets), (field) => {
    const reason = unwritable(kind, field, null, undefined);
    const own = facts.unwritable?.(field, null, undefined);
    return own ?? (mayLack(kind, field) && !isOfStructure(kind, field) ? (reason ?? '') : '');
  });
  const reasons = [...fields].filter(([reason]) => reason !== '');
  return [
    ...(isMade ? [`the first ${resourceNamed(kind).one}: ${noOperation}`] : []),
    ...reasons.map(
      ([reason, names]) =>
        `${names.map(code).join(', ')}: ${reason.replace(/^it (had .*), and/, 'if it $1,')}`,
    ),
  ];
}

const code = (text: string) => `\`${text}\``;

/** Returns what undo does not bring back of a thing that has ended, and of what has ended with it. */
function lossesOfEnd(kind: string): readonly string[] {
  const final = finalOf(kind);
  if (final !== undefined) return [final];
  const { make, notMade, loses = [], losing } = restoringOf(kind);
  const ended = { kind, ids: { [kind]: '...' }, name: '...', before: {} };
  if (notMade) return [notMade(ended)];
  const own = make?.(ended, { plan: () => ({ $change: 0 }) }) ?? [];
  const inside = references.flatMap((one) =>
    one.to === kind && one.kind !== kind && one.policy === 'ends' ? lossesOfEnd(one.kind) : [],
  );
  return [...own, ...loses, ...(losing?.({ ...ended, before: { hostname: '...' } }) ?? []), ...inside];
}

/** Returns whether a thing that is there may have no value of a field. */
function mayLack(kind: string, field: string): boolean {
  const { create, set: making = create } = resourceNamed(kind).operations;
  if (restoringOf(kind).always?.includes(field)) return false;
  const made = fieldSchemas(variants(making?.body), field);
  return made.length === 0 || made.some(({ _zod: { def } }) => def.type === 'optional');
}

/** Returns whether a field is a part of the structure of a site, which undo plans as a whole. */
function isOfStructure(kind: string, field: string): boolean {
  const thing = { kind, ids: {}, before: {}, after: { [field]: field }, isUnclear: false };
  return parted([thing]).structure.length > 0;
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

const asked = {
  always: 'yes',
  takes: 'if it takes something',
  opens: 'if it opens something',
} as const;

const undone: Readonly<Record<Undone, string>> = {
  make: 'deletes what it has made',
  instead: 'takes it out of use',
  set: 'sets the values before',
  end: 'makes it again',
  place: 'moves it back',
  content: '',
};

/** Returns the table of the commands that change something. */
export async function changesTable(program: Verb): Promise<string> {
  const rows = (await factsOfCommands(program)).map(({ command, asks, opens = '', undo, lost }) => {
    const cells = [
      ...[`\`${command}\``, asks.map((one) => asked[one]).join('; ') || 'no', opens],
      ...[undo.map((change) => undone[change]).join('; ') || 'nothing', lost.join('; ')],
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [heading, ...rows].join('\n');
}

const heading = `| command | asks; in a pipe it needs \`--yes\` | may open | undo | what is lost |
|---|---|---|---|---|`;

/** Returns the table of the commands that carry out the changes of others. */
export function severalTable(program: Verb): string {
  const rows = severalRows(program).map(({ command, operations }) => {
    const names = operations.map(({ id }) => `\`${id.replaceAll('.', ' ')}\``).join(', ');
    return `| \`${command}\` | ${names || 'any'} |`;
  });
  return ['| command | carries out |\n|---|---|', ...rows].join('\n');
}
