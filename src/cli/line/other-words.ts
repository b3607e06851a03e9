import type { Verb } from '../verb.ts';

/** Nouns of other tools, with the noun of this tool. */
const otherNouns: Readonly<Record<string, string>> = {
  ...same('members', ['user', 'users', 'person', 'people', 'account', 'accounts']),
  ...same('teams', ['group', 'groups']),
  ...same('spaces permissions', ['permission', 'permissions']),
  ...same('change-requests', ['pr', 'prs', 'mr', 'changes', 'reviews']),
  ...same('content pages', ['page', 'pages']),
  ...same('content files', ['file', 'files']),
  ...same('openapi', ['spec', 'specs', 'swagger', 'api-specs']),
  ...same('custom-fields', ['field', 'fields']),
  ...same('config', ['setting', 'settings', 'configure']),
  ...same('auth status', ['whoami', 'me', 'status']),
  ...same('auth login', ['login', 'signin', 'sign-in']),
  ...same('auth logout', ['logout', 'signout', 'sign-out']),
  ...same('members list --search', ['search', 'find']),
  ...same('teams members sync', ['sync']),
  ...same('org export', ['export']),
  ...same('org plan', ['plan', 'diff', 'compare', 'preview']),
  ...same('org apply', ['apply', 'push', 'restore']),
  ...same('org audit', ['audit']),
  ...same('org rehearse', ['rehearse', 'simulate']),
  ...same('org snapshot', ['snapshot', 'backup']),
  ...same('runs resume', ['resume']),
  ...same('runs undo', ['undo']),
};

/** Verbs of other tools; the first verb in the list that the noun has is meant. */
const otherVerbs: Readonly<Record<string, readonly string[]>> = {
  ...same(['get', 'list'], ['show', 'view', 'describe', 'read', 'cat', 'info', 'inspect']),
  ...same(['update', 'set'], ['edit', 'change', 'modify', 'patch']),
  ...same(['update --title', 'update --subject', 'update'], ['rename', 'retitle']),
  ...same(['create', 'add', 'set', 'add-section', 'publish'], ['add', 'new', 'make', 'insert', 'register']),
  ...same(['delete', 'remove', 'unset', 'unpublish'], ['destroy', 'del', 'erase', 'drop', 'uninstall']),
  ...same(['list --search', 'list --title', 'list'], ['search', 'find', 'filter', 'query']),
  ...same(['set', 'create'], ['put', 'grant', 'assign']),
  ...same(['remove', 'delete'], ['revoke', 'detach', 'unassign']),
  ...same(['status'], ['whoami', 'me']),
  ...same(['plan'], ['diff', 'compare', 'preview']),
  ...same(['apply'], ['import', 'push', 'restore']),
  ...same(['update --role'], ['set-role', 'change-role', 'promote', 'demote']),
  ...same(['members add'], ['add-member', 'add-members', 'add-user', 'add-users']),
  ...same(['members remove'], ['remove-member', 'remove-members', 'remove-user', 'remove-users']),
  ...same(['resolve', 'update --status archived'], ['close', 'archive']),
};

const otherFlags: Readonly<Record<string, string>> = {
  ...same('--output', ['--format']),
  ...same('--fields', ['--columns', '--select']),
  ...same('--query', ['--jq', '--filter', '--jmespath']),
  ...same('--yes', ['--force', '--assume-yes', '--confirm']),
  ...same('--debug', ['--verbose', '-v']),
  ...same('--quiet', ['--silent']),
  ...same('--title', ['--name']),
  ...same('--org', ['--organization', '--organisation']),
  ...same('--base-url', ['--host', '--endpoint', '--server']),
  ...same('--limit', ['--max-items', '--count']),
  ...same('--no-color', ['--no-colour']),
};

function same<Value>(value: Value, words: readonly string[]): Record<string, Value> {
  return Object.fromEntries(words.map((word) => [word, value]));
}

/** Returns the words of this tool for a noun of another one: `members` for `users`. */
export function nounFor(word: string): string | undefined {
  return Object.hasOwn(otherNouns, word) ? otherNouns[word] : undefined;
}

/** Returns the verb of a noun, with a flag if it needs one: `update --title` for `rename`. */
export function verbFor(noun: Verb, word: string): string | undefined {
  const candidates = Object.hasOwn(otherVerbs, word) ? otherVerbs[word] : undefined;
  return candidates?.find((candidate) => {
    const [words = '', flag] = candidate.split(/ (?=--)/);
    const verb = commandAt(noun, words.split(' '));
    const long = flag?.replace(/ .*/, '');
    return verb && (long === undefined || verb.options.some((option) => option.long === long));
  });
}

function commandAt(noun: Verb, words: readonly string[]): Verb | undefined {
  return words.reduce<Verb | undefined>(
    (command, word) => command?.commands.find((one) => one.name() === word),
    noun,
  );
}

/** Returns whether a word is a verb of some tool, and no noun. */
export function isVerb(word: string): boolean {
  const own = ['list', 'ls', 'get', 'create', 'update', 'delete', 'rm', 'move', 'set', 'remove'];
  return own.includes(word) || Object.hasOwn(otherVerbs, word);
}

export function flagFor(command: Verb, name: string): string | undefined {
  const flag = Object.hasOwn(otherFlags, name) ? otherFlags[name] : undefined;
  return command.options.some(({ long }) => long === flag) ? flag : undefined;
}
