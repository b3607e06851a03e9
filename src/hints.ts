const inviteThem =
  "the service has no operation to invite: invite them on the members page of the organization in the service's app";

/**
 * What a user can do about an error: a text for each code. A part in braces is filled in: `{address}` is a value of the
 * data of the hint, `{names...}` are several, and `{endings or}` are several of which one is meant. What the command line
 * alone knows is named, and not spelled: `{flag max-wait}` is a flag, `{verb runs show}` a command, and
 * `{line org audit [rules] <rule>}` a whole line, with a flag and a value of the data in it. `cli/report/hints.ts` fills them
 * in. This is the only place for a hint, beside its use.
 */
export const hintTexts = {
  // Finished words for people.
  words: '{text}',

  // The address of the service
  'give-address': 'expected something like https://api.example.com',
  'complete-address': 'did you mean {address}?',
  'keep-token-out-of-address': 'give the token as DOCS_ADMIN_TOKEN instead',
  'use-https': 'use https, or {flag allow-http} if you must',
  'check-address': 'check {flag base-url}',
  'check-address-path': 'check the path of {flag base-url}',
  'change-address': 'set {flag base-url} to {address} if you trust it',

  // The way to the service
  'check-network': 'check {flag base-url} and the network; behind a proxy, set HTTPS_PROXY',
  'check-service': 'check {flag base-url}, and that the service runs',
  // A variable of the environment that names the proxy.
  'check-proxy': 'check {source}',
  'give-proxy-password': 'put the user name and password into {source}',
  'trust-authority':
    'if a private authority signs certificates, name the file with its certificate with {flag ca-file} (or NODE_EXTRA_CA_CERTS)',
  'check-tls':
    'check that the address is one for https; {flag ca-file} adds the certificates of private authorities',
  'give-certificates':
    '{flag ca-file} takes a file of certificates in PEM format; {line config list} shows where this one is named',

  // Answers of the service
  'ask-for-role': 'the token works, but may not do this: ask an administrator for the role it needs',
  'check-id':
    'check the id (a title is written name:<title>): it does not exist, or this token may not see it',
  // A thing has one of these, or none.
  'check-part':
    'there may be none; else check the id (a title is written name:<title>), and that this token may see it',
  'read-again': 'it has changed since: read it again before you change it',
  'wait-longer': 'try again then, or allow a longer wait with {flag max-wait}',
  // An earlier process sent the request, and nothing shows whether it took effect.
  'repeat-by-hand': 'check it; the request is not sent again automatically',
  'open-in-browser': 'redirects are not followed: open the address in a browser',
  'get-new-address': 'ask for a new address: this one may have expired',

  // Names of things in the service. The kind is the noun for the thing: `team`, `organization`.
  'give-id': 'give the id of the {kind}',
  // Several things have the name.
  'choose-id': 'give the id of the {kind} that you mean',
  // What they are in tells them apart.
  'choose-name': 'give the id of the {kind} that you mean, or its name with what it stands in',
  'give-own-address': 'give the id, or the address from `urls.app` or `urls.location` of an answer',

  // Guards
  // Why a plan withholds a deletion.
  'allow-withheld': 'needs {flag delete}',
  'use-listing-token': 'use a token that may list {what}',
  'make-administrator': 'make another member an administrator first',
  'make-provider': 'add another provider first, and delete this one once people sign in with the new one',
  'keep-ignored': 'change the file: list it, or no longer list what is in it under `ignore`',
  'keep-collection': 'change the file: list the collection, or no longer name the spaces in it',
  'keep-listed': 'change the file: it must not take away what `keep` lists, or no longer list it there',

  // Files and programs of this machine
  'give-input': 'name a file, or pipe one in',
  'pipe-file-again':
    'the file was read from standard input, and no journal or plan holds its credentials: pipe the same file in again',
  'answer-beforehand': 'name a file instead of -, or answer beforehand with {flag yes}',
  'save-as-utf8': 'save it with the encoding UTF-8',
  'convert-to-pem': 'convert it to PEM with `openssl x509 -inform der -in cert.der -out cert.pem`',
  'give-token': 'expected a token, or no file',
  'set-pager': 'set DOCS_ADMIN_PAGER, or PAGER, to a program that is installed',
  'recreate-file': 'move it away and create it again',
  'close-file': 'check it, then take their right with `chmod go-w {path quoted}`, or make a new plan',
  'close-folder-file': 'take their right with `chmod go-w {path quoted}`',
  'own-folder-file':
    'only a file of your own counts: make it again, or take your trust back with {line config untrust}',
  'correct-folder-file':
    'it is a JSON object with profile, org and site, or some of them; the profile has the address and the token',
  'move-credentials': 'move it away, or set DOCS_ADMIN_TOKEN',
  'repair-link': 'restore what the link leads to, or remove the link',
  'write-to-own-folder': 'name a file in a folder of your own',
  'update-or-move': 'update docs-admin, or move the file away',
  'delete-lock': 'if no such process runs, delete {path}',
  'name-new-journal': 'name a new file; {line runs resume} resumes the run of an existing journal',
  'unlock-run': 'if that process no longer runs, see {line runs unlock <path>}',

  // Runs
  'look-and-repeat':
    '{line runs show <run>} shows what was sent; check it in the app of the service, and run the command again if it is missing',
  'skip-history': 'give {flag no-history} to go on without a record: the change cannot be undone then',
  'list-runs': 'see {line runs list}',
  'resume-run': 'resume with {line runs resume <run>}; {line runs show <run>} shows the rows',
  'run-again':
    'the command contained a secret, which the journal does not store: run it again for the rows that are not done; {line runs show <run>} shows the rows',
  'check-outcomes':
    'what can be read does not say whether they took effect, so {verb runs resume} does not send them again: {line runs show <run>} shows the rows; check each in the app of the service, and repeat by hand what is missing',
  'give-org': 'give {flag org} {org}',
  'leave-out-org': 'leave out {flag org}',
  'end-process': 'end that process to free the run',
  'correct-file': 'correct the file, and run the command again',
  // Rows have no objects in them.
  'print-as-csv': 'correct the file, or print the list with {flag output} csv',
  'give-same-input': 'give the run the same input, or start a new run with the changed one',
  'use-administrator': 'use a token of an administrator',
  'start-rest': 'start a new run for the remaining work',
  'repeat-command': 'run the command again for the rows that are not done',
  // The first number of a version of docs-admin.
  'use-version': 'resume it with version {version}',
  // The journal may lack outcomes.
  'read-outcomes':
    'the journal may lack the outcome of the last requests: {verb runs show} counts them as open, and {verb runs resume} reads what they did',

  // Undo
  'undo-run': 'undo with {line runs undo <run>}',
  // The run has removed people from the organization.
  'invite-and-undo':
    'to undo it, first invite {who} again in the app of the service, then run {line runs undo <run>}',
  'delete-contents':
    '{line runs undo <run>} with {flag with-contents} deletes also what others have put into what the run has made',
  // Nothing of the run can be taken back.
  'undo-earlier': '{line undo} goes on with the run before; {line runs undo <run>} looks at this one again',
  // The place of the journal could not be recorded.
  'undo-by-name': '{line undo} does not find this run, {line runs undo <run>} does',
  'restore-journal': 'put the file back, or name the run to undo: {line runs list} shows them',
  'undo-again': '{line runs undo <run>} takes that back',
  'continue-undo':
    '{line runs resume <run>} continues that one, {line runs undo <run>} takes it back; {line undo [skip]} leaves the last run',
  // The user had turned off the recording of values before.
  'undo-was-off': 'the run was started with {flag no-undo}',
  'restore-role': '{line members update <user> [role] <role>} takes it back',

  // Reviews of access
  'new-folder': 'name a new folder',
  'open-review': '{line access review open <folder>} makes one',
  'list-reviewers': '{line access review status <folder>} lists the reviewers',
  'name-reviewer': 'name the reviewer with {flag reviewer}',
  'allow-open': '{flag allow-open} closes it all the same',
  'plan-review': '{line access review plan <folder>} makes a new plan',
  'decide-in-copy':
    'packets in the folder stay as they are: put the original back, and decide in a copy of it',
  'same-pseudonyms': 'close it as the user, and on the machine, that has opened it',
  'name-reviewers': 'name reviewers in a file with {flag reviewers}',

  // Plans, rosters and rows
  'apply-plan': 'apply it with {line apply-plan <path>}',
  'make-plan':
    'make one with {line org plan [out]}, {line teams members sync [out]} or {line teams merge [out]}',
  'make-plan-again': 'make a new plan with {line teams members sync [out]}',
  'renew-plan': 'make a new plan',
  // A text of a plan is cut.
  'see-whole-plan': '{flag dry-run} {flag json} shows all',
  // The digest of a plan of an organization file.
  'find-digest': '{verb org plan} prints the plan with its digest, also as JSON and Markdown',
  'give-reviewed':
    'give the plan that was reviewed: the Markdown or the JSON that {verb org plan} has printed',
  'give-whole-plan':
    'give the plan that was reviewed with {flag reviewed}: the artifact of the workflow, or the JSON of {verb org plan}',
  'review-again': 'look at the new plan with {verb org plan}; to agree to it, give {flag digest} {digest}',
  'allow-empty': 'if you mean it, allow it with {flag allow-empty}',
  'choose-organization-file':
    'name an organization file, or a folder of such files; {line org export [out] organization.yaml} writes one',
  'choose-section': 'sections are {names...}',
  // Only these files of a folder are read.
  'choose-endings': 'the files of a folder that are read end with {endings or}',
  'give-ids-once': 'give the ids on the line, or all of them in standard input',
  'give-row-command': 'for rows, write their command after --, as the examples of {verb batch} do',
  'give-row-as-input': 'write it without the sign, or give this row with {flag input}',
  'set-same-address': 'set it to the same address, or start a new run',

  // People who come and leave
  'offboard-member': 'there is no one to take out; {line members list} lists the members',
  'invite-people': inviteThem,
  'invite-people-and-undo': `${inviteThem}; then {line runs undo <run>}`,
  'invite-to-undo':
    'the last step cannot be undone: the service has no operation to invite people. After a new invitation in its app, {verb runs undo} restores the teams, the roles in them and the role in the organization',
  'name-successor': 'name the new owner with {flag successor} <userId>',
  'choose-successor': 'name another member of the organization',
  // The named successor is no member.
  'list-successors': '{flag successor} must name a member; {line members list} lists the members',
  // The name of the member who leaves.
  'leave-out-successor': '{flag successor} is not needed: {owner} is the only owner of no team',
  // Several people leave.
  'leave-out-successor-of-all': '{flag successor} is not needed: they are the only owners of no team',

  // Audits
  'list-rules': '{line org audit rules} lists the rules',
  'write-exception':
    '{line org audit accept} writes such a file from an audit; by hand, write "format: docs-admin-audit-exceptions/1" and "exceptions:", then entries such as - { rule: DA102, object: "team:Platform", evidence: any, reason: a second owner starts soon, expires: 2027-01-31 }',
  // An accepted finding is no finding any more.
  'correct-exception':
    'remove the entry if the finding is gone; an object is the id or kind:name, as {line org audit [json]} prints them',
  // The rule was left out, and can be chosen.
  'apply-rule': '{line org audit [rules] <rule>} applies it',
  'give-domains': 'name the domains with {flag domains}',
  'give-internal': 'name the internal collections with {flag internal}',
  'give-review-field': 'name the custom field with {flag review-field}',
  'give-owner-field': 'name the custom field with {flag owner-field}',
  'write-audit': '{line org audit [o] json} writes one',

  // Access
  // Only one of two reports has pseudonyms.
  'redact-both': '{flag redact} gives both sides pseudonyms',
  'compare-across':
    '{flag across} compares two organizations: people by e-mail address, other things by title',

  // The sandbox
  'choose-port': 'choose another port, or {flag port} 0 for a free one',
  'choose-file': 'name another one with {flag data} or DOCS_ADMIN_SANDBOX_DATA',
  'choose-or-move-file': 'name another file with {flag data} or DOCS_ADMIN_SANDBOX_DATA, or move it away',
  'update-tool': 'update docs-admin, or make the file again with this version',
  'update-for-run': 'update docs-admin: only that version can show, resume or undo the run',
  'update-or-choose-file': 'update docs-admin, or name another file with DOCS_ADMIN_SANDBOX_DATA',
  'choose-temporary-folder': 'make room in this folder, or name another one with TMPDIR',
  'export-fixture':
    '{line org snapshot} writes such a file of an organization, {line sandbox export} one of the sandbox',
  'write-report': '{line access report [o] csv} writes a report, {line org snapshot} a snapshot',
  reinstall: 'reinstall docs-admin with its dependencies',
} as const;

/** The data of hints whose words need more than values: `cli/report/hints.ts` has a function for each. */
export interface WordedHints {
  readonly 'sign-in-again': NoData;
  readonly 'look-at-state': NoData;
  /** The request may have taken effect. `checkAddress` is true if something other than the service has answered it. */
  readonly 'check-effect': { readonly checkAddress: boolean };
  /** No thing of the list has this title. */
  readonly 'give-exact-title': ListPlace;
  readonly 'look-at-list': ListPlace;
  /**
   * What the user must allow so that the work can go on. `instead` is the other way out if nothing can allow a part of
   * it. `leaving` are the last owners of teams who leave the organization, `ownerless` the teams of those who stay in it.
   */
  readonly 'allow-losses': {
    readonly lifts: readonly LimitLift[];
    readonly instead?: Hint | undefined;
    readonly leaving?: readonly string[];
    readonly ownerless?: readonly string[];
  };
  /** Only the names of what lifts the limits. */
  readonly 'lift-limits': { readonly lifts: readonly LimitLift[] };
  /** `places` say where it is set that only reading is allowed. */
  readonly 'allow-changes': { readonly places: readonly string[] };
  readonly 'choose-place': { readonly address: string; readonly org: string | null };
  /** `role` is `null` if the user was no member before; `isMember` says whether the user is one now. */
  readonly 'restore-membership': {
    readonly team: string;
    readonly user: string;
    readonly role: string | null;
    readonly isMember: boolean;
  };
  /** A key at the top of an organization file that none has. */
  readonly 'choose-key': { readonly key: string };
  /** `columns` are the existing columns; `field` is the content of the missing one, if the user can choose its name. */
  readonly 'choose-column': {
    readonly columns: readonly string[];
    readonly field?: 'team' | 'user' | 'role';
  };
  /** Two paths of a command lead to one file; `uses` says what each is used for. */
  readonly 'choose-other-file': { readonly path: string; readonly uses: readonly [FileUse, FileUse] };
}

/** What programs get beside the values of the text. */
interface FurtherData {
  readonly 'use-https': { readonly host: string };
  readonly 'check-network': { readonly host: string };
  readonly 'check-service': { readonly address: string };
  readonly 'trust-authority': { readonly host: string };
  readonly 'check-tls': { readonly host: string };
  /** `until` is a time of ISO 8601. */
  readonly 'wait-longer': { readonly until: string };
  readonly 'choose-port': { readonly port: number };
  readonly 'choose-file': { readonly path: string };
  readonly 'choose-or-move-file': { readonly path: string };
  readonly 'update-or-choose-file': { readonly path: string };
}

type NoData = Readonly<Record<never, never>>;
type Texts = typeof hintTexts;

/** The values that a text needs. */
type DataOf<Text> = Text extends `${string}{${infer Mark}}${infer Rest}`
  ? OfMark<Mark> & DataOf<Rest>
  : unknown;
type OfMark<Mark> = Mark extends ` ${string}` | `flag ${string}` | `verb ${string}`
  ? unknown
  : Mark extends `line ${infer Words}`
    ? OfLine<Words>
    : Mark extends `${infer Name}...` | `${infer Name} or`
      ? { readonly [Key in Name]: readonly string[] }
      : Mark extends `${infer Name} quoted`
        ? { readonly [Key in Name]: string }
        : { readonly [Key in Mark & string]: string };
type OfLine<Words> = Words extends `${string}<${infer Name}>${infer Rest}`
  ? { readonly [Key in Name]: string } & OfLine<Rest>
  : unknown;

/** The data of each hint, by its code. */
export type HintData = WordedHints & {
  readonly [Code in keyof Texts]: NoData &
    DataOf<Texts[Code]> &
    (Code extends keyof FurtherData ? FurtherData[Code] : unknown);
};

/** A list of the service: what is in it (`site-spaces`), and the ids of what contains it, such as `{ site: 'site_docs' }`. */
export interface ListPlace {
  readonly noun: string;
  readonly parents: Readonly<Record<string, string>>;
  /** The filter of a second list, for what this one leaves out. */
  readonly unlisted?: Readonly<Record<string, string>> | undefined;
}

/** A limit of the guards that the user can lift. */
export interface LimitLift {
  readonly limit: 'maxRemovals' | 'allowOwnerless' | 'allowDelete' | 'allowOpening';
  /** The value that `maxRemovals` must have. */
  readonly count?: number;
  /** The sections of an organization file for `allowDelete`. */
  readonly sections?: readonly string[];
  /** To whom `allowOpening` opens. */
  readonly grades?: readonly string[];
}

/** The purpose of a file; `row` is a file that a row of the input reads. */
export type FileUse = 'file' | 'row' | 'failed' | 'journal' | 'out' | 'redirects' | 'keep';

export type HintCode = keyof HintData;

/** What a user can do about an error, for programs: `code` names the action, `data` holds the values that it needs. */
export type Hint = {
  readonly [Code in HintCode]: { readonly code: Code; readonly data: HintData[Code] };
}[HintCode];
