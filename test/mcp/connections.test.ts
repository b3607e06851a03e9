import { expect, test } from 'vitest';
import { createServer } from '../../src/mcp/server.ts';
import type { NetworkOptions, Transport } from '../../src/ports.ts';
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
