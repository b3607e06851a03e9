import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { freshHome, runInstalled, tool } from './installed.ts';

/** The installed `sandbox serve` with a large organization. It runs until the test ends. */
export interface ServedSandbox {
  readonly org: string;
  /** The environment that a command line needs to talk to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Requests all items of a list, without the tool. */
  list<Item>(path: string): Promise<Item[]>;
  /** Returns every request that it has answered since the last call. */
  requests(): Promise<{ method: string; path: string; status: number }[]>;
}

export async function servedSandbox(
  size: { members: number; teams: number },
  ...flags: string[]
): Promise<ServedSandbox> {
  const home = freshHome();
  const log = join(home, 'requests.jsonl');
  const env = { DOCS_ADMIN_SANDBOX_DATA: join(home, 'sandbox.db') };
  await runInstalled(['sandbox', 'reset', '--members', `${size.members}`, '--teams', `${size.teams}`], {
    home,
    env,
  });
  const [command, ...words] = tool();
  const child = spawn(command, [...words, 'sandbox', 'serve', '--json', '--log', log, ...flags], {
    env: { ...env, HOME: home, PATH: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { baseUrl, token, org } = JSON.parse(line) as { baseUrl: string; token: string; org: string };

  async function list<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let page = ''; ; ) {
      const response = await fetch(`${baseUrl}/v1/orgs/${org}${path}?limit=1000${page}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      // Injected faults hit these requests, too.
      if (!response.ok) continue;
      const answer = (await response.json().catch(() => undefined)) as
        | { items: Item[]; next?: { page: string } }
        | undefined;
      if (!answer) continue;
      items.push(...answer.items);
      if (!answer.next) return items;
      page = `&page=${encodeURIComponent(answer.next.page)}`;
    }
  }

  return {
    org,
    env: { DOCS_ADMIN_BASE_URL: baseUrl, DOCS_ADMIN_TOKEN: token, DOCS_ADMIN_ORG: org },
    list,
    async requests() {
      const lines = (await readFile(log, 'utf8')).split('\n').filter(Boolean);
      await writeFile(log, '');
      return lines.map((one) => JSON.parse(one));
    },
  };
}
