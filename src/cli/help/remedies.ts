import type { ErrorKind } from '../../errors.ts';

const bulkRemedy = 'look at the rows that were not done; `docs-admin runs resume` continues';

/** What users can do about each kind of errors, in words of the command line. */
export const remedies: Readonly<Record<ErrorKind, string>> = {
  validation: 'correct what the details name',
  refused: 'read the message',
  redirect: 'set `--base-url` to the new address if you trust it',
  output: 'free some space, or choose another `--output`',
  'processing-failed': 'read the reason, correct the input and send it again',
  query: 'look at the answer with `--json`, and correct `--query`',
  internal: 'report it with its id and its entry in the named file',
  usage: 'see `--help` of the command',
  'local-state': 'repair the named file, or move it away; `docs-admin doctor` checks it',
  'no-token': '`docs-admin auth login`, or set `DOCS_ADMIN_TOKEN`',
  'token-refused': 'create a new token, and sign in again',
  forbidden: 'ask an administrator for the role that it needs',
  'not-found': 'check the id',
  conflict: 'look at it with `get` or `list`',
  'out-of-date': 'make the plan again',
  unreachable: '`docs-admin doctor` shows which step fails; try again later',
  'unusable-answer': 'check `--base-url`',
  deadline: bulkRemedy,
  'wait-timeout': 'check again later, or allow more time with `--wait-timeout`',
  'rate-limited': 'try again at the named time, or allow a longer wait with `--max-wait`',
  'rows-failed': bulkRemedy,
  failed: bulkRemedy,
  'outcome-unknown': 'check whether it took effect before you send it again',
  no: 'read what the output names; it is an answer, no failure',
  incomplete: 'use a token that may see what the details name',
  interrupted: 'a list is incomplete; bulk work can be resumed',
};
