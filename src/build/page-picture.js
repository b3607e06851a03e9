import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** The picture of the page of access, and the browser that takes it. */
export const pagePicture = 'docs/access-page.png';
export const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/**
 * Takes the picture of the page of access of the demo data, with a cell explained.
 *
 * @param {string} bin The executable of the tool.
 * @returns {Promise<Uint8Array>}
 */
export async function photographPage(bin) {
  const home = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  try {
    const env = { PATH: process.env.PATH, HOME: home, DOCS_ADMIN_PROFILE: 'sandbox' };
    execFileSync(process.execPath, [bin, 'access', 'report', '--html', 'access.html'], {
      cwd: home,
      env,
      stdio: 'ignore',
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 620 } });
    await page.goto(`file://${home}/access.html`);
    await page.getByRole('row').filter({ hasText: 'Ana Souza' }).getByRole('gridcell').nth(5).click();
    return await page.screenshot();
  } finally {
    await browser.close();
    rmSync(home, { recursive: true });
  }
}
