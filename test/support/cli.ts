import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { main } from '../../src/main.ts';
import type { Transport } from '../../src/ports.ts';
import { sandboxToken } from '../../src/sandbox/identity.ts';
import { sandboxOn } from '../../src/sandbox/open.ts';
import type { Store } from '../../src/sandbox/store/store.ts';
import { demoStore } from './demo-store.ts';
import { exampleFiles } from './example-files.ts';
import {
  type SentRequest,
  type SystemOptions,
  sentRequest,
  type TestHome,
  testHome,
  testNow,
  testSystem,
} from './test-system.ts';
import { rememberSent } from './wire-coverage.ts';
import { words } from './words.ts';

/** The output and the requests of one command line. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The text that went to the pager instead of stdout. */
  readonly paged: string;
  /** Every request, in the order of sending. */
  readonly requests: readonly SentRequest[];
  /** The requests that may change something. */
  readonly writes: readonly SentRequest[];
  /** The questions to the user. */
  readonly questions: readonly string[];
  /** The choices of the pickers. */
  readonly choices: readonly string[];
  /** The choices that the pickers selected at the start. */
  readonly begins: readonly string[];
  /** The pages that were opened in the browser. */
  readonly opened: readonly string[];
}

export type Cli = (line: string | readonly string[], options?: SystemOptions) => Promise<Run>;

/** A command line with its working folder and its stored settings. */
export type CliInFolder = Cli & Pick<TestHome, 'folder' | 'tokens'> & { readonly home: TestHome };

/**
 * Makes a command line on a sandbox. `through` wraps its requests; `store` has its data, and is closed at the end.
 */
export async function sandboxCli(
  files?: Record<string, string | Uint8Array>,
  through = (sandbox: Transport): Transport => sandbox,
  store: Store = demoStore(),
): Promise<CliInFolder> {
  const sandbox = sandboxOn(store, { token: sandboxToken, now: () => testNow });
  onTestFinished(() => sandbox.close());
  const refuse: Transport = () => Promise.reject(new Error('a test must not use the network'));
  return cli(
    files,
    { network: refuse, sandbox: through(sandbox.exchange) },
    { DOCS_ADMIN_PROFILE: 'sandbox' },
  );
}

/** Returns the answer of a scripted service: JSON, or an error status. */
export type Script = (
  request: SentRequest,
  headers: Readonly<Record<string, string>>,
) => ScriptedAnswer | Promise<ScriptedAnswer>;

interface ScriptedAnswer {
  status?: number;
  json?: unknown;
  /** The body as it is, instead of `json`. */
  text?: string;
  /** The content type. @default JSON */
  type?: string;
}

/** Makes a command line that talks to a service at https://docs.example, which answers as `script` says. */
export async function scriptedCli(
  script: Script,
  files?: Record<string, string | Uint8Array>,
): Promise<CliInFolder> {
  const network: Transport = async (request) => {
    const answered = await script(sentRequest(request), request.headers);
    const { status = 200, json, text = json === undefined ? '' : JSON.stringify(json) } = answered;
    const { type = 'application/json' } = answered;
    return { status, headers: { 'content-type': type }, body: new TextEncoder().encode(text) };
  };
  const env = {
    DOCS_ADMIN_BASE_URL: 'https://docs.example',
    DOCS_ADMIN_TOKEN: 'token-of-the-test',
    DOCS_ADMIN_ORG: 'org_acme',
  };
  return cli(files, { network, sandbox: network }, env);
}

/** With the example files, unless `files` says which there are. */
function cli(
  files: Record<string, string | Uint8Array> | undefined,
  services: { network: Transport; sandbox: Transport },
  baseEnv: Record<string, string>,
): CliInFolder {
  const home = testHome(files);
  let hasFiles = files !== undefined;
  const run: Cli = async (line, options = {}) => {
    if (!hasFiles && namesExample([line, options.stdin, options.stdinFile].join(' '))) {
      writeExamples(home.folder);
      hasFiles = true;
    }
    const requests: SentRequest[] = [];
    const record =
      (transport: Transport): Transport =>
      (request, signal) => {
        const sent = sentRequest(request);
        requests.push(sent);
        rememberSent(sent);
        return transport(request, signal);
      };
    const recording = { network: record(services.network), sandbox: record(services.sandbox) };
    // Most tests look at the requests of a command alone, without those that read values before.
    const env = { DOCS_ADMIN_HISTORY: 'off', ...baseEnv, ...options.env };
    const { system, recorded } = testSystem(home, recording, { ...options, env });
    const code = await main(typeof line === 'string' ? words(line) : line, system);
    const writes = requests.filter(({ method }) => method !== 'GET');
    return { code, requests, writes, ...recorded };
  };
  return Object.assign(run, { folder: home.folder, tokens: home.tokens, home });
}

/** Most lines name none, and to write them takes as long as a command. */
function namesExample(text: string): boolean {
  return Object.keys(exampleFiles).some((name) => text.includes(name.split('/', 1)[0] as string));
}

/** Keeps what the test itself has written. */
function writeExamples(folder: string): void {
  for (const [name, content] of Object.entries(exampleFiles)) {
    const path = join(folder, name);
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
