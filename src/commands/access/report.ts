import type { AskedReport } from '../../access/ask-report.ts';
import { listMembers } from '../../api/contract/operations/members.ts';
import { flag } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { verb } from '../../cli/verb.ts';
import { isFlat } from '../../output/output.ts';
import { flatReportView, reportView, wayWords } from '../../views/access.ts';
import { reportFields } from './fields.ts';
import { readsOfAll, redactFlag, verifyFlag } from './flags.ts';
import { levelFlag, levelFrom } from './place.ts';
import { redacted } from './redacted.ts';
import { noteBase, noteDisagreements, noteRules, throwLacks } from './tell.ts';

export const report = () =>
  verb(
    'report',
    {
      summary: 'List what every member has in every space and collection',
      effect: 'read',
      reads: `${readsOfAll}, and sign-on; with --html also the sites and integrations`,
      fields: reportFields,
    },
    [
      'docs-admin access report',
      'docs-admin access report --level edit -o csv',
      'docs-admin access report --redact --json',
      'docs-admin access report --html access.html',
    ],
    [listMembers],
  )
    .addOption(levelFlag())
    .addOption(verifyFlag())
    .addOption(redactFlag())
    .addOption(
      flag('--html <file>', 'write a page to this file instead, which any browser opens').with({
        writesFile: true,
      }),
    )
    .run(
      redacted(
        async (
          { session, system, context, out, askToReplace },
          { level = 'read', verify = false, redact = false, html: file },
        ) => {
          const wanted = levelFrom(level, '--level');
          const { askReport } = await import('../../access/ask-report.ts');
          if (file !== undefined) {
            system.files.assertWritable(file);
            await askToReplace(file);
          }
          // Every row of a large organization takes long: what it needs meanwhile counts more than a little time.
          if (file === undefined && wanted === 'read') await system.saveMemory();
          const { report, access, disagreements, asks } = await askReport(session, {
            // The page filters by itself.
            wanted: file === undefined ? wanted : 'read',
            verify,
            redact,
            withSurroundings: file !== undefined,
          });
          await noteBase({ out }, report.organization, report.base);
          if (file !== undefined) {
            await writePage({ system, session, out }, file, { report, access, asks }, wanted);
          } else if (isFlat(context.format())) {
            const { flatAccess } = await import('../../access/flat.ts');
            await out.joined(joined(flatAccess(access, wayWords)), flatReportView);
          } else await out.joined(joined(access), reportView);
          session.progress.stop();
          await noteDisagreements({ out }, disagreements);
          await noteRules({ out }, asks, report.members);
          throwLacks(await report.unknown(), { what: 'the report is incomplete' });
        },
      ),
    );

/** Yields the rows of people: each has the person and one of the places. */
async function* joined<Person extends { readonly places: readonly object[] }>(
  pages: AsyncIterable<readonly Person[]>,
) {
  for await (const people of pages) yield people.map(({ places, ...first }) => ({ first, rest: places }));
}

/** Writes a report as a page of HTML. Only the user may read the file: it names everybody. */
async function writePage(
  { system, session, out }: Pick<LineParts, 'system' | 'session' | 'out'>,
  file: string,
  asked: Pick<AskedReport, 'report' | 'access' | 'asks'>,
  level: string,
): Promise<void> {
  const { documentOf } = await import('../../access/document-of.ts');
  const { accessPage } = await import('../../documents/access/page.ts');
  const taken = new Date(system.clock.now()).toISOString();
  const page = accessPage(await documentOf(asked, { level, taken }));
  session.progress.stop();
  await system.files.write(file, page);
  await out.done(`wrote ${file}`);
}
