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

/** What a file `.docs-admin.json` says for the commands in its folder and below it. */
export type FolderSettings = Readonly<Partial<Record<'profile' | 'org' | 'site', string>>>;

/** The nearest file `.docs-admin.json`: in the working folder, or in one above it. */
export interface FolderFile {
  readonly path: string;
  /** What it says, if the user trusts its present content; absent if they do not, and then it does not count. */
  readonly says?: FolderSettings | undefined;
  /** Whether the user has trusted an earlier content. */
  readonly hasChanged: boolean;
}

/** The files `.docs-admin.json`. All methods reject with `LocalStateError` naming the file. */
export interface FolderFiles {
  /**
   * Resolves with the nearest file; `undefined` if there is none. It is looked for once, so that it is the same for all
   * lines of a process. One that is trusted must be in order; any other one is not even read.
   */
  find(): Promise<FolderFile | undefined>;
  /** Reads a file. `trust` trusts what it says now. */
  read(path: string): Promise<{ readonly says: FolderSettings; trust(): Promise<void> }>;
  /** Ends the trust in the nearest file that is trusted. Resolves with its path; `undefined` if there is none. */
  distrust(): Promise<string | undefined>;
}
