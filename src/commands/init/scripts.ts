/** The systems that run the workflows. */
type System = 'github' | 'gitlab';

/** What a script needs of a system. Change requests are pull requests or merge requests, and comments are notes. */
interface Parts {
  /** The address of the repository, the token, and what this job has written itself. */
  readonly repository: string;
  /** Where the comments of a change request are, and how one is changed. */
  readonly comments: string;
  /** Finds the number of the change request that brought this commit. */
  readonly merged: string;
  /** Where the open issues are, and what one is made of. */
  readonly issues: string;
  /** Where the artifact of this job is. */
  readonly artifact: string;
}

const parts: Readonly<Record<System, Parts>> = {
  github: {
    repository: `const token = env.API_TOKEN;
const repository = env.GITHUB_API_URL + '/repos/' + env.GITHUB_REPOSITORY;
const isOwn = (one) => one.user.login === 'github-actions[bot]' && !one.pull_request;
const textOf = (one) => one.body ?? '';
const change = 'PATCH';`,
    comments: `const comments = repository + '/issues/' + number + '/comments';
const addressOf = (one) => repository + '/issues/comments/' + one.id;`,
    merged: `const pulls = await ask('GET', repository + '/commits/' + env.GITHUB_SHA + '/pulls');
const number = pulls.find((one) => one.merged_at)?.number;`,
    issues: `const issues = repository + '/issues';
const open = '?state=open';
const addressOf = (one) => issues + '/' + one.number;
const closed = { state: 'closed' };
const issueOf = (title, body) => ({ title, body });
const job = env.GITHUB_SERVER_URL + '/' + env.GITHUB_REPOSITORY + '/actions/runs/' + env.GITHUB_RUN_ID;`,
    artifact: `const artifact = { id: env.GITHUB_RUN_ID, url: env.ARTIFACT_URL };`,
  },
  gitlab: {
    repository: `const token = env.GITLAB_NOTES_TOKEN;
const repository = env.CI_API_V4_URL + '/projects/' + env.CI_PROJECT_ID;
const self = await ask('GET', env.CI_API_V4_URL + '/user');
const isOwn = (one) => one.author.id === self.id;
const textOf = (one) => one.body ?? one.description ?? '';
const change = 'PUT';`,
    comments: `const comments = repository + '/merge_requests/' + number + '/notes';
const addressOf = (one) => comments + '/' + one.id;`,
    merged: `const requests = await ask('GET', repository + '/repository/commits/' + env.CI_COMMIT_SHA + '/merge_requests');
const number = requests.find((one) => one.state === 'merged')?.iid;`,
    issues: `const issues = repository + '/issues';
const open = '?state=opened&scope=all';
const addressOf = (one) => issues + '/' + one.iid;
const closed = { state_event: 'close' };
const issueOf = (title, description) => ({ title, description });
const job = env.CI_JOB_URL;`,
    artifact: `const artifact = { id: env.CI_JOB_ID, url: env.CI_JOB_URL + '/artifacts/file/plan.json' };`,
  },
};

/** The first lines of what the scripts write, to find it again. */
const markers = {
  plan: '<!-- docs-admin: plan of the organization -->',
  refused: '<!-- docs-admin: plan that was not applied -->',
  drift: '<!-- docs-admin: drift of the organization -->',
};

/** Returns a shell command that runs a script. Node sends the requests, so that the token is no argument of a process. */
function script(...lines: readonly string[]): string {
  return `node --input-type=module <<'END'
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const env = process.env;
async function ask(method, url, body) {
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(method + ' ' + url + ': status ' + response.status);
  return response.json();
}
// What another user has written is left alone, whatever it begins with.
async function own(list, marker) {
  for (let page = 1; ; page++) {
    const all = await ask('GET', list + 'per_page=100&page=' + page);
    const found = all.find((one) => isOwn(one) && textOf(one).startsWith(marker));
    if (found || all.length < 100) return found;
  }
}
${lines.join('\n')}
END`;
}

/** Returns a shell command that posts comment.md to a change request, or replaces what it has posted there before. */
export function postPlan(system: System): string {
  const { repository, comments } = parts[system];
  const number = `const number = env.${system === 'github' ? 'NUMBER' : 'CI_MERGE_REQUEST_IID'};`;
  return script(repository, number, comments, post(system, 'plan'));
}

/** Returns a shell command that posts comment.md to the change request `NUMBER`: the plan that was not applied. */
export function postRefusal(system: System): string {
  const { repository, comments } = parts[system];
  return script(repository, 'const number = env.NUMBER;', comments, post(system, 'refused'));
}

/** The most characters of a comment on GitHub. */
const maxComment = 65_536;

/** Posts comment.md. Of a plan for which a comment has no room, plan.json is an artifact of the job. */
const post = (system: System, kind: 'plan' | 'refused') => `${parts[system].artifact}
let body = '${markers[kind]}\\n' + readFileSync('comment.md', 'utf8');
if (existsSync('plan.json')) {
  const { opens, loses, addresses, digest } = JSON.parse(readFileSync('plan.json', 'utf8'));
  const all = '\\n**The plan is too long for a comment.** [All of it](' + artifact.url + ') is an artifact of run '
    + artifact.id + '.\\n<!-- docs-admin: plan in ' + artifact.id + ' -->\\n';
  // What a plan opens and takes away is shown whole, or counted.
  if (body.length + all.length > ${maxComment}) {
    const opened = ['public', 'administrators', 'other'].map(
      (grade) => grade + ' ' + opens.filter((one) => one.grade === grade).length);
    body = body.slice(0, body.indexOf('## Plan for ')) + '## Plan\\n\\nOpens: ' + opened.join(', ') + '. Loses: '
      + loses.length + '. Addresses: ' + addresses.length + '.\\n\\nDigest \`' + digest + '\`\\n';
  }
  body += all;
}
const found = await own(comments + '?', '${markers[kind]}');
await (found ? ask(change, addressOf(found), { body }) : ask('POST', comments, { body }));`;

/**
 * Returns a shell command that finds the plan that was reviewed with the change request of this commit. It writes
 * reviewed.md, and into reviewed.env what it knows: number, digest, and the job whose artifact has the plan.
 */
export function findReviewed(system: System): string {
  const { repository, comments, merged } = parts[system];
  return script(
    repository,
    merged,
    comments,
    `const found = number && (await own(comments + '?', '${markers.plan}'));
const text = found ? textOf(found) : '';
const digest = /(?:^|\\. )Digest \`(sha256:[0-9a-f]{64})\`\\r?$/m.exec(text)?.[1];
const run = /^<!-- docs-admin: plan in (\\d+) -->\\r?$/m.exec(text)?.[1];
if (digest) writeFileSync('reviewed.md', text);
const known = Object.entries({ number, digest, run }).filter(([, value]) => value);
writeFileSync('reviewed.env', known.map(([name, value]) => name + '=' + value + '\\n').join(''));`,
    ...(system === 'gitlab' ? [fetched] : []),
  );
}

const fetched = `if (run) {
  const plan = await ask('GET', repository + '/jobs/' + run + '/artifacts/plan.json');
  writeFileSync('plan.json', JSON.stringify(plan));
}`;

/** Returns a shell command for GitLab that fetches plan.json from the artifact of the job `RUN`. */
export function fetchPlan(): string {
  return script(parts.gitlab.repository, 'const run = env.RUN;', fetched);
}

/** The most changes that an issue lists. */
const mostDrift = 50;

/**
 * Returns a shell command that keeps an issue open while something differs: `STATUS` is 11, and drift.txt and drift.json have
 * the plan.
 */
export function tellDrift(system: System, file: string): string {
  const { repository, issues } = parts[system];
  return script(
    repository,
    issues,
    `const marker = '${markers.drift}';
const found = await own(issues + open + '&', marker);
if (env.STATUS === '0') {
  if (found) await ask(change, addressOf(found), closed);
} else if (env.STATUS === '11') {
  // It names no people, because issues are sent by e-mail and stay.
  const [counts, digest] = readFileSync('drift.txt', 'utf8').trim().split('\\n').slice(-2);
  const { changes, withheld } = JSON.parse(readFileSync('drift.json', 'utf8'));
  const all = [...changes, ...withheld].filter(({ kind }) => !kind.endsWith('member'));
  const lines = all.map(({ action, kind, name, fields = [] }) => {
    const what = '- ' + action + ' ' + kind + ' \`' + name.replace(/[\`\\s]/g, ' ') + '\`';
    return action === 'update' ? what + ': ' + fields.map(({ field }) => field).join(', ') : what;
  });
  if (lines.length > ${mostDrift}) lines.splice(${mostDrift}, Infinity, '- ... and ' + (all.length - ${mostDrift}) + ' more');
  const body = [
    marker,
    'The service is not as \`${file}\` says: **' + counts + '**. [The job](' + job + ') shows what differs, also for people.',
    ...(lines.length > 0 ? [lines.join('\\n')] : []),
    '- If the service is right, take it over into the file: \`docs-admin org plan --file ${file} --adopt\`.',
    '- If the file is right, start the workflow by hand with the ' + digest + '.',
    'This issue is closed when nothing differs.',
  ].join('\\n\\n');
  const issue = issueOf('The documentation service is not as ${file} says', body);
  await (found ? ask(change, addressOf(found), issue) : ask('POST', issues, issue));
}`,
  );
}

/** A shell command that writes `available=true` into the outputs of a step of GitHub if the repository has code scanning. */
export const findCodeScanning = `node --input-type=module <<'END'
import { appendFileSync } from 'node:fs';
const { API_TOKEN, GITHUB_API_URL, GITHUB_OUTPUT, GITHUB_REPOSITORY } = process.env;
const url = GITHUB_API_URL + '/repos/' + GITHUB_REPOSITORY + '/code-scanning/alerts?per_page=1';
const { status } = await fetch(url, { headers: { authorization: 'Bearer ' + API_TOKEN } });
// 404 says that nothing was uploaded yet, 403 that it is off.
if (status === 200 || status === 404) appendFileSync(GITHUB_OUTPUT, 'available=true\\n');
else console.log('No code scanning here (status ' + status + '): the summary of this run has the findings.');
END`;
