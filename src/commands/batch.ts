import { concurrencyFlag, deadlineFlag, journalFlag, shardFlag } from '../cli/flags/bulk-flags.ts';
import { flag, writesSummaryInJobs } from '../cli/flags/flag.ts';
import { guardFlags } from '../cli/flags/removal-flags.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { UsageError } from '../errors.ts';

/** This noun is its own verb. */
export const batch = (command: Verb) => {
  defineVerb(command, { summary: 'Run a command for every row of a file', effect: 'any' }, [
    'docs-admin batch --file users.csv -- members update {user_id} --role {role}',
    'docs-admin batch --file sites.jsonl --failed again.jsonl -- sites update {id} --title {title}',
    'docs-admin batch --file commands.txt',
  ])
    .usage('[flags] [-- <noun> <verb> {column}...]')
    .argument(
      '[words...]',
      'the command for each row; {column} is the value of that column, {column?} leaves its flag out if the cell is empty',
    )
    .addOption(
      flag(
        '--file <file>',
        'rows for the command: JSON Lines, JSON or CSV, known by the first character; without a command, whole command lines; - for standard input',
      ).with({ isNeeded: true }),
    )
    .addOption(
      flag('--failed <file>', 'write the rows that failed, with a reason, in the format of the input').with({
        writesFile: true,
      }),
    )
    .addOption(flag('--keep-going', 'continue after a failure (default)').conflicts('failFast'))
    .option('--fail-fast', 'stop at the first failure')
    .addOptions(concurrencyFlag, deadlineFlag, shardFlag, journalFlag, ...guardFlags)
    .run(async ({ system, session, rows, line }, words, { file, ...flags }) => {
      if (file === undefined)
        throw new UsageError('no --file given', { hint: 'name the file of rows, or - for standard input' });
      await system.saveMemory(50);
      const { runBatch } = await import('../rows/batch.ts');
      await runBatch(
        session,
        await rows(),
        words,
        { path: file },
        { ...flags, undo: line.flags.undo !== false },
      );
    });
  writesSummaryInJobs(command);
  return [];
};
