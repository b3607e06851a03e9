import { concurrencyFlag, deadlineFlag, journalFlag, shardFlag } from '../cli/flags/bulk-flags.ts';
import { flag } from '../cli/flags/flag.ts';
import { allowOwnerlessFlag, maxRemovalsFlag } from '../cli/flags/removal-flags.ts';
import { writesSummaryInJobs } from '../cli/flags/shared-flags.ts';
import type { NounWords } from '../cli/noun.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { UsageError } from '../errors.ts';

export const noun: NounWords = {
  group: 'Bulk work',
  order: 190,
  summary: 'a command for every row of a file',
};

/** This noun is its own verb. */
export const batch = (command: Verb) => {
  defineVerb(command, { summary: 'Run a command for every row of a file', effect: 'any' }, [
    'docs-admin batch --csv users.csv -- members update {user_id} --role {role}',
    'docs-admin batch --jsonl sites.jsonl --failed again.jsonl -- sites update {id} --title {title}',
    'docs-admin batch --file commands.txt',
  ])
    .usage('[flags] [-- <noun> <verb> {column}...]')
    .argument(
      '[words...]',
      'the command; {column} is the value of that column, {column?} leaves its flag out if the cell is empty',
    )
    .addOption(
      flag('--csv <file>', 'rows of a CSV file with a header; - for standard input').conflicts([
        'jsonl',
        'file',
      ]),
    )
    .addOption(
      flag('--jsonl <file>', 'rows of a JSON Lines file; - for standard input').conflicts(['csv', 'file']),
    )
    .addOption(
      flag(
        '--file <file>',
        'whole command lines, one a line, without `docs-admin`; - for standard input',
      ).conflicts(['csv', 'jsonl']),
    )
    .addOption(
      flag('--failed <file>', 'write the rows that failed, with a reason, in the format of the input').with({
        writesFile: true,
      }),
    )
    .addOption(flag('--keep-going', 'continue after a failure (default)').conflicts('failFast'))
    .option('--fail-fast', 'stop at the first failure')
    .option('--no-undo', 'do not read values before: `docs-admin runs undo` cannot bring them back')
    .addOption(concurrencyFlag)
    .addOption(deadlineFlag)
    .addOption(shardFlag)
    .addOption(journalFlag)
    .addOption(maxRemovalsFlag)
    .addOption(allowOwnerlessFlag)
    .run(async ({ system, session, rows }, words, { csv, jsonl, file, ...flags }) => {
      await system.saveMemory();
      const { runBatch } = await import('../bulk/batch.ts');
      await runBatch(session, await rows(), words, sourceOf({ csv, jsonl, file }, words), flags);
    });
  writesSummaryInJobs(command);
  return [];
};

function sourceOf(
  paths: { csv?: string | undefined; jsonl?: string | undefined; file?: string | undefined },
  words: readonly string[],
) {
  const [given] = (['csv', 'jsonl', 'file'] as const).filter((from) => paths[from] !== undefined);
  if (!given)
    throw new UsageError('no rows given', { hint: 'give --csv, --jsonl or --file, each with a file' });
  if (given === 'file' && words.length > 0) {
    throw new UsageError('--file holds whole command lines: give no command', {
      hint: 'for a command with {columns}, use --csv or --jsonl',
    });
  }
  if (given !== 'file' && words.length === 0) {
    throw new UsageError('no command given', {
      hint: 'write it after --: `docs-admin batch --csv users.csv -- members update {user_id} --role {role}`',
    });
  }
  return { from: given, path: paths[given] as string };
}
