import * as z from 'zod/mini';
import { hasCredentials } from '../credentials.ts';
import { operation } from '../operation.ts';
import { GitSync, secretWhere, Uri } from '../schemas.ts';

const GitRef = z.string().check(z.regex(/^refs\/heads\/./, 'must have the form refs/heads/<branch>'));

/** A URL, or the short form of SSH: git@github.example:acme/guides.git. */
const Repository = z
  .string()
  .check(
    z.minLength(1),
    z.regex(/^((https?|ssh|git):\/\/[^\s/]\S*|[\w.-]+@[\w.-]+:\S+)$/, 'must be the URL of a repository'),
  );

const syncOptions = z.strictObject({
  url: secretWhere(hasCredentials, Repository),
  ref: GitRef,
  repoCacheID: z.optional(z.string()),
  repoTreeURL: z.optional(Uri),
  repoCommitURL: z.optional(Uri),
  repoProjectDirectory: z.optional(z.string()),
  timestamp: z.optional(
    z.iso.datetime({ offset: true, error: 'must be a date and time such as 2025-01-31T12:00:00Z' }),
  ),
  force: z.optional(z.boolean()),
  gitInfo: z.optional(z.strictObject({ provider: z.string(), url: Uri })),
});

export const importGit = operation({
  id: 'git.import',
  method: 'POST',
  path: '/v1/spaces/{space}/git/import',
  summary: 'Import the content of a Git repository into a space',
  body: z.extend(syncOptions, { standalone: z.optional(z.boolean()) }),
});

export const exportGit = operation({
  id: 'git.export',
  method: 'POST',
  path: '/v1/spaces/{space}/git/export',
  summary: 'Export the content of a space to a Git repository',
  body: z.extend(syncOptions, { commitMessage: z.string() }),
});

export const getGitInfo = operation({
  id: 'git.info',
  method: 'GET',
  path: '/v1/spaces/{space}/git/info',
  summary: 'Show how a space is synchronised with Git',
  result: GitSync,
});
