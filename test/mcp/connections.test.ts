import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Interrupted } from '../../src/errors.ts';
import { main } from '../../src/main.ts';
import { createServer } from '../../src/mcp/server.ts';
import type { NetworkOptions, System, Transport } from '../../src/ports.ts';
import { atEndOfBlock } from '../support/at-end.ts';
import { testHome, testSystem } from '../support/test-system.ts';

const none: Transport = () => Promise.reject(new Error('no request is expected'));

test('lines that only read share the connections of the same options', () => {
  const made: NetworkOptions[] = [];
  const { system } = testSystem(testHome({}, atEndOfBlock()), { network: none, sandbox: none });
  const network = (options: NetworkOptions): Transport => {
    made.push(options);
    return (...request) => none(...request);
  };
  const server = createServer({ system: { ...system, network } } as Parameters<typeof createServer>[0]);
  const first = server.network({ timeout: 30_000 });
  expect(server.network({ timeout: 30_000, onProxy: () => {} })).toBe(first);
  expect(server.network({ timeout: 1000 })).not.toBe(first);
  expect(server.network({ timeout: 30_000, caFile: 'own.pem' })).not.toBe(first);
  expect(made).toHaveLength(3);
});

test('answers that a slow client has not taken yet cause no warning', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const client = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'slow', version: '1' },
  };
  const begin = { jsonrpc: '2.0', id: 0, method: 'initialize', params: client };
  const lists = Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id: id + 1, method: 'tools/list' }));
  const taken: string[] = [];
  const end = new AbortController();
  const options = { env: { DOCS_ADMIN_PROFILE: 'sandbox' }, interrupt: end.signal };
  const { system } = testSystem(testHome({}), { network: none, sandbox: none }, options);
  const stdin: System['stdin'] = {
    ...system.stdin,
    async *bytes(signal) {
      yield Buffer.from([begin, ...lists].map((message) => `${JSON.stringify(message)}\n`).join(''));
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    },
  };
  const stdout: System['stdout'] = {
    ...system.stdout,
    async write(text) {
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      taken.push(text);
      if (taken.length > lists.length) end.abort(new Interrupted('SIGTERM'));
    },
  };
  expect(await main(['mcp'], { ...system, stdin, stdout })).toBe(143);
  expect(taken).toHaveLength(21);
  expect(warnings).toEqual([]);
});
