import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { check } from '../../src/api/contract/check.ts';
import { sandboxOn } from '../../src/sandbox/open.ts';
import { openSandbox } from '../../src/sandbox/open-seeded.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { calledOperation } from '../support/called-operation.ts';
import { demoStore, writeDemoFile } from '../support/demo-store.ts';

export const token = 'token-of-the-test';
/** The time of the sandbox's clock when a test starts. */
export const startTime = Date.UTC(2026, 0, 15, 12);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, `undefined` where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely; their shape is checked against the contract
  readonly json: any;
}

export interface TestSandbox {
  /** Sends one request with the token; `body` is sent as JSON, text and bytes as they are. Headers named here replace the usual ones. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** Fetches an address that an answer named, without the token. */
  download(url: string): Promise<Response>;
  /** Moves the sandbox's clock. */
  wait(milliseconds: number): void;
}

/** An empty folder that goes away with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A sandbox with the demo data, see {@link tested}. */
export function testSandbox(): TestSandbox {
  return tested((options) => sandboxOn(demoStore(), options));
}

/** A sandbox in a file of its own; a new file has the demo data. */
export function sandboxInFile(path = join(temporaryFolder(), 'sandbox.db')): TestSandbox & { path: string } {
  if (path !== ':memory:' && !existsSync(path)) writeDemoFile(path);
  return { ...tested((options) => openSandbox({ path, ...options })), path };
}

/**
 * Opens a sandbox until the end of the test. Every answer is held against the contract: a success must fit the operation's
 * result, an error the documented shape, and a 500 fails the test.
 */
function tested(open: (options: Omit<SandboxOptions, 'path'>) => Sandbox): TestSandbox {
  let time = startTime;
  const defects: unknown[] = [];
  const sandbox = open({ token, now: () => time, onDefect: (error) => defects.push(error) });
  onTestFinished(() => sandbox.close());

  async function send(method: string, address: string, body?: unknown, headers: Record<string, string> = {}) {
    const request = new Request(`http://sandbox.localhost${address}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body), duplex: 'half' }),
    });
    const response = await sandbox.fetch(request);
    if (defects.length > 0) throw defects[0];
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      json: text === '' ? undefined : JSON.parse(text),
    };
    assertContract(method, address, answer);
    return answer;
  }

  return {
    send,
    get: (address) => send('GET', address),
    download: (url) => sandbox.fetch(new Request(url)),
    wait: (milliseconds) => {
      time += milliseconds;
    },
  };
}

function isRaw(body: unknown): body is string | Uint8Array | ReadableStream {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
}

/** Fails where an answer is not as the contract of the operation at `address` has it. */
export function assertContract(method: string, address: string, { status, json }: Answer): void {
  if (status >= 400) {
    expect(json).toMatchObject({ error: { code: status, message: expect.stringMatching(/./) } });
    return;
  }
  const op = calledOperation(method, address);
  if (!op?.result) {
    expect({ op: op?.id, status, json }).toEqual({ op: op?.id, status: 204, json: undefined });
    return;
  }
  const { problems, unknowns } = check(op.result, json);
  expect({ op: op.id, problems, unknowns }).toEqual({ op: op.id, problems: [], unknowns: [] });
}
