import type { InputProblem } from '../api/client/errors.ts';
import { hasCredentials } from '../api/contract/credentials.ts';
import type { Operation } from '../api/contract/operation.ts';
import { isSecretField } from '../api/redact/redact.ts';
import { quoted } from '../text/words.ts';
import type { Flag } from './flags/flag.ts';
import { flagOf, positionalParams } from './naming.ts';
import type { Verb } from './verb.ts';

/** Describes a problem of the input in the user's words: the flag, the value and what is wrong. */
export function describeProblem(problem: InputProblem, op: Operation, command: Verb): string {
  const name = inputLabel(problem, op, command);
  if (problem.message === 'is required') return `${name} is required`;
  const value = shownValue(problem, op, command);
  return `invalid ${name}${value}: ${inFlagWords(problem.message, name, command)}`;
}

/** Adds a value that a flag knows and its field does not: `guest`, which is null there. */
function inFlagWords(message: string, name: string, command: Verb): string {
  const known = command.options.find(({ long }) => long === name)?.facts.known?.join(', ');
  return known ? message.replace(/(the known values ).*/, `$1${known}`) : message;
}

/** Returns the user's name of an input: `<siteId>`, `--title`, or the field of `--input`. */
export function inputLabel(problem: InputProblem, op: Operation, command: Verb): string {
  return problem.part === 'params' ? paramName(problem, op, command) : fieldName(problem, command);
}

/**
 * Returns the name of a path parameter: a flag, or else an argument. Arguments are in the order of the path. Of two that take
 * the same parameter, it is the one with the value.
 */
function paramName({ path, value }: InputProblem, op: Operation, command: Verb): string {
  const param = String(path[0]);
  const { args, registeredArguments: all } = command;
  const usual = all[positionalParams(op, command).indexOf(param)];
  if (usual) return `<${(all[args.indexOf(String(value))] ?? usual).name()}>`;
  const has = (option: Flag) => command.getOptionValue(option.attributeName()) === value;
  return (value === undefined ? undefined : command.options.find(has))?.long ?? flagOf(param);
}

/** Returns the flag of a field: it may fill the field, a part of it, or one of its alternatives. */
function fieldName({ path, value }: InputProblem, command: Verb): string {
  const field = path.join('.');
  const { whole, parts, argument } = inputsFor(field, command);
  if (whole) {
    const inner = field.slice(whole.field.length + 1);
    return flagWord(whole) + (inner && ` (${inner})`);
  }
  if (parts.length > 0 && value === undefined) return parts.map(flagWord).join(' or ');
  return argument ?? `field "${field || 'body'}"`;
}

/**
 * Returns the flags of a command that fill a field or a part of it, and its argument for the field, as `<name>`. Of several
 * that fill the whole field, it is the one on the line.
 */
export function inputsFor(field: string, command: Verb) {
  const wanted = `${field}.`.toLowerCase();
  const fills = (option: Flag) => `${option.field}.`.toLowerCase();
  const own = command.options.filter(({ long }) => long !== '--input');
  const argument = command.registeredArguments.find((one) => one.name() === field);
  const wholes = own.filter((option) => wanted.startsWith(fills(option)));
  return {
    whole: wholes.find((option) => command.getOptionValue(option.attributeName()) !== undefined) ?? wholes[0],
    parts: own.filter((option) => fills(option).startsWith(wanted)),
    argument: argument && `<${argument.name()}>`,
  };
}

export function flagWord({ long }: Flag): string {
  return `${long?.replace('--no-', '--')}`;
}

/** Returns the value of a problem, as the user knows it: of a text from a file, the path of the file. */
function shownValue({ value, part, path }: InputProblem, op: Operation, command: Verb): string {
  if (!['string', 'number', 'boolean'].includes(typeof value) || hasCredentials(String(value))) return '';
  const field = path.join('.');
  const { whole } = inputsFor(field, command);
  const file = whole?.takesFile && whole.field === field && command.getOptionValue(whole.attributeName());
  if (file) return ` ${quoted(file)}`;
  if (part !== 'params' && isSecretField(op[part], path)) return '';
  return ` ${quoted(value)}`;
}
