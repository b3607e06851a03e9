import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../../src/build/load.js';
import { hasChromium, openBrowser } from '../support/chromium.js';

/**
 * Measures the page of access of a large organization: how long it takes to make, and whether the browser stalls while
 * a person opens it, filters and scrolls.
 */
const [documents, large] = await load(['src/documents/access/page.ts', 'test/support/large-organization.ts']);
const { accessPage } = /** @type {typeof import('../../src/documents/access/page.ts')} */ (documents);
const { largeOrganization } = /** @type {typeof import('../support/large-organization.ts')} */ (large);

if (hasChromium) await measure(100_000, 2000);
else console.log('no Chromium on this machine: the page is not measured');

/**
 * @param {number} people
 * @param {number} spaces
 */
async function measure(people, spaces) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-admin-pages-'));
  const file = join(folder, 'access.html');
  try {
    const organization = largeOrganization(people, spaces);
    const before = process.memoryUsage().rss;
    const made = timed(() => write(file, accessPage(organization)));
    const grown = Math.max(0, process.memoryUsage().rss - before) / 2 ** 20;
    const size = statSync(file).size / 2 ** 20;
    console.log(
      `${people} people, ${spaces} spaces: ${size.toFixed(1)} MiB, made in ${made} ms, memory +${grown.toFixed(0)} MiB`,
    );
    await look(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} file */
async function look(file) {
  const browser = await openBrowser();
  const start = Date.now();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`file://${file}`);
  await page.evaluate(`
    globalThis.stalls = [];
    new PerformanceObserver((list) => stalls.push(...list.getEntries().map((one) => Math.round(one.duration))))
      .observe({ type: 'longtask', buffered: true });
  `);
  const matrix = page.locator('#matrix');
  await matrix.waitFor();
  const loaded = await page.evaluate(
    'Math.round(performance.timing.loadEventEnd - performance.timing.navigationStart)',
  );
  console.log(`loaded after ${loaded} ms, opens in ${Date.now() - start} ms; ${await stalls()}`);
  await step('search', () => page.getByLabel('Find people').fill('lovelace 9'));
  await step('level', () =>
    page.getByLabel('Level', { exact: true }).selectOption({ label: 'At least edit' }),
  );
  await step('team', () => page.getByLabel('Team', { exact: true }).selectOption({ label: 'Team 7' }));
  await step('clear', () => page.getByRole('button', { name: 'Clear filters' }).click());
  await step('level of all', () =>
    page.getByLabel('Level', { exact: true }).selectOption({ label: 'At least edit' }),
  );
  await step('open a team', () => page.locator('.row.group .head').first().click());
  const scrolled = await page.evaluate(`new Promise((done) => {
    const box = document.getElementById('matrix');
    let [last, worst, count] = [performance.now(), 0, 0];
    const next = (now) => {
      worst = Math.max(worst, now - last);
      last = now;
      if (++count > 120) return done(Math.round(worst));
      box.scrollTop += 400;
      if (count % 4 === 0) box.scrollLeft += 300;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`);
  console.log(`scrolls: slowest of 120 frames ${scrolled} ms; ${await stalls()}`);
  await browser.close();

  async function stalls() {
    const found = /** @type {number[]} */ (await page.evaluate('stalls.splice(0)'));
    return found.length === 0 ? 'no task over 50 ms' : `tasks over 50 ms: ${found.join(', ')} ms`;
  }

  /**
   * @param {string} name
   * @param {() => Promise<unknown>} act
   */
  async function step(name, act) {
    await act();
    await page.waitForTimeout(400);
    console.log(`${name}: ${await page.getByRole('status').textContent()}; ${await stalls()}`);
  }
}

/** @param {() => void} act */
function timed(act) {
  const start = performance.now();
  act();
  return Math.round(performance.now() - start);
}

/**
 * @param {string} path
 * @param {Iterable<string>} pieces
 */
function write(path, pieces) {
  const file = openSync(path, 'w');
  for (const piece of pieces) writeSync(file, piece);
  closeSync(file);
}
