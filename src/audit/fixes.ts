export interface TeamOfLeaver {
  readonly team: string;
  /** For an owner of the team: the owners who stay and can sign in. If there are none, people must choose one. */
  readonly staying?: readonly string[];
}

/**
 * What fixes a finding: each code with the values that its command line needs. The command line makes the words. Where
 * people must choose, there is no value: nothing is made up, and no one gets rights, or loses the role of an
 * administrator, because a rule names them.
 */
export interface FixData {
  // Teams
  readonly 'make-owner': { readonly team: string };
  readonly 'delete-team': { readonly team: string };
  readonly 'rename-team': { readonly team: string };

  // People
  readonly 'make-administrator': Readonly<Record<never, never>>;
  readonly 'lower-administrator': Readonly<Record<never, never>>;
  /** Without `user`, people choose an administrator. */
  readonly 'set-single-sign-on': { readonly user?: string };
  readonly 'leave-teams': { readonly user: string; readonly teams: readonly TeamOfLeaver[] };
  /** With the teams that the person owns: each has another owner. */
  readonly 'remove-member': { readonly user: string; readonly teams: readonly TeamOfLeaver[] };
  /** People choose who becomes the owner of teams. Without `user`, they also choose an administrator. */
  readonly 'offboard-member': { readonly user?: string };

  // Collections and spaces
  readonly 'set-collection-default': { readonly collection: string; readonly level: string };
  readonly 'rename-collection': { readonly collection: string };
  readonly 'set-fields': { readonly space: string; readonly fields: readonly string[] };
  readonly 'set-options': { readonly field: string; readonly options: readonly string[] };

  // Sites
  readonly 'set-visibility': { readonly site: string; readonly visibility: string };
  readonly 'set-adaptive-schema': { readonly site: string };
  readonly 'delete-site': { readonly site: string };
  readonly 'rename-site': { readonly site: string };
  /** Without `section`, people choose one of several. */
  readonly 'set-default-section': { readonly site: string; readonly section?: string | undefined };
  /** Without `siteSpace`, people choose one of several. */
  readonly 'set-default-space': { readonly site: string; readonly siteSpace?: string | undefined };
  readonly 'take-out-of-site': { readonly site: string; readonly siteSpace: string };

  // Connections
  readonly 'set-certificate': { readonly provider: string };
  readonly 'complete-provider': { readonly provider: string; readonly lacks: readonly ProviderPart[] };
  readonly 'set-provider-role': { readonly provider: string; readonly role: string };
  readonly 'set-provider-team': { readonly provider: string };
  readonly 'fetch-specification': { readonly slug: string; readonly url: string };
  readonly 'send-specification': { readonly slug: string };

  // Content
  readonly 'archive-change-request': { readonly space: string; readonly changeRequest: string };
  readonly 'pull-change-request': { readonly space: string; readonly changeRequest: string };
  readonly 'resolve-comment': { readonly space: string; readonly comment: string };
  readonly 'delete-translation': { readonly translation: string };
}

/** What a provider needs for people to sign in with it. */
export type ProviderPart = 'address' | 'entity id' | 'certificate';

export type FixCode = keyof FixData;

/** What fixes a finding, for programs: `code` names the change, `data` holds the values that it needs. */
export type Fix = {
  readonly [Code in FixCode]: { readonly code: Code; readonly data: FixData[Code] };
}[FixCode];
