import { createHash } from 'node:crypto';
import { exportGit, getGitInfo, importGit } from '../../api/contract/operations/git.ts';
import { type Call, type OperationRoute, route } from '../http/route.ts';
import { invalidField, notFound } from '../problem.ts';
import { copyRevision, setSpaceRevision } from '../resources/revision.ts';
import { findSpace } from '../resources/space.ts';

export const routes: readonly OperationRoute[] = [
  route(importGit, (call) => {
    handle('import', call, ({ space, head, time, repository }) => {
      const { body, store, now } = call;
      // Fetches nothing: the new revision has the content of the present one.
      const git = gitFacts(call, time, { message: `Import ${body.ref}`, createdByService: false });
      const revision = copyRevision(store, head, { type: 'git-import', git, now });
      if (!body.standalone) {
        setSpaceRevision(store, space, revision, now);
        storeSync(call, { time, repository });
      }
      return revision;
    });
    return undefined;
  }),

  route(exportGit, (call) => {
    handle('export', call, ({ head, time, repository }) => {
      const git = gitFacts(call, time, { message: call.body.commitMessage, createdByService: true });
      call.store.update('revisions', { id: head }, { git: JSON.stringify(git) });
      storeSync(call, { time, repository });
      return head;
    });
    return undefined;
  }),

  route(getGitInfo, ({ params, store }) => {
    const { id, gitSync } = findSpace(store, params.space);
    if (!gitSync) throw notFound('Git synchronisation of space', id);
    return Object.fromEntries(Object.entries(gitSync).filter(([, value]) => value !== null));
  }),
];

type Exchange = Call<typeof importGit> | Call<typeof exportGit>;

/** The trigger of an import or export. */
interface GitEvent {
  readonly space: string;
  /** The present revision of the space. */
  readonly head: string;
  readonly time: string;
  readonly repository: Repository;
}

/**
 * Records an event and handles it; `work` returns the revision that it is about. An event that is older than the last
 * one is only recorded, unless it is forced or has no time.
 */
function handle(kind: 'import' | 'export', call: Exchange, work: (event: GitEvent) => string): void {
  const { params, body, store, now } = call;
  const { id: space, revision: head, gitSync } = findSpace(store, params.space);
  const repository = readRepository(body.url);
  if (!repository) throw invalidField('url', 'is not the address of a repository');
  const time = body.timestamp === undefined ? now : new Date(body.timestamp).toISOString();
  const last = gitSync?.updatedAt ?? '';
  const applied = body.force || body.timestamp === undefined || time >= last;
  const revision = applied ? work({ space, head: String(head), time, repository }) : null;
  store.insert('git_events', {
    space,
    kind,
    ref: body.ref,
    timestamp: time,
    applied,
    revision,
    created_at: now,
    doc: JSON.stringify({ ...body, url: repository.url }),
  });
}

function gitFacts(
  { params, body }: Exchange,
  time: string,
  facts: { message: string; createdByService: boolean },
) {
  const oid = createHash('sha1')
    .update(JSON.stringify([params.space, body.ref, time]))
    .digest('hex');
  const prefix = body.repoCommitURL;
  return { oid, ...facts, ...(prefix !== undefined && { url: prefix + oid }), ref: body.ref };
}

/** Stores the state of the synchronisation. A forced older event does not set its time back. */
function storeSync(
  { params, body, store }: Exchange,
  { time, repository }: Pick<GitEvent, 'time' | 'repository'>,
) {
  store.run(
    `INSERT INTO git_syncs (space, repo_name, installation_provider, url, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (space) DO UPDATE SET repo_name = excluded.repo_name, url = excluded.url,
       installation_provider = coalesce(excluded.installation_provider, installation_provider),
       updated_at = max(updated_at, excluded.updated_at)`,
    params.space,
    repository.name,
    body.gitInfo?.provider ?? null,
    body.gitInfo?.url ?? repository.url,
    time,
  );
}

interface Repository {
  /** `acme/guides` */
  readonly name: string;
  /** The address without user name, password and query. */
  readonly url: string;
}

/** Parses a Git address, a URL or `git@host:path`; `undefined` if the text is neither. */
function readRepository(address: string): Repository | undefined {
  const [, login, path] = /^([^/:]+@[^/:]+):(?!\/\/)(.+)$/.exec(address) ?? [];
  const text = login === undefined ? address : `ssh://${login}/${path}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const name = url?.pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  if (!url || !name) return undefined;
  for (const part of ['username', 'password', 'search', 'hash'] as const) url[part] = '';
  return { name, url: url.href };
}
