import { ruleSets, usualRuleSet } from '../../domain/access/rule-sets.ts';
import { formats } from '../../output/output.ts';

/**
 * The type of a setting's value; a `switch` is on or off, or `1` in the environment; a command writes what is
 * `measured`.
 */
type ValueType =
  | 'name'
  | 'address'
  | 'id'
  | 'choice'
  | 'names'
  | 'number'
  | 'file'
  | 'switch'
  | 'token'
  | 'measured';

/** One setting: a flag, a variable of the environment and a key of a profile with the same meaning. */
export interface Setting {
  /** Key of a profile, and the name of its flag without the dashes. */
  readonly key: string;
  /** The flag with its value, as help shows it; absent if it has none. */
  readonly flag?: string;
  /** The variable of the environment; absent if it has none. */
  readonly env?: string;
  readonly type: ValueType;
  /** The smallest and the largest number. */
  readonly range?: readonly [least: number, greatest: number];
  readonly unit?: string;
  readonly known?: readonly string[];
  /** The value without any setting; words if that depends. */
  readonly default?: number | string;
  readonly meaning: string;
  /** The description of the flag in the help, if it is not the meaning. */
  readonly help?: string;
  /** The value is never shown. */
  readonly secret?: boolean;
}

const profile = {
  key: 'profile',
  flag: '--profile <name>',
  env: 'DOCS_ADMIN_PROFILE',
  type: 'name',
  meaning: 'profile to use',
  help: 'stored profile to use; sandbox is built in',
} as const satisfies Setting;

/** The settings that a profile can contain. */
export const settings = [
  {
    key: 'base-url',
    flag: '--base-url <url>',
    env: 'DOCS_ADMIN_BASE_URL',
    type: 'address',
    meaning: 'address of the service',
  },
  { key: 'org', flag: '--org <id>', env: 'DOCS_ADMIN_ORG', type: 'id', meaning: 'organization' },
  { key: 'site', flag: '--site <id>', env: 'DOCS_ADMIN_SITE', type: 'id', meaning: 'site' },
  { key: 'space', flag: '--space <id>', env: 'DOCS_ADMIN_SPACE', type: 'id', meaning: 'space' },
  {
    key: 'change-request',
    flag: '--change-request <id>',
    env: 'DOCS_ADMIN_CHANGE_REQUEST',
    type: 'id',
    meaning: 'change request',
    help: 'change request, by id or number',
  },
  {
    key: 'output',
    flag: '-o, --output <format>',
    env: 'DOCS_ADMIN_OUTPUT',
    type: 'choice',
    known: formats,
    default: 'table on a terminal, else tsv',
    meaning: 'output format',
  },
  {
    key: 'timeout',
    flag: '--timeout <seconds>',
    env: 'DOCS_ADMIN_TIMEOUT',
    type: 'number',
    range: [1, 3600],
    unit: 'seconds',
    default: 30,
    meaning: 'seconds that one request may take',
    help: 'limit for one request',
  },
  {
    key: 'max-retries',
    flag: '--max-retries <n>',
    env: 'DOCS_ADMIN_MAX_RETRIES',
    type: 'number',
    range: [0, 100],
    default: 3,
    meaning: 'retries of a failed request',
  },
  {
    key: 'max-wait',
    flag: '--max-wait <seconds>',
    env: 'DOCS_ADMIN_MAX_WAIT',
    type: 'number',
    range: [0, 86_400],
    unit: 'seconds',
    default: 120,
    meaning: 'longest wait in seconds for a rate limit',
    help: 'longest wait for a rate limit',
  },
  {
    key: 'ca-file',
    flag: '--ca-file <file>',
    env: 'DOCS_ADMIN_CA_FILE',
    type: 'file',
    meaning: 'file of further certificate authorities',
    help: 'PEM file of further certificate authorities to trust',
  },
  {
    key: 'protected',
    type: 'choice',
    known: ['true', 'false'],
    default: 'false',
    meaning: 'whether changes ask for the name of the profile',
  },
  {
    key: 'read-only',
    env: 'DOCS_ADMIN_READ_ONLY',
    type: 'choice',
    known: ['true', 'false'],
    default: 'false',
    meaning: 'whether every change is refused; the environment can only add it',
  },
  {
    key: 'access-rules',
    type: 'choice',
    known: ruleSets.map(({ name }) => name),
    default: usualRuleSet.name,
    meaning: 'rules by which levels of access are predicted',
  },
  {
    key: 'access-rules-calibrated',
    type: 'measured',
    meaning: 'when these rules were compared with the service, and with how many answers',
  },
  {
    key: 'history',
    env: 'DOCS_ADMIN_HISTORY',
    type: 'choice',
    known: ['on', 'off'],
    default: 'on',
    meaning: 'whether single commands that change something are recorded',
  },
] as const satisfies readonly Setting[];

/** The settings that a profile cannot contain. */
const others = [
  {
    key: 'token',
    env: 'DOCS_ADMIN_TOKEN',
    type: 'token',
    meaning: 'API token; there is no flag for it',
    secret: true,
  },
  { key: 'yes', flag: '-y, --yes', env: 'DOCS_ADMIN_YES', type: 'switch', meaning: 'no confirmation' },
  {
    key: 'mcp-allow',
    env: 'DOCS_ADMIN_MCP_ALLOW',
    type: 'names',
    meaning: 'nouns that the server for assistants may change, or all',
  },
  {
    key: 'debug',
    flag: '--debug',
    env: 'DOCS_ADMIN_DEBUG',
    type: 'switch',
    meaning: 'requests and answers on stderr, secrets redacted',
  },
  {
    key: 'plain',
    flag: '--plain',
    env: 'DOCS_ADMIN_PLAIN',
    type: 'switch',
    meaning: 'lines "key: value" for screen readers',
    help: 'for screen readers: lines "key: value", nothing drawn or moving',
  },
  {
    key: 'summary',
    flag: '--summary <file>',
    env: 'GITHUB_STEP_SUMMARY',
    type: 'file',
    meaning: 'file to which a summary is added, as Markdown',
  },
] as const satisfies readonly Setting[];

const rows = [profile, ...settings, ...others] as const;
/** Every setting, in the order of help. */
export const allSettings: readonly Setting[] = rows;

type Row = (typeof rows)[number];
export type SettingKey = (typeof settings)[number]['key'];
export type NumberKey = Extract<Row, { type: 'number' }>['key'];
export type FlagKey = Extract<Row, { flag: string }>['key'];
/** The flag of a setting, as help shows it. */
export type FlagOf<Key extends FlagKey> = Extract<Row, { key: Key; flag: string }>['flag'];

export function findSetting(key: Row['key']): Setting {
  return allSettings.find((one) => one.key === key) as Setting;
}

/** Returns a setting that is a number, with its range and its default. */
export function findNumber(key: NumberKey): Extract<Row, { type: 'number' }> {
  return findSetting(key) as Extract<Row, { type: 'number' }>;
}

/** A value with its source, in words for people. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly source: string;
}
