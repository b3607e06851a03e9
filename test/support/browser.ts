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
  /** Messages of the console, uncaught errors and dialogs. */
  readonly complaints: string[];
  /** Requests beside the one for the page itself. */
  readonly requests: string[];
}

type Options = Parameters<Browser['newContext']>[0];

/**
 * Opens pages of HTML in a browser without a network, one browser for all tests of a file. After each test, no page may
 * have made a request, and none a complaint that is not expected.
 */
export function inBrowser(): (
  pieces: Iterable<string>,
  options?: Options,
  expected?: { readonly complains: boolean },
) => Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-page-'));
  let browser: Browser;
  let opened: (Watched & { complains: boolean })[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterEach(async () => {
    for (const { page, complaints, requests, complains } of opened) {
      expect(requests).toEqual([]);
      if (!complains) expect(complaints).toEqual([]);
      await page.context().close();
    }
    opened = [];
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });
  return async (pieces, options, { complains } = { complains: false }) => {
    const file = join(folder, `${opened.length}.html`);
    writeFileSync(file, [...pieces].join(''));
    const watched = await watchedPage(browser, `file://${file}`, options);
    opened.push({ ...watched, complains });
    return watched.page;
  };
}

async function watchedPage(browser: Browser, address: string, options: Options): Promise<Watched> {
  const context = await browser.newContext({
    offline: true,
    viewport: { width: 1280, height: 720 },
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== address) requests.push(request.url());
  });
  await page.goto(address);
  return { page, complaints, requests };
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
