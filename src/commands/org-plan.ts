import { list, verb } from '../cli/command.ts';
import type { Verb } from '../cli/session/verb.ts';
import { UsageError } from '../errors.ts';

/** The files of an organization; a folder stands for all files in it. */
export const fileFlag = () =>
  list('--file <path>', 'organization file, or a folder of its parts; may be repeated');

/** Throws `UsageError` if no file is given. */
export function givenFiles(files: readonly string[] | undefined): readonly string[] {
  if (files && files.length > 0) return files;
  throw new UsageError('no --file given', { hint: 'name the organization file, or its folder' });
}

export const plan = ({ system, session, scope, out }: Verb) =>
  verb('plan', 'Compare an organization file with the service, and show what apply would do', [
    'docs-admin org plan --file organization.yaml',
    'docs-admin org plan --file organization.yaml --json',
  ])
    .addOption(fileFlag())
    .option('--delete', 'delete what sections managed in full, and complete lists, no longer name')
    .action(async ({ file, delete: deletes }) => {
      const { readOrganizationFile } = await import('../org/file/read.ts');
      const { planOrganization } = await import('../org/plan/make.ts');
      const { planDocument } = await import('../org/plan/document.ts');
      const loaded = await readOrganizationFile(system.files, givenFiles(file));
      const made = await planOrganization(session.api, scope.org(), loaded, { deletes: deletes === true });
      await out.raw(`${JSON.stringify(planDocument(made), null, 2)}\n`);
    });

export const apply = ({ system, session, scope }: Verb) =>
  verb('apply', 'Make an organization as its file says', [
    'docs-admin org apply --file organization.yaml --dry-run',
    'docs-admin org apply --file organization.yaml --yes',
  ])
    .addOption(fileFlag())
    .option('--delete', 'delete what sections managed in full, and complete lists, no longer name')
    .action(async ({ file, delete: deletes }) => {
      const { readOrganizationFile } = await import('../org/file/read.ts');
      const { planOrganization } = await import('../org/plan/make.ts');
      const { applyChanges } = await import('../plans/change-run.ts');
      const loaded = await readOrganizationFile(system.files, givenFiles(file));
      const made = await planOrganization(session.api, scope.org(), loaded, { deletes: deletes === true });
      await session.confirm(`carry out ${made.requests.length} requests?`);
      await applyChanges(session, { command: 'org apply', changes: made.requests, journal: undefined }, {});
    });
