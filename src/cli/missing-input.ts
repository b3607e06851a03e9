import type { Command, Option } from 'commander';
import { paramNames } from '../api/client/request.ts';
import { commandFacts } from './command.ts';
import { isNeeded, isWorthAsking, optionField, optionVariable } from './flags/option-facts.ts';
import { inputFlag, isShared } from './flags/shared-flags.ts';
import { flagOf } from './naming.ts';
import type { Verb } from './session/verb.ts';

/** A parent that a command works in, and that is missing on the line: `--site`. */
export type Surrounding = 'site' | 'space' | 'changeRequest';

const settingOf = { site: 'site', space: 'space', changeRequest: 'change-request' } as const;

export function missingArguments(command: Command) {
  return command.registeredArguments.filter((argument, at) => argument.required && !(at in command.args));
}

/** Returns the parents that a command works in and takes as flags. */
export function surroundingsOf(command: Command): Surrounding[] {
  const [op] = commandFacts(command).operations;
  const shared = command.options.filter(isShared).map(({ long }) => long);
  return paramNames(op?.path ?? '')
    .filter((name) => name in settingOf && shared.includes(flagOf(name)))
    .map((name) => name as Surrounding);
}

export function missingScope(command: Command, { context }: Pick<Verb, 'context'>): Surrounding[] {
  const isEverywhere = command.getOptionValue('allSpaces') === true;
  return surroundingsOf(command).filter(
    (name) => !context.find(settingOf[name]) && !(name === 'space' && isEverywhere),
  );
}

/**
 * Returns the missing required fields of the body, each with its flags: those of which one can fill it, or, if each
 * fills a part of it, one of them.
 */
export function missingFields(command: Command, { system }: Pick<Verb, 'system'>): Option[][] {
  if (isGiven(command, 'input')) return [];
  const isThere = (option: Option) =>
    isGiven(command, option.attributeName()) || Boolean(system.env[optionVariable(option) ?? '']);
  return requiredFlags(command).filter((options) => !options.some(isThere));
}

/** Returns for each required field of the body the flags of which one can fill it or a part of it. */
export function requiredFlags(command: Command): Option[][] {
  const [op] = commandFacts(command).operations;
  const shape = op?.body && 'shape' in op.body ? (op.body.shape as Record<string, FieldSchema>) : {};
  const fields = new Map<string, Option[]>();
  for (const option of changingFlags(command)) {
    const [field = ''] = optionField(option).split('.');
    const schema = shape[field];
    const isWanted = isNeeded(option) || (schema !== undefined && isRequired(schema));
    if (isWanted) fields.set(field, [...(fields.get(field) ?? []), option]);
  }
  return [...fields.values()];
}

/** Returns the missing flags that a new thing should have. With `--yes` there are no questions. */
export function flagsWorthAsking(
  command: Command,
  { asksFirst, canAsk }: Pick<Verb, 'asksFirst' | 'canAsk'>,
): Option[] {
  if (isGiven(command, 'input') || !asksFirst() || !canAsk()) return [];
  return command.options.filter(
    (option) => isWorthAsking(option) && !isGiven(command, option.attributeName()),
  );
}

function isGiven(command: Command, name: string): boolean {
  return command.getOptionValue(name) !== undefined;
}

/** Returns whether an `update` has no flag that changes something. */
export function changesNothing(command: Command): boolean {
  return command.name() === 'update' && !saysSomething(command);
}

/** Returns whether a `create` has no flag that says what to create, though the service would take that. */
export function createsNothing(command: Command): boolean {
  const [op] = commandFacts(command).operations;
  const isOfService = command.name() === 'create' && op !== undefined;
  return isOfService && requiredFlags(command).length === 0 && !saysSomething(command);
}

/** Returns whether a command has one of the flags that fill its request, if it has any. A body of `--input` counts, too. */
function saysSomething(command: Command): boolean {
  const flags = changingFlags(command);
  return (
    flags.length === 0 ||
    isGiven(command, 'input') ||
    flags.some((option) => isGiven(command, option.attributeName()))
  );
}

/** Returns the flags of a command that fill its request; `--icon` stands for `--no-icon` too. */
export function changingFlags(command: Command): Option[] {
  const own = command.options.filter((option) => !isShared(option) && option !== inputFlag);
  return own.filter((option, at) => {
    return own.findIndex((other) => other.attributeName() === option.attributeName()) === at;
  });
}

interface FieldSchema {
  safeParse(value: unknown): { success: boolean };
}

function isRequired(schema: FieldSchema): boolean {
  return !schema.safeParse(undefined).success;
}
