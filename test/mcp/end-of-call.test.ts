import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { Interrupted } from '../../src/errors.ts';
import { endOfCall } from '../../src/mcp/server.ts';

test.each(['server', 'call'] as const)('the end of the %s ends the call', (which) => {
  const controllers = { server: new AbortController(), call: new AbortController() };
  const { signal } = endOfCall(controllers.server.signal, controllers.call.signal);
  expect(signal.aborted).toBe(false);
  controllers[which].abort('enough');
  expect(signal.reason).toBeInstanceOf(Interrupted);
});

test('a call of a server that has ended has ended', () => {
  expect(endOfCall(AbortSignal.abort(), new AbortController().signal).signal.aborted).toBe(true);
});

test('nothing is kept of a call that is answered', () => {
  const [server, call] = [new AbortController(), new AbortController()];
  for (let count = 0; count < 50; count++) endOfCall(server.signal, call.signal).release();
  for (const { signal } of [server, call]) expect(getEventListeners(signal, 'abort')).toEqual([]);
});
