import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectAssistant, eras } from '../support/assistant.ts';
import { canaries, canariesIn } from '../support/canaries.ts';
import { freshHome, packageFolder, runInstalled } from '../support/installed.ts';
import { type Script, scriptedServer } from '../support/scripted-server.ts';
import { servedSandbox } from '../support/served-sandbox.ts';

const sandbox = { DOCS_ADMIN_PROFILE: 'sandbox' };

describe.each(eras)('a client %s', (era) => {
  test('lists the tools, searches, describes and reads', async () => {
    const service = await servedSandbox({});
    const { client, call, stderr } = await connectAssistant({ era, env: service.env });
    expect(client.getInstructions()).toContain('It cannot change anything.');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('apply_plan');
    const { structured } = await call('search_commands', { words: 'members of a team' });
    expect(JSON.stringify(structured)).toContain('teams members list <teamId>');
    expect((await call('describe_command', { command: 'teams members list' })).isError).toBe(false);
    const read = await call('read', { command: ['teams', 'get', 'team_docs'], fields: ['id'] });
    expect(read).toMatchObject({ isError: false, data: { id: 'team_docs' } });
    expect((await call('read', { command: ['teams', 'delete', 'team_docs', '--yes'] })).isError).toBe(true);
    expect((await call('apply_plan', { plan: 'x' }).catch(() => ({ isError: true }))).isError).toBe(true);
    const requests = service.requests();
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/orgs/org_acme/teams/team_docs',
    ]);
    expect(stderr()).toBe('');
  });

  test('has only messages on stdout with --debug, and the token nowhere', async () => {
    const home = freshHome();
    const { port } = await scriptedServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
    );
    const env = environment(port);
    const broken: Error[] = [];
    const { client, call, stderr } = await connectAssistant({ era, home, env, args: ['--debug'] });
    client.onerror = (error) => void broken.push(error);
    await call('read', { command: ['teams', 'get', 'team_docs'] });
    await call('find', { text: canaries.token });
    expect(broken).toEqual([]);
    expect(stderr()).toMatch(/^debug: GET http:\/\/127\.0\.0\.1/m);
    expect(canariesIn(stderr())).toEqual([]);
  });

  test('is told by each tool that the token is missing', async () => {
    const { DOCS_ADMIN_TOKEN: _, ...env } = environment(9);
    const { call } = await connectAssistant({ era, env });
    for (const tool of ['organization_overview', 'audit']) {
      const { isError, structured, text } = await call(tool);
      expect({ isError, code: structured.exitCode }).toEqual({ isError: true, code: 4 });
      expect(text).toContain('docs-admin auth login');
    }
  });
});

function environment(port: number): Record<string, string> {
  return {
    DOCS_ADMIN_BASE_URL: `http://127.0.0.1:${port}`,
    DOCS_ADMIN_TOKEN: canaries.token,
    DOCS_ADMIN_ORG: 'org_acme',
  };
}

interface Served {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  send(message: object | string): void;
  /** Everything that the server has written to stderr. */
  stderr(): string;
  /** Resolves with the next message of the server. */
  next(): Promise<unknown>;
}

/** Starts a server whose bytes the test writes itself. */
function serve(env: Record<string, string>): Served {
  const home = freshHome();
  const bin = join(packageFolder(), 'bin/docs-admin.js');
  const child = spawn(process.execPath, [bin, 'mcp'], { cwd: home, env: { HOME: home, PATH: '', ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {});
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = once(child, 'close') as Served['ended'];
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    child,
    ended,
    send: (message) =>
      child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    stderr: () => stderr,
    next: async () => JSON.parse((await lines.next()).value as string),
  };
}

const hello = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bytes', version: '1' },
  },
};

async function connected(env: Record<string, string> = sandbox): Promise<Served> {
  const served = serve(env);
  served.send(hello);
  expect(await served.next()).toMatchObject({ id: 0, result: { serverInfo: { name: 'docs-admin' } } });
  served.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return served;
}

function read(...command: string[]): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read', arguments: { command } } };
}

/** Resolves with the end of a server, which must come within a second. */
async function endOf({ ended }: Served): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, 1000, 'still running after a second').unref());
  return Promise.race([ended, late]);
}

describe('the process ends', () => {
  test('when its input is closed', async () => {
    const served = await connected();
    served.child.stdin.end();
    expect(await endOf(served)).toEqual([0, null]);
  });

  test.each(['', '\n', '{'])('if its input has ended before the start, after %j', async (input) => {
    expect(await runInstalled(['mcp'], { env: sandbox, input })).toEqual({
      code: 0,
      signal: null,
      stdout: '',
      stderr: '',
    });
  });

  test('if its input is the null device, or a file', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'input.jsonl'), `${JSON.stringify(hello)}\n`);
    for (const path of ['/dev/null', join(home, 'input.jsonl')]) {
      const input = openSync(path, 'r');
      const bin = join(packageFolder(), 'bin/docs-admin.js');
      const options = {
        env: { HOME: home, PATH: '', ...sandbox },
        stdio: [input, 'ignore', 'ignore'] as const,
      };
      const child = spawn(process.execPath, [bin, 'mcp'], { ...options, stdio: [...options.stdio] });
      onTestFinished(() => void child.kill('SIGKILL'));
      expect(await once(child, 'exit')).toEqual([0, null]);
      closeSync(input);
    }
  });

  const waiting: Record<string, Script> = {
    'a service that never answers': () => {},
    'a service that sends half an answer': (socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
    'a service that asks for a long pause': (socket) =>
      socket.end('HTTP/1.1 429 Too Many\r\nretry-after: 60\r\ncontent-length: 0\r\n\r\n'),
    'a service that fails, and is tried again': (socket) =>
      socket.end('HTTP/1.1 503 Down\r\nretry-after: 30\r\ncontent-length: 0\r\n\r\n'),
  };

  describe.each(Object.entries(waiting))('while a call waits for %s', (_, script) => {
    test.each(['close', 'SIGTERM', 'SIGINT'] as const)('at %s', async (how) => {
      const service = await scriptedServer(script);
      const served = await connected(environment(service.port));
      served.send(read('teams', 'list'));
      await expect.poll(() => service.requests.length, { timeout: 20_000 }).toBeGreaterThan(0);
      if (how === 'close') served.child.stdin.end();
      else served.child.kill(how);
      const [code, signal] = (await endOf(served)) as [number | null, NodeJS.Signals | null];
      const codes = { close: 0, SIGTERM: 143, SIGINT: 130 };
      expect(signal === null ? code : signal).toBe(signal === null ? codes[how] : how);
    });
  });

  test('with idle connections to the service', async () => {
    const service = await servedSandbox({});
    const served = await connected({ ...service.env });
    served.send(read('teams', 'list'));
    expect(await served.next()).toMatchObject({ id: 1 });
    served.child.stdin.end();
    expect(await endOf(served)).toEqual([0, null]);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('at %s', async (name) => {
    const served = await connected();
    served.child.kill(name);
    const end = await endOf(served);
    const codes = { SIGTERM: 143, SIGINT: 130, SIGHUP: 129 };
    expect([
      [codes[name], null],
      [null, name],
    ]).toContainEqual(end);
  });

  test('with 0 and without a word when its client has closed the pipe of the answers', async () => {
    const served = await connected();
    served.child.stdout.destroy();
    served.send(read('teams', 'list'));
    served.send(read('teams', 'list'));
    expect(await served.ended).toEqual([0, null]);
    expect(served.stderr()).toBe('');
  });

  test('with 2 and a line on stderr after a message above 10 MB', async () => {
    const served = await connected();
    served.send(read('teams', 'get', 'x'.repeat(11_000_000)));
    expect(await served.ended).toEqual([2, null]);
    expect(served.stderr()).toMatch(/^error: a message of the client is larger than 10 MB/);
  });
});

const noJson = ['garbage', '{"jsonrpc":"2.0"', '\u0000', '{"a":}'];

test('a line that is not JSON gets the error of the protocol, and the client is served after it', async () => {
  const served = serve(sandbox);
  for (const line of noJson) {
    served.send(line);
    expect(await served.next(), line).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: 'Parse error: the line is not JSON' },
    });
  }
  served.send(hello);
  expect(await served.next()).toMatchObject({ id: 0, result: { serverInfo: { name: 'docs-admin' } } });
});

test('a request that is none of the protocol gets the error of the protocol', async () => {
  const served = serve(sandbox);
  for (const [line, id] of [
    ['{"jsonrpc":"1.0","id":7,"method":"x"}', 7],
    ['[{"jsonrpc":"2.0","id":7,"method":"ping"}]', null],
    ['[]', null],
    ['null', null],
  ] as const) {
    served.send(line);
    expect(await served.next(), line).toEqual({
      jsonrpc: '2.0',
      id,
      error: { code: -32600, message: 'Invalid Request' },
    });
  }
  served.send(hello);
  expect(await served.next()).toMatchObject({ id: 0, result: { serverInfo: { name: 'docs-admin' } } });
});

test('a client that answers what was not asked is served after it', async () => {
  const served = serve(sandbox);
  const answer = '{"jsonrpc":"2.0","id":7,"result":{}}';
  served.send(answer);
  served.send(hello);
  expect(await served.next()).toMatchObject({ id: 0, result: { serverInfo: { name: 'docs-admin' } } });
  served.send(answer);
  served.send(read('teams', 'get', 'team_docs'));
  expect(await served.next()).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } });
});

test('a server that only reads has no tool that changes something', async () => {
  const served = await connected();
  for (const name of ['no_such_tool', 'plan_change', 'apply_plan', '__proto__', 'toString', 'constructor']) {
    served.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { plan: 'x' } } });
    expect(JSON.stringify(await served.next()), name).toMatch(/not found|unknown/i);
  }
});
