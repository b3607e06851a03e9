import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshHome, runShell } from '../support/installed.ts';

const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
const organization = "printf 'format: docs-admin-organization/1\\nteams: { Docs: {} }\\n'";

test.each([
  ['an organization file', `docs-admin org plan --check --file <(${organization})`, /the service is as the/],
  ['it is read twice', `docs-admin org rehearse --quiet --file <(${organization})`, /nothing/],
  [
    'rows',
    "docs-admin batch --dry-run --json --file <(printf 'u\\nuser_pat\\n') -- members update {u} --role read",
    /user_pat/,
  ],
  [
    'command lines',
    'docs-admin batch --json --file <(echo members update user_pat --role read)',
    /"status": "done"/,
  ],
  [
    'a roster',
    "docs-admin teams members sync --dry-run --file <(printf 'team,user\\nteam_docs,user_kim\\n')",
    /user_kim \(member\)/,
  ],
  [
    'a request body',
    'docs-admin sites create --dry-run --json --input <(echo title: Piped)',
    /"title": "Piped"/,
  ],
  [
    'a snapshot',
    'docs-admin org snapshot --out s.json -q && docs-admin org audit rules > /dev/null && docs-admin access diff <(cat s.json) live --check -q',
    /^/,
  ],
  [
    'a pipe with a name',
    `mkfifo p && (${organization} > p &) ; docs-admin org validate --file p`,
    /teams\t1/,
  ],
])('a pipe is a file to work from: %s', async (_, line, expected) => {
  const run = await runShell(line, { env });
  expect(run).toMatchObject({ code: 0 });
  expect(run.stdout + run.stderr).toMatch(expected);
});

test('a run from a pipe goes on with the same text on standard input', async () => {
  const home = freshHome();
  const rows = 'u\nuser_nobody\nuser_pat\n';
  writeFileSync(join(home, 'rows.csv'), rows);
  const line =
    'docs-admin batch --journal j.jsonl --fail-fast --concurrency 1 --file <(cat rows.csv) -- members update {u} --role read';
  expect(await runShell(line, { home, env })).toMatchObject({ code: 9 });
  const resumed = await runShell('docs-admin runs resume j.jsonl < rows.csv', { home, env });
  expect(resumed.stdout).toMatch(/user_pat.*done/);
});
