import { listTeamMembers, updateTeamMembers } from '../api/contract/operations/teams.ts';
import { allowDeleteFlag, deletable, runFlags } from '../cli/flags/bulk-flags.ts';
import { summaryFlag } from '../cli/flags/flag.ts';
import { isPlain } from '../cli/session/terminal.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { inputName } from '../inputs.ts';
import { shellQuote } from '../text/shell.ts';

/** This noun is its own verb. */
export const applyPlan = (command: Verb) => {
  const examples = ['docs-admin apply-plan plan.json --dry-run', 'docs-admin apply-plan plan.json --yes'];
  const about = { summary: 'Apply a stored plan, if nothing has changed since', effect: 'delete' } as const;
  defineVerb(command, about, examples, [listTeamMembers, updateTeamMembers])
    .with({ isForOne: true })
    .argument(
      '<file>',
      'plan of `docs-admin org plan --out`, `docs-admin teams members sync --out` or `docs-admin teams merge --out`; - for standard input',
    )
    .addOptions(...runFlags, summaryFlag, allowDeleteFlag)
    .run(async ({ system, session, line }, file, flags) => {
      const { readStoredPlan } = await import('../work/plan-file.ts');
      const plan = await readStoredPlan(session, file);
      if (plan.from === 'organization') {
        const { organizationPlanOf } = await import('../org/apply/stored-plan.ts');
        const { applyOrganization } = await import('../org/apply/apply.ts');
        const { sectionsOf } = await import('../org/file/choice.ts');
        const allowDelete = sectionsOf('allow-delete', flags.allowDelete ?? [], deletable);
        const stored = await organizationPlanOf(session, inputName(file), plan, allowDelete);
        const command = `apply-plan ${shellQuote(file)}`;
        const look = { plain: isPlain(line.flags, system.env) };
        return applyOrganization(session, { ...stored, look, command }, flags);
      }
      if (plan.from === 'merge') {
        const { applyMerge } = await import('../rosters/team-merge.ts');
        return applyMerge(session, inputName(file), plan, flags);
      }
      const { applyRoster } = await import('../rosters/stored-roster.ts');
      await applyRoster(session, inputName(file), plan, flags);
    });
  return [];
};
