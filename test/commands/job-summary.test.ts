import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostile } from '../audit/hostile.ts';
import { type CliInFolder, sandboxCli, scriptedCli } from '../support/cli.ts';

const roster = 'team,user,role\nDocs,KIM@acme.example,owner\nteam_empty,user_ada,\n';
const organization = 'format: docs-admin-organization/1\nteams:\n  Docs: {}\n  New: {}\n';
const files = {
  'roster.csv': roster,
  'organization.yaml': organization,
  'rows.csv': 'id,role\nuser_uma,read\nuser_nope,read\n',
};

const sync = 'teams members sync --file roster.csv --yes --allow-opening administrators';
const batch = 'batch --file rows.csv';
const row = '-- members update {id} --role {role}';

/** Runs a line as a step of a job: GITHUB_STEP_SUMMARY names an empty file, whose text is returned as well. */
async function asStep(docs: CliInFolder, line: string, env: Record<string, string> = {}) {
  const path = join(docs.folder, 'step.md');
  await writeFile(path, '');
  const run = await docs(line, { env: { GITHUB_STEP_SUMMARY: path, ...env } });
  return { ...run, summary: await readFile(path, 'utf8') };
}

describe('in a job', () => {
  test('a sync says what it has changed, and how to undo it', async () => {
    const docs = await sandboxCli(files);
    const run = await asStep(docs, `${sync} --journal run.jsonl`);
    expect(run.code).toBe(0);
    const undo = /`(docs-admin runs undo \S+)`/.exec(run.stderr)?.[1];
    expect(run.summary).toBe(`## \`docs-admin teams members sync\` in \`org_acme\`

### Opens (1)

- \`Kim "Q" Nguyễn <kim@acme.example> joins team Docs, which has admin, as owner\`

**2 done**

### Done (2)

- \`add\` \`user_kim\` \`Kim "Q" Nguyễn\` in team \`team_docs\`
- \`add\` \`user_ada\` \`Ada Lovelace\` in team \`team_empty\`

**Next:** \`\` undo with \`${undo}\` \`\`
`);
  });

  test('a dry run says what it would change', async () => {
    const run = await asStep(await sandboxCli(files), `${sync} --dry-run`);
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.summary).toMatch(
      /\*\*Dry run:\*\* nothing was sent\.\n\n### Opens \(1\)\n\n- .*\n\n\*\*2 planned\*\*\n\n### Planned \(2\)\n/,
    );
  });

  test('batch says which rows failed and why, and how to resume', async () => {
    const run = await asStep(await sandboxCli(files), `${batch} ${row}`);
    expect(run.code).toBe(9);
    expect(run.summary).toMatch(
      /^## `docs-admin batch` in `org_acme`\n\n### Opens \(1\)\n\n- `Uma .*: guest → read in the organization`\n\n\*\*1 failed, 1 done\*\*\n\n### Failed \(1\)\n\n- row 2 `members update user_nope --role read`: `not found: member "user_nope" not found`\n/,
    );
    expect(run.summary).toMatch(
      /\n\*\*Exit code 9:\*\* `1 of 2 rows done, 1 failed`\n\n\*\*Next:\*\* `` resume with `docs-admin runs resume \S+`; .*``\n$/,
    );
  });

  test('batch says first what it opens and takes away', async () => {
    const rows = { 'teams.csv': 'team\nteam_empty\nteam_design\n' };
    const docs = await sandboxCli(rows);
    const line = 'batch --file teams.csv --yes --journal run.jsonl -- teams delete {team}';
    const done = await asStep(docs, line);
    const loses =
      /^## `docs-admin batch` in `org_acme`\n\n### Loses \(\d\)\n\n- `.*: deleted.*`\n(- .*\n)+\n\*\*2 done\*\*/;
    expect(done).toMatchObject({ code: 0, summary: expect.stringMatching(loses) });
    expect(done.summary).toContain('leaves team Design 🎨 (owner)');
  });

  test('a dry run of batch lists its rows', async () => {
    const run = await asStep(await sandboxCli(files), `${batch} --dry-run ${row}`);
    expect(run.summary).toContain('**2 planned**');
    expect(run.summary).toContain('- row 1 `members update user_uma --role read`\n');
  });

  test.each([
    ['-o id', 'rows without an id are in the summary'],
    ['--quiet --json', 'neither format nor --quiet matters'],
  ])('batch %s: %s', async (flags) => {
    const run = await asStep(await sandboxCli(files), `${batch} ${flags} ${row}`);
    expect(run.summary).toContain('**1 failed, 1 done**');
  });

  test('a plan is there, also where --check says no', async () => {
    const run = await asStep(await sandboxCli(files), 'org plan --file organization.yaml --check');
    expect(run.code).toBe(11);
    expect(run.summary).toMatch(
      /^## Plan for `org_acme`\n\n\*\*1 to create\*\*\n\n### teams\n\n- \*\*create\*\* team `New`\n[\s\S]*\n\*\*Exit code 11:\*\* `the service is not as the file says`\n/,
    );
  });

  test('a plan is the same as -o markdown', async () => {
    const docs = await sandboxCli(files);
    const printed = await docs('org plan --file organization.yaml -o markdown');
    const run = await asStep(docs, 'org plan --file organization.yaml --json');
    expect(run.summary).toBe(printed.stdout);
  });

  test('an audit is there, also where it finds something', async () => {
    const run = await asStep(await sandboxCli(files), 'org audit --rules DA103 --fail-on note -o sarif');
    expect(run.code).toBe(11);
    expect(run.summary).toContain('- **DA103** team `Nobody yet` (`team_empty`): `has no members`\n');
    expect(run.summary).toContain('**Exit code 11:**');
  });

  test('a rehearsal is there once: the lines in it write none', async () => {
    const run = await asStep(await sandboxCli(files), 'org rehearse --file organization.yaml');
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.summary.match(/^## /gm)).toHaveLength(1);
    expect(run.summary).toContain('- **create** team `New`\n');
    expect(run.summary).toContain('### Who gains or loses access');
  });

  test('a rehearsed line does not write where its flag says', async () => {
    const docs = await sandboxCli(files);
    const run = await docs(`org rehearse --allow-opening administrators -- ${sync} --summary inner.md`);
    expect(run.code).toBe(0);
    expect(existsSync(join(docs.folder, 'inner.md'))).toBe(false);
  });

  test('an apply says what it has changed', async () => {
    const run = await asStep(await sandboxCli(files), 'org apply --file organization.yaml --yes');
    expect(run.code).toBe(0);
    expect(run.summary).toContain(
      '## `docs-admin org apply` in `org_acme`\n\n**1 done**\n\n### Done (1)\n\n- `create` `team` `New`\n',
    );
  });

  test('what an apply opens, takes away and moves stands before its results', async () => {
    const head = 'format: docs-admin-organization/1\n';
    const sites = 'sites: { "Handbook 手册, “internal”": { visibility: public, basename: book } }';
    const docs = await sandboxCli({ 'moved.yaml': `${head}${sites}\n` });
    const run = await asStep(docs, 'org apply --file moved.yaml --yes --allow-opening public');
    expect(run.summary).toMatch(
      /^## .*\n\n### Opens \(1\)\n\n- `site Handbook 手册, “internal”: unlisted → public, with 3 spaces: Handbook, People & HR, Runbooks`\n\n### Addresses \(1\)\n\n- .*, and 3 below it`\n\n\*\*1 done\*\*\n/,
    );
  });

  test.each([
    ['no roster', 'teams members sync --file nope.csv --yes', 2, 'cannot read nope.csv: no such file'],
    ['no token', `${sync} --profile default`, 4, 'no token'],
    ['a guard', 'batch --file rows.csv --max-removals 0 -- members remove {id}', 2, ''],
    ['a file that is none', 'org plan --file rows.csv', 2, 'rows.csv'],
  ])('a failure before the work is there: %s', async (_, line, code, message) => {
    const run = await asStep(await sandboxCli(files), line, {
      DOCS_ADMIN_BASE_URL: 'https://docs.example',
      DOCS_ADMIN_ORG: 'org_acme',
    });
    expect(run).toMatchObject({ code, writes: [] });
    expect(run.summary).toMatch(/^## `docs-admin (teams members sync|batch|org plan)`/);
    expect(run.summary).toContain(`**Exit code ${code}:** `);
    expect(run.summary).toContain(message);
  });

  test('work that has nothing to do says so', async () => {
    const docs = await sandboxCli(files);
    await docs(sync);
    expect((await asStep(docs, sync)).summary).toContain('**2 unchanged**\n');
    const stored = await asStep(docs, `${sync} --out plan.json`);
    expect(stored.summary).toBe('## `docs-admin teams members sync` in `org_acme`\n\nDone.\n');
  });

  test.each([
    ['other commands write none', 'members list --role guest'],
    ['nor do those that only have the flag', 'members offboard user_pat --yes'],
    ['--no-summary turns it off', `${sync} --no-summary --dry-run`],
    ['a line that is not understood writes none', `${sync} --nope`],
    ['help writes none', 'org plan --help'],
  ])('%s', async (_, line) => {
    expect((await asStep(await sandboxCli(files), line)).summary).toBe('');
  });

  test('an empty variable counts as none', async () => {
    const docs = await sandboxCli(files);
    const run = await docs(`${sync} --dry-run`, { env: { GITHUB_STEP_SUMMARY: '' } });
    expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining('warning') });
  });

  test('a file that cannot be written is a warning, and the exit code stays', async () => {
    const docs = await sandboxCli(files);
    const env = { GITHUB_STEP_SUMMARY: join(docs.folder, 'missing/step.md') };
    const good = await docs(sync, { env });
    expect(good).toMatchObject({ code: 0 });
    expect(good.writes).toHaveLength(2);
    expect(good.stderr).toContain('warning: no summary: cannot write missing/step.md: ');
    const bad = await docs(`${batch} ${row}`, { env });
    expect(bad).toMatchObject({ code: 9 });
    expect(bad.stderr).toMatch(/warning: no summary: .*\nerror: 1 of 2 rows done, 1 failed\n/);
  });
});

describe('--summary', () => {
  test('writes outside of jobs, and wins over the environment', async () => {
    const docs = await sandboxCli(files);
    const run = await asStep(docs, `${sync} --summary own.md`);
    expect(run).toMatchObject({ code: 0, summary: '' });
    expect(await readFile(join(docs.folder, 'own.md'), 'utf8')).toContain('**2 done**');
  });

  test.each([
    ['org apply --file organization.yaml --yes', '- `create` `team` `New`\n'],
    ['members offboard user_pat --yes', '- `leave` `user_pat` '],
    ['members onboard user_pat --yes --team team_docs', '- `add` `user_pat` '],
    ['members onboard --file roster.csv --yes --allow-opening administrators', '- `add` `user_kim` '],
  ])('%s says what it has done, and how to undo it', async (line, entry) => {
    const docs = await sandboxCli(files);
    const run = await docs(`${line} --summary own.md`);
    expect(run).toMatchObject({ code: 0 });
    const text = await readFile(join(docs.folder, 'own.md'), 'utf8');
    expect(text).toContain(entry);
    expect(text).toMatch(
      /\n\*\*Next:\*\* `` (undo with|to undo it, first invite) .*`docs-admin runs undo \S+` ``\n$/,
    );
  });

  test('a stored plan, the rest of a run and its undo each add their own', async () => {
    const docs = await sandboxCli(files);
    await docs(`${sync} --out plan.json`);
    expect(await docs('apply-plan plan.json --yes --journal run.jsonl --summary own.md')).toMatchObject({
      code: 0,
    });
    await docs('runs resume run.jsonl --summary own.md');
    await docs('runs undo run.jsonl --yes --summary own.md');
    const text = await readFile(join(docs.folder, 'own.md'), 'utf8');
    expect(text.match(/^## .*$/gm)).toEqual([
      '## `docs-admin apply-plan` in `org_acme`',
      '## `docs-admin runs resume` in `org_acme`',
      '## `docs-admin runs undo` in `org_acme`',
    ]);
    expect(text).toContain('- `add` `user_kim` in team `team_docs`\n');
    expect(text).toContain('- `remove` `user_kim` ');
  });

  test('adds to what the file has', async () => {
    const docs = await sandboxCli({ ...files, 'own.md': '# Monday' });
    await docs(`${sync} --dry-run --summary own.md`);
    await docs('org plan --file organization.yaml --summary own.md');
    const text = await readFile(join(docs.folder, 'own.md'), 'utf8');
    expect(text).toMatch(
      /^# Monday\n\n## `docs-admin teams members sync`[\s\S]*\n\n## Plan for `org_acme`\n/,
    );
  });

  test.each([
    ['a missing folder', 'missing/own.md', 'cannot write missing/own.md: no such file or directory'],
    ['a folder', 'folder', 'cannot write folder: '],
    ['a full file', 'full.md', 'full.md is full: summaries end at 900 KiB'],
  ])('%s ends with 3, before anything is sent', async (_, path, message) => {
    const docs = await sandboxCli({ ...files, 'full.md': 'x'.repeat(900 * 1024) });
    await mkdir(join(docs.folder, 'folder'));
    for (const line of [sync, `${batch} --summary ${path} ${row}`, 'org audit']) {
      const whole = line.includes('--summary') ? line : `${line} --summary ${path}`;
      const run = await docs(whole);
      expect(run).toMatchObject({ code: 3, requests: [], stdout: '' });
      expect(run.stderr).toContain(`error: ${message}`);
    }
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'so does a file that may only be read',
    async () => {
      const docs = await sandboxCli({ ...files, 'own.md': 'x' });
      await chmod(join(docs.folder, 'own.md'), 0o444);
      expect(await docs(`${sync} --summary own.md`)).toMatchObject({ code: 3, requests: [] });
    },
  );

  test.each([
    [`${sync} --summary ./roster.csv`, '--summary and --file name the same file, ./roster.csv'],
    [
      'org plan --file organization.yaml --out plan.json --summary plan.json',
      '--summary and --out name the same file',
    ],
    ['org audit --baseline rows.csv --summary rows.csv', '--summary and --baseline name the same file'],
    [`${batch} --journal run.jsonl --summary run.jsonl ${row}`, '--summary and --journal name the same file'],
  ])('another file of the line is refused: %s', async (line, message) => {
    const docs = await sandboxCli(files);
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(`error: ${message}`);
    expect(await readFile(join(docs.folder, 'roster.csv'), 'utf8')).toBe(roster);
  });

  test.each([
    [[...sync.split(' '), '--summary', ''], 'error: --summary needs a value'],
    [['members', 'list', '--summary', 'x.md'], 'unknown flag --summary'],
    [[...batch.split(' '), '--', 'members', 'update', '{id}', '--summary', 'x.md'], 'unknown flag --summary'],
  ])('%j is a usage error', async (words, message) => {
    const run = await (await sandboxCli(files))(words);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(message);
  });
});

describe('the text', () => {
  const page = (items: unknown[]) => ({ json: { items } });

  /** A service whose team and member have a hostile name, and which refuses changes with it. */
  const hostileService = (said = hostile) =>
    scriptedCli(
      ({ method, path }) => {
        if (method !== 'GET') return { status: 422, json: { error: { message: said } } };
        if (path.includes('/teams/')) return page([]);
        if (path.includes('/teams')) return page([{ object: 'team', id: 'a', title: hostile }]);
        const user = { id: 'u', displayName: hostile, email: 'u@acme.example' };
        return page([{ object: 'member', id: 'u', role: 'read', user }]);
      },
      { 'roster.csv': 'team,user\na,u\n' },
    );

  test('has names and messages of the service in code only', async () => {
    const run = await asStep(await hostileService(), sync);
    expect(run.code).toBe(9);
    const outside = run.summary.replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
    expect(outside).not.toMatch(/script|javascript|@team|=1\+1|[<>|]/);
    expect(run.summary).toContain('javascript');
    expect(run.summary).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028]/);
  });

  test('has no secret, also where the service repeats it', async () => {
    const run = await asStep(await hostileService('bad token-of-the-test\nCookie: session=1'), sync);
    expect(run.code).toBe(9);
    expect(run.summary).toContain('### Failed (1)');
    expect(run.summary).not.toMatch(/token-of-the-test|session=1/);
  });

  test('is below 900 KiB in bytes with what the file has, and says what is cut', async () => {
    const fields = Array.from(
      { length: 1800 },
      (_, at) => `  field_${at}: { title: ${'手'.repeat(95)}, type: text }\n`,
    );
    const docs = await sandboxCli({
      'many.yaml': `format: docs-admin-organization/1\ncustom-fields:\n${fields.join('')}`,
      'half.md': 'x'.repeat(500 * 1024),
      'almost.md': 'x'.repeat(890 * 1024),
    });
    for (const [file, least] of [
      ['half.md', 880],
      ['almost.md', 895],
    ] as const) {
      const run = await docs(`org plan --file many.yaml --check --summary ${file}`);
      expect(run.code).toBe(11);
      const text = await readFile(join(docs.folder, file), 'utf8');
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(900 * 1024);
      expect(Buffer.byteLength(text)).toBeGreaterThan(least * 1024);
      const shown = text.match(/^- \*\*create\*\*/gm)?.length ?? 0;
      const [, left, all] = /_The text is too long: (\d+) of (\d+) entries are left out\. /.exec(text) ?? [];
      expect([shown + Number(left), Number(all)]).toEqual([1800, 1800]);
      expect(text).toMatch(/\n\*\*Exit code 11:\*\* `the service is not as the file says`\n$/);
    }
  });

  test('never has a part of what a plan opens', async () => {
    const sites = Array.from({ length: 200 }, (_, at) => `  ${'手'.repeat(30)}${at}: {}\n`);
    const docs = await sandboxCli({
      'many.yaml': `format: docs-admin-organization/1\nsites:\n${sites.join('')}`,
      'almost.md': 'x'.repeat(890 * 1024),
    });
    expect(await docs('org plan --file many.yaml --summary almost.md')).toMatchObject({
      code: 0,
      stderr: '',
    });
    const text = (await readFile(join(docs.folder, 'almost.md'), 'utf8')).slice(890 * 1024);
    expect(text).toBe(
      '\n\n## `docs-admin org plan` in `org_acme`\n\nWhat it opens and takes away is too long for a summary: the output of the job has it.\n',
    );
  });

  test('is cut for many rows as well', async () => {
    const rows = Array.from({ length: 3200 }, (_, at) => `user_${at}${'手'.repeat(100)},read\n`);
    const docs = await sandboxCli({ 'rows.csv': `id,role\n${rows.join('')}` });
    const run = await asStep(docs, `${batch} --dry-run --quiet ${row}`);
    expect(run.code).toBe(0);
    expect(Buffer.byteLength(run.summary)).toBeLessThanOrEqual(900 * 1024);
    const shown = run.summary.match(/^- row /gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(2000);
    expect(run.summary).toContain(`\n_${3200 - shown} of 3200 rows left out: the text is too long._\n`);
  });
});
