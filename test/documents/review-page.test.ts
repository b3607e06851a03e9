import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inBrowser, seriousViolations } from '../support/browser.ts';
import { hasChromium } from '../support/chromium.js';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { succeeds } from '../support/reviews.ts';

const name = hasChromium ? 'in a browser' : 'in a browser (left out: no Chromium on this machine)';

describe.skipIf(!hasChromium)(name, () => {
  const openPage = inBrowser();

  async function packetOf(reviewer: string, docs?: CliInFolder) {
    const line = docs ?? (await sandboxCli({}));
    await succeeds(line, 'access review open q4 --due 2026-12-31');
    return { docs: line, text: readFileSync(join(line.folder, `q4/packets/${reviewer}.html`), 'utf8') };
  }

  test('a reviewer decides with the keyboard alone, and the saved file is imported', async () => {
    const { docs, text } = await packetOf('user_noa');
    const page = await openPage([text]);
    const { keyboard } = page;
    expect(await page.getByRole('heading').textContent()).toBe('Access review of org_acme');
    expect(await page.getByRole('status').textContent()).toBe('0 of 4 decided');
    const focused = () =>
      page.evaluate(
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
      );
    /** Goes on with Tab until something with this label has the focus. */
    const tabTo = async (label: string) => {
      for (let steps = 0; steps < 60 && (await focused()) !== label; steps++) await keyboard.press('Tab');
      expect(await focused()).toBe(label);
    };
    await tabTo('Decision about Zoë “Zed” O’Neil <zoe@acme.example> on team Design 🎨');
    await keyboard.press('k');
    await tabTo('Decision about Uma 👩‍💻 Thurgood <uma@partner.example> on team Design 🎨');
    await keyboard.press('r');
    await tabTo('Decision about team Design 🎨 on space Product/Guides');
    await keyboard.press('l');
    await keyboard.press('Tab');
    expect(await focused()).toBe('Lower level for team Design 🎨 on space Product/Guides');
    await keyboard.press('e');
    await keyboard.press('Tab');
    await keyboard.type('=less is "enough", now');
    expect(await page.getByRole('status').textContent()).toBe('3 of 4 decided');
    // One decision has no reason yet: the page goes there.
    await page.getByRole('button', { name: 'Save decisions' }).focus();
    await keyboard.press('Enter');
    expect(await page.getByRole('status').textContent()).toBe(
      '3 of 4 decided · not saved: 1 decision is incomplete',
    );
    expect(await focused()).toBe('Reason about Uma 👩‍💻 Thurgood <uma@partner.example> on team Design 🎨');
    await keyboard.type('The project has ended');
    await page.getByRole('button', { name: 'Save decisions' }).focus();
    const saved = page.waitForEvent('download');
    await keyboard.press('Enter');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('user_noa.csv');
    expect(await page.getByRole('status').textContent()).toBe('3 of 4 decided · saved user_noa.csv');
    writeFileSync(join(docs.folder, 'user_noa.csv'), readFileSync(await file.path()));
    const run = await succeeds(docs, 'access review import q4 user_noa.csv');
    expect(run.stderr).toContain('imported 3 decisions');
    const decisions = readFileSync(join(docs.folder, 'q4/decisions.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(decisions.map(({ decision, to, reason }) => [decision, to, reason])).toEqual([
      ['keep', undefined, ''],
      ['remove', undefined, 'The project has ended'],
      ['lower', 'edit', '=less is "enough", now'],
    ]);
  });

  test('finds grants, and keeps all that are shown', async () => {
    const { docs, text } = await packetOf('user_grace');
    const page = await openPage([text]);
    const people = () => page.getByRole('rowheader').allTextContents();
    await page.getByLabel('Way').selectOption('organization-role');
    await page.getByLabel('Find').fill('souza');
    await expect.poll(people).toEqual(['Ana Souza <ana@acme.example>']);
    await page.getByRole('button', { name: 'Keep all shown' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Show').selectOption('decided');
    await expect.poll(people).toEqual(['Ana Souza <ana@acme.example>']);
    // Names with control characters come back as they are.
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(async () => (await people()).length).toBe(18);
    await page.getByRole('button', { name: 'Keep all shown' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save decisions' }).click();
    writeFileSync(join(docs.folder, 'user_grace.csv'), readFileSync(await (await saved).path()));
    expect((await succeeds(docs, 'access review import q4 user_grace.csv')).stderr).toContain(
      'imported 18 decisions',
    );
  });

  test('is readable for everyone, in light and dark', async () => {
    const { text } = await packetOf('user_ada');
    const page = await openPage([text]);
    await page.getByLabel(/^Decision about Bo/).selectOption('lower');
    await page.getByLabel(/^Decision about Linus/).selectOption('remove');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousViolations(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: null });
    // What is not saved would ask before the tab shows another page.
    for (const name of [/^Decision about Bo/, /^Decision about Linus/])
      await page.getByLabel(name).selectOption('');
    await page.getByRole('button', { name: 'Save decisions' }).click();
  });

  test('says without scripts how to decide', async () => {
    const { text } = await packetOf('user_noa');
    const page = await openPage([text], { javaScriptEnabled: false });
    expect(await page.locator('body').textContent()).toContain(
      'This page needs scripts. Without them, decide in user_noa.csv.',
    );
  });

  test('draws 100 of many grants at a time', async () => {
    const { packetPage } = await import('../../src/documents/review/packet.ts');
    const columns = [
      'grant',
      'person',
      'place',
      'way',
      'level',
      'decision',
      'to',
      'reason',
      'opens',
      'note',
      'review',
      'person_id',
      'place_id',
    ];
    const rows = Array.from({ length: 20_000 }, (_, at) => [
      `g${at}`,
      `Person ${at} </script>`,
      'organization org_acme',
      'organization-role',
      'read',
      '',
      '',
      '',
      '3 places',
      '',
      'r0',
      `user_${at}`,
      'org_acme',
    ]);
    const page = await openPage(
      packetPage({
        organization: 'org_acme',
        reviewer: 'Ada',
        file: 'user_ada.csv',
        due: null,
        columns,
        count: rows.length,
        rows,
      }),
    );
    expect(await page.getByRole('row').count()).toBe(101);
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.getByRole('rowheader').first().textContent()).toBe('Person 100 </script>');
    expect(await page.getByRole('navigation').textContent()).toContain('101–200 of 20,000');
  });
});
