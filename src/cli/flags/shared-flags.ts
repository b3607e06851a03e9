import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { PageRange } from '../../api/client/client.ts';
import type { HeldGrade } from '../../domain/reach/grades.ts';
import { UsageError } from '../../errors.ts';
import { formats } from '../../output/output.ts';
import { quoted } from '../../text/quoted.ts';
import type { RemovalLimit } from '../../work/guards/rules.ts';
import { type FlagKey, type FlagOf, findSetting, type Setting } from '../settings/table.ts';
import { type Flag, flag, list, number, wholeNumber } from './flag.ts';

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
export const waitFlags = [flag('--wait'), number('--wait-timeout <seconds>', 1, 86_400)] as const;

/** For commands whose result may go to a file. */
export const outFlag = flag('--out <file>').with({ isShared: true, writesFile: true });

/** For commands that can print Markdown, such as for a comment. */
export const maxCharsFlag = () =>
  number('--max-chars <n>', 1000, 1_000_000, 'size of Markdown (default: 65000 characters)');

export const inputFlag = flag('--input <file>');

/** A flag of every command that deletes or removes something. */
export const ignoreNotFoundFlag = flag('--ignore-not-found');
