import { paramNames } from '../api/client/request.ts';
import { type Flag, inputFlag } from './flags/flag.ts';
import { flagOf } from './naming.ts';
import type { LineParts } from './session/line-parts.ts';
import type { Verb } from './verb.ts';

/** A parent that a command works in, and that is missing on the line: `--site`. */
export type Surrounding = 'site' | 'space' | 'changeRequest';

const settingOf = { site: 'site', space: 'space', changeRequest: 'change-request' } as const;

export function missingArguments(command: Verb) {
  return command.registeredArguments.filter((argument, at) => argument.required && !(at in command.args));
}

/** Returns the parents that a command works in and takes as flags. */
export function surroundingsOf(command: Verb): Surrounding[] {
  const [op] = command.facts.operations;
  const shared = command.options.filter(({ facts }) => facts.isShared).map(({ long }) => long);
  return paramNames(op?.path ?? '')
    .filter((name) => name in settingOf && shared.includes(flagOf(name)))
    .map((name) => name as Surrounding);
}

export function missingScope(command: Verb, { context }: Pick<LineParts, 'context'>): Surrounding[] {
  const isEverywhere = command.getOptionValue('allSpaces') === true;
  return surroundingsOf(command).filter(
    (name) => !context.find(settingOf[name]) && !(name === 'space' && isEverywhere),
  );
}

/**
 * Returns the missing required fields of the body, each with its flags: those of which one can fill it, or, if each
 * fills a part of it, one of them.
 */
export function missingFields(command: Verb, { system }: Pick<LineParts, 'system'>): Flag[][] {
  if (isGiven(command, 'input')) return [];
  const isThere = (option: Flag) =>
    isGiven(command, option.attributeName()) || Boolean(system.env[option.facts.variable ?? '']);
  return requiredFlags(command).filter((options) => !options.some(isThere));
}

/** Returns for each required field of the body the flags of which one can fill it or a part of it. */
export function requiredFlags(command: Verb): Flag[][] {
  const [op] = command.facts.operations;
  const shape = op?.body && 'shape' in op.body ? (op.body.shape as Record<string, FieldSchema>) : {};
  const fields = new Map<string, Flag[]>();
  for (const option of changingFlags(command)) {
    const [field = ''] = option.field.split('.');
    const schema = shape[field];
    const isRequired = schema !== undefined && !schema.safeParse(undefined).success;
    if (option.facts.isNeeded || isRequired) fields.set(field, [...(fields.get(field) ?? []), option]);
  }
  return [...fields.values()];
}

/** Returns the missing flags that a new thing should have. With `--yes` there are no questions. */
export function flagsWorthAsking(
  command: Verb,
  { asksFirst, canAsk }: Pick<LineParts, 'asksFirst' | 'canAsk'>,
): Flag[] {
  if (isGiven(command, 'input') || !asksFirst() || !canAsk()) return [];
  return command.options.filter(
    (option) => option.facts.isWorthAsking && !isGiven(command, option.attributeName()),
  );
}

function isGiven(command: Verb, name: string): boolean {
  return command.getOptionValue(name) !== undefined;
}

/** Returns whether an `update` has no flag that changes something. */
export function changesNothing(command: Verb): boolean {
  return command.name() === 'update' && !saysSomething(command);
}

/** Returns whether a `create` has no flag that says what to create, though the service would take that. */
export function createsNothing(command: Verb): boolean {
  const [op] = command.facts.operations;
  const isOfService = command.name() === 'create' && op !== undefined;
  return isOfService && requiredFlags(command).length === 0 && !saysSomething(command);
}

/** Returns whether a command has one of the flags that fill its request, if it has any. A body of `--input` counts, too. */
function saysSomething(command: Verb): boolean {
  const flags = changingFlags(command);
  return (
    flags.length === 0 ||
    isGiven(command, 'input') ||
    flags.some((option) => isGiven(command, option.attributeName()))
  );
}

/** Returns the flags of a command that fill its request; `--icon` stands for `--no-icon` too. */
export function changingFlags(command: Verb): Flag[] {
  const own = command.options.filter((option) => !option.facts.isShared && option !== inputFlag);
  return own.filter((option, at) => {
    return own.findIndex((other) => other.attributeName() === option.attributeName()) === at;
  });
}

interface FieldSchema {
  safeParse(value: unknown): { success: boolean };
}
