import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';

/** The three jobs, as scripts. */
export interface Scripts {
  readonly plan: string;
  readonly apply: string;
  readonly drift: string;
}

interface Step {
  readonly run?: string;
}

/** A comment or an issue, as both systems show one. */
interface Written {
  readonly id: number;
  readonly number: number;
  readonly iid: number;
  readonly user: { readonly login: string };
  readonly author: { readonly id: number };
  body?: string;
  description?: string;
  state?: string;
}

export const markers = {
  plan: '<!-- docs-admin: plan of the organization -->',
  refused: '<!-- docs-admin: plan that was not applied -->',
  drift: '<!-- docs-admin: drift of the organization -->',
};
export const systems = {
  github: {
    shell: 'bash',
    scripts(text: string): Scripts {
      const { jobs } = parse(text) as { jobs: Record<keyof Scripts, { steps: Step[] }> };
      const [plan, comment] = runs(jobs.plan.steps);
      const [find, apply, refused] = runs(jobs.apply.steps);
      const [compare, tell] = runs(jobs.drift.steps);
      // A step ends its job, unless it is to run after a failure; outputs of one step are variables of the others.
      const outputs = 'set -a; . "$GITHUB_OUTPUT"; set +a';
      return {
        plan: `(${plan}\n) || code=$?\nif [ -f comment.md ]; then\n${comment}\nfi\nexit $code`,
        apply: `if [ -z "$BY_HAND" ]; then\n${find}\n${outputs}; DIGEST=$digest NUMBER=$number; export DIGEST NUMBER\nfi
(${apply}\n) || code=$?\nif [ -f comment.md ] && [ -n "$NUMBER" ]; then\n${refused}\nfi\nexit $code`,
        drift: `(${compare}\n) || code=$?\n${outputs}; export STATUS=$status\n${tell}\nexit $code`,
      };
    },
    env: (url: string) => ({
      GITHUB_API_URL: url,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'acme/docs',
      GITHUB_RUN_ID: '41',
      GITHUB_SHA: 'abc',
      ARTIFACT_URL: 'https://github.example/artifacts/1',
      NUMBER: '7',
      API_TOKEN: 'notes',
    }),
    byHand: { BY_HAND: 'true', NUMBER: '' },
    comments: '/repos/acme/docs/issues/7/comments',
    comment: '/repos/acme/docs/issues/comments/',
    requests: '/repos/acme/docs/commits/abc/pulls',
    issues: '/repos/acme/docs/issues',
    method: 'PATCH',
  },
  gitlab: {
    shell: 'sh',
    scripts(text: string): Scripts {
      const jobs = parse(text) as Record<string, { script: string[] }>;
      const script = (name: string) => jobs[name]?.script.join('\n') ?? '';
      return { plan: script('docs-plan'), apply: script('docs-apply'), drift: script('docs-drift') };
    },
    env: (url: string) => ({
      CI_API_V4_URL: url,
      CI_PROJECT_ID: '3',
      CI_MERGE_REQUEST_IID: '7',
      CI_COMMIT_SHA: 'abc',
      CI_JOB_ID: '41',
      CI_JOB_URL: 'https://gitlab.example/jobs/41',
      GITLAB_NOTES_TOKEN: 'notes',
    }),
    byHand: { CI_PIPELINE_SOURCE: 'web' },
    comments: '/projects/3/merge_requests/7/notes',
    comment: '/projects/3/merge_requests/7/notes/',
    requests: '/projects/3/repository/commits/abc/merge_requests',
    issues: '/projects/3/issues',
    method: 'PUT',
  },
} as const;

function runs(steps: readonly Step[]): string[] {
  return steps.flatMap(({ run }) => run ?? []).filter((run) => !run.startsWith('npm '));
}

type System = (typeof systems)[keyof typeof systems];

/**
 * Serves the comments of one change request, which is merged, and issues: two pages of other people's comments first, of
 * which one has our marker, and an issue of another user with our marker.
 */
export async function systemOf({ comments: list, comment, requests, issues, method }: System) {
  const person = { user: { login: 'mallory' }, author: { id: 5 } };
  const own = { user: { login: 'github-actions[bot]' }, author: { id: 9 } };
  const numbered = (id: number) => ({ id, number: id, iid: id });
  const comments: Written[] = Array.from({ length: 120 }, (_, id) => ({
    ...{ ...numbered(id), ...person },
    body: id === 0 ? `${markers.plan}\nDigest \`sha256:${'0'.repeat(64)}\`` : `comment ${id}`,
  }));
  const foreign: Written = { ...numbered(900), ...person, body: markers.drift, description: markers.drift };
  const tracked: Written[] = [foreign];
  const writes: string[] = [];
  let isMerged = true;
  let artifact = '';
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const sent = Buffer.concat(await request.toArray()).toString();
    const body = (sent === '' ? {} : JSON.parse(sent)) as Partial<Written>;
    const answer = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
    if (request.headers.authorization !== 'Bearer notes') return answer(401, {});
    if (request.method !== 'GET') writes.push(`${request.method} ${pathname}`);
    if (request.method === 'GET') {
      const page = (all: readonly Written[]) => {
        const start = (Number(searchParams.get('page')) - 1) * 100;
        return answer(200, all.slice(start, start + 100));
      };
      if (pathname === '/user') return answer(200, { id: 9 });
      if (pathname === list) return page(comments);
      if (pathname === issues) return page(tracked.filter(({ state }) => state === undefined));
      if (pathname === requests)
        return answer(200, isMerged ? [{ number: 7, iid: 7, merged_at: 'today', state: 'merged' }] : []);
      if (pathname.endsWith('/jobs/41/artifacts/plan.json')) return response.end(artifact);
      return answer(404, {});
    }
    const all = pathname === issues || pathname.startsWith(`${issues}/9`) ? tracked : comments;
    if (request.method === 'POST' && (pathname === list || pathname === issues)) {
      const made = { ...numbered(all === tracked ? 901 : 500 + writes.length), ...own, ...body };
      all.push(made);
      return answer(201, made);
    }
    const address = all === tracked ? `${issues}/` : comment;
    const found = all.find(({ id }) => pathname === `${address}${id}`);
    if (request.method !== method || !found) return answer(404, {});
    Object.assign(found, 'state_event' in body ? { state: 'closed' } : body);
    return answer(200, found);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const ownOf = (marker: string) =>
    comments.find(({ id, body }) => id >= 500 && body?.startsWith(marker))?.body ?? '';
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    body: () => ownOf(markers.plan),
    refusal: () => ownOf(markers.refused),
    isUntouched: () => comments[0]?.body?.endsWith(`${'0'.repeat(64)}\``) && foreign.state === undefined,
    issue: () => tracked[1],
    writes,
    set isMerged(value: boolean) {
      isMerged = value;
    },
    set artifact(text: string) {
      artifact = text;
    },
  };
}
