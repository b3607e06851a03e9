import { flag } from '../cli/flags/flag.ts';
import type { NounWords } from '../cli/noun.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { UsageError } from '../errors.ts';
import { alternatives } from '../text/alternatives.ts';
import { quoted } from '../text/quoted.ts';
import { version } from '../version.ts';
import { githubAudit, gitlabAudit } from './init/audit.ts';
import { githubOrganization, gitlabOrganization } from './init/organization.ts';
import { githubWorkflow, type Place } from './init/workflow.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 280,
  summary: 'a workflow file for continuous integration',
};

/** The files that there are: what they are for, and the systems that run them. */
const files: Readonly<Record<string, readonly string[]>> = {
  roster: ['github'],
  audit: ['github', 'gitlab'],
  organization: ['github', 'gitlab'],
};
const systems = [...new Set(Object.values(files).flat())];

export const init = (command: Verb) => {
  defineVerb(command, { summary: 'Print a workflow file for continuous integration', effect: 'read' }, [
    'docs-admin init --ci github > .github/workflows/docs-admin.yml',
    'docs-admin init --ci github --roster people/teams.csv',
    'docs-admin init --ci gitlab --what audit',
    'docs-admin init --ci github --what organization --file org/organization.yaml',
  ])
    .addOption(flag('--ci <system>', 'the system that runs it').with({ known: systems, isNeeded: true }))
    .addOption(
      flag(
        '--what <job>',
        'keep teams in line with a roster (default), audit every night, or keep the organization as its file says',
      ).with({ known: Object.keys(files) }),
    )
    .option('--roster <file>', 'the roster in the repository (default: roster.csv)')
    .option(
      '--file <path>',
      'the organization file, or its folder, in the repository (default: organization.yaml)',
    )
    .run(async ({ context, out }, { ci, what = 'roster', ...paths }) => {
      assertFile(what, ci);
      // The address of the sandbox is useless on another machine.
      const find = (key: 'base-url' | 'org') => (context.isSandbox ? undefined : context.find(key)?.value);
      const place = { version, baseUrl: find('base-url'), org: find('org') };
      await out.raw(fileText(what, ci, paths, place).trimEnd());
    });
  return [];
};

function assertFile(what: string, ci: string | undefined): asserts ci is string {
  const own = files[what];
  if (!own)
    throw new UsageError(`unknown --what ${quoted(what)}`, {
      hint: `it is ${alternatives(Object.keys(files))}`,
    });
  if (ci !== undefined && own.includes(ci)) return;
  const hint = `it is ${alternatives(systems)}`;
  if (ci === undefined) throw new UsageError('no --ci given', { hint });
  if (!systems.includes(ci)) throw new UsageError(`unknown --ci ${quoted(ci)}`, { hint });
  const others = Object.keys(files).filter((one) => files[one]?.includes(ci));
  throw new UsageError(`there is no file of --what ${what} for --ci ${ci}`, {
    hint: `for ${ci}, give --what ${alternatives(others)}; --what ${what} is for ${alternatives(own)}`,
  });
}

/** The flags that name a file of the repository, and the job that each is for. */
const fileFlags = { roster: 'roster', file: 'organization' } as const;

function assertFits(paths: Paths, what: string): void {
  for (const [flag, job] of Object.entries(fileFlags)) {
    if (paths[flag as keyof Paths] === undefined || job === what) continue;
    const other = Object.entries(fileFlags).find(([, one]) => one === what);
    throw new UsageError(`--${flag} does not go with --what ${what}`, {
      hint: `it is for --what ${job}; ${other ? `give --${other[0]} instead` : 'leave it out'}`,
    });
  }
}

interface Paths {
  readonly roster?: string | undefined;
  readonly file?: string | undefined;
}

function fileText(what: string, ci: string, paths: Paths, place: Place): string {
  assertFits(paths, what);
  const { roster, file } = paths;
  if (what === 'audit') return ci === 'gitlab' ? gitlabAudit(place) : githubAudit(place);
  if (what === 'organization') {
    const where = { ...place, file: pathInRepository('--file', file ?? 'organization.yaml') };
    return ci === 'gitlab' ? gitlabOrganization(where) : githubOrganization(where);
  }
  const path = pathInRepository('--roster', roster ?? 'roster.csv');
  return githubWorkflow({
    ...place,
    command: `teams members sync --file ${path} --prune --json`,
    file: path,
  });
}

/**
 * Returns the path as GitHub compares it, without `./`. It is a part of a script, so only plain characters are allowed.
 */
function pathInRepository(flag: string, path: string): string {
  const plain = /^[\p{L}\p{N}_./][\p{L}\p{N}_./-]*$/u.test(path);
  const normal = normalize(path);
  if (plain && !/^(?:\/|\.\.?(?:\/|$))/.test(normal)) return normal;
  throw new UsageError(
    plain
      ? `invalid ${flag} ${quoted(path)}: must be a file in the repository`
      : `invalid ${flag} ${quoted(path)}: letters, digits, "/", ".", "_" and "-" only`,
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
