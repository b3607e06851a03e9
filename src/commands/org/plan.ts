import {
  allowDeleteFlag,
  batchSizeFlag,
  deletable,
  refreshable,
  refreshFlag,
} from '../../cli/flags/bulk-flags.ts';
import { flag, list, maxCharsFlag, writesSummaryInJobs } from '../../cli/flags/flag.ts';
import { guardFlags } from '../../cli/flags/removal-flags.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { isPlain } from '../../cli/session/terminal.ts';
import { type OwnVerb, verb } from '../../cli/verb.ts';
import { calibratedName } from '../../domain/access/rule-sets.ts';
import { Unfinished, UsageError } from '../../errors.ts';
import { countingReads } from '../../model/counted-by.ts';
import type { ChoiceFlags } from '../../org/file/choice.ts';
import type { OrganizationDocument } from '../../org/plan/document.ts';
import type { PlanInput, PlanOptions } from '../../org/plan/make.ts';
import { type SectionName, sectionNames } from '../../org/section-names.ts';
import { planView } from '../../views/org.ts';

/** The files of an organization; a folder stands for all files in it. */
export const fileFlag = () =>
  list('--file <file>', 'organization file, or a folder of its parts; - for standard input');

/** The sections that a command works with. They mean the same everywhere. */
export const choiceFlags = () =>
  [
    list('--only <section>', 'nothing but this section (default: all)').with({
      known: [...sectionNames, 'people'],
    }),
    list(
      '--without <section>',
      'not this section; `people` also leaves out the members of teams, `organization` the id of the organization',
    ).with({ known: [...sectionNames, 'people', 'organization'] }),
  ] as const;

/** Throws `UsageError` if no file is given. */
export function givenFiles(files: readonly string[] | undefined): readonly string[] {
  if (files && files.length > 0) return files;
  throw new UsageError('no --file given', { hint: 'name the organization file, or its folder' });
}

/** The file for the public addresses that a change moves. */
export const redirectsFlag = () =>
  flag('--redirects <file>', 'write the public addresses that change as CSV: from,to').with({
    writesFile: true,
  });

/** Makes a verb that plans with an organization file: all of them have the same flags for the file and the guards. */
export const planning = (name: string, about: OwnVerb, examples: readonly string[]) =>
  withPlanFlags(verb(name, about, examples));

export const withPlanFlags = (command: ReturnType<typeof verb<OwnVerb>>) =>
  writesSummaryInJobs(
    command
      .addOptions(fileFlag(), ...choiceFlags())
      .option(
        '--skip-missing',
        'leave out what names people, spaces or teams that the organization does not have, with a warning',
      )
      .option('--delete', 'delete what sections managed in full, and complete lists, no longer name')
      .addOptions(...guardFlags, allowDeleteFlag, refreshFlag, batchSizeFlag('people')),
  );

/** The flags of {@link planning}, as the action gets them. */
export interface PlanFlags extends ChoiceFlags {
  readonly file?: readonly string[] | undefined;
  readonly skipMissing?: true | undefined;
  readonly delete?: true | undefined;
  readonly allowDelete?: readonly string[] | undefined;
  readonly refresh?: readonly string[] | undefined;
  readonly batchSize?: number | undefined;
}

/**
 * Reads the files that the flags name, and warns of keys and flags without an effect. Throws `UsageError` if the files or
 * the flags are wrong.
 */
export async function planInput(
  { system, session }: Pick<LineParts, 'system' | 'session'>,
  flags: PlanFlags,
): Promise<PlanInput> {
  const { readOrganizationFile, WrongFile } = await import('../../org/file/read.ts');
  const { secretTexts } = await import('../../org/apply/secret-texts.ts');
  const { choiceOf } = await import('../../org/file/choice.ts');
  const reading = readOrganizationFile(system, givenFiles(flags.file), choiceOf(flags));
  const file = await reading.catch(async (error: unknown) => {
    if (!(error instanceof WrongFile)) throw error;
    const { withMissing } = await import('../../org/plan/make.ts');
    throw await withMissing(session, error);
  });
  const options = await planOptions({ session }, flags);
  if (file.organization.managed) {
    const { keysWithoutEffect } = await import('../../org/file/counts.ts');
    for (const line of keysWithoutEffect(file)) await session.out.warn(line);
  }
  const named = { only: (flags.only ?? []) as readonly SectionName[], refresh: options.refresh ?? [] };
  for (const [name, sections] of Object.entries(named)) {
    for (const section of sections) {
      if (file.organization[section] === undefined)
        await session.out.warn(`--${name} ${section} has no effect: the file has no section "${section}"`);
    }
  }
  return { file, secrets: secretTexts(file, system.journals.absolute), options };
}

/** Returns the flags as options of a plan. Throws `UsageError` for a name that is no section. */
async function planOptions(
  { session }: Pick<LineParts, 'session'>,
  { skipMissing, delete: deletes, allowDelete = [], refresh = [], batchSize }: PlanFlags,
): Promise<PlanOptions> {
  const { sectionsOf } = await import('../../org/file/choice.ts');
  return {
    ...(skipMissing && { skipMissing }),
    ...(deletes && { deletes }),
    ...(batchSize !== undefined && { batchSize }),
    limits: session.limits,
    accessRules: calibratedName(session.accessRules),
    allowDelete: sectionsOf('allow-delete', allowDelete, deletable),
    refresh: sectionsOf('refresh', refresh, refreshable),
  };
}

/** Adds the flags of what a plan is shown as. */
export const withShownPlan = (command: ReturnType<typeof planning>) =>
  command
    .option(
      '--check',
      'end with exit code 11 if anything differs, also what only lacks --delete; 12 if a part cannot be read',
    )
    .addOption(flag('--out <file>', 'store the plan for `docs-admin apply-plan`').with({ writesFile: true }))
    .addOption(redirectsFlag())
    .addOption(maxCharsFlag());

/** The flags of {@link withShownPlan}, as the action gets them. */
export interface ShownPlanFlags {
  readonly check?: true | undefined;
  readonly out?: string | undefined;
  readonly redirects?: string | undefined;
  readonly maxChars?: number | undefined;
}

export async function showFilePlan(
  { system, session, scope, out, progress, askToReplace, context, line, summary }: LineParts,
  { check, out: path, redirects, maxChars, ...flags }: PlanFlags & ShownPlanFlags,
): Promise<void> {
  const { planOrganization } = await import('../../org/plan/make.ts');
  const { planDocument, isDifferent } = await import('../../org/plan/document.ts');
  const { assertComplete, warnOf } = await import('../../org/plan/complete.ts');
  if (path !== undefined || redirects !== undefined) {
    const { assertDifferentFiles } = await import('../../work/named-files.ts');
    const files = (flags.file ?? []).map((file) => ({ use: 'file', path: file }) as const);
    assertDifferentFiles(session, [...files, { use: 'out', path }, { use: 'redirects', path: redirects }]);
    for (const one of [path, redirects]) if (one !== undefined) await askToReplace(one);
  }
  await system.saveMemory();
  const input = await planInput({ system, session }, flags);
  const made = await countingReads(progress, (options) =>
    planOrganization(session.api, scope.org(), input.file, { ...input.options, ...options }),
  );
  const document = await planDocument(made, session.inWords);
  summary.add(document, markdown);
  await show(document);
  const { keepPlan } = await import('../../org/apply/reviewed.ts');
  await keepPlan(session, document);
  await warnOf(session, made);
  if (path !== undefined) {
    const { storeOrganizationPlan } = await import('../../org/apply/stored-plan.ts');
    await storeOrganizationPlan(session, path, made, input);
  }
  if (redirects !== undefined) {
    const { writeRedirects } = await import('./redirects.ts');
    await writeRedirects({ system, out }, redirects, made.addresses);
  }
  assertComplete(made);
  if (check && isDifferent(document))
    throw new Unfinished('the service is not as the file says', { kind: 'no' });

  async function show(document: OrganizationDocument): Promise<void> {
    if (context.format() === 'json' || line.choosesFields) return await out.item(document, planView);
    if (context.ownFormat() === 'markdown')
      return await writeMarkdown(out, await markdown(document, maxChars), maxChars);
    const { planLines } = await import('../../org/plan/show/lines.ts');
    await out.lines(planLines(document, { plain: isPlain(line.flags, system.env) }));
  }
}

export const plan = () => {
  const about = {
    summary: 'Compare an organization file with the service, and show what apply would do',
    effect: 'read',
    ownFormats: ['text', 'markdown'],
    usualFormats: ['json'],
  } as const;
  const examples = [
    'docs-admin org plan --file organization.yaml',
    'docs-admin org plan --file organization.yaml --check',
    'docs-admin org plan --file organization.yaml -o markdown --max-chars 20000',
    'docs-admin org plan --file organization.yaml --redirects redirects.csv',
    'docs-admin org plan --file people.yaml --adopt --dry-run',
  ];
  return withShownPlan(planning('plan', about, examples))
    .addOption(
      flag('--adopt', 'write into the file what the service has, so that nothing differs').with({
        writesFile: true,
      }),
    )
    .run(async (parts, { adopt, ...flags }) => {
      if (!adopt) return showFilePlan(parts, flags);
      const paths = givenFiles(flags.file);
      return (await import('./adopt.ts')).adopt(parts, paths, flags);
    });
};

async function markdown(document: OrganizationDocument, maxChars: number | undefined): Promise<string> {
  return (await import('../../org/plan/show/markdown.ts')).planMarkdown(document, maxChars);
}

/** Prints Markdown, and warns if it is longer than it may be: what a plan opens and takes away is never cut. */
export async function writeMarkdown(
  out: LineParts['out'],
  text: string,
  maxChars: number | undefined,
): Promise<void> {
  const { defaultMaxChars } = await import('../../text/markdown.ts');
  const most = maxChars ?? defaultMaxChars;
  await out.raw(text);
  if (text.length <= most) return;
  const size = `what the plan opens and takes away is longer than the ${most} characters of --max-chars`;
  await out.warn(`${size}: the rest is left out; -o json shows all of it`);
}
