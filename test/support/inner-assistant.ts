import {
  Client,
  type ClientOptions,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { main } from '../../src/main.ts';
import type { System, Transport as Wire } from '../../src/ports.ts';
import { sandboxToken } from '../../src/sandbox/identity.ts';
import { sandboxOn } from '../../src/sandbox/open.ts';
import type { AtEnd } from './at-end.ts';
import { demoStore } from './demo-store.ts';
import {
  type Recorded,
  type SentRequest,
  type SystemOptions,
  sentRequest,
  type TestHome,
  testHome,
  testNow,
  testSystem,
} from './test-system.ts';
import { answerOf, type ToolAnswer } from './tool-answer.ts';
import { words } from './words.ts';

/** The protocol of clients before 2026, and the present one. */
export const eras = ['legacy', { pin: '2026-07-28' }] as const;

interface AssistantOptions extends SystemOptions {
  /** The words behind `mcp`. */
  readonly line?: string;
  readonly files?: Record<string, string | Uint8Array>;
  /** Wraps the requests to the sandbox. */
  readonly through?: (sandbox: Wire) => Wire;
  readonly era?: (typeof eras)[number];
  /** What the client says that it can do. */
  readonly client?: ClientOptions;
  /** Registers the end of the server. @default the end of the test */
  readonly atEnd?: AtEnd;
}

/** A client of a server in this process, which works with a sandbox with fresh demo data. */
export interface Assistant {
  readonly client: Client;
  readonly home: TestHome;
  readonly system: System;
  readonly recorded: Recorded;
  /** Every request to the service. */
  readonly requests: readonly SentRequest[];
  /** Every line that the server has printed on stdout. */
  readonly printed: readonly string[];
  call(tool: string, input?: object, options?: { signal?: AbortSignal }): Promise<ToolAnswer>;
  /** Runs a reading command. */
  read(line: string | readonly string[]): Promise<ToolAnswer>;
  /** Closes the input of the server, and resolves with its exit code. */
  close(): Promise<number>;
}

/** Starts a server, and connects the official client with it. Both end with the test, or as `atEnd` says. */
export async function assistant(options: AssistantOptions = {}): Promise<Assistant> {
  const {
    line = '',
    files,
    through = (one: Wire) => one,
    era = 'legacy',
    client: can = {},
    atEnd = onTestFinished,
    ...others
  } = options;
  const sandbox = sandboxOn(demoStore(), { token: sandboxToken, now: () => testNow });
  atEnd(() => sandbox.close());
  const home = testHome(files, atEnd);
  const requests: SentRequest[] = [];
  const exchange = through(sandbox.exchange);
  const record: Wire = (request, signal) => {
    requests.push(sentRequest(request));
    return exchange(request, signal);
  };
  const env = { DOCS_ADMIN_PROFILE: 'sandbox', ...others.env };
  const made = testSystem(home, { network: record, sandbox: record }, { ...others, env });
  const wire = createWire();
  const system: System = { ...made.system, stdin: wire.stdin, stdout: wire.stdout };
  const ended = main(['mcp', ...words(line)], system);
  void ended.then(wire.transport.close);
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    { ...can, versionNegotiation: { mode: era } },
  );
  atEnd(async () => {
    await client.close();
    await ended;
  });
  await client.connect(wire.transport);
  const call: Assistant['call'] = async (name, input = {}, { signal } = {}) =>
    answerOf(await client.callTool({ name, arguments: { ...input } }, signal ? { signal } : {}));
  return {
    ...{ client, home, system, requests, call },
    recorded: made.recorded,
    printed: wire.printed,
    read: (command) => call('read', { command: typeof command === 'string' ? words(command) : command }),
    async close() {
      await client.close();
      return ended;
    },
  };
}

/** Connects a client with the streams of a system. */
function createWire() {
  const queue: (Uint8Array | undefined)[] = [];
  const printed: string[] = [];
  let wake = () => {};
  let rest = '';
  const put = (piece: Uint8Array | undefined) => {
    queue.push(piece);
    wake();
  };
  const transport: Transport = {
    start: async () => {},
    send: async (message: JSONRPCMessage) => put(Buffer.from(`${JSON.stringify(message)}\n`)),
    close: async () => {
      put(undefined);
      transport.onclose?.();
    },
  };
  async function* bytes(signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    signal?.addEventListener('abort', () => put(undefined));
    while (!signal?.aborted) {
      while (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const piece = queue.shift();
      if (piece === undefined) return;
      yield piece;
    }
  }
  const stdin: System['stdin'] = {
    isTerminal: false,
    read: () => Promise.reject(new Error('a server does not read all at once')),
    bytes,
    identity: () => undefined,
  };
  const stdout: System['stdout'] = {
    isTerminal: false,
    columns: undefined,
    write: async (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() as string;
      for (const line of lines) {
        printed.push(line);
        transport.onmessage?.(JSON.parse(line));
      }
    },
  };
  return { transport, stdin, stdout, printed };
}
