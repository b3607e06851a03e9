import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { head } from '../support/planned.ts';

const teams = `${head}teams:
  Docs: { members: { ada@acme.example: owner, linus@acme.example: owner } }
  New: {}
`;

/** A command line, and the digest of the plan of its file, as this machine has shown it. */
async function reviewed(file = teams) {
  const docs = await sandboxCli({ 'org.yaml': file });
  const { stdout } = await docs('org plan --file org.yaml -o markdown --max-removals 9 --out plan.json');
  await writeFile(join(docs.folder, 'plan.md'), stdout);
  const plan = await docs('org plan --file org.yaml --json --max-removals 9');
  await writeFile(join(docs.folder, 'plain.json'), plan.stdout);
  const { digest } = JSON.parse(plan.stdout) as { digest: string };
  const apply = (digest: string, more = '') =>
    docs(`org apply --file org.yaml --max-removals 9 --yes --digest ${digest} ${more}`);
  return { docs, digest, apply };
}

const elsewhere = ({ home }: CliInFolder) => home.plans.clear();

/** What a colleague does after the review. */
const changed = 'teams members set team_docs user_kim --role owner --yes';

describe('a plan that was reviewed', () => {
  test('has its digest in each form', async () => {
    const { docs, digest } = await reviewed();
    const text = await docs('org plan --file org.yaml --max-removals 9');
    expect(text.stdout).toMatch(new RegExp(`\\ndigest ${digest.slice(7, 19)}\\n$`));
    const markdown = await docs('org plan --file org.yaml --max-removals 9 -o markdown');
    expect(markdown.stdout.endsWith(`Digest \`${digest}\`\n`)).toBe(true);
  });

  test.each<[string, (digest: string) => string]>([
    ['all of it', (digest) => digest],
    ['without the prefix', (digest) => digest.slice(7)],
    ['its first 12 digits', (digest) => digest.slice(7, 19)],
    ['its first digits with the prefix, in capitals', (digest) => digest.slice(0, 27).toUpperCase()],
  ])('is carried out: %s', async (_, given) => {
    const { apply, digest } = await reviewed();
    const run = await apply(given(digest));
    expect(run.code).toBe(0);
    expect(run.writes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'PUT /v1/orgs/org_acme/teams',
      'PUT /v1/orgs/org_acme/teams/team_docs/members',
    ]);
  });

  test('still needs an answer', async () => {
    const { docs, digest } = await reviewed();
    const run = await docs(`org apply --file org.yaml --max-removals 9 --digest ${digest}`);
    expect(run).toMatchObject({ code: 2, writes: [], stderr: expect.stringContaining('--yes') });
  });

  test('does not lift a guard', async () => {
    const { docs, digest } = await reviewed();
    const run = await docs(`org apply --file org.yaml --yes --digest ${digest} --max-removals 1`);
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain('--max-removals 5');
  });

  test('is not carried out where someone has changed something: each difference is named', async () => {
    const { docs, digest, apply } = await reviewed();
    await docs(changed);
    await docs('teams create --title New');
    const run = await apply(digest);
    expect(run).toMatchObject({ code: 6, stdout: '', writes: [] });
    expect(run.stderr).toMatch(
      /^error: the plan is not the one that was reviewed; nothing was sent\n {2}now also: revoke member Docs: kim@acme.example \(owner\)\n {2}no longer: create team New\nhint: look at the new plan with `org plan`; to agree to it, give --digest sha256:[0-9a-f]{64}\n$/,
    );
    const again = /--digest (\S+)/.exec(run.stderr)?.[1] ?? '';
    expect(await apply(again)).toMatchObject({ code: 0 });
  });

  test('is not carried out with other flags, or with another file', async () => {
    const { docs, digest } = await reviewed(teams.replace(head, `${head}managed: { teams: full }\n`));
    const flags = await docs(`org apply --file org.yaml --delete --max-removals 90 --yes --digest ${digest}`);
    expect(flags).toMatchObject({ code: 6, writes: [] });
    expect(flags.stderr).toContain('  now also: delete team Nobody yet\n');
    expect(flags.stderr).toContain('  no longer withheld: delete team Nobody yet: needs --delete\n');
    await writeFile(join(docs.folder, 'org.yaml'), teams.replace('New: {}', 'Newer: {}'));
    const file = await docs(`org apply --file org.yaml --max-removals 90 --yes --digest ${digest}`);
    expect(file).toMatchObject({ code: 6, writes: [] });
    expect(file.stderr).toContain('  now also: create team Newer\n');
  });

  test('is shown as it is now where the reviewed one is not known on this machine', async () => {
    const { docs, digest, apply } = await reviewed();
    elsewhere(docs);
    const other = `${digest.slice(0, 60)}${'0'.repeat(11)}`;
    const run = await apply(other, '--plain');
    expect(run).toMatchObject({ code: 6, stdout: '', writes: [] });
    expect(run.stderr).toContain('teams\n  create team New\n');
    expect(run.stderr).toContain('  revoke member Docs: zoe@acme.example (member)\n');
    expect(run.stderr).toContain(
      'error: the plan is not the one that was reviewed, which is not known here: the plan is now as shown above; nothing was sent\n',
    );
  });

  test('is not known any more after runs prune', async () => {
    const { docs, digest, apply } = await reviewed();
    expect(await docs('runs prune --older-than 0h --yes')).toMatchObject({ code: 0 });
    await docs(changed);
    expect((await apply(digest)).stderr).toContain('which is not known here');
  });

  test.each(['plan.md', 'plan.json', 'plain.json'])('comes from another machine as %s', async (file) => {
    const { docs, digest, apply } = await reviewed();
    elsewhere(docs);
    await docs(changed);
    const refused = await apply(digest, `--reviewed ${file}`);
    expect(refused).toMatchObject({ code: 6, writes: [] });
    expect(refused.stderr).toContain('  now also: revoke member Docs: kim@acme.example (owner)\nhint:');
    await docs('teams members remove team_docs user_kim --yes');
    elsewhere(docs);
    expect(await apply(digest, `--reviewed ${file}`)).toMatchObject({ code: 0 });
  });

  test('comes from standard input, and from a comment that has more text and other line ends', async () => {
    const { docs, digest } = await reviewed();
    await docs(changed);
    elsewhere(docs);
    const comment = `<!-- marker -->\n${await readFile(join(docs.folder, 'plan.md'), 'utf8')}\n3 requests.\n`;
    const line = `org apply --file org.yaml --max-removals 9 --yes --digest ${digest} --reviewed -`;
    const run = await docs(line, { stdin: comment.replaceAll('\n', '\r\n') });
    expect(run).toMatchObject({ code: 6, writes: [] });
    expect(run.stderr).toContain('  now also: revoke member Docs: kim@acme.example (owner)\nhint:');
  });

  test('is compared by its digest alone where the Markdown has no room for it', async () => {
    const { docs, digest, apply } = await reviewed();
    const short = await docs('org plan --file org.yaml -o markdown --max-removals 9 --max-chars 1000');
    expect(short.stdout).not.toContain('<!--');
    await writeFile(join(docs.folder, 'short.md'), short.stdout);
    elsewhere(docs);
    await docs(changed);
    const run = await apply(digest, '--reviewed short.md');
    expect(run).toMatchObject({ code: 6, writes: [] });
    expect(run.stderr).toContain('  + team New\n');
    expect(run.stderr).toContain('which is not known here');
  });
});

describe('bad input', () => {
  const find = '`org plan` prints the plan with its digest, also as JSON and Markdown';

  test.each([
    ['0123456789a', 'it has 11 of at least 12 hex digits'],
    ['sha256:0123', 'it has 4 of at least 12 hex digits'],
    ['latest', 'it is no digest of a plan: 64 hex digits, or at least the first 12 of them'],
    ['sha1:0123456789abcdef', 'it is no digest of a plan: 64 hex digits, or at least the first 12 of them'],
    ['0'.repeat(65), 'it is no digest of a plan: 64 hex digits, or at least the first 12 of them'],
  ])('a digest %s', async (digest, problem) => {
    const { apply } = await reviewed();
    const run = await apply(digest);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toBe(`error: invalid --digest: ${problem}\nhint: ${find}\n`);
  });

  test.each([
    ['--reviewed plan.md --yes', '--reviewed needs --digest'],
    ['--digest 0123456789ab --dry-run', '--digest does not go with --dry-run'],
    ['--digest 0123456789ab --reviewed none.md --yes', 'cannot read none.md'],
    [
      '--digest 0123456789ab --reviewed org.yaml --yes',
      'org.yaml is neither the Markdown nor the JSON of a plan',
    ],
    ['--file - --digest 0123456789ab --reviewed - --yes', 'standard input can be read only once'],
  ])('%s', async (flags, message) => {
    const { docs } = await reviewed();
    const run = await docs(`org apply --file org.yaml ${flags}`);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(`error: ${message}`.replace('error: standard', 'standard'));
  });

  test('--digest for a stored plan, which is reviewed itself', async () => {
    const { docs, digest } = await reviewed();
    const run = await docs(`apply-plan plan.json --yes --digest ${digest}`);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('error: unknown flag --digest');
  });

  test.each([
    ['plan.md', /is the plan sha256:[0-9a-f]{64}, not sha256:0123456789ab; nothing was sent/],
    ['plain.json', /is the plan sha256:[0-9a-f]{64}, not sha256:0123456789ab; nothing was sent/],
  ])('%s of another digest', async (file, message) => {
    const { apply } = await reviewed();
    const run = await apply('0123456789ab', `--reviewed ${file}`);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toMatch(message);
  });

  test.each<[string, string, (text: string) => string]>([
    ['JSON with another change', 'plain.json', (text) => text.replace('"New"', '"Admins"')],
    ['JSON without changes', 'plain.json', (text) => text.replace(/"fields": \[/, '"fields": [7,')],
    [
      'Markdown with another digest',
      'plan.md',
      (text) => text.replace(/sha256:.{12}/, 'sha256:0123456789ab'),
    ],
    [
      'Markdown whose plan is cut',
      'plan.md',
      (text) => text.replace(/(<!-- docs-admin-plan .{20}).* -->/, '$1 -->'),
    ],
  ])('%s', async (_, file, edit) => {
    const { docs, digest, apply } = await reviewed();
    const path = join(docs.folder, file);
    await writeFile(path, edit(await readFile(path, 'utf8')));
    const run = await apply(digest, `--reviewed ${file}`);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(file);
    expect(run.stderr).toMatch(
      /has been changed since the plan was made|is neither the Markdown nor the JSON/,
    );
  });

  test('a plan of another organization, and one of a newer version', async () => {
    const { docs, digest, apply } = await reviewed();
    const other = await docs(
      `org apply --file org.yaml --yes --org org_other --digest ${digest} --reviewed plan.md`,
    );
    expect(other).toMatchObject({ code: 2, requests: [] });
    expect(other.stderr).toContain('error: plan.md is a plan of organization org_acme, not of org_other\n');
    await writeFile(join(docs.folder, 'newer.json'), '{"format": "docs-admin-plan/9"}');
    const newer = await apply(digest, '--reviewed newer.json');
    expect(newer).toMatchObject({ code: 2, requests: [] });
    expect(newer.stderr).toContain('newer.json was made by a newer version of docs-admin');
  });
});

test('a stored plan that is out of date says what has changed', async () => {
  const { docs } = await reviewed();
  await docs(changed);
  const run = await docs('apply-plan plan.json --max-removals 9 --yes');
  expect(run).toMatchObject({ code: 6, writes: [] });
  expect(run.stderr).toBe(
    'error: the plan is out of date: the organization has changed since it was made; nothing was sent\n' +
      '  now also: revoke member Docs: kim@acme.example (owner)\n' +
      'hint: make a new plan\n',
  );
});
