import { runFlags } from '../../cli/flags/bulk-flags.ts';
import { flag } from '../../cli/flags/flag.ts';
import { isPlain } from '../../cli/session/terminal.ts';
import { UsageError } from '../../errors.ts';
import { shellQuote } from '../../text/shell.ts';
import { planInput, planning, showFilePlan, withShownPlan } from './plan.ts';

export const apply = () => {
  const about = {
    summary: 'Make an organization as its file says; with --dry-run, do what `org plan` does',
    effect: 'delete',
    dryRunFormats: { ownFormats: ['text', 'markdown'], usualFormats: ['json'] },
  } as const;
  const examples = [
    'docs-admin org apply --file organization.yaml --dry-run',
    'docs-admin org apply --file organization.yaml --yes',
    'docs-admin org apply --file organization.yaml --digest 0123456789ab --yes',
  ];
  return withShownPlan(planning('apply', about, examples))
    .addOptions(...runFlags)
    .addOption(
      flag('--digest <digest>', 'carry out nothing but the plan with this digest, as `org plan` prints it'),
    )
    .addOption(
      flag(
        '--reviewed <file>',
        'Markdown or JSON of the plan that was reviewed, to say what is different; - for standard input',
      ).with({ needs: ['--digest'] }),
    )
    .run(async (parts, { digest, reviewed, check, out, redirects, maxChars, ...flags }) => {
      const { system, session, line } = parts;
      if (line.flags.dryRun) {
        if (digest === undefined) return showFilePlan(parts, { ...flags, check, out, redirects, maxChars });
        throw new UsageError('--digest does not go with --dry-run', {
          hint: '`docs-admin org plan` prints the digest to compare it',
        });
      }
      const [given] = Object.entries({ check, out, redirects, 'max-chars': maxChars }).filter(
        ([, value]) => value,
      );
      if (given)
        throw new UsageError(`--${given[0]} needs --dry-run`, { hint: 'only a plan that is shown takes it' });
      const { applyOrganization } = await import('../../org/apply/apply.ts');
      const agreed =
        digest === undefined
          ? undefined
          : await (await import('../../org/apply/reviewed.ts')).reviewedPlan(session, digest, reviewed);
      await system.saveMemory();
      const input = await planInput({ system, session }, flags);
      const files = (flags.file ?? []).map(shellQuote).join(' ');
      const look = { plain: isPlain(line.flags, system.env) };
      await applyOrganization(
        session,
        { ...input, look, command: `org apply --file ${files}`, reviewed: agreed },
        flags,
      );
    });
};
