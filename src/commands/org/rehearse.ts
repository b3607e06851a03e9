import { flag, fraction, maxCharsFlag, number, outFlag, type SharedFlags } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { isPlain } from '../../cli/session/terminal.ts';
import { defineVerb, type Verb } from '../../cli/verb.ts';
import { heldGrades } from '../../domain/reach/grades.ts';
import { Unfinished, UsageError } from '../../errors.ts';
import type { LineFacts } from '../../mcp/commands.ts';
import { countedBy } from '../../model/counted-by.ts';
import type { View } from '../../output/view.ts';
import type { System } from '../../ports.ts';
import type { RehearsalReport } from '../../rehearse/rehearse.ts';
import {
  givenFiles,
  type PlanFlags,
  planInput,
  redirectsFlag,
  withPlanFlags,
  writeMarkdown,
} from './plan.ts';

export const rehearsalView: View = {
  id: 'requests.written',
  columns: [{ field: 'requests.read' }, { field: 'requests.written' }],
};

export const rehearse = (command: Verb) =>
  withPlanFlags(
    defineVerb(
      command,
      {
        summary: 'Carry out a change in a private copy of the organization, and show what it does',
        effect: 'read',
        ownFormats: ['text', 'markdown'],
        usualFormats: ['json'],
      },
      [
        'docs-admin org rehearse --file organization.yaml',
        'docs-admin org rehearse -- members update user_linus --role admin',
        'docs-admin org rehearse --fail 0.1 --kill-after 1 -o markdown -- teams delete team_docs',
      ],
    ),
  )
    .usage('[flags] [-- <noun> <verb> ...]')
    .argument('[words...]', 'the command line to rehearse, instead of --file')
    .addOption(fraction('--fail <rate>', 'fraction of the requests that fail in a second try: 0 to 1'))
    .addOption(fraction('--drop <rate>', 'fraction of the answers that are lost in a second try: 0 to 1'))
    .addOption(
      number('--kill-after <n>', 1, 1_000_000, 'kill a second try after so many changes, and resume it'),
    )
    .addOption(
      flag('--keep <file>', 'keep the changed copy, for DOCS_ADMIN_SANDBOX_DATA').with({ writesFile: true }),
    )
    .addOptions(redirectsFlag(), outFlag)
    .addOption(maxCharsFlag())
    .run(async (parts, words, { fail, drop, killAfter, keep, redirects, maxChars, ...flags }) => {
      const { system, session, context, line, out, summary, progress, askToReplace } = parts;
      const { connections, otherLine } = parts;
      const given = lines(words, flags, line.flags);
      if (words.length > 0) assertRehearsable(await (await parts.commands()).read(words, system));
      if (keep !== undefined || redirects !== undefined) {
        const { assertDifferentFiles } = await import('../../work/named-files.ts');
        const files = (flags.file ?? []).map((file) => ({ use: 'file', path: file }) as const);
        const written = { keep, redirects, out: line.flags.out };
        const uses = ['keep', 'redirects', 'out'] as const;
        assertDifferentFiles(session, [...files, ...uses.map((use) => ({ use, path: written[use] }))]);
        for (const path of [keep, redirects]) if (path !== undefined) await askToReplace(path);
      }
      // It holds two readings of the organization.
      await system.saveMemory(25);
      // A wrong file is refused before the organization is read.
      if (given.plan) await planInput({ system, session }, flags);
      const { rehearse: rehearseChange } = await import('../../rehearse/rehearse.ts');
      const { fixInWords } = await import('../../cli/report/fixes.ts');
      const rehearsing = {
        ...{ system, baseUrl: context.baseUrl(), profile: context.profile.value },
        // No request of the line leaves this process.
        runLine: (own: readonly string[], outside: System) =>
          otherLine(['--allow-http', ...own], { ...outside, refuse: refuseTransfer }),
        resume: (journal: string) => ['runs', 'resume', journal],
      };
      const { report, ended, badDay, addresses } = await rehearseChange(session, rehearsing, {
        ...given,
        ...{ badDay: { fail, drop, killAfter }, keep },
        fixInWords: (fix) => fixInWords(fix, []),
        ...countedBy(progress),
      });
      const rate = connections.rate();
      const { rehearsalMarkdown } = await import('../../rehearse/report-words.ts');
      summary.add(report, (shown, most) => rehearsalMarkdown(shown, { maxChars: most, rate }));
      await show({ system, context, line, out }, report, { maxChars, rate });
      if (badDay !== undefined) await out.note(badDay);
      if (keep !== undefined) await out.done(`the copy is in ${keep}: set DOCS_ADMIN_SANDBOX_DATA to use it`);
      if (redirects !== undefined && addresses) {
        const { writeRedirects } = await import('./redirects.ts');
        await writeRedirects({ system, out }, redirects, addresses);
      }
      if (ended.exitCode !== 0) {
        throw new Unfinished(`the rehearsed command ended with exit code ${ended.exitCode}`, {
          kind: 'failed',
          exitCode: ended.exitCode,
          details: ended.stderr.split('\n').filter(Boolean),
        });
      }
    });

async function show(
  { system, context, line, out }: Pick<LineParts, 'system' | 'context' | 'line' | 'out'>,
  report: RehearsalReport,
  { maxChars, rate }: { readonly maxChars: number | undefined; readonly rate: number | undefined },
): Promise<void> {
  if (context.format() === 'json' || line.choosesFields) return await out.item(report, rehearsalView);
  if (context.ownFormat() === 'markdown') {
    const { rehearsalMarkdown } = await import('../../rehearse/report-words.ts');
    return await writeMarkdown(out, rehearsalMarkdown(report, { maxChars, rate }), maxChars);
  }
  const { rehearsalLines } = await import('../../rehearse/report-words.ts');
  await out.lines(rehearsalLines(report, { plain: isPlain(line.flags, system.env), rate }));
  for (const limit of report.limits) await out.note(limit);
}

/** Throws `UsageError` for a rehearsal, and for a command that needs what no copy has: another organization, the history of runs. */
function assertRehearsable({ command }: LineFacts): void {
  if (command === 'org rehearse') throw new UsageError('a rehearsal cannot be rehearsed');
  if (command === 'collections transfer') throw noTransfer();
  const [noun] = command.split(' ');
  if (noun !== 'undo' && noun !== 'runs') return;
  const changes = command === 'undo' || command === 'runs undo' || command === 'runs resume';
  throw new UsageError(
    `a rehearsal has no history of runs, so \`docs-admin ${command}\` finds no run in it`,
    {
      hint: changes
        ? `\`docs-admin ${command}\` with --dry-run shows what it changes, and only reads`
        : 'run it by itself: it changes nothing in the organization',
    },
  );
}

/** Throws `UsageError` for the path of a request that needs another organization. */
function refuseTransfer(path: string): void {
  if (path.endsWith('/transfer')) throw noTransfer();
}

function noTransfer(): UsageError {
  return new UsageError('a transfer cannot be rehearsed: a copy holds one organization only', {
    hint: '`docs-admin collections transfer A B --to-org ID --dry-run` shows what several collections lose, and sends nothing',
  });
}

/** Returns the line to rehearse, and for an organization file the line that plans. Throws `UsageError`. */
function lines(words: readonly string[], flags: PlanFlags, shared: SharedFlags) {
  if (words.length > 0) {
    if (flags.file)
      throw new UsageError('--file does not go with a command', { hint: 'give one of the two' });
    // Told before the organization is copied.
    if (/^[^-].*[./\\]/.test(words[0] ?? ''))
      throw new UsageError('the line to rehearse does not begin with a command', {
        hint: 'give an organization file, or its folder, with --file',
      });
    return { change: words };
  }
  if (!flags.file) {
    throw new UsageError('nothing to rehearse', {
      hint: 'give --file with the organization file or its folder, or a command after --: `docs-admin org rehearse -- teams delete team_docs`',
    });
  }
  const planned = planWords(flags, shared);
  // Nothing opens in a copy: the plan says what the guard would refuse.
  const change = ['org', 'apply', ...planned, `--allow-opening=${heldGrades.join(',')}`];
  return { change, plan: ['org', 'plan', ...planned, '--output', 'json'] };
}

/** Writes the flags of a plan again. */
function planWords(
  flags: PlanFlags,
  { maxRemovals, allowOwnerless, allowOpening = [] }: SharedFlags,
): string[] {
  const { file, only = [], without = [], skipMissing, batchSize } = flags;
  const { delete: deletes, allowDelete = [], refresh = [] } = flags;
  const limit = maxRemovals && ('count' in maxRemovals ? `${maxRemovals.count}` : `${maxRemovals.percent}%`);
  return [
    ...givenFiles(file).map((path) => `--file=${path}`),
    ...only.map((section) => `--only=${section}`),
    ...without.map((section) => `--without=${section}`),
    ...(skipMissing ? ['--skip-missing'] : []),
    ...(deletes ? ['--delete'] : []),
    ...(limit === undefined ? [] : [`--max-removals=${limit}`]),
    ...(allowOwnerless ? ['--allow-ownerless'] : []),
    ...allowOpening.map((grade) => `--allow-opening=${grade}`),
    ...allowDelete.map((section) => `--allow-delete=${section}`),
    ...refresh.map((section) => `--refresh=${section}`),
    ...(batchSize === undefined ? [] : [`--batch-size=${batchSize}`]),
  ];
}
