import type { Option as TypedOption } from '@commander-js/extra-typings';
import { Option } from 'commander';
import type { PageRange } from '../../api/client/client.ts';
import type { RemovalLimit } from '../../domain/losses/mass.ts';
import { UsageError } from '../../errors.ts';
import { formats } from '../../output/output.ts';
import { quoted } from '../../text/quoted.ts';
import { type FlagKey, type FlagOf, findSetting } from '../settings/table.ts';
import { number, wholeNumber } from './number.ts';
import { fillsNone, forField, knows, repeats, writesFile } from './option-facts.ts';
import { allowOwnerlessFlag, maxRemovalsFlag } from './removal-flags.ts';

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
  summary?: string | false;
}

/** Makes a parser for a repeatable flag: one value each time, or several separated by commas. */
export function splitList(flag: string) {
  return (value: string, previous: string[] = []): string[] => {
    const values = value.split(',').map((part) => part.trim());
    if (values.includes('')) throw new UsageError(`${flag} has an empty value`);
    return [...previous, ...values];
  };
}

function tokenRefused(): never {
  throw new UsageError('there is no --token flag: it would show in process lists and shell history', {
    hint: 'set DOCS_ADMIN_TOKEN, or store the token with `docs-admin auth login`',
  });
}

/** Makes `--no-input` beside `--input <file>`: a switch of its own, not the negation of the other. */
function noInput(): Option {
  const option = new Option('--no-input');
  return Object.assign(option, { negate: false, attributeName: () => 'noInput' });
}

/** Makes the flag of a setting. */
function settingFlag<Key extends FlagKey>(key: Key, description?: string) {
  const { flag, range } = findSetting(key);
  const usage = flag as FlagOf<Key>;
  const option = range ? number(usage, ...range, description) : new Option(usage, description);
  return option as unknown as Option & TypedOption<FlagOf<Key>>;
}

/**
 * The flags that may stand anywhere on the line. Options keep no values, so one set serves every command. `context.ts`
 * reads environment variables, because commander knows only those of its own process.
 */
export const sharedFlags: readonly Option[] = [
  settingFlag('profile'),
  settingFlag('base-url'),
  settingFlag('org'),
  knows(formats, settingFlag('output')),
  new Option('--json'),
  repeats(new Option('--fields <paths>').argParser(splitList('--fields'))),
  new Option('--query <expression>'),
  new Option('--no-headers'),
  new Option('--csv-raw'),
  new Option('-q, --quiet'),
  settingFlag('yes'),
  noInput(),
  new Option('--dry-run'),
  settingFlag('timeout'),
  settingFlag('max-retries'),
  settingFlag('max-wait'),
  new Option('--allow-http'),
  settingFlag('ca-file'),
  settingFlag('debug'),
  new Option('--color'),
  new Option('--no-color'),
  settingFlag('plain'),
  new Option('--pager'),
  new Option('--no-pager'),
  new Option('--token [value]').hideHelp().preset('').argParser(tokenRefused),
].map((option) => option.helpGroup(everyCommand));

export const listFlags: readonly Option[] = [
  fillsNone(number('-L, --limit <n>', 1, 1_000_000_000)),
  forField('limit', number('--page-size <n>', 1, 1000, ' (default: 1000, or --limit if that is less)')),
  forField('page', new Option('--cursor <cursor>').argParser(notEmpty('--cursor'))),
].map((option) => option.helpGroup('List flags:'));

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
export const sortFlag = new Option('--sort <field>').helpGroup('List flags:') as Option &
  TypedOption<'--sort <field>'>;

/** The scope of a command that does not take it as an argument; the environment and the profile can set it too. */
export const siteFlag = settingFlag('site');
export const spaceFlag = settingFlag('space');
export const changeRequestFlag = settingFlag('change-request');

/** For lists of one space: lists the same of all spaces. */
export const allSpacesFlag = new Option('--all-spaces').conflicts(['space', 'cursor']) as TypedOption<
  '--all-spaces',
  undefined,
  undefined,
  undefined,
  false
>;

/** `--org` of a verb whose path has no organization: its own help must show it. */
export const publisherFlag = forField(
  'organization',
  settingFlag('org', " (default: the manifest's) [DOCS_ADMIN_ORG]"),
);

const ownOutputFlags = new WeakSet<Option>();

/** Makes `--output` of a verb with formats of its own. The first of all its formats is the default. */
export function outputFlag(all: readonly string[]): Option {
  const description = `output format (default: ${all[0]}) [DOCS_ADMIN_OUTPUT]`;
  const option = knows(all, settingFlag('output', description));
  ownOutputFlags.add(option);
  return option;
}

/** Returns whether the value of a flag goes to the app instead of the command's action. */
export function isShared(option: Option): boolean {
  return forTheApp.has(option) || ownOutputFlags.has(option);
}

/** For commands that read one thing or a list, and change nothing. */
export const watchFlag = new Option('--watch [seconds]')
  .preset('2')
  .argParser(watchInterval)
  .conflicts('pager');

/** For commands that read things with a page in the web application. */
export const webFlag = new Option('-w, --web').conflicts('watch') as TypedOption<
  '-w, --web',
  undefined,
  undefined,
  undefined,
  false
>;

const longestInterval = 86_400;

function watchInterval(value: string): number {
  if (/^\d+$/.test(value)) return wholeNumber('--watch', 1, longestInterval)(value);
  throw new UsageError(`invalid --watch ${quoted(value)}: its value is a number of seconds`, {
    hint: 'give --watch last, or with its seconds: --watch=2',
  });
}

/** For commands whose result is worth reading in a job of CI. */
export const summaryFlag = writesFile(
  new Option('--summary <file>', 'file to which a summary is added, as Markdown').argParser(
    notEmpty('--summary'),
  ),
);

/** For those of them that also write one by themselves where a job of CI shows it. */
export const summaryInJobsFlags: readonly Option[] = [
  writesFile(settingFlag('summary').argParser(notEmpty('--summary'))),
  new Option('--no-summary'),
];

/** For commands that start work which the service continues after its answer. */
export const waitFlag = new Option('--wait') as TypedOption<'--wait', undefined, undefined, undefined, false>;
export const waitTimeoutFlag = number('--wait-timeout <seconds>', 1, 86_400);

export const inputFlag = new Option('--input <file>');

const forTheApp: ReadonlySet<object> = new Set<object>([
  ...sharedFlags,
  siteFlag,
  spaceFlag,
  changeRequestFlag,
  publisherFlag,
  watchFlag,
  webFlag,
  maxRemovalsFlag,
  allowOwnerlessFlag,
  summaryFlag,
  ...summaryInJobsFlags,
]);
