import type { Argument } from 'commander';
import { InvalidInput } from '../../api/client/errors.ts';
import { paramNames } from '../../api/client/request.ts';
import { leastAccess } from '../../domain/roles.ts';
import { UsageError } from '../../errors.ts';
import { isKind, resourceOf } from '../../model/resources.ts';
import type { Choice, System } from '../../ports.ts';
import { fieldReader } from '../../text/fields.ts';
import { type Candidate, isLocal, local } from '../completion/offers.ts';
import { argumentSource } from '../completion/source.ts';
import type { Flag } from '../flags/flag.ts';
import { argumentMeaning, flagMeaning, flagValues } from '../flags/flag-words.ts';
import { describeProblem } from '../input-words.ts';
import {
  changesNothing,
  changingFlags,
  flagsWorthAsking,
  missingArguments,
  missingFields,
  missingScope,
} from '../missing-input.ts';
import { positionalParams } from '../naming.ts';
import type { LineParts } from '../session/line-parts.ts';
import type { Verb } from '../verb.ts';
import { askUntil } from './ask-until.ts';
import { argumentKind, optionKind } from './input-kinds.ts';
import { surroundingOf } from './line-refs.ts';
import { type Picking, pickThing, pickThings } from './pick.ts';

/** The parts that asking for missing input needs. */
export type AskingParts = Pick<
  LineParts,
  'system' | 'context' | 'api' | 'refs' | 'scope' | 'out' | 'canAsk' | 'asksFirst' | 'line'
>;

/**
 * Asks for everything that is missing on the line: the user picks things that the service can list and known values,
 * and types the rest. Resolves with the words for the flags that they gave. Throws `UsageError` if they cancel.
 */
export async function askForMissingInput(command: Verb, parts: AskingParts): Promise<string[]> {
  const words: string[] = [];
  async function ask(option: Flag): Promise<void> {
    const value = await askForFlag(option, command, parts);
    if (value === undefined) return;
    command.setOptionValue(option.attributeName(), value);
    words.push(...wordsOf(option, value));
  }
  for (const name of missingScope(command, parts))
    parts.scope.supply({ [name]: await pickThing(name, parts, command) });
  for (const argument of missingArguments(command)) {
    const values = await askForArgument(argument, command, parts);
    if (values.length === 0) return words;
    const at = command.registeredArguments.indexOf(argument);
    command.args.splice(at, 1, ...values);
    command.processedArgs[at] = argument.variadic ? values : values[0];
  }
  for (const options of missingFields(command, parts))
    await ask(await chooseFlag('Which of these?', options, command, parts.system));
  for (const option of flagsWorthAsking(command, parts)) await ask(option);
  if (changesNothing(command))
    await ask(await chooseFlag('What should change?', changingFlags(command), command, parts.system));
  return words;
}

/** Asks for one of several flags that fill one field, or change one thing. */
async function chooseFlag(
  question: string,
  options: readonly Flag[],
  command: Verb,
  { prompts }: LineParts['system'],
): Promise<Flag> {
  const [first] = options as [Flag];
  const isObvious = options.length === 1 || first.facts.isLongText;
  if (isObvious) return first;
  const choices = options.map((option) => ({
    value: String(option.long),
    label: `${option.long}  ${flagMeaning(option, command)}`,
  }));
  const picked = await prompts.pick(question, choices);
  return options.find(({ long }) => long === picked) ?? first;
}

async function askForArgument(argument: Argument, command: Verb, parts: AskingParts): Promise<string[]> {
  const source = argumentSource(argument, command, command.args);
  const { prompts } = parts.system;
  const choices = source && isLocal(source) ? local[source]({ command, operands: command.args }, parts) : [];
  if (source === 'runs') return [await pickRun(choices, parts.system)];
  if (choices.length > 0) return [await prompts.pick(`Which ${argument.name()}?`, choices.map(choiceOf))];
  if (source === undefined || !isKind(source)) {
    const question = `${argument.name()} (${argumentMeaning(argument, command)})`;
    return askUntil(
      parts,
      () => prompts.text(question),
      (typed) => {
        if (typed === '') return [];
        argument.parseArg?.(typed, undefined);
        assertTaken(argument, command, parts, typed);
        return [typed];
      },
    );
  }
  const isRead = ['get', 'list'].includes(command.name());
  if (argument.variadic || (command.namesOneThing && !isRead)) return pickThings(source, parts, command);
  return [await pickThing(source, parts, command)].filter(Boolean);
}

/** Throws `UsageError` for an argument that the operation of a command refuses; what else is missing is asked for later. */
function assertTaken(argument: Argument, command: Verb, { api }: AskingParts, value: string): void {
  const [op] = command.facts.operations;
  if (!op) return;
  const param = positionalParams(op, command)[command.registeredArguments.indexOf(argument)];
  const name = param ?? argument.name();
  try {
    api.assertValid(op, { [param === undefined ? 'body' : 'params']: { [name]: value } });
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const problem = error.problems.find(
      ({ path: [first], value: wrong }) => first === name && wrong === value,
    );
    if (problem) throw new UsageError(describeProblem(problem, op, command));
  }
}

async function pickRun(runs: readonly Candidate[], system: System): Promise<string> {
  if (runs.length === 0) throw new UsageError('there is no run to choose from');
  const paths = system.journals.list();
  const choices = runs.map(({ id }, at) => ({
    value: id,
    label: `${id}  ${runTitle(paths[at] ?? '', system)}`,
  }));
  return system.prompts.pick('Which run?', choices);
}

/** Returns the command and the time of a run; an empty text if its journal cannot be read. */
function runTitle(path: string, { journals }: System): string {
  try {
    const { command, started } = JSON.parse(journals.read(path)[0] ?? '{}');
    return [command, started].filter(Boolean).join('  ');
  } catch {
    return '';
  }
}

function choiceOf({ id, title }: Candidate): Choice {
  return { value: id, label: [id, title].filter(Boolean).join('  ') };
}

/** Asks for the value of a flag in a form that fits its type. Resolves with `undefined` if the user gives none. */
async function askForFlag(
  option: Flag,
  command: Verb,
  parts: Picking & Pick<LineParts, 'api'>,
): Promise<unknown> {
  const { prompts } = parts.system;
  const kind = optionKind(option, command);
  const question = capitalized(flagMeaning(option, command));
  const known = flagValues(option, command).map((value) => ({ value, label: value }));
  const several = option.facts.isRepeatable;
  if (kind && several) return pickThings(kind, parts, command, option.long);
  if (kind) return (await pickThing(kind, parts, command, option.long)) || undefined;
  if (known.length > 0 && several) return prompts.pickSeveral(question, known);
  if (known.length > 0) {
    const first = await firstValue(option, command, parts);
    return (await prompts.pick(question, known, { first })) || undefined;
  }
  if (option.isBoolean()) return prompts.confirm(`${question}?`);
  if (option.facts.isLongText) return prompts.edit(question);
  const value = (typed: string) => (option.parseArg ? option.parseArg(typed, undefined) : typed);
  return askUntil(
    parts,
    () => prompts.text(question),
    (typed) => (typed === '' ? undefined : value(typed)),
  );
}

function wordsOf(option: Flag, value: unknown): string[] {
  if (value === true) return [String(option.long)];
  if (value === false) return [`--no-${String(option.long).replace(/^--(no-)?/, '')}`];
  const values = Array.isArray(value) ? value : [value];
  return values.map((one) => `${option.long}=${one}`);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Reading = Pick<LineParts, 'api' | 'scope'>;

/**
 * Resolves with the first selected value in a list of roles or audiences: the present one if an `update` of one thing
 * can read it, else the one that gives the least. `undefined` for other kinds of values.
 */
async function firstValue(option: Flag, command: Verb, parts: Reading): Promise<string | undefined> {
  const values = flagValues(option, command);
  const least = leastAccess(values);
  if (least === undefined) return undefined;
  const present = await presentValue(option, command, parts);
  return present !== undefined && values.includes(present) ? present : least;
}

async function presentValue(
  option: Flag,
  command: Verb,
  { api, scope }: Reading,
): Promise<string | undefined> {
  const { args, registeredArguments } = command;
  const [argument] = registeredArguments;
  const kind = argument && argumentKind(argument, command);
  const get = kind && (await resourceOf(kind)).operations.get;
  if (command.name() !== 'update' || args.length !== 1 || !get) return undefined;
  const surrounding = surroundingOf(scope);
  try {
    const params = paramNames(get.path).map((name) => [name, name === kind ? args[0] : surrounding(name)]);
    const item = await api.call(get, { params: Object.fromEntries(params) });
    const value = fieldReader(option.field)(item);
    return value === null ? 'guest' : String(value);
  } catch {
    // The update itself reports the problem.
    return undefined;
  }
}
