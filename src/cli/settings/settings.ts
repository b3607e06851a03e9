import { parseBaseUrl } from '../../api/client/base-url.ts';
import { segmentProblem } from '../../api/contract/segment.ts';
import { UsageError } from '../../errors.ts';
import { formats } from '../../output/output.ts';
import type { Profile } from '../../ports.ts';
import { quoted } from '../../text/quoted.ts';
import { wholeNumber } from '../number.ts';

/** One setting: the same thing as a flag, an environment variable and a key of a profile, in that order. */
export interface Setting {
  /** Key of a profile, and the flag without its dashes. */
  readonly key: string;
  /** Absent where only the profile itself can say it. */
  readonly env?: string;
  readonly meaning: string;
  readonly known?: readonly string[];
}

export const settings = [
  { key: 'base-url', env: 'DOCS_ADMIN_BASE_URL', meaning: 'address of the service' },
  { key: 'org', env: 'DOCS_ADMIN_ORG', meaning: 'organization' },
  { key: 'site', env: 'DOCS_ADMIN_SITE', meaning: 'site' },
  { key: 'space', env: 'DOCS_ADMIN_SPACE', meaning: 'space' },
  { key: 'change-request', env: 'DOCS_ADMIN_CHANGE_REQUEST', meaning: 'change request' },
  { key: 'output', env: 'DOCS_ADMIN_OUTPUT', meaning: 'output format', known: formats },
  { key: 'timeout', env: 'DOCS_ADMIN_TIMEOUT', meaning: 'seconds that one request may take' },
  { key: 'max-retries', env: 'DOCS_ADMIN_MAX_RETRIES', meaning: 'retries of a failed request' },
  { key: 'max-wait', env: 'DOCS_ADMIN_MAX_WAIT', meaning: 'longest wait in seconds for a rate limit' },
  { key: 'ca-file', env: 'DOCS_ADMIN_CA_FILE', meaning: 'file of further certificate authorities' },
  { key: 'protected', meaning: 'whether changes ask for the name of the profile', known: ['true', 'false'] },
] as const satisfies readonly Setting[];

export type SettingKey = (typeof settings)[number]['key'];

/** The setting that `word` names. Throws `UsageError` for a word that is none. */
export function settingKey(word: string): SettingKey {
  const setting = settings.find(({ key }) => key === word);
  if (setting) return setting.key;
  throw new UsageError(`no setting ${quoted(word)}`, {
    hint: `settings are ${settings.map(({ key }) => key).join(', ')}`,
  });
}

/** Whether changes ask for the profile's name. Any other value in the file counts as protected. */
export function isProtected(profile: Profile): boolean {
  return (profile.protected ?? 'false') !== 'false';
}

/** Throws `UsageError` where no profile can have this name; `what` says where it was given. */
export function checkedProfileName(name: string, what: string): void {
  if (name in Object.prototype)
    throw new UsageError(`invalid ${what} ${JSON.stringify(name)}: the name is reserved`, {
      hint: 'choose another name',
    });
  if (/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name)) return;
  throw new UsageError(`invalid ${what} ${quoted(name)}: letters, digits, ".", "-" and "_" only`);
}

/** Throws `UsageError` where `value` cannot be stored under `key`. */
export function checkedSetting(key: SettingKey, value: string): void {
  const { known } = findSetting(key);
  if (key === 'base-url') parseBaseUrl(value, { allowHttp: true });
  else if (key === 'ca-file') assertAbsolute(key, value);
  else if (key in numbers) readNumber(key as NumberKey, key, value);
  else if (known && !known.includes(value))
    throw new UsageError(`invalid ${key}`, { hint: `use one of ${known.join(', ')}` });
  else if (!known && segmentProblem(value)) throw new UsageError(`invalid ${key}: ${segmentProblem(value)}`);
}

/** Of a relative path, the working directory would say which file it is. */
function assertAbsolute(key: SettingKey, path: string): void {
  if (!/^(\/|[a-z]:[\\/])/i.test(path)) throw new UsageError(`invalid ${key}: must be an absolute path`);
}

/** The settings that are numbers, with their bounds: seconds, retries, seconds. */
const numbers = { timeout: [1, 3600], 'max-retries': [0, 100], 'max-wait': [0, 86_400] } as const;
export type NumberKey = keyof typeof numbers;

/** `value` as a number. Throws `UsageError` that calls it `name`. */
export function readNumber(key: NumberKey, name: string, value: string): number {
  const [min, max] = numbers[key];
  return wholeNumber(name, min, max)(value);
}

export function findSetting(key: SettingKey): Setting {
  return settings.find((setting) => setting.key === key) as Setting;
}
