import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import nodeModule, { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { freshHome, packageFolder, runInstalled } from '../support/installed.ts';
import { inTurn, json, scriptedServer } from '../support/scripted-server.ts';

const hook = fileURLToPath(new URL('../support/record-modules.cjs', import.meta.url));

/** The modules that a command line loads. Times differ between machines, but depend on these. */
interface Loaded {
  readonly builtins: readonly string[];
  readonly packages: readonly string[];
  readonly files: number;
  readonly kilobytes: number;
  /** Whether the library for servers for assistants is among them. */
  readonly protocol: boolean;
}

async function loadedBy(line: string, env: Record<string, string> = {}, home = freshHome()): Promise<Loaded> {
  const log = join(home, 'modules.jsonl');
  const recording = { NODE_OPTIONS: `--require ${hook}`, MODULES_LOG: log };
  const run = await runInstalled(line.split(' '), { home, env: { ...env, ...recording } });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const modules = readFileSync(log, 'utf8').trim().split('\n');
  const paths = modules.map((path) => JSON.parse(path) as string);
  const own = paths.filter((path) => path.startsWith(packageFolder()));
  const others = paths.filter((path) => !isBuiltin(path) && !own.includes(path));
  const size = own.reduce((sum, path) => sum + statSync(path).size, 0);
  return {
    builtins: paths.filter((path) => isBuiltin(path)).sort(),
    packages: [...new Set(others.map(packageOf))].sort(),
    files: own.length,
    kilobytes: Math.ceil(size / 1024),
    protocol: own.some((path) => path.endsWith('protocol.js')),
  };
}

function packageOf(path: string): string {
  return path.match(/.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/)?.[1] ?? path;
}

test.each(['--version', '--help', 'members --help', 'help members', 'members list --help'])(
  '"%s" loads the bin alone',
  async (line) => {
    const { builtins, packages, files, kilobytes } = await loadedBy(line);
    expect({ builtins, packages, files }).toEqual({
      builtins: ['node:fs', 'node:path'],
      packages: [],
      files: 1,
    });
    expect(kilobytes).toBeLessThanOrEqual(4);
  },
);

const keepsCode = 'enableCompileCache' in nodeModule;

test.runIf(keepsCode)('Node keeps the compiled code of the tool in the cache of the user', async () => {
  const home = freshHome();
  const line = ['members', 'update', 'user_ada', '--role', 'admin', '--dry-run'];
  const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
  await runInstalled(line, { home, env });
  const kept = readdirSync(join(home, '.cache/docs-admin/compile'), { recursive: true, withFileTypes: true });
  expect(kept.filter((entry) => entry.isFile()).length).toBeGreaterThan(3);
  const without = freshHome();
  await runInstalled(line, { home: without, env: { ...env, DOCS_ADMIN_NO_CACHE: '1' } });
  expect(readdirSync(without)).not.toContain('.cache');
});

/** The modules of Node that the core of every command loads. */
const core = [
  'node:events',
  'node:fs',
  'node:module',
  'node:os',
  'node:path',
  'node:process',
  'node:timers/promises',
  'node:tty',
  'node:util',
];

test('a request that is only shown loads the core and its noun', async () => {
  const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
  const loaded = await loadedBy('members update user_ada --role admin --dry-run --json', env);
  expect({ builtins: loaded.builtins, packages: loaded.packages }).toEqual({ builtins: core, packages: [] });
  expect(loaded.files).toBeLessThanOrEqual(7);
  expect(loaded.kilobytes).toBeLessThanOrEqual(240);
});

test('over the network, a command loads a part of undici beside that, and no HTTP client of Node', async () => {
  const member = { id: 'user_ada' };
  const { port } = await scriptedServer(inTurn(json(member)));
  const env = {
    DOCS_ADMIN_BASE_URL: `http://127.0.0.1:${port}`,
    DOCS_ADMIN_TOKEN: 'secret',
    DOCS_ADMIN_ORG: 'org_acme',
  };
  const loaded = await loadedBy('members get user_ada --json', env);
  const engine = process.version.startsWith('v20.') ? ['node:v8'] : [];
  const network = ['node:buffer', 'node:net', 'node:querystring', 'node:stream', ...engine];
  expect({ builtins: loaded.builtins, packages: loaded.packages }).toEqual({
    builtins: [...core, ...network].sort(),
    packages: [],
  });
  expect(loaded.files).toBeLessThanOrEqual(8);
  expect(loaded.kilobytes).toBeLessThanOrEqual(390);
});

test('in the sandbox, a command loads the database and the routes of its noun', async () => {
  const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
  const home = freshHome();
  // The first command also fills it with the demo data.
  await runInstalled(['members', 'get', 'user_ada'], { home, env });
  const loaded = await loadedBy('members get user_ada --json', env, home);
  const driver = [`@libsql/${process.platform}`, '@neon-rs/load', 'detect-libc', 'libsql'];
  expect(loaded.packages.map((name) => name.replace(/-(x64|arm64).*/, ''))).toEqual(driver);
  expect(loaded.builtins.filter((name) => name.startsWith('node:'))).toEqual([...core, 'node:crypto'].sort());
  expect(loaded.files).toBeLessThanOrEqual(18);
  expect(loaded.kilobytes).toBeLessThanOrEqual(315);
});

test('a sync loads what reads CSV and plans, and of the contract what it sends', async () => {
  const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
  const home = freshHome();
  const roster = join(home, 'roster.csv');
  writeFileSync(roster, 'team,user\nteam_docs,user_ada\n');
  const loaded = await loadedBy(`teams members sync --file ${roster} --dry-run --quiet`, env, home);
  expect(loaded.files).toBeLessThanOrEqual(26);
  expect(loaded.kilobytes).toBeLessThanOrEqual(400);
});

describe('the library for servers for assistants', () => {
  const env = { DOCS_ADMIN_PROFILE: 'sandbox' };

  test('is loaded by mcp', async () => {
    const loaded = await loadedBy('mcp', env);
    expect(loaded).toMatchObject({ protocol: true, packages: [] });
    expect(loaded.files).toBeLessThanOrEqual(60);
    expect(loaded.kilobytes).toBeLessThanOrEqual(860);
  });

  test.each(['mcp --print-config zed', 'commands', 'doctor', 'org plan --help', 'runs list', 'teams list'])(
    'is not loaded by %s',
    async (line) => {
      expect((await loadedBy(`${line} --quiet`, env)).protocol).toBe(false);
    },
  );
});
