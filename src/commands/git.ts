import { hasCredentials } from '../api/contract/credentials.ts';
import { consequenceOf } from '../api/contract/effect.ts';
import { exportGit, getGitInfo, importGit } from '../api/contract/operations/git.ts';
import { type FlagValues, flag, spaceFlag } from '../cli/flags/flag.ts';
import { prints } from '../cli/operation-actions.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { verb } from '../cli/verb.ts';
import type { View } from '../output/view.ts';

export const gitInfoView: View = {
  id: 'repoName',
  columns: [
    { field: 'repoName', label: 'REPOSITORY' },
    { field: 'installationProvider', label: 'PROVIDER' },
    { field: 'integration' },
    { field: 'url', label: 'URL', as: 'link' },
    { field: 'updatedAt', label: 'UPDATED', as: 'time' },
  ],
};

export const git = () => [
  verb('import', importGit, [
    'docs-admin git import --space space_guides --url https://github.example/acme/guides.git --ref main --yes',
    'docs-admin git import --space space_drafts --url https://gitlab.example/acme/drafts.git --ref main --provider gitlab --provider-url https://gitlab.example/acme/drafts --yes',
  ])
    .addOptions(spaceFlag, ...sourceFlags, ...repositoryFlags)
    .option('--standalone')
    .addOptions(...providerFlags)
    .run(
      async (
        { system, api, scope, names, bodyOf, out, redactor, confirmFinal, change },
        { input, standalone, ...flags },
      ) => {
        const body = await bodyOf(importGit, input, { ...exchangeFields(flags), standalone });
        body.url ??= urlOfEnvironment({ system });
        await warnOfCredentials({ out }, flags.url);
        const space = scope.space();
        api.assertValid(importGit, { params: { space }, body });
        const from = redactor.redactValue(body, importGit.body) as typeof body;
        const consequence = consequenceOf(importGit, body);
        if (consequence) {
          const into = await names.nameOf('space', space);
          const question = `import ${from.ref} of ${from.url} into ${into}? ${consequence}`;
          await confirmFinal(importGit, { params: { space }, body }, question);
        }
        const { params } = await change(importGit, { params: { space }, body });
        const what = { kind: 'git-import', id: params.space, title: await names.titleOf('space', space) };
        const done = `requested the import of ${body.ref} into space ${params.space}`;
        await out.outcome('started', { ...what, ref: body.ref }, done);
      },
    ),
  verb('export', exportGit, [
    'docs-admin git export --space space_guides --url https://github.example/acme/guides.git --ref main --message "Update the guides" --yes',
  ])
    .addOptions(spaceFlag, ...sourceFlags)
    .addOption(flag('--message <text>').with({ field: 'commitMessage' }))
    .addOptions(...repositoryFlags, ...providerFlags)
    .run(async ({ system, scope, names, bodyOf, out, change }, { input, message, ...flags }) => {
      const body = await bodyOf(exportGit, input, { ...exchangeFields(flags), commitMessage: message });
      body.url ??= urlOfEnvironment({ system });
      await warnOfCredentials({ out }, flags.url);
      const space = scope.space();
      const { params } = await change(exportGit, { params: { space }, body });
      const what = { kind: 'git-export', id: params.space, title: await names.titleOf('space', space) };
      const done = `requested the export of space ${params.space} to ${body.ref}`;
      await out.outcome('started', { ...what, ref: body.ref }, done);
    }),
  verb('info', getGitInfo, [
    'docs-admin git info --space space_guides',
    'docs-admin git info --space space_rest --json',
  ])
    .addOption(spaceFlag)
    .run(prints(gitInfoView)),
];

const urlVariable = 'DOCS_ADMIN_GIT_URL';

// The common flags of import and export.

const sourceFlags = [
  flag('--url <url>', `; better in the environment [${urlVariable}]`).with({ variable: urlVariable }),
  flag('--ref <branch>', 'branch; main means refs/heads/main'),
] as const;

const repositoryFlags = [
  flag('--repo-cache-id <id>'),
  flag('--repo-tree-url <url>'),
  flag('--repo-commit-url <url>'),
  flag('--project-directory <path>').with({ field: 'repoProjectDirectory' }),
  flag('--timestamp <time>'),
  flag('--force'),
] as const;

const providerFlags = [
  flag('--provider <name>').with({ field: 'gitInfo.provider' }),
  flag('--provider-url <url>').with({ field: 'gitInfo.url' }),
] as const;

type ExchangeFlags = FlagValues<[...typeof sourceFlags, ...typeof repositoryFlags, ...typeof providerFlags]>;

function exchangeFields(flags: ExchangeFlags) {
  const { url, ref, timestamp, force, provider, providerUrl } = flags;
  const hasGitInfo = provider !== undefined || providerUrl !== undefined;
  return {
    url,
    ref: ref === undefined ? undefined : branchRef(ref),
    repoCacheID: flags.repoCacheId,
    repoTreeURL: flags.repoTreeUrl,
    repoCommitURL: flags.repoCommitUrl,
    repoProjectDirectory: flags.projectDirectory,
    timestamp,
    force,
    // If only one was given, the client reports the other as missing.
    gitInfo: hasGitInfo ? ({ provider, url: providerUrl } as { provider: string; url: string }) : undefined,
  };
}

/**
 * Returns the address in the environment, for a line and an `--input` without one. If it is missing here too, the
 * client reports it.
 */
function urlOfEnvironment({ system }: Pick<LineParts, 'system'>): string {
  return (system.env[urlVariable]?.trim() || undefined) as string;
}

async function warnOfCredentials({ out }: Pick<LineParts, 'out'>, url: string | undefined): Promise<void> {
  if (url === undefined || !hasCredentials(url)) return;
  await out.warn(
    `--url holds credentials, which show in process lists and shell history: set ${urlVariable} instead`,
  );
}

/**
 * Returns the full name of a branch, which the service requires: `main` becomes `refs/heads/main`. Full names stay as
 * they are.
 */
export function branchRef(ref: string): string {
  return ref === '' || ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
}
