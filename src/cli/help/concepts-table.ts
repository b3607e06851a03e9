import type { CommandDescription } from './reference.ts';

/** Something that many commands take, and its one spelling. */
interface Concept {
  readonly name: string;
  readonly spelling: string;
  /** The flags that mean it; none if a command does. */
  readonly flags: readonly string[];
  /** Flags that also name a file, and what it is: they mean something else. */
  readonly others: Readonly<Record<string, string>>;
}

/** The concepts of the command line. No command may have another spelling for one of them. */
export const concepts: readonly Concept[] = [
  {
    name: 'a file to work from; `-` is standard input, and `<(...)` a pipe',
    spelling: '`--file FILE`',
    flags: ['--file'],
    others: {
      '--input': 'a request body',
      '--schema': 'a field',
      '--certificate': 'a field',
      '--instructions': 'a field',
      '--markdown-file': 'a field',
      '--summary': 'a field of integrations',
      '--icon': 'a field',
      '--preview-image': 'a field',
      '--script': 'a field',
      '--snapshot': 'a snapshot in the place of the service, or for the sandbox',
      '--baseline': 'an earlier audit',
      '--exceptions': 'accepted findings',
      '--reviewed': 'a plan that was reviewed',
      '--reviewers': 'who reviews which place',
    },
  },
  {
    name: 'a file to write; `--split` is a folder',
    spelling: '`--out FILE`',
    flags: ['--out', '--split'],
    others: {
      '--journal': 'the journal of the run',
      '--summary': 'a summary for people beside the result',
      '--failed': 'the rows that failed',
      '--download': 'the file that the result names',
      '--redirects': 'the addresses that a plan changes',
      '--fixes': 'command lines that fix findings',
      '--keep': 'the private copy',
      '--data': 'the state of the sandbox',
      '--log': 'the requests of the sandbox',
      '--token-file': 'the token of the sandbox',
    },
  },
  { name: 'the form of what is printed', spelling: '`-o FORM`', flags: ['--output'], others: {} },
  { name: 'carry out a stored plan, of whatever kind', spelling: '`apply-plan FILE`', flags: [], others: {} },
  {
    name: 'some sections of an organization',
    spelling: '`--only SECTION`, `--without SECTION`',
    flags: ['--only', '--without'],
    others: {},
  },
  { name: 'at most so many items of a list', spelling: '`--limit N`', flags: ['--limit'], others: {} },
  {
    name: 'what a change may take away',
    spelling: '`--max-removals N`, `--allow-ownerless`, `--allow-delete SECTION`',
    flags: ['--max-removals', '--allow-ownerless', '--allow-delete'],
    others: {},
  },
  { name: 'consent beforehand', spelling: '`--yes`', flags: ['--yes'], others: {} },
  { name: 'exit code 11 if the answer is no', spelling: '`--check`', flags: ['--check'], others: {} },
];

export function conceptsTable(commands: readonly CommandDescription[]): string {
  const rows = concepts.map(
    (concept) => `| ${concept.name} | ${concept.spelling} | ${takenBy(concept, commands)} |`,
  );
  return ['| what | spelling | where |\n|---|---|---|', ...rows].join('\n');
}

/** More commands than these are not named: the table would change with each new one. */
const mostNamed = 16;

/** Says which commands take a concept: all, or those that have one of its flags. */
function takenBy({ flags }: Concept, commands: readonly CommandDescription[]): string {
  if (flags.length === 0) return '';
  const takers = commands.filter((command) => command.flags.some((flag) => means(flags, flag)));
  if (takers.some(({ command }) => command === 'docs-admin')) return 'every command';
  if (takers.length > mostNamed) return 'many commands';
  return takers.map(({ command }) => `\`${command.replace('docs-admin ', '')}\``).join(', ');
}

/** `--only` of PDFs is a switch: it takes no section. */
function means(flags: readonly string[], { name, type }: CommandDescription['flags'][number]): boolean {
  return flags.includes(name) && (name !== '--only' || type !== 'switch');
}
