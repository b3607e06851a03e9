import type { Browser, Page } from 'playwright-core';

/** A page of the browser, with what it should never do. */
export interface Watched {
  readonly page: Page;
  /** Messages of the console and uncaught errors. */
  readonly complaints: string[];
  /** Requests beside the one for the page itself. */
  readonly requests: string[];
}

/** Opens a file in a context of its own, without a network. */
export async function openFile(
  browser: Browser,
  path: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Watched> {
  const context = await browser.newContext({ offline: true, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  const address = `file://${path}`;
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
