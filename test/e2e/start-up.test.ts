import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { freshHome, runInstalled } from '../support/installed.ts';
import { loadedBy } from '../support/loaded.ts';
import { runHere } from '../support/run-here.ts';
import { inTurn, json, scriptedServer } from '../support/scripted-server.ts';

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

test.each(['', 'memb', 'members list -', 'members list --output ', 'org plan --file '])(
  'completion of "%s" loads the bin and the reader of lines alone',
  async (words) => {
    const { builtins, packages, files, kilobytes } = await loadedBy(`__complete -- ${words}`);
    expect({ builtins, packages, files }).toEqual({
      builtins: ['node:fs', 'node:path'],
      packages: [],
      files: 2,
    });
    expect(kilobytes).toBeLessThanOrEqual(8);
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

test('V8 compiles the functions that a usual line runs together with their file', async () => {
  const home = freshHome();
  const env = {
    DOCS_ADMIN_PROFILE: 'sandbox',
    DOCS_ADMIN_NO_CACHE: '1',
    NODE_V8_COVERAGE: join(home, 'calls'),
  };
  await runInstalled(['members', 'list', '--limit', '3'], { home, env });
  const run = readdirSync(env.NODE_V8_COVERAGE).flatMap((name) =>
    functionsRun(join(env.NODE_V8_COVERAGE, name)),
  );
  const ahead = run.filter((before) => before === '(');
  expect(run.length).toBeGreaterThan(200);
  expect(ahead.length / run.length).toBeGreaterThan(0.95);
});

/** Returns the character before each function, but no method, that ran according to a report of V8. */
function functionsRun(report: string): string[] {
  const { result } = JSON.parse(readFileSync(report, 'utf8')) as {
    result: Profiler.ScriptCoverage[];
  };
  return result
    .filter(({ url }) => url.includes('/docs-admin/dist/'))
    .flatMap(({ url, functions }) => {
      const code = readFileSync(fileURLToPath(url), 'utf8');
      const places = functions.flatMap(({ ranges }) => (ranges[0]?.count ? [ranges[0].startOffset] : []));
      return places
        .filter((place) => /^(async )?function\b/.test(code.slice(place, place + 20)))
        .map((place) => code.charAt(place - 1));
    });
}

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
  expect(loaded.kilobytes).toBeLessThanOrEqual(260);
});

/** What the network loads beside {@link core}. */
const network = ['node:buffer', 'node:net', 'node:querystring', 'node:stream', 'node:v8'];

/** Returns what a line loads over the network, whose service answers with one thing. */
async function loadedOnline(line: string, thing: object) {
  const { port } = await scriptedServer(inTurn(json(thing)));
  return loadedBy(line, {
    DOCS_ADMIN_BASE_URL: `http://127.0.0.1:${port}`,
    DOCS_ADMIN_TOKEN: 'secret',
    DOCS_ADMIN_ORG: 'org_acme',
  });
}

test('over the network, a command loads a part of undici beside that, and no HTTP client of Node', async () => {
  const loaded = await loadedOnline('members get user_ada --json', { id: 'user_ada' });
  expect({ builtins: loaded.builtins, packages: loaded.packages }).toEqual({
    builtins: [...core, ...network].sort(),
    packages: [],
  });
  expect(loaded.files).toBeLessThanOrEqual(8);
  expect(loaded.kilobytes).toBeLessThanOrEqual(414);
});

test('over the network, a recorded change loads nothing else of Node', async () => {
  const loaded = await loadedOnline('teams create --title Docs --quiet', { id: 'team_docs' });
  expect(loaded.builtins).toEqual([...core, ...network].sort());
  expect(loaded.files).toBeLessThanOrEqual(14);
});

test('in the sandbox, a command loads the database and the routes of its noun', async () => {
  const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
  const home = freshHome();
  // The first command also fills it with the demo data.
  await runHere(['members', 'get', 'user_ada'], { home, env });
  const loaded = await loadedBy('members get user_ada --json', env, home);
  const driver = [`@libsql/${process.platform}`, '@neon-rs/load', 'detect-libc', 'libsql'];
  expect(loaded.packages.map((name) => name.replace(/-(x64|arm64).*/, ''))).toEqual(driver);
  expect(loaded.builtins.filter((name) => name.startsWith('node:'))).toEqual([...core, 'node:crypto'].sort());
  expect(loaded.files).toBeLessThanOrEqual(13);
  expect(loaded.kilobytes).toBeLessThanOrEqual(325);
});

/** Lines that change one thing, with the most files that each may load, its record included. */
const changes: readonly (readonly [line: string, files: number])[] = [
  ['teams update team_docs --title Docs', 21],
  ['teams create --title Docs', 17],
  ['members update user_kim --role admin --yes', 36],
  ['sites update site_docs --title Docs', 47],
  ['sections create --site site_docs --space space_arabic --title Docs --yes', 45],
  ['site-spaces update sitesp_hr --site site_handbook --path docs', 67],
  ['collections create --title Docs', 41],
  ['change-requests create --space space_handbook --subject Docs', 27],
  ['comments create --space space_handbook --markdown Docs', 25],
  ['custom-fields create docs --title Docs --type text', 22],
  ['translations update translation_docs --title Docs', 21],
];

test('a recorded change loads its own kind of things, and writes its record', async () => {
  const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
  const home = freshHome();
  await runHere(['members', 'get', 'user_ada'], { home, env });
  const tooMany: string[] = [];
  for (const [line, most] of changes) {
    const { files } = await loadedBy(`${line} --quiet`, env, home);
    if (files > most) tooMany.push(`${line}: ${files} files`);
  }
  expect(tooMany).toEqual([]);
  const { stdout } = await runHere(['runs', 'list', '-o', 'json'], { home, env });
  expect(JSON.parse(stdout)).toHaveLength(changes.length);
});

test('a sync loads what reads CSV and plans, and of the contract what it sends', async () => {
  const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
  const home = freshHome();
  const roster = join(home, 'roster.csv');
  writeFileSync(roster, 'team,user\nteam_docs,user_ada\n');
  const loaded = await loadedBy(`teams members sync --file ${roster} --dry-run --quiet`, env, home);
  expect(loaded.files).toBeLessThanOrEqual(38);
  expect(loaded.kilobytes).toBeLessThanOrEqual(554);
});

test('a completion script, and the candidates for a line that was completed before, need no noun', async () => {
  const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
  const home = freshHome();
  const words = '__complete -- members get user_a';
  await runHere(words.split(' '), { home, env });
  for (const line of ['completion zsh', words]) {
    const loaded = await loadedBy(line, env, home);
    expect(loaded.files).toBeLessThanOrEqual(5);
    expect(loaded.kilobytes).toBeLessThanOrEqual(201);
  }
});

/** Lines about whole organizations, access and assistants, with the most files and kilobytes that each may load. */
const largeLines: readonly (readonly [line: string, files: number, kilobytes: number])[] = [
  ['access who-can edit --space space_runbooks', 49, 460],
  ['access what-can user_kim', 38, 426],
  ['access explain user_kim --space space_runbooks', 48, 460],
  ['access check user_kim read --space space_runbooks', 38, 426],
  ['access report', 52, 448],
  ['access diff {home}/access.csv live', 48, 479],
  ['org export', 81, 710],
  ['org plan --file {home}/organization.yaml', 98, 877],
  ['org apply --file {home}/organization.yaml --dry-run', 98, 877],
  ['org snapshot --out {home}/again.json', 79, 713],
  ['org validate --file {home}/organization.yaml', 50, 660],
  ['org rehearse --file {home}/organization.yaml', 148, 1086],
  ['org audit --fail-on critical', 107, 775],
  ['org audit rules', 29, 416],
  ['org audit diff {home}/audit.json live', 106, 763],
  ['mcp --allow all --dry-run', 30, 1107],
  ['access review open {home}/q4', 56, 570],
  ['commands', 5, 482],
  ['mcp --print-config zed', 5, 197],
];

test('each verb for whole organizations, access and assistants loads its own code', async () => {
  const env = { DOCS_ADMIN_PROFILE: 'sandbox' };
  const home = freshHome();
  await runHere(['org', 'export', '--out', join(home, 'organization.yaml')], { home, env });
  const made = { 'access.csv': 'access report -o csv', 'audit.json': 'org audit --json' };
  for (const [name, line] of Object.entries(made)) {
    const { stdout } = await runHere(line.split(' '), { home, env });
    writeFileSync(join(home, name), stdout);
  }
  const tooLarge: string[] = [];
  for (const [line, mostFiles, mostKilobytes] of largeLines) {
    const { files, kilobytes } = await loadedBy(`${line.replace('{home}', home)} --quiet`, env, home);
    if (files > mostFiles || kilobytes > mostKilobytes)
      tooLarge.push(`${line}: ${files} files, ${kilobytes} kB`);
  }
  expect(tooLarge).toEqual([]);
});

describe('the library for servers for assistants', () => {
  const env = { DOCS_ADMIN_PROFILE: 'sandbox' };

  test('is loaded by mcp', async () => {
    const loaded = await loadedBy('mcp', env);
    expect(loaded).toMatchObject({ protocol: true, packages: [] });
    expect(loaded.files).toBeLessThanOrEqual(30);
    expect(loaded.kilobytes).toBeLessThanOrEqual(871);
  });

  test.each(['mcp --print-config zed', 'commands', 'doctor', 'org plan --help', 'runs list', 'teams list'])(
    'is not loaded by %s',
    async (line) => {
      expect((await loadedBy(`${line} --quiet`, env)).protocol).toBe(false);
    },
  );
});
