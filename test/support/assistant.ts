import { delimiter, dirname } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import type { AtEnd } from './at-end.ts';
import { freshHome, tool } from './installed.ts';
import { answerOf, type ToolAnswer } from './tool-answer.ts';

/** The protocol of a client: with a connection that begins with a handshake, or with calls that carry everything. */
export type Era = 'with handshake' | 'stateless';

export const eras: readonly Era[] = ['with handshake', 'stateless'];

/** What a person does with a form. */
export type Reaction = (form: string) => unknown;

export const agrees: Reaction = () => ({ action: 'accept', content: { agree: true } });

export interface AssistantOptions {
  readonly era?: Era;
  /** Further words of the server's line. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
  /** The working folder of the server. @default the home folder */
  readonly cwd?: string;
  /** Reacts to forms; the client cannot show any if absent. */
  readonly onForm?: Reaction | undefined;
  /** Registers the end of the server. @default the end of the test */
  readonly atEnd?: AtEnd;
}

export interface Assistant {
  readonly client: Client;
  readonly pid: number;
  readonly home: string;
  /** The texts of all forms so far. */
  readonly forms: readonly string[];
  call(tool: string, input?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>;
  /** Everything that the server has written to stderr. */
  stderr(): string;
}

type CallOptions = Parameters<Client['callTool']>[1];

/** Connects the official client with the installed server, until the test ends or as long as `atEnd` says. */
export async function connectAssistant(options: AssistantOptions = {}): Promise<Assistant> {
  const { era = 'with handshake', args = [], env = {}, onForm, atEnd = onTestFinished } = options;
  const { home = freshHome(atEnd), cwd = home } = options;
  const forms: string[] = [];
  const client = new Client(
    { name: 'tester', version: '1.0.0' },
    {
      capabilities: onForm ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: era === 'stateless' ? 'auto' : 'legacy' },
    },
  );
  if (onForm)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      forms.push(params.message);
      return (await onForm(params.message)) as never;
    });
  const [command, ...words] = tool();
  const path = [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const transport = new StdioClientTransport({
    command,
    args: [...words, 'mcp', ...args],
    env: { PATH: path, HOME: home, LANG: 'C.UTF-8', ...env },
    cwd,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  await client.connect(transport);
  atEnd(() => client.close());
  return {
    client,
    pid: transport.pid as number,
    home,
    forms,
    async call(name, input = {}, options) {
      return answerOf(await client.callTool({ name, arguments: input }, options));
    },
    stderr: () => stderr,
  };
}
