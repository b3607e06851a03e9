import { flag } from '../../cli/flags/flag.ts';
import { verb } from '../../cli/verb.ts';
import { Unfinished, UsageError } from '../../errors.ts';
import { countingReads } from '../../model/counted-by.ts';
import { choiceFlags } from './plan.ts';

export const snapshot = () =>
  verb(
    'snapshot',
    {
      summary:
        'Write all that the token may read, with ids, as a snapshot for audits, comparisons and the sandbox',
      effect: 'read',
    },
    [
      'docs-admin org snapshot --out acme.json',
      'docs-admin org snapshot --out acme.json --pseudonyms',
      'docs-admin org snapshot --out structure.json --without people,saml',
    ],
  )
    .addOption(
      flag('--out <file>', 'file to write; `docs-admin sandbox reset --snapshot` reads it').with({
        writesFile: true,
      }),
    )
    .addOptions(...choiceFlags())
    .option(
      '--pseudonyms',
      'replace names, e-mail addresses, titles, texts, addresses and certificates; ids stay',
    )
    .option('--allow-partial', 'leave out what cannot be read; the exit code is 12 all the same')
    .run(
      async (
        { system, session, scope, out, progress, askToReplace },
        { out: file, only, without, pseudonyms, allowPartial },
      ) => {
        const { choiceOf, everything } = await import('../../org/file/choice.ts');
        if (file === undefined)
          throw new UsageError('no --out given', { hint: 'name the file to write, such as --out acme.json' });
        const choice = only || without ? choiceOf({ only, without }) : everything;
        if (choice.isWithoutOrganization)
          throw new UsageError('a snapshot is of one organization', {
            hint: '--without takes sections here',
          });
        await askToReplace(file);
        const { copyOf, readForCopy } = await import('../../org/snapshot/copy.ts');
        await system.saveMemory();
        const snapshot = await countingReads(progress, (options) =>
          readForCopy(session.api, scope.org(), options, choice),
        );
        const { fixture, gaps, limits } = await copyOf(snapshot, {
          accessRules: session.accessRules,
          pseudonyms,
        });
        if (gaps.length === 0 || allowPartial) {
          await system.files.write(file, fixture);
          for (const limit of limits) await out.note(limit);
          await out.done(`wrote ${file}`);
        }
        if (gaps.length === 0) return;
        throw new Unfinished('the snapshot is incomplete: not everything can be read', {
          kind: 'incomplete',
          details: gaps,
          ...(allowPartial ? {} : { hint: 'nothing was written; --allow-partial leaves it out' }),
        });
      },
    );
