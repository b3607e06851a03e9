import type { AskedReport } from '../../access/ask-report.ts';
import { listMembers } from '../../api/contract/operations/members.ts';
import { outFlag } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { verb } from '../../cli/verb.ts';
import { isFlat } from '../../output/output.ts';
import { flatReportView, reportView, wayWords } from './columns.ts';
import { reportFields } from './fields.ts';
import { readsOfAll, redacted, redactFlag, verifyFlag } from './flags.ts';
import { levelFlag, levelFrom } from './place.ts';
import { noteBase, noteDisagreements, noteFit, notePrediction, noteRules, throwGaps } from './tell.ts';

export const report = () =>
  verb(
    'report',
    {
      summary: 'List what every member has in every space and collection',
      effect: 'read',
      reads: `${readsOfAll}, and sign-on; with -o html also the sites and integrations`,
      fields: reportFields,
      ownFormats: ['html'],
      pipedFormat: 'tsv',
    },
    [
      'docs-admin access report',
      'docs-admin access report --level edit -o csv',
      'docs-admin access report --redact --json',
      'docs-admin access report -o html --out access.html',
    ],
    [listMembers],
  )
    .addOptions(levelFlag(), verifyFlag(), redactFlag(), outFlag)
    .run(
      redacted(
        async ({ session, system, context, out }, { level = 'read', verify = false, redact = false }) => {
          const wanted = levelFrom(level, '--level');
          const { askReport } = await import('../../access/ask-report.ts');
          const isPage = context.ownFormat() === 'html';
          // Every row of a large organization takes long: what it needs meanwhile counts more than a little time.
          if (!isPage && wanted === 'read') await system.saveMemory();
          const { report, access, disagreements, asks, fit } = await askReport(session, {
            // The page filters by itself.
            wanted: isPage ? 'read' : wanted,
            verify,
            redact,
            withSiteReach: isPage,
          });
          await noteBase({ out }, report.organization, report.base);
          await notePrediction({ out }, report.rules);
          if (isPage) await printPage({ system, session, out }, { report, access, asks }, wanted);
          else if (isFlat(context.format())) {
            const { flatAccess } = await import('../../access/flat.ts');
            await out.joined(joined(flatAccess(access, wayWords)), flatReportView);
          } else await out.joined(joined(access), reportView);
          session.progress.stop();
          await noteDisagreements({ out }, disagreements);
          await noteFit({ out }, fit, report.rules);
          await noteRules({ out }, asks, report.members);
          throwGaps(await report.unknown(), { what: 'the report is incomplete' });
        },
      ),
    );

/** Yields the rows of people: each has the person and one of the places. */
async function* joined<Person extends { readonly places: readonly object[] }>(
  pages: AsyncIterable<readonly Person[]>,
) {
  for await (const people of pages) yield people.map(({ places, ...first }) => ({ first, rest: places }));
}

/** Prints a report as a page of HTML, in pieces. */
async function printPage(
  { system, session, out }: Pick<LineParts, 'system' | 'session' | 'out'>,
  asked: Pick<AskedReport, 'report' | 'access' | 'asks'>,
  level: string,
): Promise<void> {
  const { accessDocument: documentOf } = await import('../../access/document-of.ts');
  const { accessPage } = await import('../../documents/access/page.ts');
  const taken = new Date(system.clock.now()).toISOString();
  const page = accessPage(await documentOf(asked, { level, taken }));
  session.progress.stop();
  await out.raw(page);
}
