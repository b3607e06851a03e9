import type {
  CommandUnknownOpts,
  InferOptions,
  OptionValues,
  Option as TypedOption,
} from '@commander-js/extra-typings';
import { type Argument, Option } from 'commander';
import type * as z from 'zod/mini';
import type { PageRange } from '../../api/client/client.ts';
import { type Kind, schemaFacts } from '../../api/contract/facts.ts';
import type { HeldGrade } from '../../domain/reach/grades.ts';
import { UsageError } from '../../errors.ts';
import { formats } from '../../output/output.ts';
import { quotedIfPlain } from '../../text/plain-word.ts';
import { quoted } from '../../text/words.ts';
import type { RemovalLimit } from '../../work/guards/rules.ts';
import { type FlagKey, type FlagOf, findSetting, type Setting } from '../settings/table.ts';

/** The facts about a flag that commander does not keep. */
interface FlagFacts {
  /** The field of the request that it fills, if their names differ: `--space` fills `spaces`. Empty if it fills none. */
  readonly field?: string;
  /** The known values for help and completion, if they are not those of its field. */
  readonly known?: readonly string[];
  /** The kind of thing that it takes, if the contract does not name it: the service also takes e-mail addresses there. */
  readonly kind?: Kind;
  /** The environment variable that may hold its value. */
  readonly variable?: string;
  readonly isRepeatable?: boolean;
  /** Whether a comma in its value is a part of it, and does not separate two values. */
  readonly takesCommas?: boolean;
  /** Whether the command requires it, though the service has a default for it. */
  readonly isNeeded?: boolean;
  /** Whether a new thing should have it: on a terminal the tool asks for it, and the answer may be empty. */
  readonly isWorthAsking?: boolean;
  /** Whether its value is a text of several lines. */
  readonly isLongText?: boolean;
  readonly isNumber?: boolean;
  /** Whether its value is a name and a value, separated by the first `=`. */
  readonly isPair?: boolean;
  /** The flags without any of which it means nothing. */
  readonly needs?: readonly string[];
  /** Whether it leaves items out that the service counts in a list. */
  readonly leavesOut?: boolean;
  readonly writesFile?: boolean;
  /** Whether its value goes to the tool instead of the command's action. */
  readonly isShared?: boolean;
}

/** A flag of a command. `Usage`, `Value` and `Preset` give the type of its value in the command's action. */
export class Flag<
  Usage extends string = string,
  Value = unknown,
  Preset = unknown,
> extends (Option as typeof TypedOption)<Usage, Preset, undefined, Value> {
  facts: FlagFacts = {};

  with(facts: FlagFacts): this {
    this.facts = { ...this.facts, ...facts };
    return this;
  }

  /** The name of the field of the request that it can fill; an empty text if it fills none. */
  get field(): string {
    return this.facts.field ?? this.attributeName();
  }

  /** Whether its value is the path of a file or a folder. */
  get takesFile(): boolean {
    return /<(?:file|folder)>/.test(this.flags);
  }

  override argParser<T>(parse: (value: string, previous: T) => T): Flag<Usage, T, Preset> {
    return super.argParser(parse) as Flag<Usage, T, Preset>;
  }

  override preset<const T>(value: T): Flag<Usage, Value, T> {
    return super.preset(value) as Flag<Usage, Value, T>;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: any flag
export type AnyFlag = Flag<any, any, any>;
export type FlagValues<Flags extends readonly unknown[]> = WithFlags<Record<never, never>, Flags>;

export type WithFlags<Opts extends OptionValues, Flags extends readonly unknown[]> = Flags extends readonly [
  Flag<infer Usage, infer Value, infer Preset>,
  ...infer Rest,
]
  ? WithFlags<InferOptions<Opts, Usage, undefined, Value, false, Preset, undefined>, Rest>
  : Opts;

/** Returns whether an argument is the path of a file or a folder, as `takesFile` says of flags: of those that are compared, too. */
export function isFileArgument(argument: Pick<Argument, 'name'>): boolean {
  return ['file', 'files', 'folder', 'before', 'after'].includes(argument.name());
}

/** Makes a flag. Without a description, it has the one of its field: see `flagDescription`. */
export function flag<Usage extends string>(usage: Usage, description?: string) {
  return new Flag<Usage, undefined, undefined>(usage, description);
}

/** Makes a flag whose known values are not those of its field. Other values are sent too, with a warning. */
export function choice<Usage extends string>(usage: Usage, values: z.ZodMiniType, description?: string) {
  return flag(usage, description).with({ known: schemaFacts(values).known ?? [] });
}

/** Makes a flag that may be given several times, or once with commas. */
export function list<Usage extends string>(usage: Usage, description?: string) {
  const made = flag(usage, description).with({ isRepeatable: true });
  return made.argParser(splitList(made.long as string));
}

/** Makes a flag that takes a whole number from `min` to `max`. */
export function number<Usage extends string>(usage: Usage, min: number, max: number, description?: string) {
  const made = flag(usage, description).with({ isNumber: true });
  return made.argParser(wholeNumber(made.long as string, min, max));
}

export function fraction<Usage extends string>(usage: Usage, description: string) {
  const made = flag(usage, description).with({ isNumber: true });
  return made.argParser((value: string): number => {
    if (/^(?:0?\.\d+|0|1(?:\.0+)?)$/.test(value)) return Number(value);
    throw new UsageError(`invalid ${made.long}${shownValue(value)}: must be a number from 0 to 1`);
  });
}

/** Makes a parser for a repeatable flag: one value each time, or several separated by commas. */
function splitList(flag: string) {
  return (value: string, previous: string[] = []): string[] => {
    const values = value.split(',').map((part) => part.trim());
    if (values.includes('')) throw new UsageError(`${flag} has an empty value`);
    return [...previous, ...values];
  };
}

/** Makes a parser for a flag that takes a whole number from `min` to `max`. */
export function wholeNumber(flag: string, min: number, max: number) {
  return (value: string): number => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new UsageError(`invalid ${flag}${shownValue(value)}: must be a whole number from ${min} to ${max}`);
  };
}

/** Returns what a message may repeat of a wrong number, after a space. */
export function shownValue(value: string): string {
  return /^[-+.%\d]{1,20}$/.test(value) ? ` ${value}` : quotedIfPlain(value);
}

const everyCommand = 'Flags that every command takes:';

/** The values of the flags of every command; a flag that was not given is absent. */
export interface SharedFlags {
  profile?: string;
  baseUrl?: string;
  org?: string;
  site?: string | undefined;
  space?: string | undefined;
  changeRequest?: string | undefined;
  output?: string;
  json?: boolean;
  fields?: string[];
  query?: string;
  headers?: boolean;
  csvRaw?: boolean;
  quiet?: boolean;
  yes?: boolean;
  noInput?: boolean;
  dryRun?: boolean;
  history?: boolean;
  undo?: boolean;
  timeout?: number;
  maxRetries?: number;
  maxWait?: number;
  allowHttp?: boolean;
  caFile?: string;
  debug?: boolean;
  color?: boolean;
  plain?: boolean;
  pager?: boolean;
  watch?: number;
  web?: boolean;
  maxRemovals?: RemovalLimit;
  allowOwnerless?: boolean;
  allowOpening?: readonly HeldGrade[];
  summary?: string | false;
  out?: string;
}

function tokenRefused(): never {
  throw new UsageError('there is no --token flag: it would show in process lists and shell history', {
    hint: 'set DOCS_ADMIN_TOKEN, or store the token with `docs-admin auth login`',
  });
}

/** Makes `--no-input` beside `--input <file>`: a switch of its own, not the negation of the other. */
function noInput(): Flag {
  return Object.assign(flag('--no-input'), { negate: false, attributeName: () => 'noInput' });
}

function settingFlag<Key extends FlagKey>(key: Key, description?: string): Flag<FlagOf<Key>> {
  const { flag: usage, range } = findSetting(key) as Setting & { readonly flag: FlagOf<Key> };
  const made = range ? number(usage, ...range, description) : flag(usage, description);
  return made.with({ isShared: true });
}

/**
 * The flags that may be anywhere on the line. They keep no values, so one set serves every command. `context.ts`
 * reads environment variables, because commander knows only those of its own process.
 */
export const sharedFlags: readonly Flag[] = [
  settingFlag('profile'),
  settingFlag('base-url'),
  settingFlag('org'),
  settingFlag('output').with({ known: formats }),
  flag('--json'),
  list('--fields <paths>'),
  flag('--query <expression>'),
  flag('--no-headers'),
  flag('--csv-raw'),
  flag('-q, --quiet'),
  settingFlag('yes'),
  noInput(),
  flag('--dry-run'),
  flag('--no-history'),
  flag('--no-undo'),
  settingFlag('timeout'),
  settingFlag('max-retries'),
  settingFlag('max-wait'),
  flag('--allow-http'),
  settingFlag('ca-file'),
  settingFlag('debug'),
  flag('--color'),
  flag('--no-color'),
  settingFlag('plain'),
  flag('--pager'),
  flag('--no-pager'),
  flag('--token [value]').hideHelp().preset('').argParser(tokenRefused),
].map((one) => one.with({ isShared: true }).helpGroup(everyCommand));

export const listFlags: readonly Flag[] = [
  number('-L, --limit <n>', 1, 1_000_000_000).with({ field: '' }),
  number('--page-size <n>', 1, 1000, ' (default: 1000, or --limit if that is less)').with({ field: 'limit' }),
  flag('--cursor <cursor>').with({ field: 'page' }).argParser(notEmpty('--cursor')),
].map((one) => one.helpGroup('List flags:'));

/** The part of a list to read, and the field by which this tool sorts it. */
export interface SortedRange extends PageRange {
  readonly sort?: string | undefined;
}

function notEmpty(flag: string) {
  return (value: string): string => {
    if (value === '') throw new UsageError(`invalid ${flag}: must not be empty`);
    return value;
  };
}
export const sortFlag = flag('--sort <field>').helpGroup('List flags:');

/** The scope of a command that does not take it as an argument; the environment and the profile can set it too. */
export const siteFlag = settingFlag('site').with({ kind: 'site' });
export const spaceFlag = settingFlag('space').with({ kind: 'space' });
export const changeRequestFlag = settingFlag('change-request');

/** For lists of one space: lists the same of all spaces. */
export const allSpacesFlag = flag('--all-spaces').conflicts(['space', 'cursor']);

/** `--org` of a verb whose path has no organization: its own help must show it. */
export const publisherFlag = settingFlag('org', " (default: the manifest's) [DOCS_ADMIN_ORG]").with({
  field: 'organization',
});

/** Makes `--output` of a verb with formats of its own. The first of all its formats is the default. */
export function outputFlag(all: readonly string[]): Flag {
  return settingFlag('output', `output format (default: ${all[0]}) [DOCS_ADMIN_OUTPUT]`).with({ known: all });
}

/** For commands that read one thing or a list, and change nothing. */
export const watchFlag = flag('--watch [seconds]')
  .with({ isShared: true })
  .preset('2')
  .argParser(watchInterval)
  .conflicts('pager');

/** For commands that read things with a page in the web application. */
export const webFlag = flag('-w, --web').with({ isShared: true }).conflicts('watch');

const longestInterval = 86_400;

function watchInterval(value: string): number {
  if (/^\d+$/.test(value)) return wholeNumber('--watch', 1, longestInterval)(value);
  throw new UsageError(`invalid --watch ${quoted(value)}: its value is a number of seconds`, {
    hint: 'give --watch last, or with its seconds: --watch=2',
  });
}

/** For commands whose result is worth reading in a job of CI. */
export const summaryFlag = flag('--summary <file>', 'file to which a summary is added, as Markdown')
  .with({ isShared: true, writesFile: true })
  .argParser(notEmpty('--summary'));

/** For those of them that also write one by themselves where a job of CI shows it. */
export const summaryInJobsFlags: readonly Flag[] = [
  settingFlag('summary').with({ writesFile: true }).argParser(notEmpty('--summary')),
  flag('--no-summary').with({ isShared: true }),
];

/**
 * Gives a verb a summary for `--summary`, and by itself in a job of CI. What it does goes to `session.summary`. Returns the
 * verb.
 */
export function writesSummaryInJobs<Typed extends Pick<CommandUnknownOpts, 'addOption'>>(
  command: Typed,
): Typed {
  for (const one of summaryInJobsFlags) command.addOption(one);
  return command;
}

/** For commands that start work which the service continues after its answer. */
export const waitFlags = [
  flag('--wait'),
  number('--wait-timeout <seconds>', 1, 86_400).with({ needs: ['--wait'] }),
] as const;

/** For commands whose result may go to a file. */
export const outFlag = flag('--out <file>').with({ isShared: true, writesFile: true });

/** For commands that can print Markdown, such as for a comment. */
export const maxCharsFlag = () =>
  number('--max-chars <n>', 1000, 1_000_000, 'size of Markdown (default: 65000 characters)');

export const inputFlag = flag('--input <file>');

/** A flag of every command that deletes or removes something. */
export const ignoreNotFoundFlag = flag('--ignore-not-found');
