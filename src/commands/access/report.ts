import { listMembers } from '../../api/contract/operations/members.ts';
import { verb } from '../../cli/command.ts';
import type { Verb } from '../../cli/session/verb.ts';
import { flatReportView, reportView } from '../../views/access.ts';
import { redactFlag, verifyFlag } from './flags.ts';
import { levelFlag, levelFrom } from './place.ts';
import { noteBase, noteDisagreements, noteRules, throwLacks } from './tell.ts';

export const report = ({ session, context, out }: Verb) =>
  verb(
    'report',
    'List what every member has in every space and collection',
    [
      'docs-admin access report',
      'docs-admin access report --level edit -o csv',
      'docs-admin access report --redact --json',
    ],
    [listMembers],
  )
    .addOption(levelFlag())
    .addOption(verifyFlag())
    .addOption(redactFlag())
    .action(async ({ level = 'read', verify = false, redact = false }) => {
      const wanted = levelFrom(level, '--level');
      const { askReport } = await import('../../access/ask-report.ts');
      const { inChunks } = await import('../../runs/read-each.ts');
      const isFlat = ['csv', 'tsv'].includes(context.format());
      const { report, rows, disagreements, asks } = await askReport(session, { wanted, verify, redact });
      await noteBase({ out }, report.organization, report.base);
      if (isFlat) {
        const { flatRows } = await import('../../access/flat.ts');
        await out.list(inChunks(flatRows(rows)), flatReportView);
      } else await out.list(inChunks(rows), reportView);
      session.progress.stop();
      await noteDisagreements({ out }, disagreements);
      await noteRules({ out }, asks, report.people.length);
      throwLacks(await report.unknown(), { what: 'the report is incomplete' });
    });
