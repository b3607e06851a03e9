import { flag, outFlag } from '../cli/flags/flag.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { UsageError } from '../errors.ts';
import { alternatives } from '../text/alternatives.ts';
import { isLoopback } from '../text/loopback.ts';
import { quoted } from '../text/words.ts';
import { version } from '../version.ts';
import { githubAudit, gitlabAudit } from './init/audit.ts';
import { githubOrganization, gitlabOrganization } from './init/organization.ts';
import { githubWorkflow, type WorkflowPlace } from './init/workflow.ts';

/** The jobs that there are workflow files for, and the systems that run them. */
const jobs: Readonly<Record<string, readonly string[]>> = {
  roster: ['github'],
  audit: ['github', 'gitlab'],
  organization: ['github', 'gitlab'],
};
const systems = [...new Set(Object.values(jobs).flat())];

export const init = (command: Verb) => {
  defineVerb(command, { summary: 'Print a workflow file for continuous integration', effect: 'read' }, [
    'docs-admin init --ci github --out docs-admin.yml',
    'docs-admin init --ci github --file people/teams.csv',
    'docs-admin init --ci gitlab --what audit',
    'docs-admin init --ci github --what organization --file org/organization.yaml',
  ])
    .addOption(flag('--ci <system>', 'the system that runs it').with({ known: systems, isNeeded: true }))
    .addOption(
      flag(
        '--what <job>',
        'keep teams in line with a roster (default), audit every night, or keep the organization as its file says',
      ).with({ known: Object.keys(jobs) }),
    )
    .option(
      '--file <file>',
      'the roster, or the organization file or its folder, in the repository (default: roster.csv, organization.yaml)',
    )
    .addOption(outFlag)
    .run(async ({ context, out }, { ci, what = 'roster', file }) => {
      assertFile(what, ci);
      const find = (key: 'base-url' | 'org') => context.find(key)?.value;
      const baseUrl = find('base-url');
      // It is useless on another machine.
      const isHere = context.isSandbox || (baseUrl !== undefined && isLoopback(new URL(baseUrl).hostname));
      const place = isHere ? {} : { baseUrl, org: find('org') };
      await out.raw(
        fileText(what, ci, file, { baseUrl: undefined, org: undefined, ...place, version }).trimEnd(),
      );
      if (!isHere) return;
      const variables = 'set DOCS_ADMIN_BASE_URL and DOCS_ADMIN_ORG among the variables of the repository';
      if (context.isSandbox)
        await out.note(`the sandbox is on this machine, and no job reaches it: ${variables}`);
      else await out.warn(`${baseUrl} is on this machine, and no job reaches it: ${variables}`);
    });
  return [];
};

function assertFile(what: string, ci: string | undefined): asserts ci is string {
  const own = jobs[what];
  if (!own)
    throw new UsageError(`unknown --what ${quoted(what)}`, {
      hint: `it is ${alternatives(Object.keys(jobs))}`,
    });
  if (ci !== undefined && own.includes(ci)) return;
  const hint = `it is ${alternatives(systems)}`;
  if (ci === undefined) throw new UsageError('no --ci given', { hint });
  if (!systems.includes(ci)) throw new UsageError(`unknown --ci ${quoted(ci)}`, { hint });
  const others = Object.keys(jobs).filter((one) => jobs[one]?.includes(ci));
  throw new UsageError(`there is no file of --what ${what} for --ci ${ci}`, {
    hint: `for ${ci}, give --what ${alternatives(others)}; --what ${what} is for ${alternatives(own)}`,
  });
}

function fileText(what: string, ci: string, file: string | undefined, place: WorkflowPlace): string {
  if (what === 'audit') {
    if (file !== undefined)
      throw new UsageError('--file does not go with --what audit', { hint: 'leave it out' });
    return ci === 'gitlab' ? gitlabAudit(place) : githubAudit(place);
  }
  if (what === 'organization') {
    const where = { ...place, file: pathInRepository(file ?? 'organization.yaml') };
    return ci === 'gitlab' ? gitlabOrganization(where) : githubOrganization(where);
  }
  const path = pathInRepository(file ?? 'roster.csv');
  return githubWorkflow({
    ...place,
    command: `teams members sync --file ${path} --prune --json`,
    file: path,
  });
}

/**
 * Returns the path as GitHub compares it, without `./`. It is a part of a script, so only plain characters are allowed.
 */
function pathInRepository(path: string): string {
  const plain = /^[\p{L}\p{N}_./][\p{L}\p{N}_./-]*$/u.test(path);
  const normal = normalize(path);
  if (plain && !/^(?:\/|\.\.?(?:\/|$))/.test(normal)) return normal;
  throw new UsageError(
    plain
      ? `invalid --file ${quoted(path)}: must be a file in the repository`
      : `invalid --file ${quoted(path)}: letters, digits, "/", ".", "_" and "-" only`,
  );
}

function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.join('/') || '.';
}
