import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { chromium } from 'playwright-core';

/**
 * The pictures of the page of access, one for readers who like it light and one for the others.
 *
 * @type {readonly { file: string, colorScheme: 'light' | 'dark' }[]}
 */
export const pagePictures = [
  { file: 'docs/access-page.png', colorScheme: 'light' },
  { file: 'docs/access-page-dark.png', colorScheme: 'dark' },
];

/** The browser that takes the pictures. */
export const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/**
 * Opens the page of access of the demo data, with one team chosen and a cell explained.
 *
 * @param {string} bin The executable of the tool.
 * @param {'light' | 'dark'} colorScheme
 * @returns {Promise<{ text: string, png: Buffer }>} What the page says, without the time, and its picture, which carries
 *   this text as its description. Pixels differ between machines; the text does not.
 */
export async function photographPage(bin, colorScheme) {
  const home = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  try {
    const env = { PATH: process.env.PATH, HOME: home, DOCS_ADMIN_PROFILE: 'sandbox' };
    execFileSync(process.execPath, [bin, 'access', 'report', '-o', 'html', '--out', 'access.html'], {
      cwd: home,
      env,
      stdio: 'ignore',
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 620 }, colorScheme });
    await page.goto(`file://${home}/access.html`);
    await page.getByLabel('Team').selectOption('Platform');
    await page.getByRole('row').filter({ hasText: 'Kim' }).getByRole('gridcell').nth(5).click();
    const text = (await settledText(page)).replace(/read \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC/, 'read');
    return { text, png: withDescription(await page.screenshot(), text) };
  } finally {
    await browser.close();
    rmSync(home, { recursive: true });
  }
}

/**
 * Returns the text of a page that has drawn everything: a table that becomes narrower is drawn again in a later frame.
 *
 * @param {import('playwright-core').Page} page
 */
async function settledText(page) {
  let text = '';
  for (let equal = 0; equal < 3; ) {
    await page.waitForTimeout(100);
    const now = await page.locator('body').innerText();
    equal = now === text ? equal + 1 : 0;
    text = now;
  }
  return text;
}

const keyword = 'Description';

/**
 * Adds a text to a PNG as an iTXt chunk, before its last chunk (IEND, 12 bytes).
 *
 * @param {Buffer} png
 * @param {string} text
 */
function withDescription(png, text) {
  const content = Buffer.from(`iTXt${keyword}\0\0\0\0\0${text}`);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(content.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, -12), frame, content, check, png.subarray(-12)]);
}

/**
 * Returns the text that `withDescription` has added.
 *
 * @param {Buffer} png
 * @returns {string}
 */
export function descriptionOf(png) {
  const start = png.indexOf(`iTXt${keyword}`);
  const content = png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4));
  return content.subarray(keyword.length + 5).toString();
}
