import { exportGit, getGitInfo, importGit } from '../api/contract/operations/git.ts';
import { resource } from './resource.ts';

const given = { writeOnly: 'it is for one import or export, and is not kept' } as const;

/** The synchronisation of a space with a repository. */
export const git = resource({
  kind: 'git',
  noun: 'git',
  one: 'Git synchronisation',
  several: 'Git synchronisations',
  parents: ['space'],
  naturalKey: [],
  operations: { get: getGitInfo },
  others: { import: importGit, export: exportGit },
  fields: {
    ref: given,
    repoCacheID: given,
    repoTreeURL: given,
    repoCommitURL: given,
    repoProjectDirectory: given,
    timestamp: given,
    force: given,
    gitInfo: given,
    standalone: given,
    commitMessage: given,
  },
  whyNotRestorable: {
    import: 'what was imported stays in the history of the space',
    export: 'what was exported stays in the repository',
  },
});
