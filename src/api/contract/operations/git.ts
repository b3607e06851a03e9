import * as z from 'zod/mini';
import { copied, described } from '../facts.ts';
import { operation } from '../operation.ts';
import { GitSync, nonEmpty, Uri } from '../schemas.ts';

const GitRef = z.string().check(z.regex(/^refs\/heads\/./, 'must have the form refs/heads/<branch>'));

/**
 * A URL, or the short form of SSH: git@github.example:acme/guides.git. Its host must be clear: a slash in a password, or a
 * backslash, would let programs disagree about it.
 */
const Repository = z.string().check(
  z.minLength(1),
  z.regex(/^((https?|ssh|git):\/\/[^\s/]\S*|[\w.-]+@[\w.-]+:\S+)$/, 'must be the URL of a repository'),
  z.refine(
    (text) => !text.includes('://') || (URL.canParse(text) && !text.includes('\\')),
    'must be a URL with a clear host: write special characters of a password as %2F, %3A, %40',
  ),
);

const syncOptions = z.strictObject({
  url: described('address of the repository', Repository),
  ref: described('branch, such as refs/heads/main', GitRef),
  repoCacheID: described(
    'key under which the service keeps the repository between runs',
    z.optional(z.string()),
  ),
  repoTreeURL: described('prefix of links to other files of the repository', z.optional(Uri)),
  repoCommitURL: described('prefix of links to commits', z.optional(Uri)),
  repoProjectDirectory: described('where in the repository the project begins', z.optional(z.string())),
  timestamp: described(
    'when the event behind it happened: 2025-01-31T12:00:00Z',
    z.optional(
      z.iso.datetime({ offset: true, error: 'must be a date and time such as 2025-01-31T12:00:00Z' }),
    ),
  ),
  force: described('even if a later event has been handled already', z.optional(z.boolean())),
  gitInfo: described(
    'where the repository is hosted',
    z.optional(
      z.strictObject({
        provider: described('who hosts the repository, such as github', z.string()),
        url: described("address of the repository's page", copied(Uri)),
      }),
    ),
  ),
});

export const importGit = operation({
  id: 'git.import',
  method: 'POST',
  path: '/v1/spaces/{space}/git/import',
  summary: 'Import the content of a Git repository into a space',
  body: z.extend(syncOptions, {
    standalone: described(
      'make a revision, and leave the content of the space as it is',
      z.optional(z.boolean()),
    ),
  }),
  effect: 'update',
  consequence: 'It replaces the content there',
  consequenceIf: { standalone: false },
  isFinal: true,
});

export const exportGit = operation({
  id: 'git.export',
  method: 'POST',
  path: '/v1/spaces/{space}/git/export',
  summary: 'Export the content of a space to a Git repository',
  body: z.extend(syncOptions, { commitMessage: described('message of the commit', nonEmpty()) }),
  effect: 'update',
  isFinal: true,
});

export const getGitInfo = operation({
  id: 'git.info',
  method: 'GET',
  path: '/v1/spaces/{space}/git/info',
  summary: 'Show how a space is synchronised with Git',
  result: GitSync,
});
