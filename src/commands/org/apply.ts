import { concurrencyFlag, deadlineFlag, journalFlag } from '../../cli/flags/bulk-flags.ts';
import { lineOptions } from '../../cli/session/terminal.ts';
import type { Verb } from '../../cli/session/verb.ts';
import { shellQuote } from '../../text/shell.ts';
import { planInput, planning } from './plan.ts';

export const apply = ({ system, session, line }: Verb) =>
  planning('apply', { summary: 'Make an organization as its file says', effect: 'delete' }, [
    'docs-admin org apply --file organization.yaml --dry-run',
    'docs-admin org apply --file organization.yaml --yes',
  ])
    .addOption(concurrencyFlag)
    .addOption(deadlineFlag)
    .addOption(journalFlag)
    .action(async ({ journal, ...flags }) => {
      const { applyOrganization } = await import('../../org/apply/apply.ts');
      await system.saveMemory();
      const input = await planInput({ system, session }, flags);
      const files = (flags.file ?? []).map(shellQuote).join(' ');
      const look = lineOptions(line.flags, system.env);
      await applyOrganization(
        session,
        { ...input, look, command: `org apply --file ${files}`, journal },
        flags,
      );
    });
