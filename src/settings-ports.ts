// The parts of `ports.ts` about settings and tokens.

/** A named set of settings: kebab-case keys, all values as text. */
export type Profile = Readonly<Record<string, string>>;

export interface StoredSettings {
  /** The profile that is used when the user names none: the one that `profiles use` chose, or `default`. */
  readonly activeProfile: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export interface SettingsStore {
  readonly path: string;
  /** Returns the settings; a missing file gives empty settings. Throws `LocalStateError` if the file cannot be used. */
  read(): StoredSettings;
  /** Reads, edits and replaces the file under a lock, so that changes of other processes are not lost. */
  change(edit: (settings: StoredSettings) => StoredSettings): Promise<void>;
}

/** A stored token belongs to one base address and is never sent to another one. */
export interface StoredToken {
  readonly token: string;
  /** The whole address, with its path. */
  readonly baseUrl: string;
}

export interface CredentialStore {
  readonly path: string;
  find(profile: string): Promise<StoredToken | undefined>;
  /** Returns whether tokens can be kept in the keyring of the operating system. */
  hasKeyring(): boolean;
  /** Stores a token. Resolves with the place where it is now, in words. `inFile` stores it outside the keyring. */
  store(profile: string, token: StoredToken, options?: { readonly inFile?: boolean }): Promise<string>;
  /** Deletes a token. Resolves with whether there was one. */
  forget(profile: string): Promise<boolean>;
}
