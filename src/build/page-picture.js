import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
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
    return { text, png: withDescription(withoutFilters(await page.screenshot()), text) };
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

/**
 * Compresses the pixels of a PNG of 8-bit RGB again, without the filters of its lines, which make pictures of text larger by a
 * quarter. See https://www.w3.org/TR/png-3/#9Filters.
 *
 * @param {Buffer} png
 */
function withoutFilters(png) {
  const chunks = chunksOf(png);
  const parts = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const lines = inflateSync(Buffer.concat(parts));
  const pixel = 3;
  const width = png.readUInt32BE(16) * pixel;
  for (let start = 0; start < lines.length; start += width + 1) {
    const filter = lines[start];
    lines[start] = 0;
    for (let at = start + 1; at <= start + width; at++) {
      const isFirst = at <= start + pixel;
      const left = isFirst ? 0 : (lines[at - pixel] ?? 0);
      const above = lines[at - width - 1] ?? 0;
      const corner = isFirst ? 0 : (lines[at - width - 1 - pixel] ?? 0);
      const predicted = [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter ?? 0] ?? 0;
      lines[at] = (lines[at] ?? 0) + predicted;
    }
  }
  const [header] = chunks;
  const pixels = { type: 'IDAT', data: deflateSync(lines, { level: 9, memLevel: 9 }) };
  const all = [header, pixels, ...chunks.filter(({ type }) => type === 'iTXt'), chunks.at(-1)];
  return Buffer.concat([png.subarray(0, 8), ...all.map((one) => chunk(one?.type ?? '', one?.data ?? png))]);
}

/** @param {Buffer} png */
function chunksOf(png) {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

/**
 * Returns the neighbour that is nearest to what the three of them predict.
 *
 * @param {number} left
 * @param {number} above
 * @param {number} corner
 */
function nearest(left, above, corner) {
  const [toLeft, toAbove, toCorner] = [above - corner, left - corner, left + above - 2 * corner].map(
    Math.abs,
  );
  if (Number(toLeft) <= Number(toAbove) && Number(toLeft) <= Number(toCorner)) return left;
  return Number(toAbove) <= Number(toCorner) ? above : corner;
}

/**
 * @param {string} type
 * @param {Uint8Array} data
 */
function chunk(type, data) {
  const content = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
}

const keyword = 'Description';

/**
 * Adds a text to a PNG as an iTXt chunk, before its last chunk (IEND, 12 bytes).
 *
 * @param {Buffer} png
 * @param {string} text
 */
function withDescription(png, text) {
  const description = chunk('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`));
  return Buffer.concat([png.subarray(0, -12), description, png.subarray(-12)]);
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
