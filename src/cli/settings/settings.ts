import { parseBaseUrl } from '../../api/client/base-url.ts';
import { segmentProblem } from '../../api/contract/segment.ts';
import { UsageError } from '../../errors.ts';
import type { FolderFile, FolderSettings, Profile, StoredSettings, System } from '../../ports.ts';
import { sandboxBaseUrl } from '../../sandbox/identity.ts';
import { quotedIfPlain } from '../../text/plain-word.ts';
import { shellQuote } from '../../text/shell.ts';
import { quoted } from '../../text/words.ts';
import { wholeNumber } from '../flags/flag.ts';
import { findNumber, findSetting, type NumberKey, type SettingKey, settings } from './table.ts';

export const sandboxProfile = 'sandbox';

/** Returns whether a profile is a part of the tool instead of the settings. */
export function isBuiltIn(profile: string): boolean {
  return profile === sandboxProfile;
}

/** Returns whether an address is the one that the profile `sandbox` shows; nothing listens there. */
export function isSandboxAddress(address: string): boolean {
  return address === sandboxBaseUrl;
}

/** Returns the words that a hint adds to a command to select this profile; none for `default`. */
export function forProfile(profile: string): string {
  return profile === 'default' ? '' : ` --profile ${shellQuote(profile)}`;
}

/** Returns what the file of a folder says: `profile work, org org_acme`. */
export function folderWords(says: FolderSettings): string {
  return Object.entries(says)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');
}

/** Says that the file of a folder does not count, and why. */
export function untrusted({ path, hasChanged }: FolderFile): string {
  return hasChanged
    ? `${path} has changed since you trusted it, and does not count`
    : `${path} does not count, because you have not trusted it`;
}

/** Returns the setting with this name. Throws `UsageError` if there is none. */
export function settingKey(word: string): SettingKey {
  const setting = settings.find(({ key }) => key === word);
  if (setting) return setting.key;
  throw new UsageError(`no setting ${quoted(word)}`, {
    hint: `settings are ${settings.map(({ key }) => key).join(', ')}`,
  });
}

/** Returns whether changes ask for the profile's name. Any other value in the file counts as protected. */
export function isProtected(profile: Profile): boolean {
  return (profile.protected ?? 'false') !== 'false';
}

export const readOnlyVariable = 'DOCS_ADMIN_READ_ONLY';

/** Returns whether the environment allows only reading. Throws `UsageError` for a word that is neither yes nor no. */
export function saysReadOnly(env: System['env']): boolean {
  const said = env[readOnlyVariable] ?? '';
  if (said === '1' || said === 'true') return true;
  if (said === '' || said === '0' || said === 'false') return false;
  throw new UsageError(`invalid ${readOnlyVariable}; nothing was sent`, {
    hint: 'use 1 to refuse changes, or 0',
  });
}

/** Returns whether the profile allows only reading. Any other value in the file counts as read-only. */
export function isReadOnly(profile: Profile): boolean {
  return (profile['read-only'] ?? 'false') !== 'false';
}

/** Returns a profile's settings; none for a name that every object inherits. */
export function profileIn(profiles: StoredSettings['profiles'], name: string): Profile {
  return (Object.hasOwn(profiles, name) && profiles[name]) || {};
}

/** Returns a profile with changes; `undefined` removes a setting. */
export function changedProfile(
  before: Profile,
  changes: Partial<Record<SettingKey, string | undefined>>,
): Profile {
  const address = changes['base-url'];
  // What was measured holds for these rules and this service only.
  const isOther = 'access-rules' in changes || (address !== undefined && address !== before['base-url']);
  const merged = { ...before, ...(isOther && { 'access-rules-calibrated': undefined }), ...changes };
  const entries = Object.entries(merged).filter((one): one is [string, string] => one[1] !== undefined);
  return Object.fromEntries(entries);
}

/** Throws `UsageError` if no profile can have this name; `what` is its place in the message. */
export function checkedProfileName(name: string, what: string): void {
  if (name in Object.prototype)
    throw new UsageError(`invalid ${what} ${JSON.stringify(name)}: the name is reserved`, {
      hint: 'choose another name',
    });
  if (/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name)) return;
  throw new UsageError(`invalid ${what} ${quoted(name)}: letters, digits, ".", "-" and "_" only`);
}

/** Throws `UsageError` if a setting cannot have this value; the message names it `name`. */
export function checkedSetting(key: SettingKey, value: string, name: string = key): void {
  const { type, known } = findSetting(key);
  if (type === 'measured')
    throw new UsageError(`${key} cannot be set: it says what was measured`, {
      hint: 'run `docs-admin access calibrate`',
    });
  if (type === 'address') parseBaseUrl(value, { allowHttp: true });
  else if (type === 'file') checkedPath(key, value);
  else if (type === 'number') readNumber(key as NumberKey, key, value);
  else if (known && !known.includes(value))
    throw new UsageError(`invalid ${name}${quotedIfPlain(value)}`, {
      hint: `use one of ${known.join(', ')}`,
    });
  else if (!known && segmentProblem(value)) throw new UsageError(`invalid ${key}: ${segmentProblem(value)}`);
}

/** Returns an absolute path; a relative one in a profile would mean another file in each working folder. */
export function checkedPath(name: string, path: string): string {
  if (/^(\/|[a-z]:[\\/])/i.test(path)) return path;
  throw new UsageError(`invalid ${name}: must be an absolute path`);
}

/** Parses `value` as a number. Throws `UsageError` that names it `name`. */
export function readNumber(key: NumberKey, name: string, value: string): number {
  const [least, greatest] = findNumber(key).range;
  return wholeNumber(name, least, greatest)(value);
}

/** Returns the address in a profile as requests use it; `undefined` if it has none that can be used. */
export function addressIn({ 'base-url': text }: Profile): string | undefined {
  try {
    return text === undefined ? undefined : parseBaseUrl(text, { allowHttp: true });
  } catch {
    return undefined;
  }
}
