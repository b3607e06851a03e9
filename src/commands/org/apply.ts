import { concurrencyFlag, deadlineFlag, journalFlag } from '../../cli/flags/bulk-flags.ts';
import { lineOptions } from '../../cli/session/terminal.ts';
import { UsageError } from '../../errors.ts';
import { shellQuote } from '../../text/shell.ts';
import { planInput, planning, showPlan, withShownPlan } from './plan.ts';

export const apply = () => {
  const about = {
    summary: 'Make an organization as its file says; with --dry-run, do what `org plan` does',
    effect: 'delete',
    dryRunFormats: { ownFormats: ['text', 'markdown'], usualFormats: ['json'] },
  } as const;
  const examples = [
    'docs-admin org apply --file organization.yaml --dry-run',
    'docs-admin org apply --file organization.yaml --yes',
  ];
  return withShownPlan(planning('apply', about, examples))
    .addOption(concurrencyFlag)
    .addOption(deadlineFlag)
    .addOption(journalFlag)
    .run(async (parts, { journal, check, out, maxChars, ...flags }) => {
      const { system, session, line } = parts;
      if (line.flags.dryRun) return showPlan(parts, { ...flags, check, out, maxChars });
      const [given] = Object.entries({ check, out, 'max-chars': maxChars }).filter(([, value]) => value);
      if (given)
        throw new UsageError(`--${given[0]} needs --dry-run`, { hint: 'only a plan that is shown takes it' });
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
};
