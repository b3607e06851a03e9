import type { Command, Option } from 'commander';
import { paramNames } from '../api/request.ts';
import { alternatives } from '../domain/alternatives.ts';
import type { App } from './app.ts';
import { commandFacts } from './command.ts';
import { UsageError } from './errors.ts';
import { flagOf } from './naming.ts';
import { isNeeded, optionField } from './option-facts.ts';
import { seeHelp } from './report.ts';
import { inputFlag, isShared } from './shared-flags.ts';

/** A surrounding that a command needs and nobody has given: `--site`. */
export type Surrounding = 'site' | 'space' | 'changeRequest';

const settingOf = { site: 'site', space: 'space', changeRequest: 'change-request' } as const;

/**
 * Makes sure that nothing is missing without which the command cannot begin: on a terminal the user picks it, elsewhere
 * a missing argument is a `UsageError`. Missing surroundings and fields are refused later, by who needs them.
 */
export async function fillGaps(command: Command, app: App): Promise<void> {
  // What is watched is read again and again, and nobody wants to be asked each time.
  if (app.canAsk() && !app.watch && hasGaps(command, app)) {
    const { askForGaps } = await import('./names/ask.ts');
    await askForGaps(command, app);
  }
  const [argument] = missingArguments(command);
  if (argument) throw new UsageError(`missing <${argument.name()}>`, { hint: seeHelp(command) });
  if (changesNothing(command)) {
    const flags = changingFlags(command).map(({ long }) => String(long));
    throw new UsageError(`nothing to change: give ${alternatives(flags)}`, { hint: seeHelp(command) });
  }
}

function hasGaps(command: Command, app: App): boolean {
  return (
    missingArguments(command).length > 0 ||
    missingSurroundings(command, app).length > 0 ||
    missingFields(command).length > 0 ||
    changesNothing(command)
  );
}

export function missingArguments(command: Command) {
  return command.registeredArguments.filter((argument, at) => argument.required && !(at in command.args));
}

export function missingSurroundings(command: Command, { context }: App): Surrounding[] {
  const [op] = commandFacts(command).operations;
  const shared = command.options.filter(isShared).map(({ long }) => long);
  return paramNames(op?.path ?? '')
    .filter((name) => name in settingOf && shared.includes(flagOf(name)))
    .map((name) => name as Surrounding)
    .filter((name) => !context.find(settingOf[name]));
}

/** The flags that nobody gave of fields that the body must have. */
export function missingFields(command: Command) {
  const [op] = commandFacts(command).operations;
  const shape = op?.body && 'shape' in op.body ? (op.body.shape as Record<string, FieldSchema>) : {};
  const given = (name: string) => command.getOptionValue(name) !== undefined;
  if (given('input')) return [];
  return command.options.filter((option) => {
    const schema = shape[optionField(option)];
    const isWanted = isNeeded(option) || (schema && isRequired(schema));
    return isWanted && !given(option.attributeName());
  });
}

/** Throws `UsageError` where `body` lacks what its command cannot do without, given by flag or by `--input`. */
export function assertNeeded(command: Command, body: Readonly<Record<string, unknown>>): void {
  const missing = command.options.find(
    (option) => isNeeded(option) && body[optionField(option)] === undefined,
  );
  if (missing) throw new UsageError(`${missing.long} is required`, { hint: seeHelp(command) });
}

/** Whether an `update` has no flag that changes something. A body that is given with `--input` is sent as it is. */
export function changesNothing(command: Command): boolean {
  if (command.name() !== 'update' || command.getOptionValue('input') !== undefined) return false;
  const flags = changingFlags(command);
  return (
    flags.length > 0 && flags.every((option) => command.getOptionValue(option.attributeName()) === undefined)
  );
}

/** The flags of a command that say what its request holds; `--icon` stands for `--no-icon` too. */
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
