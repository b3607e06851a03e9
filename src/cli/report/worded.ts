import { ServiceError } from '../../api/client/errors.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import { visible } from '../../text/printable.ts';
import { shellQuote } from '../../text/shell.ts';
import { commandPath } from '../command-path.ts';
import type { Flag } from '../flags/flag.ts';
import { flagOf, flagWord, inputsFor } from '../naming.ts';
import type { Verb } from '../verb.ts';
import { inWords } from './hints.ts';
import { type Description, describeError, type RanLine } from './report.ts';

// Loaded only if there is an error to report.

const surroundings = ['site', 'space', 'changeRequest'] as const;

export interface WordedReport extends Description {
  readonly hint?: string | undefined;
}

/** Makes the report of `error`, with the command that ran and the token that it used, if they are known. */
export function reportOf(error: unknown, line: RanLine): WordedReport {
  const description = describeError(error, line);
  const { running } = line;
  const isAnswer = error instanceof ServiceError && running !== undefined;
  return worded(isAnswer ? inFlags(description, error, running) : description, line);
}

export function worded(description: Description, { running, tokenSource, flags }: RanLine): WordedReport {
  const { hint } = description;
  if (typeof hint !== 'object') return { ...description, hint };
  const context = {
    reader: running && readerBeside(running),
    shower: running && showerBeside(running, flags),
    tokenSource,
  };
  return { ...description, hint: inWords(hint, context) };
}

/** Returns the line that shows the thing that a line names, with its id and its surroundings; or else its list. */
function showerBeside(running: Verb, given: RanLine['flags'] = {}): string | undefined {
  const get = running.parent?.commands.find((verb) => verb.name() === 'get');
  const count = get?.registeredArguments.length ?? 0;
  if (!get || count === 0 || running.args.length < count) return readerBeside(running);
  const ids = running.args.slice(0, count).map((id) => ` ${shellQuote(id)}`);
  const flags = surroundings.flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : ` ${flagOf(name)} ${shellQuote(value)}`;
  });
  return commandPath(get) + [...ids, ...flags].join('');
}

/** Returns the command that shows what a change may have done: the reading verb of the same noun. */
function readerBeside(running: Verb): string | undefined {
  if (running.name() === 'api') return `${commandPath(running)} GET`;
  const near = running.parent?.commands ?? [];
  const reader = ['list', 'get', 'info'].flatMap(
    (name) => near.find((verb) => verb.name() === name) ?? [],
  )[0];
  return reader && commandPath(reader);
}

/** Returns the report without secrets. */
export function redactReport(report: WordedReport, redactor: Redactor): WordedReport {
  return {
    ...report,
    message: redactor.redactText(report.message),
    ...(report.hint !== undefined && { hint: redactor.redactText(report.hint) }),
    ...(report.details && { details: report.details.map(redactor.redactText) }),
    ...(report.url !== undefined && { url: redactor.redactUrl(report.url) }),
  };
}

export function reportLines({ message, hint, details, requestId }: WordedReport): string[] {
  const lines = [
    `error: ${message}${requestId ? ` (request ${requestId})` : ''}`,
    ...(details ?? []).filter((detail) => !repeats(message, detail)).map((detail) => `  ${detail}`),
    ...(hint ? [`hint: ${hint}`] : []),
  ];
  return lines.map(visible);
}

/** Returns whether a message holds a detail `<field>: <problem>`, also without the colon: a service may say both. */
function repeats(message: string, detail: string): boolean {
  const says = (text: string) => `${message};`.includes(`${text};`);
  return detail.includes(': ') && (says(detail) || says(detail.replace(': ', ' ')));
}

/**
 * Returns the description of an answer with the flags that fill the fields: `--space (spaces): is unknown`. Only
 * commands of one operation know them; their other requests have other fields.
 */
function inFlags(description: Description, { fields, request }: ServiceError, running: Verb): Description {
  const { effect, operations } = running.facts;
  if (effect !== undefined || operations[0]?.method !== request.method) return description;
  let { message, details = [] } = description;
  for (const { field, message: problem } of fields) {
    const input = field === undefined ? undefined : nameOfServiceField(field, running);
    if (input === undefined) continue;
    const named = `${input} (${field}): ${problem}`;
    details = details.map((detail) => (detail === `${field}: ${problem}` ? named : detail));
    // A service may say its details in the message, too.
    for (const plain of [`${field} ${problem}`, `${field}: ${problem}`])
      message = message.replace(plain, () => named);
  }
  return { ...description, message, details };
}

/**
 * Returns the user's name for a field in the words of the service: `--space` for `spaces[0]`; `undefined` if nothing on
 * the line fills the field. Fields of `--input` have no other name.
 */
function nameOfServiceField(field: string, command: Verb): string | undefined {
  const isGiven = (option: Flag) => command.getOptionValueSource(option.attributeName()) === 'cli';
  const mayBeMissing = command.getOptionValueSource('input') === undefined;
  const path = field.replace(/^[#$]?[/.]/, '').replace(/\[(\w+)\]|\//g, '.$1');
  // Some services say first which part of the request it is.
  for (const one of [path, path.replace(/^(body|query)\./, '')]) {
    const { whole, parts, argument } = inputsFor(one, command);
    if (argument) return argument;
    const filling = (whole ? [whole] : parts).filter((option) => !option.facts.isShared);
    const given = filling.filter(isGiven);
    const named = given.length === 0 && mayBeMissing ? filling : given;
    if (named.length > 0) return named.map(flagWord).join(' or ');
  }
  return undefined;
}
