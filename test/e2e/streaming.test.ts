import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startInstalled } from '../support/installed.ts';
import { json, scriptedServer } from '../support/scripted-server.ts';

/** Far more than all the buffers between the tool and its reader hold. */
const longText = 'x'.repeat(1000);
const pageCount = 5;

test('one page is read ahead, and no more while no one takes what is there', async () => {
  const server = await scriptedServer((socket, _, n) => {
    const items = Array.from({ length: 1000 }, (_, at) => ({ id: `user_${n}_${at}`, longText }));
    const next = n + 1 < pageCount ? { next: { page: `page_${n + 1}` } } : {};
    socket.write(json({ items, ...next }));
  });
  const tool = startInstalled(['members', 'list', '-o', 'jsonl'], {
    env: {
      DOCS_ADMIN_BASE_URL: `http://127.0.0.1:${server.port}`,
      DOCS_ADMIN_TOKEN: 'secret',
      DOCS_ADMIN_ORG: 'org_acme',
    },
  });
  onTestFinished(() => void tool.process.kill());
  tool.process.stdout?.pause();
  await vi.waitUntil(() => server.requests.length >= 2, { timeout: 60_000 });
  // Time in which a tool that does not wait for its reader would ask for everything.
  await sleep(500);
  expect(server.requests).toHaveLength(2);
  tool.process.stdout?.resume();
  const { code, stdout, stderr } = await tool.ended;
  expect({ code, lines: stdout.trim().split('\n').length, stderr }).toEqual({
    code: 0,
    lines: pageCount * 1000,
    stderr: '',
  });
});
