import { ServiceError } from '../../api/client/errors.ts';
import { effectOf } from '../../api/contract/effect.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Redactor } from '../../api/redact/redact.ts';
import { DocsAdminError, type Hint } from '../../errors.ts';
import { visible } from '../../text/printable.ts';
import { shellQuote } from '../../text/shell.ts';
import { commandPath } from '../command-path.ts';
import type { Flag } from '../flags/flag.ts';
import { describeProblem, flagWord, inputsFor } from '../input-words.ts';
import { flagOf } from '../naming.ts';
import { forProfile } from '../settings/settings.ts';
import type { Verb } from '../verb.ts';
import { inWords } from './hints.ts';
import { type Description, describeError, type RanLine } from './report.ts';

// Loaded only if there is an error to report.

const surroundings = ['site', 'space', 'changeRequest'] as const;

type Given = NonNullable<RanLine['flags']>;

export interface WordedReport extends Description {
  readonly hint?: string | undefined;
}

/** Makes the report of `error`, with the command that ran and the token that it used, if they are known. */
export function reportOf(error: unknown, line: RanLine): WordedReport {
  const description = describeError(error, line, describeProblem);
  const { running } = line;
  if (error instanceof DocsAdminError && error.path !== undefined && running && !description.hint)
    return { ...description, hint: flagOfFile(error.path, running) };
  if (!(error instanceof ServiceError) || !running) return worded(description, line);
  const hint = hintFor(error, running) ?? description.hint;
  return worded({ ...inFlags(description, error, running), hint }, line);
}

export function worded(
  description: Description,
  { running, tokenSource, flags = {} }: RanLine,
): WordedReport {
  const { hint } = description;
  if (typeof hint !== 'object') return { ...description, hint };
  const context = {
    shower: running && lineBeside(running, flags),
    tokenSource,
  };
  return { ...description, hint: atPlace(inWords(hint, context), flags) };
}

/** Returns what a command says about an answer, if that is more than its status. */
function hintFor({ kind }: ServiceError, running: Verb): Hint | string | undefined {
  if (kind === 'not-found' && showsPart(running)) return { code: 'check-part', data: {} };
  const takesKey = running.options.some(({ long }) => long === '--share-key');
  return kind === 'forbidden' && takesKey ? orShareKey : undefined;
}

const orShareKey =
  'a site that is shared by link needs its --share-key; for any other, ask an administrator for the role it needs';

/** Returns whether a command shows one part of a thing, which not every such thing has. */
function showsPart({ facts: { operations } }: Verb): boolean {
  const [op] = operations as readonly Operation[];
  return op !== undefined && effectOf(op) === 'read' && !op.item && !op.path.endsWith('}');
}

/** Names the flag whose file cannot be used: a line may name several files, also as `NAME=@FILE`. */
function flagOfFile(file: string, running: Verb): string | undefined {
  const names = (option: Flag) => {
    const values = [running.getOptionValue(option.attributeName())].flat();
    return values.some((value) => (option.takesFile ? value === file : String(value).endsWith(`=@${file}`)));
  };
  const found = running.options.find(names);
  return found && `${found.long} names this file`;
}

/**
 * Returns the line of a verb beside the one that ran, with the same ids and surroundings: it shows the thing, or else the
 * list, that a change may have changed.
 */
function lineBeside(running: Verb, given: Given): string | undefined {
  if (running.name() === 'api') return `${commandPath(running)} GET`;
  const near = ['get', 'list', 'info'].flatMap(
    (name) => running.parent?.commands.find((verb) => verb.name() === name) ?? [],
  );
  const needed = (verb: Verb) => verb.registeredArguments.filter(({ required }) => required).length;
  const reader = near.find((verb) => running.args.length >= needed(verb));
  if (!reader) return near[0] && commandPath(near[0]);
  const ids = running.args.slice(0, needed(reader));
  const flags = surroundings.flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : ` ${flagOf(name)} ${shellQuote(value)}`;
  });
  return [commandPath(reader), ...ids.map((id) => ` ${shellQuote(id)}`), ...flags].join('');
}

/** Adds the place that the flags of a line name to the commands of a hint, so that they work as they stand. */
function atPlace(hint: string, { profile = 'default', org }: Given): string {
  const place = `${forProfile(profile)}${org === undefined ? '' : ` --org ${shellQuote(org)}`}`;
  return hint.replace(
    /`(docs-admin (?!auth|config|help|profiles)[^`]+)(?<! --help)`/g,
    (_, line: string) => `\`${line.replace(/(?= -- )|$/, () => place)}\``,
  );
}

/** Returns the report without secrets. */
export function redactReport(report: WordedReport, redactor: Redactor): WordedReport {
  return {
    ...report,
    message: redactor.redactText(report.message),
    ...(report.hint !== undefined && { hint: redactor.redactText(report.hint) }),
    details: report.details.map(redactor.redactText),
    ...(report.url !== undefined && { url: redactor.redactUrl(report.url) }),
  };
}

export function reportLines({ message, hint, details, requestId }: WordedReport): string[] {
  const lines = [
    `error: ${message}${requestId ? ` (request ${requestId})` : ''}`,
    ...details.filter((detail) => !repeats(message, detail)).map((detail) => `  ${detail}`),
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
  let { message, details } = description;
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
