type NoData = Readonly<Record<string, never>>;

/** A list of the service: what is in it (`site-spaces`), and the ids of what contains it, such as `{ site: 'site_docs' }`. */
export interface ListPlace {
  readonly noun: string;
  readonly parents: Readonly<Record<string, string>>;
}

/**
 * What a user can do about an error: each code with the values that its words need. The command line makes the words.
 */
export interface HintData {
  /** Finished words for people, shown as they are. */
  readonly words: { readonly text: string };

  // The address of the service
  readonly 'give-address': NoData;
  readonly 'complete-address': { readonly address: string };
  readonly 'keep-token-out-of-address': NoData;
  readonly 'use-https': { readonly host: string };
  readonly 'check-address': NoData;
  readonly 'check-address-path': NoData;
  readonly 'change-address': { readonly address: string };

  // The way to the service
  readonly 'check-network': { readonly host: string };
  readonly 'check-service': { readonly address: string };
  /** `source` is the variable of the environment that names the proxy. */
  readonly 'check-proxy': { readonly source: string };
  readonly 'give-proxy-password': { readonly source: string };
  readonly 'trust-authority': { readonly host: string };
  readonly 'check-tls': { readonly host: string };
  readonly 'give-certificates': { readonly path: string };

  // Answers of the service
  readonly 'sign-in-again': NoData;
  readonly 'ask-for-role': NoData;
  readonly 'check-id': NoData;
  readonly 'look-at-state': NoData;
  readonly 'read-again': NoData;
  /** `until` is a time of ISO 8601. */
  readonly 'wait-longer': { readonly until: string };
  /** The request may have taken effect. `checkAddress` is true if something other than the service has answered it. */
  readonly 'check-effect': { readonly checkAddress: boolean };
  /** An earlier process sent the request, and nothing shows whether it took effect. */
  readonly 'repeat-by-hand': NoData;
  readonly 'open-in-browser': NoData;
  readonly 'get-new-address': NoData;

  // Names of things in the service
  /** `kind` is the noun for the thing: `team`, `organization`. */
  readonly 'give-id': { readonly kind: string };
  /** Like `give-id`, for a name that several things have. */
  readonly 'choose-id': { readonly kind: string };
  /** No thing of the list has this title. */
  readonly 'give-exact-title': ListPlace;
  readonly 'look-at-list': ListPlace;
  readonly 'give-own-address': NoData;

  // Guards
  /**
   * What the user must allow so that the work can go on. `instead` is the other way out if nothing can allow a part of
   * it.
   */
  readonly 'allow-losses': {
    readonly lifts: readonly LimitLift[];
    readonly instead?: Hint | undefined;
  };
  /** Only the names of what lifts the limits. */
  readonly 'lift-limits': { readonly lifts: readonly LimitLift[] };
  /** Why a plan withholds a deletion. */
  readonly 'allow-withheld': { readonly needs: 'delete' };

  readonly 'use-listing-token': { readonly what: string };
  readonly 'make-administrator': NoData;
  readonly 'make-provider': NoData;
  /** `places` say where it is set that only reading is allowed. */
  readonly 'allow-changes': { readonly places: readonly string[] };
  readonly 'keep-protected': NoData;
  readonly 'keep-ignored': NoData;
  readonly 'keep-collection': NoData;

  // Files and programs of this machine
  readonly 'give-input': NoData;
  readonly 'pipe-file-again': NoData;
  readonly 'answer-beforehand': NoData;
  readonly 'save-as-utf8': { readonly source: string };
  readonly 'convert-to-pem': { readonly source: string };
  readonly 'give-token': { readonly path: string };
  readonly 'set-pager': NoData;
  readonly 'recreate-file': { readonly path: string };
  readonly 'close-file': { readonly path: string };
  readonly 'move-credentials': { readonly path: string };
  readonly 'repair-link': { readonly path: string };
  readonly 'write-to-own-folder': NoData;
  readonly 'update-or-move': { readonly path: string };
  readonly 'delete-lock': { readonly path: string };
  readonly 'name-new-journal': { readonly path: string };
  readonly 'unlock-run': { readonly path: string };

  // Runs
  readonly 'list-runs': NoData;
  readonly 'resume-run': { readonly run: string; readonly isResumable: boolean };
  /** All that is left of a run has an unknown outcome, which cannot be read. */
  readonly 'check-outcomes': { readonly run: string };
  /** The organization of a run; `null` if it has none. */
  readonly 'give-org': { readonly org: string | null };
  readonly 'choose-place': { readonly address: string; readonly org: string | null };
  readonly 'start-new': NoData;
  readonly 'end-process': NoData;
  readonly 'correct-file': NoData;
  readonly 'give-same-input': NoData;
  readonly 'use-administrator': NoData;
  readonly 'start-rest': NoData;
  readonly 'repeat-command': NoData;
  /** `version` is the first number of a version of docs-admin. */
  readonly 'use-version': { readonly version: string };
  /** The journal may lack outcomes. */
  readonly 'read-outcomes': NoData;

  // Undo
  /** `leaving` is the number of people whom the run has removed from the organization. They must be invited again. */
  readonly 'undo-run': { readonly run: string; readonly leaving: number };
  readonly 'continue-undo': { readonly run: string };
  /** The user had turned off the recording of values before. */
  readonly 'undo-was-off': NoData;
  /** `role` is `null` for a guest. */
  readonly 'restore-role': { readonly user: string; readonly role: string | null };
  /** `role` is `null` if the user was no member before; `isMember` says whether the user is one now. */
  readonly 'restore-membership': {
    readonly team: string;
    readonly user: string;
    readonly role: string | null;
    readonly isMember: boolean;
  };

  // Plans, rosters and rows
  readonly 'apply-plan': { readonly path: string };
  /** `again` says that there is a plan, but it cannot be used. */
  readonly 'make-plan': { readonly again: boolean };
  readonly 'renew-plan': NoData;
  readonly 'allow-empty': NoData;
  readonly 'choose-organization-file': NoData;
  readonly 'choose-section': { readonly names: readonly string[] };
  /** Only files with these endings are read from a folder; there are at least two endings. */
  readonly 'choose-endings': { readonly endings: readonly string[] };
  /** `columns` are the existing columns; `field` is the content of the missing one, if the user can choose its name. */
  readonly 'choose-column': {
    readonly columns: readonly string[];
    readonly field?: 'team' | 'user' | 'role';
  };
  readonly 'give-row-as-input': NoData;
  readonly 'set-same-address': NoData;
  /** Two paths of a command lead to one file; `uses` says what each is used for. */
  readonly 'choose-other-file': { readonly path: string; readonly uses: readonly [FileUse, FileUse] };

  // People who come and leave
  readonly 'list-members': NoData;
  readonly 'offboard-member': NoData;
  /** `thenUndo` says that the undo of a run waits for the invitations. */
  readonly 'invite-people': { readonly thenUndo: boolean };
  readonly 'invite-to-undo': NoData;
  readonly 'name-successor': NoData;
  readonly 'choose-successor': NoData;
  /** The named successor is no member. */
  readonly 'list-successors': NoData;
  /** `owner` is the name of the member who leaves. */
  readonly 'leave-out-successor': { readonly owner: string };

  // Audits
  readonly 'list-rules': NoData;
  readonly 'write-exception': NoData;
  /** An accepted finding is no finding any more. */
  readonly 'correct-exception': NoData;
  /** `rule` was left out, and can be chosen. */
  readonly 'apply-rule': { readonly rule: string };
  /** A rule has nothing to compare with; `option` is the name that programs give the setting. */
  readonly 'give-audit-option': { readonly option: 'domains' | 'internal' };
  readonly 'write-audit': NoData;

  // Access
  /** Only one of two reports has pseudonyms. */
  readonly 'redact-both': NoData;
  readonly 'compare-across': NoData;

  // The sandbox
  readonly 'choose-port': { readonly port: number };
  readonly 'choose-file': { readonly path: string };
  readonly 'choose-or-move-file': { readonly path: string };
  readonly 'update-tool': NoData;
  readonly 'update-for-run': NoData;
  readonly 'update-or-choose-file': { readonly path: string };
  readonly 'choose-temporary-folder': { readonly path: string };
  readonly 'choose-fixture': { readonly names: readonly string[] };
  readonly 'export-fixture': NoData;
  readonly 'write-report': NoData;
  readonly reinstall: NoData;
}

/** A limit of the guards that the user can lift. */
export interface LimitLift {
  readonly limit: 'maxRemovals' | 'allowOwnerless' | 'allowDelete';
  /** The value that `maxRemovals` must have. */
  readonly count?: number;
  /** The sections of an organization file for `allowDelete`. */
  readonly sections?: readonly string[];
}

/** The purpose of a file; `row` is a file that a row of the input reads. */
export type FileUse = 'csv' | 'jsonl' | 'file' | 'row' | 'plan' | 'failed' | 'journal' | 'out';

export type HintCode = keyof HintData;

/** What a user can do about an error, for programs: `code` names the action, `data` holds the values that it needs. */
export type Hint = {
  readonly [Code in HintCode]: { readonly code: Code; readonly data: HintData[Code] };
}[HintCode];
