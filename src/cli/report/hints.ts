import type { Hint, HintCode, HintData, LimitLift, ListPlace } from '../../errors.ts';
import { shellQuote } from '../../text/shell.ts';
import { flagOf } from '../naming.ts';
import { forProfile, isSandboxAddress, sandboxProfile } from '../settings/settings.ts';

/** The facts that the words depend on, beside the error. */
export interface HintContext {
  /** The command that shows what a change may have done; `undefined` if there is no other than the one that ran. */
  readonly reader: string | undefined;
  /** The command line that shows the thing that the command names, or else its list; `undefined` if there is none. */
  readonly shower: string | undefined;
  /** The source of the used token; `undefined` if none was used. */
  readonly tokenSource: string | undefined;
}

type Words<Code extends HintCode> = string | ((data: HintData[Code], context: HintContext) => string);

const listMembers = '`docs-admin members list` lists the members';

/** The words of every hint. Only here do hints of lower layers become flags and commands. */
export const words: { readonly [Code in HintCode]: Words<Code> } = {
  words: ({ text }) => text,

  'give-address': 'expected something like https://api.example.com',
  'complete-address': ({ address }) => `did you mean ${address}?`,
  'keep-token-out-of-address': 'give the token as DOCS_ADMIN_TOKEN instead',
  'use-https': 'use https, or --allow-http if you must',
  'check-address': 'check --base-url',
  'check-address-path': 'check the path of --base-url',
  'change-address': ({ address }) => `set --base-url to ${address} if you trust it`,

  'check-network': 'check --base-url and the network; behind a proxy, set HTTPS_PROXY',
  'check-service': 'check --base-url, and that the service runs',
  'check-proxy': ({ source }) => `check ${source}`,
  'give-proxy-password': ({ source }) => `put the user name and password into ${source}`,
  'trust-authority':
    'if a private authority signs certificates, name the file with its certificate with --ca-file (or NODE_EXTRA_CA_CERTS)',
  'check-tls':
    'check that the address is one for https; --ca-file adds the certificates of private authorities',
  'give-certificates': '--ca-file takes a file of certificates in PEM format',

  'sign-in-again': (_, { tokenSource }) => {
    const [, profile = 'default'] = tokenSource?.match(/^profile (.+)/) ?? [];
    return `sign in again with \`docs-admin auth login${forProfile(profile)}\`, or set DOCS_ADMIN_TOKEN to a valid token`;
  },
  'ask-for-role': 'the token works, but may not do this: ask an administrator for the role it needs',
  'check-id':
    'check the id (a title is written name:<title>): it does not exist, or this token may not see it',
  'look-at-state': (_, { shower }) =>
    `the present state does not allow it${shower === undefined ? '' : `: look at it with \`${shower}\``}`,
  'read-again': 'it has changed since: read it again before you change it',
  'wait-longer': 'try again then, or allow a longer wait with --max-wait',
  'check-effect': ({ checkAddress }, { reader }) => {
    const check = reader ? `check with \`${reader}\` whether` : 'check whether';
    return `${check} it took effect before you send it again${checkAddress ? '; check --base-url too' : ''}`;
  },
  'repeat-by-hand': 'check it; the request is not sent again automatically',
  'open-in-browser': 'redirects are not followed: open the address in a browser',
  'get-new-address': 'ask for a new address: this one may have expired',

  'give-id': ({ kind }) => `give the id of the ${kind}`,
  'choose-id': ({ kind }) => `give the id of the ${kind} that you mean`,
  'give-exact-title': (place) =>
    `a title must be exact, in upper and lower case; \`${listing(place)}\` shows what there is`,
  'look-at-list': (place) => `\`${listing(place)}\` shows all of them`,
  'give-own-address': 'give the id, or the address from `urls.app` or `urls.location` of an answer',

  'allow-losses': ({ lifts, instead }, context) => {
    const flags = flagsOf(lifts);
    if (instead === undefined) return `if you mean it, allow it with ${flags}`;
    const other = inWords(instead, context);
    return lifts.length === 0 ? other : `${other}; the rest is allowed with ${flags}`;
  },
  'lift-limits': ({ lifts }) => flagsOf(lifts),
  'allow-withheld': 'needs --delete',
  'use-listing-token': ({ what }) => `use a token that may list ${what}`,
  'make-administrator': 'make another member an administrator first',
  'make-provider': 'add another provider first, and delete this one once people sign in with the new one',
  'allow-changes': ({ places }) =>
    `to allow changes, ${places.map(lifting).join(' and ')}; --dry-run shows the requests without sending them`,
  'keep-ignored': 'change the file: list it, or no longer list what is in it under `ignore`',
  'keep-collection': 'change the file: list the collection, or no longer name the spaces in it',
  'keep-protected': 'change the file: it must keep what it protects, or no longer list it under `protected`',

  'give-input': 'name a file, or pipe one in',
  'pipe-file-again':
    'the file was read from standard input, and no journal or plan holds its credentials: pipe the same file in again',
  'answer-beforehand': 'name a file instead of -, or answer beforehand with --yes',
  'save-as-utf8': 'save it with the encoding UTF-8',
  'convert-to-pem': 'convert it to PEM with `openssl x509 -inform der -in cert.der -out cert.pem`',
  'give-token': 'expected a token, or no file',
  'set-pager': 'set DOCS_ADMIN_PAGER, or PAGER, to a program that is installed',
  'recreate-file': 'move it away and create it again',
  'close-file': ({ path }) =>
    `check it, then take their right with \`chmod go-w ${shellQuote(path)}\`, or make a new plan`,
  'move-credentials': 'move it away, or set DOCS_ADMIN_TOKEN',
  'repair-link': 'restore what the link leads to, or remove the link',
  'write-to-own-folder': 'name a file in a folder of your own',
  'update-or-move': 'update docs-admin, or move the file away',
  'delete-lock': ({ path }) => `if no such process runs, delete ${path}`,
  'name-new-journal': 'name a new file; `docs-admin runs resume` resumes the run of an existing journal',
  'unlock-run': ({ path }) =>
    `if that process no longer runs, see \`docs-admin runs unlock ${shellQuote(path)}\``,

  'list-runs': 'see `docs-admin runs list`',
  'resume-run': ({ run, isResumable }) => {
    const name = shellQuote(run);
    const show = `\`docs-admin runs show ${name}\` shows the rows`;
    if (isResumable) return `resume with \`docs-admin runs resume ${name}\`; ${show}`;
    return `the command contained a secret, which the journal does not store: run it again for the rows that are not done; ${show}`;
  },
  'check-outcomes': ({ run }) =>
    `nothing that can be read shows whether they took effect, so \`runs resume\` does not send them again: \`docs-admin runs show ${shellQuote(run)}\` shows the rows; check each in the app of the service, and repeat by hand what is missing`,
  'give-org': ({ org }) => (org === null ? 'leave out --org' : `give --org ${org}`),
  'choose-place': ({ address, org }) => {
    if (isSandboxAddress(address)) return `give${forProfile(sandboxProfile)}`;
    const flags = `--base-url ${shellQuote(address)}${org === null ? '' : ` --org ${shellQuote(org)}`}`;
    return `give ${flags}, or --profile with one that has this address`;
  },
  'start-new': 'it may belong to another service: start a new one',
  'end-process': 'end that process to free the run',
  'correct-file': 'correct the file, and run the command again',
  'give-same-input': 'give the run the same input, or start a new run with the changed one',
  'use-administrator': 'use a token of an administrator',
  'start-rest': 'start a new run for the remaining work',
  'repeat-command': 'run the command again for the rows that are not done',
  'use-version': ({ version }) => `resume it with version ${version}`,
  'read-outcomes':
    'the journal may lack the outcome of the last requests: `runs show` counts them as open, and `runs resume` reads what they did',

  'undo-run': ({ run, leaving }) => {
    const undo = `\`docs-admin runs undo ${shellQuote(run)}\``;
    if (leaving === 0) return `undo with ${undo}`;
    const who = leaving === 1 ? 'the person' : 'the people';
    return `to undo it, first invite ${who} again in the app of the service, then run ${undo}`;
  },
  'continue-undo': ({ run }) => {
    const name = shellQuote(run);
    return `\`docs-admin runs resume ${name}\` continues that one if it is not finished, \`docs-admin runs undo ${name}\` takes it back`;
  },
  'undo-was-off': 'the run was started with --no-undo',
  'restore-role': ({ user, role }) =>
    `\`docs-admin members update ${shellQuote(user)} --role ${role ?? 'guest'}\` takes it back`,
  'restore-membership': ({ team, user, role, isMember }) => {
    const [id, who] = [shellQuote(team), shellQuote(user)];
    if (role === null) return `\`docs-admin teams members remove ${id} ${who}\` takes it back`;
    const add = isMember ? '' : ` --add ${who}`;
    const roles = `--role ${shellQuote(`${user}=${role}`)}`;
    return `\`docs-admin teams members update ${id}${add} ${roles}\` takes it back`;
  },

  'apply-plan': ({ path }) => `apply it with \`docs-admin apply-plan ${shellQuote(path)}\``,
  'make-plan': ({ again }) =>
    again
      ? 'make a new plan with `docs-admin teams members sync --plan`'
      : 'make one with `docs-admin org plan --out` or `docs-admin teams members sync --plan`',
  'renew-plan': 'make a new plan',
  'allow-empty': 'if you mean it, allow it with --allow-empty',
  'choose-organization-file': () =>
    'name an organization file, or a folder of such files; `docs-admin org export --out organization.yaml` writes one',
  'choose-section': ({ names }) => `sections are ${names.join(', ')}`,
  'choose-endings': ({ endings }) =>
    `the files of a folder that are read end with ${endings.slice(0, -1).join(', ')} or ${endings.at(-1)}`,
  'choose-column': ({ columns, field }) => {
    const there = columns.map((column) => JSON.stringify(column)).join(', ');
    if (columns.length === 0) return 'there are no columns: nothing has a value';
    if (field === undefined) return `the columns are ${there}`;
    return `its columns are ${there}; name the right one with --${field}-column`;
  },
  'give-row-as-input': 'write it without the sign, or give this row with --input',
  'set-same-address': 'set it to the same address, or start a new run',
  'choose-other-file': ({ uses: [, other] }) => `give --${other} another file`,

  'list-members': listMembers,
  'offboard-member': `there is nobody to take out; ${listMembers}`,
  'invite-people': ({ thenUndo }) =>
    "the service has no operation to invite: invite them on the members page of the organization in the service's app" +
    (thenUndo ? '; then undo the run' : ''),
  'invite-to-undo':
    'the last step cannot be undone: the service has no operation to invite people. After a new invitation in its app, ' +
    '`runs undo` restores the teams, the roles in them and the role in the organization',
  'name-successor': 'name the new owner with --successor <userId>',
  'list-successors': `--successor must name a member; ${listMembers}`,
  'choose-successor': 'name another member of the organization',
  'leave-out-successor': ({ owner }) => `--successor is not needed: ${owner} is the only owner of no team`,

  'write-exception':
    'write a list of entries such as - { rule: DA102, object: "team:Platform", reason: a second owner starts soon, expires: 2027-01-31 }',
  'correct-exception':
    'remove the entry if the finding is gone; an object is the id or kind:name, as `docs-admin org audit --json` prints them',
  'list-rules': '`docs-admin org audit rules` lists the rules',
  'apply-rule': ({ rule }) => `\`docs-admin org audit --rules ${rule}\` applies it`,
  'give-audit-option': ({ option }) =>
    option === 'domains'
      ? 'name the domains with --domains'
      : 'name the internal collections with --internal',
  'write-audit': '`docs-admin org audit -o json` writes one',

  'redact-both': '--redact gives both sides pseudonyms',
  'compare-across': '--across compares two organizations: people by e-mail address, other things by title',

  'choose-port': 'choose another port, or --port 0 for a free one',
  'choose-file': 'name another one with --data or DOCS_ADMIN_SANDBOX_DATA',
  'choose-or-move-file': 'name another file with --data or DOCS_ADMIN_SANDBOX_DATA, or move it away',
  'update-for-run': 'update docs-admin: only that version can show, resume or undo the run',
  'update-tool': 'update docs-admin, or make the file again with this version',
  'update-or-choose-file': 'update docs-admin, or name another file with DOCS_ADMIN_SANDBOX_DATA',
  'choose-temporary-folder': 'make room in this folder, or name another one with TMPDIR',
  'choose-fixture': ({ names }) => `there are ${names.join(', ')}`,
  'write-report': '`docs-admin access report -o csv` writes a report, `docs-admin org snapshot` a snapshot',
  'export-fixture':
    '`docs-admin org snapshot` writes such a file of an organization, `docs-admin sandbox export` one of the sandbox',
  reinstall: 'reinstall docs-admin with its dependencies',
};

/** Returns what allows changes again, where they are refused at `place`. */
function lifting(place: string): string {
  const [, profile] = place.match(/^profile (.+)/) ?? [];
  if (profile === undefined) return `unset ${place}`;
  return `run \`docs-admin config set read-only false${forProfile(profile)}\``;
}

/** Returns the command that prints a list. */
function listing({ noun, parents }: ListPlace): string {
  const flags = Object.entries(parents).map(([param, id]) => ` ${flagOf(param)} ${shellQuote(id)}`);
  return `docs-admin ${noun} list${flags.join('')}`;
}

function flagsOf(lifts: readonly LimitLift[]): string {
  const flags = lifts.map(({ limit, count, sections = [] }) => {
    if (limit === 'maxRemovals') return `--max-removals ${count}`;
    return limit === 'allowDelete' ? `--allow-delete ${sections.join(',')}` : '--allow-ownerless';
  });
  return flags.join(' ');
}

/** Puts a hint into words of the command line. */
export function inWords({ code, data }: Hint, context: HintContext): string {
  const found = words[code] as Words<typeof code>;
  return typeof found === 'string' ? found : found(data as never, context);
}
