/** The role of somebody who takes over a team. */
export interface Heir {
  readonly user: string;
  /** Whether the person is in the team already. */
  readonly isMember: boolean;
}

/** A team that somebody leaves; `heir` becomes an owner if it would have none that can sign in. */
export interface TeamLeft {
  readonly team: string;
  readonly heir?: Heir | undefined;
}

/** What mends a finding: each code with the values that its command line needs. The command line makes the words. */
export interface MendData {
  // Teams
  readonly 'make-owner': { readonly team: string; readonly user: string };
  readonly 'delete-team': { readonly team: string };
  readonly 'replace-owner': {
    readonly team: string;
    readonly user: string;
    readonly heir?: Heir | undefined;
  };
  readonly 'rename-team': { readonly team: string; readonly title: string };

  // People
  readonly 'set-role': { readonly users: readonly string[]; readonly role: string };
  readonly 'lower-role': { readonly users: readonly string[]; readonly role: string };
  readonly 'set-single-sign-on': { readonly user: string };
  readonly 'leave-teams': { readonly user: string; readonly teams: readonly TeamLeft[] };
  readonly 'remove-member': { readonly user: string };

  // Collections and spaces
  readonly 'set-collection-default': { readonly collection: string; readonly level: string };
  readonly 'rename-collection': { readonly collection: string; readonly title: string };
  /** `values` are the values by the names of their fields. */
  readonly 'set-fields': { readonly space: string; readonly values: Readonly<Record<string, unknown>> };
  readonly 'set-options': { readonly field: string; readonly options: readonly string[] };

  // Sites
  readonly 'set-visibility': { readonly site: string; readonly visibility: string };
  readonly 'end-adaptive-content': { readonly site: string };
  readonly 'delete-site': { readonly site: string };
  readonly 'rename-site': { readonly site: string; readonly title: string };
  readonly 'set-default-section': { readonly site: string; readonly section: string };
  readonly 'set-default-space': { readonly site: string; readonly siteSpace: string };
  readonly 'take-out-of-site': { readonly site: string; readonly siteSpace: string };

  // Connections
  /** The user puts the new certificate into `file` first. */
  readonly 'set-certificate': { readonly provider: string; readonly file: string };
  readonly 'delete-provider': { readonly provider: string };
  readonly 'set-provider-role': { readonly provider: string; readonly role: string };
  readonly 'set-provider-team': { readonly provider: string; readonly team: string };
  readonly 'fetch-specification': { readonly slug: string; readonly url: string };
  /** The user puts the specification into `file` first. */
  readonly 'send-specification': { readonly slug: string; readonly file: string };

  // Content
  readonly 'archive-change-request': { readonly space: string; readonly changeRequest: string };
  readonly 'pull-change-request': { readonly space: string; readonly changeRequest: string };
  readonly 'resolve-comment': { readonly space: string; readonly comment: string };
  readonly 'delete-translation': { readonly translation: string };
}

export type MendCode = keyof MendData;

/** What mends a finding, for programs: `code` names the change, `data` holds the values that it needs. */
export type Mend = {
  readonly [Code in MendCode]: { readonly code: Code; readonly data: MendData[Code] };
}[MendCode];
