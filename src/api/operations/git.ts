import * as z from 'zod';
import { operation } from '../operation.ts';
import { GitSync, secret } from '../schemas.ts';

const GitRef = z.string().regex(/^refs\/heads\/./, 'must have the form refs/heads/<branch>');

const exchange = z.strictObject({
  // May embed a user name and a password.
  url: secret(z.string().min(1)),
  ref: GitRef,
  repoCacheID: z.string().optional(),
  repoTreeURL: z.string().optional(),
  repoCommitURL: z.string().optional(),
  repoProjectDirectory: z.string().optional(),
  timestamp: z.iso
    .datetime({ offset: true, error: 'must be a date and time such as 2025-01-31T12:00:00Z' })
    .optional(),
  force: z.boolean().optional(),
  gitInfo: z.strictObject({ provider: z.string(), url: z.string() }).optional(),
});

export const importGit = operation({
  id: 'git.import',
  method: 'POST',
  path: '/v1/spaces/{space}/git/import',
  summary: 'Import the content of a Git repository into a space',
  body: exchange.extend({ standalone: z.boolean().optional() }),
});

export const exportGit = operation({
  id: 'git.export',
  method: 'POST',
  path: '/v1/spaces/{space}/git/export',
  summary: 'Export the content of a space to a Git repository',
  body: exchange.extend({ commitMessage: z.string() }),
});

export const getGitInfo = operation({
  id: 'git.info',
  method: 'GET',
  path: '/v1/spaces/{space}/git/info',
  summary: 'Show how a space is synchronised with Git',
  result: GitSync,
});
