import { ruleSetChoices } from '../../domain/access/rule-sets.ts';
import { allSettings, type Setting } from './table.ts';

/** A variable or a file, with its purpose. */
type Entry = readonly [name: string, meaning: string];

/** Every variable of the environment that the tool reads, those of the settings first. */
export const environment: readonly Entry[] = [
  ...allSettings.flatMap(variable),
  [
    'DOCS_ADMIN_GIT_URL',
    'address of the repository for git import and git export, since it may hold a password',
  ],
  ['DOCS_ADMIN_SANDBOX_DATA', 'file with the data of the sandbox'],
  ['DOCS_ADMIN_SANDBOX_ACCESS_RULES', `rules of access of the sandbox: ${ruleSetChoices}`],
  ['DOCS_ADMIN_NO_CACHE', '1: nothing is kept in the folder of the cache'],
  ['ACCESSIBLE', 'any value but 0: as --plain'],
  ['CI', 'if it is set: no questions, no progress line'],
  ['NO_COLOR, FORCE_COLOR, FORCE_HYPERLINK', 'no colour; colour, or links, even if stdout is not a terminal'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'proxies, and the hosts that are reached without one'],
  ['NODE_EXTRA_CA_CERTS', 'PEM file of further certificate authorities to trust'],
  ['DOCS_ADMIN_PAGER', 'program for output that is longer than the screen; cat or nothing: none'],
  ['PAGER', 'the same, where DOCS_ADMIN_PAGER is not set'],
  ['VISUAL, EDITOR', 'program in which long texts are written'],
  ['XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME', 'folders that hold the files below'],
];

/** Every file that the tool keeps, unless a variable names another place. */
export const files: readonly Entry[] = [
  ['~/.config/docs-admin/config.json', 'settings of the profiles'],
  ['~/.config/docs-admin/credentials.json', 'tokens, if there is no keyring; only its owner can read it'],
  ['~/.config/docs-admin/trusted.json', 'which files .docs-admin.json are trusted'],
  ['~/.local/state/docs-admin/runs/', 'journals of bulk work'],
  ['~/.local/state/docs-admin/plans/', 'plans of organization files that were printed, for 90 days'],
  ['~/.local/state/docs-admin/errors.log', 'reports of internal errors, without secrets'],
  ['~/.local/state/docs-admin/sandbox.db', 'data of the sandbox'],
  ['~/.cache/docs-admin/', 'what completion has looked up, for a minute; compiled code of the tool'],
];

function variable({ env, type, meaning }: Setting): Entry[] {
  return env ? [[env, type === 'switch' ? `1: ${meaning}` : meaning]] : [];
}
