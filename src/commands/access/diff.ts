import type { AccessChange, AccessDifference, ChangeClass } from '../../access/difference.ts';
import { listMembers } from '../../api/contract/operations/members.ts';
import { flag, outFlag } from '../../cli/flags/flag.ts';
import { verb } from '../../cli/verb.ts';
import { Unfinished, UsageError } from '../../errors.ts';
import { isStdin } from '../../inputs.ts';
import { isTable, isWhole } from '../../output/output.ts';
import { counted } from '../../text/words.ts';
import { changeGroupView, differenceView } from './columns.ts';
import { differenceFields } from './fields.ts';
import { acrossFlag, readsOfAll, redacted, redactFlag } from './flags.ts';
import { notePrediction, throwGaps } from './tell.ts';

export const diff = () =>
  verb(
    'diff',
    {
      summary: 'Compare who can do what at two times: gained, lost, other levels, other ways',
      effect: 'read',
      reads: `nothing for two files; for live ${readsOfAll}`,
      fields: differenceFields,
    },
    ['docs-admin access diff access.csv live', 'docs-admin access diff access.csv live --json'],
    [listMembers],
  )
    .argument(
      '<before>',
      'a file of `org snapshot` or `access report` (JSON, CSV), - for standard input, or live: as it is now',
    )
    .argument('<after>', 'the same')
    .addOption(flag('--check', 'end with exit code 11 if anyone gained or lost access, or has another level'))
    .addOptions(acrossFlag(), redactFlag(), outFlag)
    .run(
      redacted(
        async (
          { session, context, line, out },
          before,
          after,
          { check = false, redact = false, across = false },
        ) => {
          if (across && redact)
            throw new UsageError('--across matches people by their e-mail addresses, which --redact hides');
          if (isStdin(before) && isStdin(after))
            throw (await import('../../cli/line/one-input.ts')).readTwice('<before>', '<after>');
          const { askDifference } = await import('../../access/ask-difference.ts');
          const { changeClasses } = await import('../../access/difference.ts');
          const { difference, unknown, predictedBy } = await askDifference(session, before, after, {
            redact,
            across,
          });
          if (isWhole(context.format())) await out.item(difference, differenceView);
          // Groups have other fields than rows.
          else if (isTable(context.format()) && !line.choosesFields) {
            const { groupedChanges, namesText: namesOf } = await import('../../access/grouped.ts');
            const groups = groupedChanges(difference).map(({ people, places, ...group }) => ({
              ...group,
              ...{ count: people.length, who: namesOf(people), places: namesOf(places) },
            }));
            await out.list([groups], changeGroupView);
          } else await out.list([[...rowsOf(difference, changeClasses)]], differenceView);
          await notePrediction({ out }, predictedBy);
          const counts = changeClasses.map((name) => `${difference[name].length} ${words[name]}`);
          await out.note(counts.join(', '));
          const differs = [difference.gained, difference.lost, difference.changed].some(
            (one) => one.length > 0,
          );
          if (check && differs) throw new Unfinished('the access is not the same', { kind: 'no' });
          throwGaps(unknown, {
            what: 'the comparison is incomplete',
            undecided:
              difference.incomparable.length > 0
                ? `${counted(difference.incomparable.length, 'change')} cannot be compared`
                : undefined,
          });
        },
      ),
    );

const words: Readonly<Record<ChangeClass, string>> = {
  gained: 'gained',
  lost: 'lost',
  changed: 'with another level',
  way: 'given differently',
  incomparable: 'that cannot be compared',
};

function* rowsOf(
  difference: AccessDifference,
  classes: readonly ChangeClass[],
): Generator<AccessChange & { readonly class: ChangeClass }> {
  for (const name of classes) for (const change of difference[name]) yield { class: name, ...change };
}
