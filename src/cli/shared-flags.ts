import type { Option as TypedOption } from '@commander-js/extra-typings';
import { Option } from 'commander';
import type { PageRange } from '../api/client/client.ts';
import type { RemovalLimit } from '../domain/losses/mass.ts';
import { UsageError } from '../errors.ts';
import { formats } from '../output/output.ts';
import { quoted } from '../text/quoted.ts';
import { number, wholeNumber } from './number.ts';
import { fillsNone, forField, knows, repeats } from './option-facts.ts';
import { allowOwnerlessFlag, maxRemovalsFlag } from './removal-flags.ts';

const everyCommand = 'Flags that every command takes:';

/** The values of the flags that every command takes; a missing one was not given. */
export interface SharedFlags {
  profile?: string;
  baseUrl?: string;
  org?: string;
  site?: string;
  space?: string;
  changeRequest?: string;
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
}

/** Parser of a repeatable flag: one value each time, or several separated by commas. */
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

/** `--no-input` beside `--input <file>`: a switch of its own, not the negation of the other. */
function noInput(): Option {
  const option = new Option('--no-input', 'never prompt (default if CI is set, or without a terminal)');
  return Object.assign(option, { negate: false, attributeName: () => 'noInput' });
}

/**
 * The flags that may stand anywhere on the line. Options keep no values, so that one set serves every command.
 * Environment variables are read by `context.ts`, since commander knows only those of its own process.
 */
export const sharedFlags: readonly Option[] = [
  new Option('--profile <name>', 'stored profile to use; sandbox is built in [DOCS_ADMIN_PROFILE]'),
  new Option('--base-url <url>', 'address of the service [DOCS_ADMIN_BASE_URL]'),
  new Option('--org <id>', 'organization [DOCS_ADMIN_ORG]'),
  knows(
    formats,
    new Option(
      '-o, --output <format>',
      'output format (default: table on a terminal, else tsv) [DOCS_ADMIN_OUTPUT]',
    ),
  ),
  new Option('--json', 'short for --output json'),
  repeats(
    new Option('--fields <paths>', 'only these fields, in this order: id,title,urls.published').argParser(
      splitList('--fields'),
    ),
  ),
  new Option('--query <expression>', 'JMESPath expression that is applied to the result: "[?disabled].id"'),
  new Option('--no-headers', 'tables, CSV and TSV without the header row'),
  new Option('--csv-raw', 'print CSV cells unchanged, even if a spreadsheet would run them as formulas'),
  new Option('-q, --quiet', 'print only data and errors'),
  new Option('-y, --yes', 'no confirmation [DOCS_ADMIN_YES=1]'),
  noInput(),
  new Option('--dry-run', 'print the request that would change something, and send nothing'),
  number('--timeout <seconds>', 'limit for one request (default: 30) [DOCS_ADMIN_TIMEOUT]', 1, 3600),
  number('--max-retries <n>', 'retries of a failed request (default: 3) [DOCS_ADMIN_MAX_RETRIES]', 0, 100),
  number(
    '--max-wait <seconds>',
    'longest wait for a rate limit (default: 120) [DOCS_ADMIN_MAX_WAIT]',
    0,
    86_400,
  ),
  new Option('--allow-http', 'send the token to an http:// address other than this machine'),
  new Option('--ca-file <file>', 'PEM file of further certificate authorities to trust [DOCS_ADMIN_CA_FILE]'),
  new Option('--debug', 'requests and answers on stderr, secrets redacted [DOCS_ADMIN_DEBUG=1]'),
  new Option('--color', 'colour even if stdout is not a terminal [FORCE_COLOR]'),
  new Option('--no-color', 'no colour [NO_COLOR]'),
  new Option(
    '--plain',
    'for screen readers: lines "key: value", nothing drawn or moving [DOCS_ADMIN_PLAIN=1]',
  ),
  new Option('--pager', 'use a pager on a terminal, even for short output [DOCS_ADMIN_PAGER, PAGER]'),
  new Option('--no-pager', 'no pager for lists that are longer than the screen'),
  new Option('--token [value]').hideHelp().preset('').argParser(tokenRefused),
].map((option) => option.helpGroup(everyCommand));

export const listFlags: readonly Option[] = [
  fillsNone(number('-L, --limit <n>', 'at most n items in all (default: all)', 1, 1_000_000_000)),
  forField('limit', number('--page-size <n>', ' (default: 1000, or --limit if that is less)', 1, 1000)),
  forField('page', new Option('--cursor <cursor>').argParser(notEmpty('--cursor'))),
].map((option) => option.helpGroup('List flags:'));

/** Which part of a list to read, and the field by which this tool sorts it. */
export interface SortedRange extends PageRange {
  readonly sort?: string | undefined;
}

function notEmpty(flag: string) {
  return (value: string): string => {
    if (value === '') throw new UsageError(`invalid ${flag}: must not be empty`);
    return value;
  };
}
export const sortFlag = new Option(
  '--sort <field>',
  'sort by this field, here, after the whole list is read; with - before it, in reverse',
).helpGroup('List flags:') as Option & TypedOption<'--sort <field>'>;

/** What a command works in, where that is not its positional; the environment and the profile can say it too. */
export const siteFlag = surrounding('--site <id>', 'site [DOCS_ADMIN_SITE]');
export const spaceFlag = surrounding('--space <id>', 'space [DOCS_ADMIN_SPACE]');
export const changeRequestFlag = surrounding(
  '--change-request <id>',
  'change request, by id or number [DOCS_ADMIN_CHANGE_REQUEST]',
);

/** For lists of one space: the same of all. */
export const allSpacesFlag = new Option(
  '--all-spaces',
  'of every space of the organization, with the space as first column',
).conflicts(['space', 'cursor']) as TypedOption<'--all-spaces', undefined, undefined, undefined, false>;

/** `--org` of a verb whose path has no organization: its own help must show it. */
export const publisherFlag = forField(
  'organization',
  surrounding('--org <id>', " (default: the manifest's) [DOCS_ADMIN_ORG]"),
);

function surrounding<Usage extends string>(usage: Usage, description: string) {
  return new Option(usage, description) as unknown as TypedOption<Usage>;
}

/** Whether the value of a flag goes to the app rather than to the command's action. */
export function isShared(option: Option): boolean {
  const others: readonly object[] = [
    siteFlag,
    spaceFlag,
    changeRequestFlag,
    publisherFlag,
    watchFlag,
    webFlag,
    maxRemovalsFlag,
    allowOwnerlessFlag,
  ];
  return sharedFlags.includes(option) || others.includes(option);
}

/** For commands that read one thing or a list, and change nothing. */
export const watchFlag = new Option(
  '--watch [seconds]',
  'read it again every 2 seconds, or as many as you give, and show what changed',
)
  .preset('2')
  .argParser(watchInterval)
  .conflicts('pager');

/** For commands that read what has a page in the web application. */
export const webFlag = new Option(
  '-w, --web',
  'print the address of its page instead, and on a terminal open it in the browser',
).conflicts('watch') as TypedOption<'-w, --web', undefined, undefined, undefined, false>;

const longestInterval = 86_400;

function watchInterval(value: string): number {
  if (/^\d+$/.test(value)) return wholeNumber('--watch', 1, longestInterval)(value);
  throw new UsageError(`invalid --watch ${quoted(value)}: its value is a number of seconds`, {
    hint: 'give --watch last, or with its seconds: --watch=2',
  });
}

/** For commands that start work which the service continues after its answer. */
export const waitFlag = new Option(
  '--wait',
  'wait until it is processed; exit code 1 if that fails',
) as TypedOption<'--wait', undefined, undefined, undefined, false>;
export const waitTimeoutFlag = number(
  '--wait-timeout <seconds>',
  'longest wait for --wait (default: 300); exit code 7 if it takes longer',
  1,
  86_400,
);

export const inputFlag = new Option(
  '--input <file>',
  'the whole request body as JSON or YAML, from a file or - for standard input; flags override its fields',
);
