import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { AccessDocument } from '../../src/documents/access/document.ts';
import { accessPage } from '../../src/documents/access/page.ts';
import { accessDocument, acme } from '../support/access-document.ts';
import { inBrowser, seriousViolations } from '../support/browser.ts';
import { hasChromium } from '../support/chromium.js';
import { hostileOrganization } from '../support/hostile-organization.ts';
import { largeOrganization } from '../support/large-organization.ts';

const name = hasChromium ? 'in a browser' : 'in a browser (left out: no Chromium on this machine)';

describe.skipIf(!hasChromium)(name, () => {
  const openPage = inBrowser();

  async function open(
    document: AccessDocument = accessDocument(acme),
    options: Parameters<typeof openPage>[1] = {},
  ): Promise<Page> {
    const page = await openPage(accessPage(document), options);
    if (options.javaScriptEnabled !== false) await page.locator('#matrix').waitFor();
    return page;
  }

  const people = (page: Page) => page.getByRole('rowheader').locator('b').allTextContents();
  const places = (page: Page) => page.getByRole('columnheader').locator('b').allTextContents();
  /** Returns the levels in the row of a person. */
  const levelsOf = (page: Page, person: string) =>
    page
      .getByRole('row')
      .filter({ hasText: person })
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));
  const status = (page: Page) => page.getByRole('status').textContent();
  const panel = (page: Page) => page.getByRole('complementary');

  test('shows people, spaces and levels', async () => {
    const page = await open();
    expect(await people(page)).toEqual([
      'Ada Lovelace',
      'Alan Turing',
      'Barbara Liskov',
      'Edsger Dijkstra',
      'Grace Hopper',
      'Margaret Hamilton',
      'Mary Jackson',
      'Radia Perlman',
    ]);
    expect(await places(page)).toEqual([
      'Handbook',
      'Changelog',
      'API reference',
      'Guides',
      'Payroll',
      'Hiring',
      'Welcome',
    ]);
    expect(await levelsOf(page, 'Grace Hopper')).toEqual([
      'edit',
      'edit',
      'create',
      'review',
      'no access',
      'read',
      'read',
    ]);
    expect((await levelsOf(page, 'Edsger'))[0]).toBe('disabled, would have edit');
    expect(await status(page)).toBe('8 of 8 people, 7 of 7 spaces');
  });

  test('finds people and spaces while someone types', async () => {
    const page = await open();
    await page.getByLabel('Find people').pressSequentially('PARTNER');
    await expect.poll(() => people(page)).toEqual(['Mary Jackson']);
    await page.getByLabel('Find spaces').pressSequentially('gui');
    await expect.poll(() => places(page)).toEqual(['Guides']);
    expect(await status(page)).toBe('1 of 8 people, 1 of 7 spaces');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => status(page)).toBe('8 of 8 people, 7 of 7 spaces');
  });

  test.each([
    ['Team', 'Partners', ['Barbara Liskov', 'Mary Jackson']],
    [
      'Level',
      'At least create',
      ['Ada Lovelace', 'Alan Turing', 'Barbara Liskov', 'Edsger Dijkstra', 'Grace Hopper'],
    ],
    ['Guests', 'Only guests', ['Mary Jackson']],
  ])('filters people by %s', async (label, option, expected) => {
    const page = await open();
    await page.getByLabel(label, { exact: true }).selectOption({ label: option });
    await expect.poll(() => people(page)).toEqual(expected);
  });

  test.each([
    ['Sites', 'Published publicly', ['Handbook', 'API reference']],
    ['Sites', 'Published by a site', ['Handbook', 'API reference', 'Guides']],
    ['Sites', 'Partner portal (share-link)', ['API reference', 'Guides']],
    ['Sites', 'Not published', ['Changelog', 'Payroll', 'Hiring', 'Welcome']],
    ['Columns', 'Collections', ['Product', 'API', 'People']],
  ])('filters places by %s: %s', async (label, option, expected) => {
    const page = await open();
    await page.getByLabel(label, { exact: true }).selectOption({ label: option });
    await expect.poll(() => places(page)).toEqual(expected);
  });

  test('a click explains a cell with all ways, the deciding one marked', async () => {
    const page = await open();
    await page.getByRole('row').filter({ hasText: 'Grace' }).getByRole('gridcell').nth(2).click();
    await expect
      .poll(() => panel(page).getByRole('heading').first().textContent())
      .toBe('Grace Hopper in API reference');
    const ways = await panel(page).locator('.ways li').allInnerTexts();
    expect(ways.map((way) => way.split('\n').filter((line) => line !== ''))).toEqual([
      ['create decides', 'Team Documentation on the space', 'Grace Hopper → Documentation → API reference'],
      [
        'review',
        'Team Core engineering on the collection API',
        'Grace Hopper → Core engineering → API → API reference',
      ],
      [
        'edit',
        'Team Documentation on the collection Product',
        'Grace Hopper → Documentation → Product → API → API reference',
      ],
      ['read', 'Default level of the collection Product', 'Grace Hopper → Product → API → API reference'],
    ]);
    expect(await panel(page).innerText()).toContain('Partner portal (share-link)');
  });

  test('a no says what is missing', async () => {
    const page = await open();
    await page.getByRole('row').filter({ hasText: 'Radia' }).getByRole('gridcell').nth(4).click();
    const text = await panel(page).innerText();
    expect(text).toContain('No access.');
    expect(text).toContain('a default level of the collection People');
  });

  test('the service decides, and a disagreement is shown', async () => {
    const differing = [
      { user: 'user_radia', target: 'space_payroll', level: 'edit' },
      { user: 'user_alan', target: 'space_handbook', level: 'read' },
    ];
    const page = await open({ ...accessDocument(acme), differing });
    await page.getByRole('row').filter({ hasText: 'Radia' }).getByRole('gridcell').nth(4).click();
    expect(await panel(page).innerText()).toContain('Granted in a way that the interface does not show');
    await page.getByRole('row').filter({ hasText: 'Alan' }).getByRole('gridcell').nth(0).click();
    expect(await panel(page).innerText()).toContain('the service reports read, although the ways give edit');
  });

  test('the keyboard reaches all: arrows, Enter, Escape', async () => {
    const page = await open();
    await page.locator('#matrix').focus();
    const active = () => page.locator('.active').getAttribute('id');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await active()).toBe('cell-1-1');
    expect(await page.locator('#matrix').getAttribute('aria-activedescendant')).toBe('cell-1-1');
    await page.keyboard.press('Enter');
    expect(await panel(page).getByRole('heading').first().textContent()).toBe('Alan Turing in Changelog');
    expect(await page.evaluate('document.activeElement.id')).toBe('panel');
    await page.keyboard.press('Escape');
    expect(await panel(page).isVisible()).toBe(false);
    expect(await page.evaluate('document.activeElement.id')).toBe('matrix');
    await page.keyboard.press('Control+End');
    expect(await active()).toBe('cell-7-6');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    expect(await panel(page).innerText()).toContain('radia@acme.test');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await panel(page).innerText()).toContain('Acme Docs (public)');
  });

  test('what could not be read is a question mark, not a no', async () => {
    const page = await open({
      ...accessDocument(acme),
      unsure: new Set(['user_barbara']),
      incomplete: new Set(['space_payroll']),
      unknown: ['Payroll'],
    });
    expect((await levelsOf(page, 'Radia'))[4]).toBe('unknown');
    expect((await levelsOf(page, 'Barbara'))[6]).toBe('at least create');
    expect((await levelsOf(page, 'Ada'))[4]).toBe('admin');
    await page.getByRole('row').filter({ hasText: 'Radia' }).getByRole('gridcell').nth(4).click();
    expect(await panel(page).innerText()).toContain('Unknown: not everything here could be read.');
  });

  test('names that are scripts stay text', async () => {
    const attack = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
    const page = await open(accessDocument(hostileOrganization(attack)));
    await page.locator('#matrix').focus();
    for (const row of [0, 1, 2]) {
      for (const column of [0, 1]) {
        await page.locator(`#cell-${row - 1}-${column - 1}`).click();
        expect(await panel(page).locator('img, script').count()).toBe(0);
      }
    }
    expect(await people(page)).toContain(attack);
    expect(await page.locator('img').count()).toBe(0);
  });

  test.each([
    ['light', 'rgb(251, 251, 250)'],
    ['dark', 'rgb(20, 24, 29)'],
  ] as const)('is %s where the system is, and axe finds nothing serious', async (colorScheme, ground) => {
    const page = await open({ ...accessDocument(acme), unknown: ['the teams of a space'] }, { colorScheme });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(ground);
    await page.getByRole('row').filter({ hasText: 'Grace' }).getByRole('gridcell').nth(2).click();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByLabel('Level', { exact: true }).selectOption({ label: 'At least edit' });
    await expect.poll(() => status(page)).toContain('6 of 8');
    expect(await seriousViolations(page)).toEqual([]);
  });

  test('without scripts it has a table for each space', async () => {
    const page = await open(accessDocument(acme), { javaScriptEnabled: false });
    expect(await page.locator('#matrix').count()).toBe(0);
    expect(await page.getByRole('table').count()).toBe(10);
    expect(await page.getByRole('heading', { name: 'Handbook' }).isVisible()).toBe(true);
  });

  test('is printed as tables of what the filters show', async () => {
    const page = await open();
    await page.getByLabel('Guests').selectOption({ label: 'Only guests' });
    await page.getByLabel('Find spaces').fill('changelog');
    await expect.poll(() => status(page)).toBe('1 of 8 people, 1 of 7 spaces');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('#app').isVisible()).toBe(false);
    expect(await page.locator('h2:visible').allTextContents()).toEqual(['Summary', 'Changelog']);
    expect(await page.locator('section tbody tr:visible').count()).toBe(1);
    expect(await page.locator('#summary').innerText()).toMatch(/Changelog\s+1 \w+ \(guest\)$/);
    expect(await seriousViolations(page)).toEqual([]);
    expect((await page.pdf()).length).toBeGreaterThan(1000);
  });

  test('its print begins with a page that counts the levels of each place', async () => {
    const page = await open();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const rows = await page.locator('#summary tbody tr').allInnerTexts();
    expect(rows).toHaveLength(7);
    expect(rows).toContainEqual(expect.stringMatching(/^Handbook\s+\d+ \w+/));
    expect(await page.locator('#summary').count()).toBe(1);
  });

  test('if its data cannot be used, the tables are there', async () => {
    const broken = [...accessPage(accessDocument(acme))].join('').replace('data-name="people">{', '$&{');
    const page = await openPage([broken], {}, { complains: true });
    await page.getByRole('heading', { name: 'Handbook' }).waitFor();
    expect(await page.locator('#app').isVisible()).toBe(false);
  });

  test('on a small screen, nothing is wider than it', async () => {
    const page = await open(undefined, { viewport: { width: 380, height: 700 } });
    await page.getByRole('gridcell').first().click();
    expect(await panel(page).isVisible()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
  });

  test('the mark of a guest is whole on a phone, whatever the name is', async () => {
    const page = await open(undefined, { viewport: { width: 390, height: 800 } });
    const tags = page.locator('.row .tag', { hasText: 'guest' });
    expect(await tags.count()).toBeGreaterThan(0);
    const right = await page.evaluate(`(() => {
      const tag = [...document.querySelectorAll('.row .tag')].find((one) => one.textContent.includes('guest'));
      const head = tag.closest('.head');
      head.querySelector('b').textContent = 'A very long name '.repeat(5);
      return head.getBoundingClientRect().right - tag.getBoundingClientRect().right;
    })()`);
    expect(right).toBeGreaterThan(0);
  });

  test('says what the sign for no access is', async () => {
    const page = await open();
    expect(await page.locator('.legend').innerText()).toContain('· no access');
  });

  test('a link opens one place', async () => {
    const page = await open();
    const { id, title } = accessDocument(acme).facts.targets.collections.values().next().value?.place ?? {};
    await page.evaluate(`location.hash = ${JSON.stringify(id)}`);
    await page.reload();
    await page.locator('#matrix').waitFor();
    expect(await places(page)).toEqual([title]);
  });

  describe('above 2,000 people', () => {
    test('the teams of a found person open', async () => {
      const page = await open(largeOrganization(2500, 30));
      await page.getByLabel('Find people').fill('person.7@large.test');
      await expect.poll(() => status(page)).toBe('1 of 2,500 people, 30 of 30 spaces');
      expect((await people(page)).some((name) => / 7$/.test(name))).toBe(true);
    });

    test('rows are teams, which open to their people', async () => {
      const page = await open(largeOrganization(2500, 30));
      await expect.poll(() => people(page)).toContain('Team 0');
      const first = page.getByRole('row').nth(1);
      expect(await first.getAttribute('aria-expanded')).toBe('false');
      await first.getByRole('rowheader').click();
      expect(await first.getAttribute('aria-expanded')).toBe('true');
      expect(await page.getByRole('row').nth(2).getAttribute('aria-level')).toBe('2');
      await first.getByRole('gridcell').first().click();
      expect(await panel(page).innerText()).toMatch(/Everyone has at least|Not everyone has access/);
      expect(await seriousViolations(page)).toEqual([]);
    });

    test('the keyboard opens and closes a team', async () => {
      const page = await open(largeOrganization(2500, 30));
      await page.locator('#matrix').focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowRight');
      const first = page.getByRole('row').nth(1);
      expect(await first.getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('ArrowLeft');
      expect(await first.getAttribute('aria-expanded')).toBe('false');
    });

    test('only what is looked at is drawn', async () => {
      const page = await open(largeOrganization(20_000, 400));
      await page.getByLabel('Team', { exact: true }).selectOption({ label: 'Team 7' });
      await expect.poll(() => people(page)).toContain('Team 7');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect.poll(() => status(page)).toBe('20,000 of 20,000 people, 400 of 400 spaces');
      await page.locator('#matrix').focus();
      await page.keyboard.press('Control+End');
      await expect.poll(() => people(page)).toContain('Without a team');
      expect(await places(page)).toContain('Space 399');
      expect(await page.locator('#matrix *').count()).toBeLessThan(2500);
    });
  });
});
