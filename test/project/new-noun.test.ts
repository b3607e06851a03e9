import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { API } from 'typescript/unstable/async';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundle, libraryEntries } from '../../src/build/bundler.js';
import { workedExample } from '../support/worked-example.ts';

const { files, rows, words } = workedExample();
const sources = ['src', 'test', 'bin', 'docs', 'completions'];
const others = ['package.json', 'tsconfig.json', 'biome.json', '.gitignore'];

/** A copy of the repository, in which a contributor works. */
const copy = mkdtempSync(join(tmpdir(), 'docs-admin-noun-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[]): Promise<Ended> {
  const profile = { DOCS_ADMIN_PROFILE: 'sandbox' };
  const env = { PATH: process.env.PATH, HOME: copy, LANG: 'C.UTF-8', NO_COLOR: '1', ...profile };
  return new Promise((done) => {
    execFile(command, args, { cwd: copy, env }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

const node = (...args: string[]) => run(process.execPath, args);
const tool = (...args: string[]) => node('bin/docs-admin.js', ...args);
const installed = (path: string, ...args: string[]) => node(`node_modules/${path}`, ...args);
const read = (path: string) => readFileSync(join(copy, path), 'utf8');

beforeAll(async () => {
  for (const path of [...sources, ...others]) cpSync(path, join(copy, path), { recursive: true });
  // A folder of its own: builds keep a cache in it.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((name) => name !== '.cache'))
    symlinkSync(resolve('node_modules', name), join(copy, 'node_modules', name));

  for (const [path, code] of files) writeFileSync(join(copy, path), code);
  const reference = read('test/api/reference.ts');
  writeFileSync(join(copy, 'test/api/reference.ts'), reference.replace('`\n', `\`\n${rows}\n`));
  const before = '  integrations: {\n';
  const nouns = read('src/cli/noun-words.ts');
  writeFileSync(join(copy, 'src/cli/noun-words.ts'), nouns.replace(before, words + before));
  expect(await node('src/build/generate.js')).toEqual({ code: 0, stdout: '', stderr: '' });
  checks.push(checkFormat(), runTests());
  expect(await node('src/build/bundle.js', '--plain')).toEqual({ code: 0, stdout: '', stderr: '' });
});

/** They run beside the build. */
const checks: Promise<Ended>[] = [];

/** Returns what the compiler finds in the files of the example; `npm run typecheck` has looked at all others. */
async function typeErrors(): Promise<string[]> {
  const config = { extends: './tsconfig.json', include: [...files.keys(), 'src/**/*.d.ts'] };
  writeFileSync(join(copy, 'tsconfig.example.json'), JSON.stringify(config));
  const compiler = new API({ cwd: copy });
  try {
    const snapshot = await compiler.updateSnapshot({ openProjects: [join(copy, 'tsconfig.example.json')] });
    const [project] = snapshot.getProjects();
    if (!project) throw new Error('the compiler has not read the project');
    const found = [await project.program.getProgramDiagnostics()];
    for (const path of files.keys()) {
      found.push(await project.program.getSyntacticDiagnostics(path));
      found.push(await project.program.getSemanticDiagnostics(path));
    }
    return found.flat().map(({ fileName, text }) => `${fileName}: ${text}`);
  } finally {
    await compiler.close();
  }
}

function checkFormat(): Promise<Ended> {
  return installed('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off', ...files.keys());
}

/** Its own tests, and the tests for all operations and flags. */
function runTests(): Promise<Ended> {
  const tests = [
    'test/commands/authors.test.ts',
    'test/commands/authors-since.test.ts',
    'test/architecture/operations.test.ts',
    'test/cli/flag-words.test.ts',
  ];
  return installed(
    'vitest/vitest.mjs',
    'run',
    '--config',
    'test/vitest.config.ts',
    '--project',
    'source',
    // Each worker would load the same modules.
    '--maxWorkers=1',
    ...tests,
  );
}

test('four files in src make a noun, and one its tests; the parser of times comes with its first flag', () => {
  expect([...files.keys()]).toEqual([
    'src/api/contract/operations/authors.ts',
    'src/model/authors.ts',
    'src/commands/authors.ts',
    'src/sandbox/routes/authors.ts',
    'test/commands/authors.test.ts',
    'src/cli/flags/time.ts',
    'test/commands/authors-since.test.ts',
  ]);
});

test('whatever else changes is generated', async () => {
  const { stdout } = await run('diff', [
    '-rq',
    resolve('.'),
    '.',
    ...['node_modules', 'dist', '.git'].map((name) => `--exclude=${name}`),
  ]);
  const changed = [...stdout.matchAll(/^Files .* and \.\/(\S+) differ$/gm)].map(([, path]) => path);
  expect(changed.sort()).toEqual([
    'docs/reference.md',
    'package.json',
    'src/api/contract/kinds.ts',
    'src/api/contract/operations/index.ts',
    'src/cli/noun-words.ts',
    'src/cli/nouns.ts',
    'src/model/registry.ts',
    'src/sandbox/routes/table.ts',
    'test/api/reference.ts',
  ]);
});

test('the code of the example is typed', async () => {
  expect(await typeErrors()).toEqual([]);
});

test('the code of the example is formatted, and passes its tests', async () => {
  for (const { code, stdout, stderr } of await Promise.all(checks)) expect(code, stdout + stderr).toBe(0);
});

describe('the built tool', () => {
  test('lists the authors, with columns from the contract', async () => {
    expect(await tool('authors', 'list', '--search', 'contractor', '-o', 'csv')).toEqual({
      code: 0,
      stdout: 'id,displayName,comments,lastCommentAt\nuser_gil,Gil (contractor),1,2025-03-28T09:00:00.000Z\n',
      stderr: '',
    });
    expect((await tool('authors', 'list', '-o', 'table')).stdout).toMatch(
      /^ID +DISPLAY NAME +COMMENTS +LAST COMMENT AT\n/,
    );
  });

  test('shows one by its id, by its name and by its address', async () => {
    const address = 'http://sandbox.localhost/v1/orgs/org_acme/authors/user_gil';
    for (const given of ['user_gil', 'name:Gil (contractor)', address]) {
      const { code, stdout } = await tool('authors', 'get', given, '--json');
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, id: 'user_gil', comments: 1 });
    }
  });

  test('refuses what is wrong, as for every noun', async () => {
    expect(await tool('authors', 'get', 'user_nobody')).toMatchObject({ code: 5, stdout: '' });
    expect(await tool('authors', 'get', 'name:Nobody')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('no author has this title'),
    });
    expect(await tool('authors', 'list', '--serch', 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--search'),
    });
    expect(await tool('authors', 'get', '--no-input')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('<authorId>'),
    });
    expect(await tool('authors', 'get', 'user_gil', '--dry-run', '-o', 'id')).toMatchObject({
      code: 0,
      stdout: 'user_gil\n',
    });
  });

  test('has it in help, after the others of its group', async () => {
    const { stdout } = await tool('help', 'nouns');
    expect(stdout).toMatch(/\n {2}custom-fields .*\n {2}authors +people who write comments\n\n/);
    expect((await tool('authors', 'list', '--help')).stdout).toContain('GET /v1/orgs/{org}/authors\n');
  });

  test('has it in the data of all commands', async () => {
    const { stdout } = await tool('commands', '--json');
    const commands = JSON.parse(stdout) as { command: string }[];
    const own = commands.map(({ command }) => command).filter((command) => command.includes(' authors '));
    expect(own).toEqual(['docs-admin authors list', 'docs-admin authors get']);
  });
});

test('the library is the same in every folder, also where its libraries are links', async () => {
  const here = mkdtempSync(join(tmpdir(), 'docs-admin-library-'));
  onTestFinished(() => rmSync(here, { recursive: true, force: true }));
  await bundle(libraryEntries, here);
  // Their names have hashes of what is in them. `index.js` has the noun.
  const chunks = readdirSync(join(copy, 'dist/library/chunks'));
  expect(chunks).toEqual(expect.arrayContaining(readdirSync(join(here, 'chunks'))));
});

test('a plain build has no functions that V8 compiles in advance', () => {
  expect(read('dist/start.js')).not.toMatch(/^var [\w$]+=\((async )?function/m);
});

describe('the generated files', () => {
  test('complete it', async () => {
    const { stdout } = await tool('__complete', '--', 'auth');
    expect(stdout).toBe('authors\tpeople who write comments\nauth\tsign in and out\n');
  });

  test('complete its ids, with names', async () => {
    const { stdout } = await tool('__complete', '--', 'authors', 'get', 'user_g');
    expect(stdout).toContain('user_gil\tGil (contractor)');
  });

  test('document it', () => {
    expect(read('docs/reference.md')).toContain('### docs-admin authors get <authorId>');
    expect(read('dist/man/docs-admin-authors.1')).toContain('people who write comments');
    expect(JSON.parse(read('package.json')).man).toContain('dist/man/docs-admin-authors.1');
  });

  test('export its operations from the library', () => {
    const { authors, operations } = createRequire(import.meta.url)(join(copy, 'dist/library/index.js'));
    expect(authors.listAuthors).toMatchObject({ id: 'authors.list' });
    expect(operations).toContain(authors.getAuthor);
  });

  test('forget it when its files and its words are gone', async () => {
    for (const path of files.keys()) rmSync(join(copy, path));
    cpSync('src/cli/noun-words.ts', join(copy, 'src/cli/noun-words.ts'));
    expect(await node('src/build/generate.js')).toMatchObject({ code: 0, stderr: '' });
    for (const path of ['src/cli/nouns.ts', 'src/model/registry.ts', 'docs/reference.md'])
      expect(read(path)).toBe(readFileSync(path, 'utf8'));
  });
});
