import { chmod, link, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, sandboxCli, scriptedCli } from '../support/cli.ts';

const users = 'user_id,role\nuser_nobody,read\n';
const update = '-- members update {user_id} --role {role}';

const text = (docs: CliInFolder, name: string) => readFile(join(docs.folder, name), 'utf8');

/** A folder in which `users.csv` has further names. */
async function withLinks(): Promise<CliInFolder> {
  const docs = await sandboxCli({ 'users.csv': users, 'roster.csv': 'team,user\nteam_docs,user_kim\n' });
  for (const name of ['users.csv', 'roster.csv']) {
    await symlink(name, join(docs.folder, `symlink-to-${name}`));
    await link(join(docs.folder, name), join(docs.folder, `hardlink-to-${name}`));
  }
  await symlink(docs.folder, join(docs.folder, 'here'));
  return docs;
}

describe('files of one command line must be different', () => {
  const batch = (flags: string) => `batch --file users.csv ${flags} ${update}`;
  const sync = (flags: string) => `teams members sync --file roster.csv ${flags}`;
  test.each([
    [batch('--failed users.csv'), '--file and --failed'],
    [batch('--failed ./users.csv'), '--file and --failed'],
    [batch('--failed symlink-to-users.csv'), '--file and --failed'],
    [batch('--failed hardlink-to-users.csv'), '--file and --failed'],
    [batch('--failed here/users.csv'), '--file and --failed'],
    [batch('--journal symlink-to-users.csv'), '--file and --journal'],
    [batch('--failed new --journal here/new'), '--failed and --journal'],
    [sync('--out roster.csv'), '--file and --out'],
    [sync('--out symlink-to-roster.csv'), '--file and --out'],
    [sync('--out x --journal ./x'), '--out and --journal'],
  ])('%s', async (line, flags) => {
    const docs = await withLinks();
    const before = await readdir(docs.folder);
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(`error: ${flags} name the same file, `);
    expect(await readdir(docs.folder)).toEqual(before);
    expect(await text(docs, 'users.csv')).toBe(users);
  });
});

describe('a file that is written is none that is read', () => {
  const files = { 'note.md': 'one', 'body.json': '{"title":"Two"}', 'in.csv': 'id,f\nteam_empty,note.md\n' };
  const linked = async () => {
    const docs = await sandboxCli(files);
    await symlink('note.md', join(docs.folder, 'link.md'));
    return docs;
  };

  test.each([
    ['--failed body.json -- teams update {id} --input body.json', 'body.json'],
    ['--journal body.json -- teams update {id} --input body.json', 'body.json'],
    ['--failed note.md -- comments create --space space_api --markdown-file {f}', 'note.md'],
    ['--failed link.md -- comments create --space space_api --markdown-file {f}', 'link.md'],
  ])('by a row: %s', async (line, name) => {
    const docs = await linked();
    const run = await docs(`batch --file in.csv ${line}`);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    const flag = line.split(' ')[0];
    expect(run.stderr).toBe(
      `error: a row and ${flag} name the same file, ${name}\nhint: give ${flag} another file\n`,
    );
    for (const [file, content] of Object.entries(files)) expect(await text(docs, file)).toBe(content);
  });

  test.each([
    ['batch --file - --failed in.csv -- teams update {id} --title x', '--file and --failed', 'in.csv'],
    ['batch --file - --journal in.csv -- teams update {id} --title x', '--file and --journal', 'in.csv'],
    ['teams members sync --file - --out in.csv', '--file and --out', 'in.csv'],
  ])('by standard input: %s', async (line, flags, name) => {
    const docs = await sandboxCli(files);
    const run = await docs(line, { stdin: files[name as 'in.csv'], stdinFile: name });
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(`error: ${flags} name the same file, ${name}\n`);
    expect(await text(docs, name)).toBe(files[name as 'in.csv']);
  });
});

describe('a file that is there', () => {
  const lines = [
    'batch --file users.csv --failed there.txt -- members update {user_id} --role {role}',
    'teams members sync --file roster.csv --out there.txt',
    'change-requests pdf 1 --space space_handbook --download there.txt',
    'sandbox export --out there.txt',
  ];
  const setUp = () =>
    sandboxCli({ 'users.csv': users, 'roster.csv': 'team,user\nteam_docs,user_kim\n', 'there.txt': 'mine' });

  test.each(lines)('is replaced on a terminal only after a question: %s', async (line) => {
    const docs = await setUp();
    const run = await docs(line, { terminal: true, answers: [false], fixture: '{}' });
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.questions).toEqual([expect.stringContaining('replace the file there.txt?')]);
    expect(await text(docs, 'there.txt')).toBe('mine');
  });

  test.each([
    'teams members sync --file roster.csv --out there.txt',
    'teams merge team_docs team_support --out there.txt',
    'org plan --file acme.yaml --out there.txt',
    'org export --out there.txt',
    'org export --split acme',
    'access report --out there.txt',
  ])('is asked about in a dry run that replaces it: %s', async (line) => {
    const docs = await setUp();
    await docs('org export --split acme');
    const run = await docs(`${line} --dry-run`, { terminal: true, answers: [false] });
    expect(run).toMatchObject({
      code: 2,
      requests: [],
      questions: [expect.stringMatching(/^replace the file/)],
    });
    expect(await text(docs, 'there.txt')).toBe('mine');
  });

  test.each([
    'batch --dry-run --file users.csv --failed there.txt -- members update {user_id} --role {role}',
    'change-requests pdf 1 --space space_handbook --download there.txt --dry-run',
  ])('is not asked about in a dry run that leaves it alone: %s', async (line) => {
    const docs = await setUp();
    const run = await docs(line, { terminal: true });
    expect(run).toMatchObject({ code: 0, questions: [] });
    expect(await text(docs, 'there.txt')).toBe('mine');
  });

  test.each([
    ['off a terminal', '', {}],
    ['with --yes', ' --yes', { terminal: true }],
  ])('is replaced %s', async (_, flags, options) => {
    const docs = await setUp();
    const run = await docs(`sandbox export --out there.txt${flags}`, { ...options, fixture: '{}' });
    expect(run).toMatchObject({ code: 0, questions: [] });
    expect(await text(docs, 'there.txt')).toBe('{}\n');
  });

  test('is not asked about where it is empty', async () => {
    const docs = await setUp();
    await writeFile(join(docs.folder, 'new'), '');
    const run = await docs('sandbox export --out new', { terminal: true, fixture: '{}' });
    expect(run).toMatchObject({ code: 0, questions: [] });
  });
});

describe('nothing is written before the first request is allowed', () => {
  test.each([
    [
      'a row that is wrong',
      'batch --file users.csv --failed old.csv -- teams update {user_id} --title ""',
      {},
    ],
    ['no confirmation', 'batch --file users.csv --failed old.csv -- members remove {user_id}', {}],
    [
      'a protected profile',
      `batch --file users.csv --failed old.csv ${update}`,
      { DOCS_ADMIN_PROFILE: 'prod', DOCS_ADMIN_BASE_URL: 'https://docs.example' },
    ],
    ['a dry run', `batch --file users.csv --failed old.csv --dry-run ${update}`, {}],
  ])('%s', async (_, line, env) => {
    const docs = await scriptedCli(() => ({ json: { id: 'user_nobody' } }), {
      'users.csv': users,
      'old.csv': 'old',
    });
    await docs('profiles create prod --base-url https://docs.example --protected');
    const before = await readdir(docs.folder);
    const { code, writes } = await docs(line, { env });
    expect({ code, writes }).toEqual({ code: line.includes('--dry-run') ? 0 : 2, writes: [] });
    expect(await readdir(docs.folder)).toEqual(before);
    expect(await text(docs, 'old.csv')).toBe('old');
  });

  test.each(['missing/failed.csv', 'runs', 'users.csv/x'])('--failed %s cannot be written', async (path) => {
    const docs = await sandboxCli({ 'users.csv': users });
    await docs('batch --file users.csv -- members update user_pat --role read');
    const run = await docs(`batch --file users.csv --failed ${path} ${update}`);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(path);
  });
});

describe('--failed', () => {
  test('holds the cells as they were, to the byte, and a reason', async () => {
    const docs = await sandboxCli({
      'users.csv':
        '2; user_id;"1" ; role\r\n\r\n x ; user_nobody ;" a;""b"" "; read\r\n y;user_pat;;read\r\n"z\n";user_no;;read',
    });
    const run = await docs(`batch --file users.csv --failed failed.csv ${update}`);
    expect(run.code).toBe(9);
    expect(await text(docs, 'failed.csv')).toBe(
      '2; user_id;"1" ; role;reason\n' +
        ' x ; user_nobody ;" a;""b"" "; read;"not found: member ""user_nobody"" not found"\n' +
        '"z\n";user_no;;read;"not found: member ""user_no"" not found"\n',
    );
  });

  test('has one column for the reason, however often it is run', async () => {
    const docs = await sandboxCli({ 'users.csv': 'user_id,reason,role\nuser_nobody,"a, b",read\n' });
    await docs(`batch --file users.csv --failed again.csv ${update}`);
    const expected = 'user_id,role,reason\nuser_nobody,read,"not found: member ""user_nobody"" not found"\n';
    expect(await text(docs, 'again.csv')).toBe(expected);
    await docs(`batch --file again.csv --failed last.csv ${update}`);
    expect(await text(docs, 'last.csv')).toBe(expected);
  });

  test('keeps lines of JSON as they were written', async () => {
    const docs = await sandboxCli({
      'users.jsonl': ' { "user_id": "user_nobody", "role": "read", "n": 1.50, "no": null } \n',
    });
    await docs(`batch --file users.jsonl --failed again.jsonl ${update}`);
    expect(await text(docs, 'again.jsonl')).toBe(
      '{ "user_id": "user_nobody", "role": "read", "n": 1.50, "no": null,"reason":"not found: member \\"user_nobody\\" not found"}\n',
    );
    await docs(`batch --file again.jsonl --failed last.jsonl ${update}`);
    expect(await text(docs, 'last.jsonl')).toBe(await text(docs, 'again.jsonl'));
  });

  test.each([
    [
      '{"reason": "too late", "n": 1e3, "user_id": "user_nobody" }',
      '{"reason": "…", "n": 1e3, "user_id": "user_nobody" }',
    ],
    ['{"user_id":"user_nobody","r\\u0065ason" : null}', '{"user_id":"user_nobody","r\\u0065ason" : "…"}'],
    ['{"note":"reason","user_id":"user_nobody"}', '{"note":"reason","user_id":"user_nobody","reason":"…"}'],
  ])('puts the reason into %s', async (line, expected) => {
    const docs = await sandboxCli({ 'users.jsonl': `${line}\n` });
    await docs('batch --file users.jsonl --failed again.jsonl -- members update {user_id} --role read');
    const reason = 'not found: member \\"user_nobody\\" not found';
    expect(await text(docs, 'again.jsonl')).toBe(`${expected.replace('…', reason)}\n`);
  });

  test.each(['csv', 'jsonl', 'file'])(
    'never holds what the service sent to a terminal, raw (%s)',
    async (from) => {
      const message = 'no \u001b[31mred\u001b[0m \u202e\nsecond line';
      const inputs = {
        csv: users,
        jsonl: '{"user_id":"user_nobody","role":"read"}\n',
        file: 'members update user_nobody --role read\n',
      };
      const docs = await scriptedCli(
        ({ method }) =>
          method === 'GET' ? { json: { id: 'user_nobody' } } : { status: 422, json: { error: { message } } },
        { in: inputs[from as 'csv'] },
      );
      await docs(`batch --file in --failed out ${from === 'file' ? '' : update}`.trim());
      const written = await text(docs, 'out');
      expect(written).toContain('red');
      expect(written).not.toMatch(/[\u001b\u202e]/);
      expect(written.trimEnd().split('\n')).toHaveLength(from === 'jsonl' ? 1 : 2);
    },
  );

  test('is for its owner only, and a link stays a link', async () => {
    const docs = await sandboxCli({ 'users.csv': users, 'old.csv': 'old' });
    await chmod(join(docs.folder, 'old.csv'), 0o644);
    await symlink('old.csv', join(docs.folder, 'link.csv'));
    await docs(`batch --file users.csv --failed link.csv ${update}`);
    expect((await lstat(join(docs.folder, 'link.csv'))).isSymbolicLink()).toBe(true);
    expect((await stat(join(docs.folder, 'old.csv'))).mode & 0o777).toBe(0o600);
    expect(await text(docs, 'old.csv')).toContain('user_nobody');
  });

  test('is empty where no row failed', async () => {
    const docs = await sandboxCli({ 'users.csv': users });
    await writeFile(join(docs.folder, 'failed.csv'), 'from yesterday');
    const run = await docs(
      'batch --file users.csv --failed failed.csv -- members update user_pat --role {role}',
    );
    expect(run).toMatchObject({ code: 0, stderr: 'no row failed: failed.csv is empty\n' });
    expect(await text(docs, 'failed.csv')).toBe('');
  });
});
