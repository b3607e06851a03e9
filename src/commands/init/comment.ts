/** The first lines of the script for each system: where its comments are, how one is changed, and which are our own. */
const starts = {
  github: `const token = process.env.API_TOKEN;
const issues = process.env.GITHUB_API_URL + '/repos/' + process.env.GITHUB_REPOSITORY + '/issues/';
const list = issues + process.env.PULL_REQUEST + '/comments';
const one = (id) => issues + 'comments/' + id;
const method = 'PATCH';
const isOwn = (comment) => comment.user.login === 'github-actions[bot]';`,
  gitlab: `const { CI_API_V4_URL: api, GITLAB_NOTES_TOKEN: token } = process.env;
const list = api + '/projects/' + process.env.CI_PROJECT_ID + '/merge_requests/' + process.env.CI_MERGE_REQUEST_IID + '/notes';
const one = (id) => list + '/' + id;
const method = 'PUT';
const self = await ask('GET', api + '/user');
const isOwn = (note) => note.author.id === self.id;`,
};

/**
 * Returns a shell command that posts comment.md, or replaces the comment that it has posted before. A comment of somebody
 * else is left alone, whatever it begins with. Node sends it, so that the token is no argument of a process.
 */
export function postComment(system: keyof typeof starts): string {
  return `node --input-type=module <<'END'
import { readFileSync } from 'node:fs';
${starts[system]}
async function ask(method, url, body) {
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(method + ' ' + url + ': status ' + response.status);
  return response.json();
}
const marker = '<!-- docs-admin: plan of the organization -->';
let found;
for (let page = 1; !found; page++) {
  const comments = await ask('GET', list + '?per_page=100&page=' + page);
  found = comments.find((comment) => isOwn(comment) && comment.body.startsWith(marker));
  if (comments.length < 100) break;
}
const body = marker + '\\n' + readFileSync('comment.md', 'utf8');
await (found ? ask(method, one(found.id), { body }) : ask('POST', list, { body }));
END`;
}
