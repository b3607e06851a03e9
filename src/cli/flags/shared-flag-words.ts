import { allSettings, type Setting } from '../settings/table.ts';

/**
 * The purpose of each flag that many commands take, by its name. The words are apart from the flags, because every
 * command makes the flags, and only help, the reference and questions need the words.
 */
export const sharedFlagWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    allSettings.filter(({ flag }) => flag).map((setting) => [`--${setting.key}`, wordsOf(setting)]),
  ),
  // Every command.
  '--json': 'short for --output json',
  '--fields': 'only these fields, in this order: id,title,urls.published',
  '--query': 'JMESPath expression that is applied to the result: "[?disabled].id"',
  '--no-headers': 'tables, CSV and TSV without the header row',
  '--csv-raw': 'print CSV cells unchanged, even if a spreadsheet would run them as formulas',
  '--quiet': 'print only data and errors',
  '--no-input': 'never prompt (default if CI is set, or without a terminal)',
  '--dry-run':
    'print the request that would change something, and send nothing; docs-admin org rehearse shows what it opens and takes',
  '--no-history': 'change something without a record of it: it cannot be undone',
  '--no-undo': 'do not read the values before a change: undo cannot bring them back',
  '--allow-http': 'send the token to an http:// address other than this machine',
  '--color': 'colour even if stdout is not a terminal [FORCE_COLOR]',
  '--no-color': 'no colour [NO_COLOR]',
  '--pager': 'use a pager on a terminal, even for short output [DOCS_ADMIN_PAGER, PAGER]',
  '--no-pager': 'no pager for lists and plans that are longer than the screen',
  // The scope of a command.
  '--all-spaces': 'of every space of the organization, with the space as first column',
  // Reading.
  '--limit': 'at most n items in all (default: all)',
  '--sort': 'sort by this field, here, after the whole list is read; with - before it, in reverse',
  '--watch': 'read it again every 2 seconds, or as many as you give, and show what changed',
  '--web': 'print the address of its page instead, and on a terminal open it in the browser',
  '--out': 'file to write, in the format of -o (default: standard output)',
  // Changing.
  '--input':
    'the whole request body as JSON or YAML, from a file or - for standard input; flags override its fields',
  '--ignore-not-found': 'if it does not exist, end with exit code 0 instead of 5',
  '--max-removals':
    'how many things may be taken away: a number, or a percentage of each kind such as 10% (default: 20%, at most 50)',
  '--allow-ownerless': 'allow teams to lose their last owner',
  '--allow-opening': 'allow several changes together to open something: public, administrators',
  '--wait': 'wait until it is processed; exit code 1 if that fails',
  '--wait-timeout': 'longest wait for --wait (default: 300); exit code 7 if it takes longer',
  // Bulk work.
  '--concurrency': 'requests at once (default: 4)',
  '--allow-delete': 'allow the deletion of sites, or of collections that hold spaces',
  '--deadline': 'start no new request after this time; the run can be resumed',
  '--shard': 'only the i-th of n parts: no two parts change the same resource',
  '--no-summary': 'no summary, even if GITHUB_STEP_SUMMARY is set',
  '--journal': 'file for the journal of the run (default: where `docs-admin runs list` finds it)',
};

function wordsOf({ meaning, help = meaning, default: usual, env, type }: Setting): string {
  const byDefault = usual === undefined ? '' : ` (default: ${usual})`;
  return `${help}${byDefault} [${env}${type === 'switch' ? '=1' : ''}]`;
}
