/** One class of errors, as scripts see it in `--json`. */
interface ErrorKind {
  readonly exitCode: number;
  /** What has happened. */
  readonly meaning: string;
  /** What to do about it. */
  readonly remedy: string;
}

const bulkRemedy = 'look at the rows that were not done; `docs-admin runs resume` continues';

/** Every class of errors, by exit code: what reports say, and the table of the reference. */
export const errorKinds = {
  validation: {
    exitCode: 1,
    meaning: 'the service refuses the input (400, 413, 414, 415, 422)',
    remedy: 'correct what the details name',
  },
  refused: {
    exitCode: 1,
    meaning: 'the service refuses the request for another reason, or a download',
    remedy: 'read the message',
  },
  redirect: {
    exitCode: 1,
    meaning: 'the server redirects to another address; the token is not sent there',
    remedy: 'set `--base-url` to the new address if you trust it',
  },
  output: {
    exitCode: 1,
    meaning: 'the output cannot be written: a full disk, a format that does not fit',
    remedy: 'free some space, or choose another `--output`',
  },
  'processing-failed': {
    exitCode: 1,
    meaning: 'the service accepted the input, but failed to process it',
    remedy: 'read the reason, correct the input and send it again',
  },
  query: {
    exitCode: 1,
    meaning: '`--query` does not fit the answer',
    remedy: 'look at the answer with `--json`',
  },
  internal: {
    exitCode: 1,
    meaning: 'a bug in docs-admin',
    remedy: 'report it with its id and its entry in the named file',
  },
  usage: {
    exitCode: 2,
    meaning: 'the command line or its input is wrong; nothing was sent',
    remedy: 'see `--help` of the command',
  },
  'local-state': {
    exitCode: 3,
    meaning: 'settings, credentials, a lock or a journal cannot be read or written',
    remedy: 'repair the named file, or move it away; `docs-admin doctor` checks it',
  },
  'no-token': {
    exitCode: 4,
    meaning: 'there is no token for the address',
    remedy: '`docs-admin auth login`, or set `DOCS_ADMIN_TOKEN`',
  },
  'token-refused': {
    exitCode: 4,
    meaning: 'the service does not accept the token (401)',
    remedy: 'create a new token, and sign in again',
  },
  forbidden: {
    exitCode: 4,
    meaning: 'the token may not do this (403)',
    remedy: 'ask an administrator for the role that it needs',
  },
  'not-found': {
    exitCode: 5,
    meaning: 'it does not exist, or the token may not see it (404)',
    remedy: 'check the id',
  },
  conflict: {
    exitCode: 6,
    meaning: 'the present state does not allow it (409, 412)',
    remedy: 'look at it with `get` or `list`',
  },
  'out-of-date': {
    exitCode: 6,
    meaning: 'the service has changed since the plan was made',
    remedy: 'make the plan again',
  },
  unreachable: {
    exitCode: 7,
    meaning: 'no answer after all retries: DNS, connection, TLS, proxy, time limit, 5xx',
    remedy: '`docs-admin doctor` shows which step fails; try again later',
  },
  'unusable-answer': {
    exitCode: 7,
    meaning: 'the answer cannot be used: a login page, broken JSON, an endless list',
    remedy: 'check `--base-url`',
  },
  deadline: { exitCode: 7, meaning: 'bulk work reached its `--deadline`', remedy: bulkRemedy },
  'wait-timeout': {
    exitCode: 7,
    meaning: 'the service has not finished within `--wait-timeout`',
    remedy: 'check again later, or allow more time with `--wait-timeout`',
  },
  'rate-limited': {
    exitCode: 8,
    meaning: 'the service asks for a longer pause than `--max-wait`',
    remedy: 'try again at the named time, or allow a longer wait',
  },
  'rows-failed': {
    exitCode: 9,
    meaning: 'bulk work has finished, and some of it failed',
    remedy: bulkRemedy,
  },
  failed: {
    exitCode: 9,
    meaning: 'bulk work stopped at its first failure, as `--fail-fast` asks',
    remedy: bulkRemedy,
  },
  'outcome-unknown': {
    exitCode: 10,
    meaning: 'a request that is not safe to repeat got no answer, or one that cannot be used',
    remedy: 'check whether it took effect before you send it again',
  },
  incomplete: {
    exitCode: 12,
    meaning: 'a part of the result cannot be read',
    remedy: 'use a token that may see what the details name',
  },
  interrupted: {
    exitCode: 130,
    meaning: 'Ctrl-C; 129 for SIGHUP, 143 for SIGTERM',
    remedy: 'a list is incomplete; bulk work can be resumed',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorKindName = keyof typeof errorKinds;

/** A kind and its exit code, as reports have them. */
export function kindOf(kind: ErrorKindName): { readonly kind: ErrorKindName; readonly exitCode: number } {
  return { kind, exitCode: errorKinds[kind].exitCode };
}
