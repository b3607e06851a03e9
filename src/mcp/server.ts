import { Readable, Writable } from 'node:stream';
import { Interrupted } from '../errors.ts';
import type { System } from '../ports.ts';
import { version } from '../version.ts';
import { type Answer, type Hide, resultOf } from './answer.ts';
import { callerOf } from './caller.ts';
import type { CommandDescription, Commands, ErrorReport } from './commands.ts';
import type { Allowed } from './options.ts';
import type { Pinned } from './outside.ts';
import { createPages } from './pages.ts';
import { createFormSeal, type FormSeal } from './plans/consent.ts';
import { McpServer, type ServerContext, StdioServerTransport, serveStdio } from './protocol.ts';
import { isReading } from './reading.ts';
import type { Server, Tool } from './tool.ts';
import { toolsOf } from './tools/index.ts';
import { nounOf } from './usage.ts';

export interface ServeOptions {
  readonly system: System;
  readonly pinned: Pinned;
  readonly commands: Commands;
  readonly allowed: Allowed;
  /** Hides the token of the service in a text. */
  readonly hide: Hide;
}

/** Makes what the tools share. */
export function createServer({ system, pinned, commands, allowed }: ServeOptions): Server {
  return {
    ...{ system, pinned, commands, allowed },
    pages: createPages(system.clock),
    canRun: (command) => toolFor(command, allowed),
  };
}

function toolFor(command: CommandDescription, allowed: Allowed): string | null {
  if (isReading(command)) return 'read';
  const isAllowed =
    command.operations.length > 0 && command.operations.every(({ id }) => allowed.has(nounOf(id)));
  return isAllowed ? 'plan_change' : null;
}

/** Resolves with the nouns whose operations can change something, sorted. `api` is none: it can only read here. */
export async function changingNouns(commands: Commands): Promise<string[]> {
  const operations = (await commands.describe()).flatMap((command) => command.operations);
  const nouns = operations.filter(({ effect }) => effect !== 'read').map(({ id }) => nounOf(id));
  return [...new Set(nouns)].sort();
}

/**
 * Serves one client on standard input and output, until it closes the input or the process is interrupted. Resolves when
 * everything under way has ended.
 */
export async function serveAssistant(options: ServeOptions): Promise<void> {
  const { system } = options;
  const { interrupt } = system;
  const ended = new AbortController();
  const outside = { ...system, interrupt: AbortSignal.any([interrupt, ended.signal]) };
  const seal = createFormSeal();
  const tools = toolsOf(createServer({ ...options, system: outside }), seal);
  await new Promise<void>((resolve) => {
    const input = Readable.from(system.stdin.bytes(), { objectMode: false });
    const transport = new StdioServerTransport(input, sinkOf(system));
    const handle = serveStdio(() => serverOf(tools, options, seal), { transport });
    const end = () => {
      ended.abort(new Interrupted('SIGHUP'));
      void handle.close().then(resolve, resolve);
    };
    input.once('close', end);
    interrupt.addEventListener('abort', end, { once: true });
    if (interrupt.aborted) end();
  });
}

function sinkOf({ stdout }: System): Writable {
  return new Writable({
    write: (chunk, _, done) => void stdout.write(String(chunk)).then(() => done(), done),
  });
}

function serverOf(tools: readonly Tool[], { commands, hide }: ServeOptions, seal: FormSeal): McpServer {
  const server = new McpServer({ name: 'docs-admin', version }, { requestState: { verify: seal.verify } });
  for (const { name, title, description, input, annotations, call } of tools) {
    const config = { title, description, inputSchema: input as never, annotations };
    const run = async (given: unknown, context: ServerContext) => {
      const answer = await call(given as never, context, callerOf(server, context)).catch(
        async (error: unknown) => errorAnswer(await commands.report(error)),
      );
      return 'asks' in answer ? answer.asks : resultOf(answer, hide);
    };
    server.registerTool(name, config, run as never);
  }
  return server;
}

/** Returns the answer with an error. Its words may repeat text of the service. */
function errorAnswer({ exitCode, ...error }: ErrorReport): Answer {
  return { isError: true, message: 'Refused, or failed.', facts: { exitCode }, untrusted: error };
}
