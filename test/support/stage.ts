import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { canaries, canariesIn } from './canaries.ts';
import { type Run, type Running, type RunOptions, startInstalled, startShell } from './installed.ts';
import { runHere } from './run-here.ts';
import {
  type CreateListener,
  json,
  type Script,
  type ScriptedServer,
  startServer,
} from './scripted-server.ts';
import { words } from './words.ts';

/** The expected result of one command line. */
export interface Expected {
  readonly code: number;
  /** The whole text or a pattern; empty if absent. */
  readonly stdout?: string | RegExp;
  /** Texts that it must contain, with `{origin}` and `{host}` for those of the service; empty if absent. */
  readonly stderr?: string | RegExp | readonly (string | RegExp)[] | undefined;
  /** The requests that must arrive at the service, as `GET /v1/...`; none if absent. */
  readonly requests?: readonly string[];
  /** Whether stdout has a format of data, which keeps bidirectional characters. */
  readonly isData?: boolean;
  /** Whether the line asks for a stack trace. */
  readonly hasStack?: boolean;
}

export interface LineOptions {
  /** Further variables; `undefined` removes one. `{origin}` and `{port}` are those of the service. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Text for standard input. @default empty */
  readonly input?: string;
}

/** One row of a table of faults: what goes wrong, the line, and the expected result. */
export interface Fault extends Expected, LineOptions {
  readonly line: string | readonly string[];
  /** The answer of the service to its n-th request. If absent, no request may arrive. */
  readonly service?: Script;
  readonly listener?: CreateListener;
  /** Files in the working folder. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** A folder, servers and secrets for one test, with the checks of every test in the fault suite. */
export interface Stage {
  /** The home folder and working folder. */
  readonly home: string;
  /** Starts the service that the lines talk to, before the first line. */
  service(script: Script, listener?: CreateListener): Promise<ScriptedServer>;
  /** Starts a server that must never see a secret. */
  stranger(script: Script, listener?: CreateListener): Promise<ScriptedServer>;
  /** Starts a proxy, which may see its own password. */
  proxy(script: Script): Promise<ScriptedServer>;
  /** Runs `docs-admin` with `line`, and compares the result with `expected`. */
  run(line: string | readonly string[], expected: Expected, options?: LineOptions): Promise<Run>;
  /** Runs a line of bash in the same way. */
  shell(line: string, expected: Expected, options?: LineOptions): Promise<Run>;
  /** Runs a line in two steps, for tests that act while the tool runs. */
  start(line: string | readonly string[], options?: LineOptions): Started;
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
}

export interface Started extends Pick<Running, 'process'> {
  comesTo(expected: Expected): Promise<Run>;
}

/** The longest time for any line, in milliseconds: far more than each needs. */
const longest = 60_000;

export interface StageOptions {
  /** Whether `run` runs its lines in the process of the tests; see {@link runHere}. */
  readonly here?: boolean;
}

// A line that runs in this process has a folder of its own for a while.
const temporary = tmpdir();

/** Makes a test of each row of a table. */
export function faults(table: Readonly<Record<string, Fault>>, options?: StageOptions): void {
  test.concurrent.for(Object.entries(table))('%s', ([, fault]) =>
    onStage(async (stage) => {
      await stage.service(fault.service ?? unasked, fault.listener);
      await stage.write(fault.files ?? {});
      await stage.run(fault.line, fault, fault);
    }, options),
  );
}

/** Answers that make every line succeed. The test then checks which requests arrived. */
const unasked: Script = (socket) => socket.write(json({ id: 's', items: [] }));

/** Plays a test, and then makes the checks of every test. */
export async function onStage(
  play: (stage: Stage) => Promise<void>,
  { here = false }: StageOptions = {},
): Promise<void> {
  const home = await mkdtemp(join(temporary, 'docs-admin-'));
  await mkdir(join(home, 'tmp'));
  const servers: ScriptedServer[] = [];
  const strangers: ScriptedServer[] = [];
  const proxies: ScriptedServer[] = [];
  const running = new Set<Running>();
  const given = new Set<string>();
  let service: ScriptedServer | undefined;
  let scheme = 'http';
  let seen = 0;

  async function open(script: Script, listener: CreateListener | undefined): Promise<ScriptedServer> {
    const server = await startServer(script, listener);
    servers.push(server);
    return server;
  }

  function fill(text: string): string {
    const host = `${scheme === 'https' ? 'localhost' : '127.0.0.1'}:${service?.port}`;
    return text
      .replaceAll('{origin}', `${scheme}://${host}`)
      .replaceAll('{host}', host)
      .replaceAll('{port}', String(service?.port));
  }

  function environment(env: LineOptions['env'] = {}): Record<string, string> {
    const all = {
      DOCS_ADMIN_BASE_URL: '{origin}',
      // The requests are those of the command alone.
      DOCS_ADMIN_HISTORY: 'off',
      DOCS_ADMIN_TOKEN: canaries.token,
      DOCS_ADMIN_ORG: 'org_acme',
      DOCS_ADMIN_GIT_URL: `https://bot:${encodeURIComponent(canaries.gitPassword)}@git.example/acme/docs.git`,
      // One retry shows as much as three, in less time.
      DOCS_ADMIN_MAX_RETRIES: '1',
      INTEGRATION_SECRET: canaries.integrationSecret,
      // Nobody listens there, and this machine is never reached through a proxy.
      HTTPS_PROXY: `http://me:${encodeURIComponent(canaries.proxyPassword)}@127.0.0.1:9`,
      HTTP_PROXY: `http://me:${encodeURIComponent(canaries.proxyPassword)}@127.0.0.1:9`,
      TMPDIR: join(home, 'tmp'),
      ...env,
    };
    const set = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return Object.fromEntries(set.map(([name, value]) => [name, fill(value)]));
  }

  function optionsOf({ env, input }: LineOptions): RunOptions {
    return { home, env: environment(env), ...(input !== undefined && { input }) };
  }

  function check<Ended extends Run>(run: Ended, expected: Expected): Ended {
    expectRun(run, expected, (service?.requests ?? []).slice(seen).map(requestLine), fill);
    seen = service?.requests.length ?? 0;
    return run;
  }

  const argvOf = (line: string | readonly string[]) =>
    (typeof line === 'string' ? words(line) : line).map(fill);

  function launch(make: (options: RunOptions) => Running, options: LineOptions): Started {
    const started = make(optionsOf(options));
    running.add(started);
    const tooLong = setTimeout(() => started.process.kill('SIGKILL'), longest);
    started.ended.finally(() => clearTimeout(tooLong));
    return {
      process: started.process,
      async comesTo(expected) {
        const run = await started.ended;
        running.delete(started);
        return check(run, expected);
      },
    };
  }

  const stage: Stage = {
    home,
    async service(script, listener) {
      service = await open(script, listener);
      scheme = listener ? 'https' : 'http';
      return service;
    },
    async stranger(script, listener) {
      const server = await open(script, listener);
      strangers.push(server);
      return server;
    },
    async proxy(script) {
      const server = await open(script, undefined);
      proxies.push(server);
      return server;
    },
    async run(line, expected, options = {}) {
      if (!here) return stage.start(line, options).comesTo(expected);
      return check(await runHere(argvOf(line), optionsOf(options)), expected);
    },
    shell: (line, expected, options = {}) =>
      launch((surroundings) => startShell(fill(line), surroundings), options).comesTo(expected),
    start(line, options = {}) {
      return launch((surroundings) => startInstalled(argvOf(line), surroundings), options);
    },
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(home, name)), { recursive: true });
        await writeFile(join(home, name), content);
        given.add(join(home, name));
      }
    },
  };

  try {
    await play(stage);
    expect(running.size, 'processes that were not waited for').toBe(0);
    for (const request of service?.requests ?? []) {
      if (knock.test(request)) expect(canariesIn(request)).toEqual([]);
      else expectOwnToken(request);
    }
    for (const server of strangers) expect(canariesIn(server.received())).toEqual([]);
    for (const server of proxies) expect(canariesIn(withoutProxyPassword(server.received()))).toEqual([]);
    await expectCleanHome(home, given);
  } finally {
    for (const { process } of running) process.kill('SIGKILL');
    await Promise.all(servers.map(({ close }) => close()));
    await rm(home, { recursive: true, force: true });
  }
}

function requestLine(request: string): string {
  return request.split(' HTTP/', 1)[0] as string;
}

function expectRun(
  run: Run,
  expected: Expected,
  requests: readonly string[],
  fill: (text: string) => string,
): void {
  const { code, stdout = '', stderr = [], requests: wanted = [] } = expected;
  const parts = [stderr].flat().map((part) => (typeof part === 'string' ? fill(part) : part));
  // As in shells, an end by a signal is a code, too.
  const ended = run.code ?? 128 + constants.signals[run.signal as NodeJS.Signals];
  expect({ code: ended, stderr: run.stderr }).toEqual({ code, stderr: expect.any(String) });
  for (const part of parts) expect(run.stderr).toMatch(part);
  if (parts.length === 0) expect(run.stderr).toBe('');
  if (typeof stdout === 'string') expect(run.stdout).toBe(stdout);
  else expect(run.stdout).toMatch(stdout);
  expect(requests).toEqual(wanted);
  for (const text of [run.stdout, run.stderr]) {
    expect(canariesIn(text)).toEqual([]);
    expect(text).not.toMatch(rawControl);
    if (!expected.isData) expect(text).not.toMatch(bidirectional);
    if (!expected.hasStack) expect(text).not.toMatch(stackTrace);
  }
}

/** Characters that must reach no terminal and no log: C0 without tab and newline, DEL, C1. */
const rawControl = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;
/** Characters that must reach no reader: bidirectional controls, separators of lines. */
const bidirectional = /[\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const stackTrace = /^\s+at .+:\d+|node:internal|Unhandled|\bWarning:/m;

/** A request without a token that asks whether the service answers. */
const knock = /^GET \/ HTTP/;

/** Checks that each request has the token once, in its header. */
function expectOwnToken(request: string): void {
  const [head = ''] = request.split('\r\n\r\n', 1);
  expect(head.match(/^authorization: .*$/gim)).toEqual([`authorization: Bearer ${canaries.token}`]);
  expect(request.split(canaries.token)).toHaveLength(2);
  expect(head).not.toMatch(/^(range|proxy-authorization|cookie):/im);
}

function withoutProxyPassword(received: string): string {
  return received.replace(/^proxy-authorization: .*$/gim, '');
}

/** Checks that no secret is in the home folder; `given` are the files of the test itself. */
async function expectCleanHome(home: string, given: ReadonlySet<string>): Promise<void> {
  expect(await readdir(join(home, 'tmp'))).toEqual([]);
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.filter((path) => /\.tmp-|\.lock|-journal$|-wal$/.test(path))).toEqual([]);
  for (const path of files.filter((name) => !name.endsWith('credentials.json') && !given.has(name))) {
    expect(canariesIn(await readFile(path, 'latin1')), path).toEqual([]);
  }
}
