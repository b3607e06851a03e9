import { expect, test } from 'vitest';
import { refusing } from '../support/access.ts';
import { sandboxCli } from '../support/cli.ts';

interface Listed {
  readonly user?: { readonly email: string };
  readonly target?: { readonly kind: string; readonly id: string };
}

/** The rows of a page as texts, the cells of each divided by `|`. */
function rowsOf(page: string): string[] {
  return [...page.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row = '']) =>
    row.replaceAll(/<\/(?:th|td|div)>/g, '|').replaceAll(/<[^>]+>/g, ''),
  );
}

test.each([
  ['who-can edit --space space_guides', 'Access to space &quot;Guides&quot; (space_guides): edit or more'],
  [
    'who-can read --collection col_internal',
    'Access to collection &quot;Internal 内部&quot; (col_internal): read or more',
  ],
  ['what-can user_kim --level edit', 'Access of Kim &quot;Q&quot; Nguyễn (user_kim): edit or more'],
])('access %s -o html is a page without a script, with the rows of the list', async (line, title) => {
  const docs = await sandboxCli();
  const listed = JSON.parse((await docs(`access ${line} --json`)).stdout) as Listed[];
  const { code, stdout, requests } = await docs(`access ${line} -o html`);
  expect(code).toBe(0);
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  expect(stdout).toContain(`<h1>${title}</h1>`);
  expect(stdout.includes('rules: highest (not calibrated)')).toBe(!line.includes('--space'));
  expect(stdout).toContain(`content="default-src 'none'; style-src 'sha256-`);
  expect(stdout).not.toMatch(/<script|\u001b|\u202e/);
  const details = listed.map(({ user, target }) => (target ? `${target.kind} ${target.id}` : user?.email));
  expect([...stdout.matchAll(/<small>(.*?)<\/small>/g)].map(([, detail]) => detail)).toEqual(details);
});

test('a row has all ways, the deciding one first, and says who is disabled', async () => {
  const docs = await sandboxCli();
  const rows = rowsOf((await docs('access who-can edit --space space_guides -o html')).stdout);
  expect(rows).toContain(
    'Ravi Kumar, PhD ravi@acme.example|admin|admin: team Docs on collection Product|edit: default level of collection Product||',
  );
  expect(rows).toContain(
    'Dee Disabled dee@acme.example|disabled (would have edit)|edit: default level of collection Product||',
  );
});

test.each([
  ['who-can read --space space_runbooks', refusing(/teams\/team_platform\/members/)],
  ['what-can user_kim', refusing(/members\/user_kim\/spaces/)],
])('access %s -o html says what could not be read, and ends with 12', async (line, transport) => {
  const docs = await sandboxCli({}, transport);
  const run = await docs(`access ${line} -o html`);
  expect(run.code).toBe(12);
  expect(run.stdout).toMatch(/<details class="incomplete" open>.*cannot be read \(403\)/);
});

test('with --redact the page names no one', async () => {
  const docs = await sandboxCli();
  const { stdout } = await docs('access who-can edit --space space_guides --redact -o html');
  expect(rowsOf(stdout)).not.toEqual([]);
  expect(stdout).not.toMatch(/acme\.example|user_|Grace/);
});

test('without a format, a pipe gets TSV as before', async () => {
  const docs = await sandboxCli();
  expect((await docs('access what-can user_kim --level admin')).stdout).toBe(
    'target.kind\ttarget.id\ttarget.title\tlevel\tway\n',
  );
});
