import { InvalidBaseUrl, parseBaseUrl } from '../../api/client/base-url.ts';
import { LocalStateError, NoAddress, NoToken, UsageError } from '../../errors.ts';
import { type Format, formats } from '../../output/output.ts';
import type { FolderFile, Profile, StoredSettings, System } from '../../ports.ts';
import { sandboxBaseUrl, sandboxOrg } from '../../sandbox/identity.ts';
import { quotedIfPlain } from '../../text/plain-word.ts';
import type { SharedFlags } from '../flags/flag.ts';
import type { VerbFacts } from '../verb.ts';
import {
  changedProfile,
  checkedPath,
  checkedSetting,
  forProfile,
  isReadOnly,
  profileIn,
  readNumber,
  readOnlyVariable,
  sandboxProfile,
  saysReadOnly,
} from './settings.ts';
import { findNumber, findSetting, type NumberKey, type SettingKey, type Sourced, settings } from './table.ts';
import { findToken } from './token.ts';

const sandboxDefaults: Profile = { 'base-url': sandboxBaseUrl, org: sandboxOrg };

/** The settings of one command line: flags before environment before the folder before the profile. */
export interface Context {
  readonly profile: Sourced<string>;
  readonly isSandbox: boolean;
  readonly dryRun: boolean;
  /** The places where it is set that only reading is allowed: the profile, the environment, or both. */
  readonly readOnly: readonly string[];
  /** Returns the text of a setting; `undefined` if it is not set. */
  find(key: SettingKey): Sourced<string> | undefined;
  /** Returns a required setting. Throws `UsageError` naming all ways to give it, and `instead`, a flag for the same. */
  need(key: SettingKey, instead?: string): string;
  /** The settings in the profile itself. */
  readonly stored: Profile;
  readonly profiles: StoredSettings['profiles'];
  /** Throws `UsageError` if there is no such profile, `LocalStateError` if the settings cannot be read. */
  assertProfile(): void;
  /** Throws `LocalStateError` if the settings cannot be read, because the profile may be protected. */
  assertReadable(): void;
  /** The settings in flags and environment only, for a command that fills a profile. */
  readonly given: Partial<Record<SettingKey, string>>;
  /** Returns the parsed address. Throws `NoToken` if nothing is set up at all. */
  baseUrl(): string;
  readonly baseUrlRules: { readonly allowHttp: boolean };
  /** Resolves with the token. Throws `NoToken` if there is none for this address. */
  token(): Promise<Sourced<string>>;
  format(): Format;
  /** Returns the chosen format if it is one of the command's own; `undefined` for the usual ones. */
  ownFormat(): string | undefined;
  /** Returns the file of further authorities. Throws `UsageError` for a relative path in a profile. */
  caFile(): string | undefined;
  /** Returns a setting that is a number, in its own unit, or its default. */
  number(key: NumberKey): number;
  /** Whether single commands are recorded. Throws `UsageError` if the setting has another value than on or off. */
  keepsHistory(): boolean;
  /** Returns the names of all profiles, the built-in ones first. */
  profileNames(): string[];
  /** Stores `values` in the profile, and makes it if it is missing; `undefined` removes a setting. */
  changeProfile(values: Partial<Record<SettingKey, string | undefined>>): Promise<void>;
}

/**
 * Resolves with the file of the working folder for a line; `undefined` if there is none, or if it cannot be used and the
 * line does not need it. Rejects with `LocalStateError` otherwise.
 */
export async function folderFileOf(
  flags: SharedFlags,
  system: System,
  { worksWithoutSettings = false }: Pick<VerbFacts, 'worksWithoutSettings'> = {},
): Promise<FolderFile | undefined> {
  try {
    return await system.folderFiles.find();
  } catch (error) {
    if (!(error instanceof LocalStateError) || !(worksWithoutSettings || needsNoSettings(flags, system)))
      throw error;
    return undefined;
  }
}

/**
 * Makes the context of a line in a folder with `folderFile`. The site, the space and the change request among its flags may
 * be supplied later. Throws `LocalStateError` if the settings cannot be read, and the line needs them.
 */
export function createContext(
  line: { readonly flags: SharedFlags },
  system: System,
  {
    worksWithoutSettings = false,
    printsAnything = false,
    dryRunFormats,
    ...usual
  }: Pick<
    VerbFacts,
    | 'worksWithoutSettings'
    | 'printsAnything'
    | 'ownFormats'
    | 'usualFormats'
    | 'pipedFormat'
    | 'dryRunFormats'
  > = {},
  folderFile?: FolderFile,
): Context {
  const { flags } = line;
  const {
    ownFormats,
    usualFormats = formats,
    pipedFormat = ownFormats ? 'table' : printsAnything ? 'json' : 'tsv',
  } = (flags.dryRun && dryRunFormats) || usual;
  const { env } = system;
  const stored = readSettings(flags, system, worksWithoutSettings);
  const profile = chooseProfile(flags, env, stored.settings, folderFile);
  const folder = settingsOf(folderFile, profile.value);
  const isSandbox = profile.value === sandboxProfile;
  const { profiles } = stored.settings;
  const own = profileIn(profiles, profile.value);
  const values: Profile = {
    ...(isSandbox && sandboxDefaults),
    ...own,
    ...(isSandbox && { 'base-url': sandboxBaseUrl }),
  };
  const usualFormat = system.stdout.isTerminal ? 'table' : pipedFormat;
  const baseUrlRules = { allowHttp: isSandbox || (flags.allowHttp ?? false) };

  const readOnly = [
    ...(isReadOnly(own) ? [`profile ${profile.value}`] : []),
    ...(saysReadOnly(env) ? [readOnlyVariable] : []),
  ];

  function findGiven(key: SettingKey): Sourced<string> | undefined {
    const flag = line.flags[attribute(key)];
    if (flag === false) return { value: 'off', source: `--no-${key}` };
    if (flag !== undefined && flag !== true) return { value: String(flag), source: `--${key}` };
    const { env: name } = findSetting(key);
    if (name === undefined || key === 'read-only' || (isSandbox && key === 'base-url')) return undefined;
    const fromEnv = env[name];
    return fromEnv ? { value: fromEnv, source: name } : undefined;
  }

  function find(key: SettingKey): Sourced<string> | undefined {
    // The environment can only add that a profile is read-only.
    if (key === 'read-only' && readOnly.length > 0) return { value: 'true', source: readOnly.join(' and ') };
    const fromProfile = values[key];
    const known =
      fromProfile === undefined ? undefined : { value: fromProfile, source: `profile ${profile.value}` };
    return findGiven(key) ?? folder[key] ?? known;
  }

  function need(key: SettingKey, instead?: string): string {
    const found = find(key);
    if (found) return found.value;
    if (stored.error) throw stored.error;
    const { meaning, flag, env: name } = findSetting(key);
    const Missing = key === 'base-url' ? NoAddress : UsageError;
    const value = flag?.split(' ')[1];
    throw new Missing(`no ${meaning} given`, {
      hint: `give ${flag}${instead ? ` or ${instead}` : ''}, set ${name}, or store it with \`docs-admin config set ${key} ${value}${forProfile(profile.value)}\``,
    });
  }

  function ownFormat(): string | undefined {
    const found = flags.json ? undefined : find('output')?.value;
    return ownFormats?.find((name) => name === found);
  }

  function format(): Format {
    if (flags.json) return 'json';
    const found = find('output');
    if (!found || ownFormat()) return usualFormat;
    const format = usualFormats.find((name) => name === found.value);
    if (format) return format;
    // A setting is for all commands; only the line itself asks this one for a format that it does not have.
    if (flags.output === undefined && formats.some((name) => name === found.value)) return usualFormat;
    throw unknownFormat(found, [...usualFormats, ...(ownFormats ?? [])]);
  }

  function profileNames(): string[] {
    return [...new Set(['default', sandboxProfile, ...Object.keys(profiles)])];
  }

  function assertProfile(): void {
    if (stored.error && !isSandbox) throw stored.error;
    if (profileNames().includes(profile.value)) return;
    throw new NoAddress(`no profile "${profile.value}" (from ${profile.source})`, {
      hint: `there are ${profileNames().join(', ')}; make one with \`docs-admin profiles create\``,
    });
  }

  function assertReadable(): void {
    // In the sandbox nothing can be lost.
    if (!stored.error || isSandbox) return;
    throw new LocalStateError(`${stored.error.message}; the profile may be protected, so nothing was sent`, {
      hint: 'move the file away and set it up again; commands that only read work without it',
    });
  }

  function baseUrl(): string {
    // Without readable settings, the existing profiles are unknown: address and token must have other sources.
    if (!stored.error) assertProfile();
    // Only when the address is used: `profiles create --base-url` is about another profile.
    if (isSandbox && flags.baseUrl !== undefined) {
      throw new UsageError('--base-url does not go with the profile sandbox', {
        hint: 'the sandbox runs inside this tool; leave out one of the two',
      });
    }
    const found = find('base-url');
    if (!found && stored.error) throw stored.error;
    if (!found && env.DOCS_ADMIN_TOKEN === undefined) throw notSetUp();
    const value = need('base-url');
    try {
      return parseBaseUrl(value, baseUrlRules);
    } catch (error) {
      if (!(error instanceof InvalidBaseUrl)) throw error;
      throw new UsageError(`${error.message} (from ${found?.source})`, { hint: error.hint });
    }
  }

  return {
    profile,
    isSandbox,
    dryRun: flags.dryRun ?? false,
    readOnly,
    find,
    need,
    stored: own,
    profiles,
    assertProfile,
    assertReadable,
    get given() {
      const entries = settings.map(({ key }) => [key, findGiven(key)?.value] as const);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    },
    baseUrl,
    baseUrlRules,
    token: () => findToken(profile.value, baseUrl(), system),
    format,
    ownFormat,
    caFile() {
      const found = find('ca-file');
      return found && fromProfile(found) ? checkedPath(nameOf('ca-file', found), found.value) : found?.value;
    },
    number: (key) => {
      const found = find(key);
      return found ? readNumber(key, nameOf(key, found), found.value) : findNumber(key).default;
    },
    keepsHistory() {
      const found = find('history');
      if (found) checkedSetting('history', found.value, nameOf('history', found));
      return found?.value !== 'off';
    },
    profileNames,
    changeProfile: (changes) =>
      system.settings.change(({ activeProfile, profiles }) => {
        const changed = changedProfile(profileIn(profiles, profile.value), changes);
        return { activeProfile, profiles: { ...profiles, [profile.value]: changed } };
      }),
  };
}

/** Returns whether a setting, or the choice of the profile, comes from the file of a folder. */
export function fromFolder({ source }: Sourced<string>): boolean {
  return source.startsWith('folder ');
}

/** Returns whether a setting comes from the profile itself. */
export function fromProfile({ source }: Sourced<string>): boolean {
  return source.startsWith('profile ');
}

/** Returns how messages name a setting: `--timeout`, `DOCS_ADMIN_TIMEOUT`, `timeout of profile work`. */
function nameOf(key: SettingKey, found: Sourced<string>): string {
  return fromProfile(found) ? `${key} of ${found.source}` : found.source;
}

/** Returns the name of a setting's flag in the values: `changeRequest` for `change-request`. */
function attribute(key: string): keyof SharedFlags {
  return key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as keyof SharedFlags;
}

const noSettings: StoredSettings = { activeProfile: 'default', profiles: {} };

/** Reads the settings. A broken file stops only command lines that need something from it. */
function readSettings(
  flags: SharedFlags,
  system: System,
  worksWithout: boolean,
): { settings: StoredSettings; error?: LocalStateError } {
  try {
    return { settings: system.settings.read() };
  } catch (error) {
    if (!(error instanceof LocalStateError) || !(worksWithout || needsNoSettings(flags, system))) throw error;
    return { settings: noSettings, error };
  }
}

/** Returns whether a line has the address and the token from elsewhere, or is for the sandbox. */
function needsNoSettings(flags: SharedFlags, { env }: System): boolean {
  const { DOCS_ADMIN_TOKEN, DOCS_ADMIN_BASE_URL, DOCS_ADMIN_PROFILE } = env;
  const isComplete = DOCS_ADMIN_TOKEN !== undefined && (flags.baseUrl ?? DOCS_ADMIN_BASE_URL) !== undefined;
  return isComplete || (flags.profile ?? DOCS_ADMIN_PROFILE) === sandboxProfile;
}

function chooseProfile(
  flags: SharedFlags,
  env: System['env'],
  settings: StoredSettings,
  folderFile: FolderFile | undefined,
): Sourced<string> {
  if (flags.profile !== undefined) return { value: flags.profile, source: '--profile' };
  if (env.DOCS_ADMIN_PROFILE) return { value: env.DOCS_ADMIN_PROFILE, source: 'DOCS_ADMIN_PROFILE' };
  if (folderFile?.says?.profile)
    return { value: folderFile.says.profile, source: `folder ${folderFile.path}` };
  return { value: settings.activeProfile, source: 'settings' };
}

/** Returns the settings in the file of a folder. Those beside a profile are for this profile only: ids of its service. */
function settingsOf(
  file: FolderFile | undefined,
  profile: string,
): Partial<Record<SettingKey, Sourced<string>>> {
  if (!file?.says) return {};
  const { profile: own = profile, ...values } = file.says;
  if (own !== profile) return {};
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    { value, source: `folder ${file.path}` },
  ]);
  return Object.fromEntries(entries);
}

function unknownFormat({ value, source }: Sourced<string>, known: readonly string[]): UsageError {
  const what = formats.some((name) => name === value)
    ? `this command has no output format ${value}`
    : `unknown output format${quotedIfPlain(value)}`;
  return new UsageError(`${what} (from ${source})`, { hint: `use one of ${known.join(', ')}` });
}

function notSetUp(): NoToken {
  return new NoToken('no address and no token: you are not signed in', {
    hint: 'run `docs-admin auth login`, or try the embedded service with `--profile sandbox`',
  });
}
