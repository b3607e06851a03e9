import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openBrowser } from './chromium.js';

/** A page in the browser, with what it should never do. */
interface Watched {
  readonly page: Page;
  /** The page that is shown. */
  address: string;
  /** Messages of the console, uncaught errors and dialogs. */
  readonly complaints: string[];
  /** Requests beside the one for the page itself. */
  readonly requests: string[];
}

type Options = Parameters<Browser['newContext']>[0];

/**
 * Opens pages of HTML in a browser without a network, one browser for all tests of a file. After each test, no page may
 * have made a request, and none a complaint that is not expected. Later tests use its tabs for their own pages: to open
 * a tab takes longer than most tests.
 */
export function inBrowser(): (
  pieces: Iterable<string>,
  options?: Options,
  expected?: { readonly complains: boolean },
) => Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-page-'));
  let browser: Browser;
  let opened: { tab: Watched; name: string; complains: boolean }[] = [];
  /** The tabs that no test uses, by their options. */
  const free = new Map<string, Watched[]>();
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterEach(async () => {
    const used = opened;
    opened = [];
    for (const { tab, name, complains } of used) {
      const { page, complaints, requests } = tab;
      expect(requests).toEqual([]);
      if (!complains) expect(complaints).toEqual([]);
      complaints.length = 0;
      await page.emulateMedia({ media: null });
      free.set(name, [...(free.get(name) ?? []), tab]);
    }
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });
  return async (pieces, options, { complains } = { complains: false }) => {
    const file = join(folder, `${opened.length}.html`);
    writeFileSync(file, [...pieces].join(''));
    const name = JSON.stringify(options ?? {});
    const tab = free.get(name)?.pop() ?? (await openTab(browser, options));
    opened.push({ tab, name, complains });
    tab.address = `file://${file}`;
    await tab.page.goto(tab.address);
    return tab.page;
  };
}

async function openTab(browser: Browser, options: Options): Promise<Watched> {
  const context = await browser.newContext({
    offline: true,
    viewport: { width: 1280, height: 720 },
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  const tab: Watched = { page, complaints, requests, address: '' };
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== tab.address) requests.push(request.url());
  });
  return tab;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns what axe finds serious, in short. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
  return found as string[];
}
