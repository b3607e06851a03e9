import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type AuditDocument, auditPage, type ShownFinding } from '../../src/documents/audit/page.ts';
import { inBrowser, seriousViolations } from '../support/browser.ts';
import { hasChromium } from '../support/chromium.js';

const finding: ShownFinding = {
  rule: 'DA101',
  severity: 'high',
  outcome: 'fail',
  object: { kind: 'team', id: 'team_docs', name: 'Docs' },
  message: 'has no owner',
  evidence: {
    owners: [],
    members: [
      { id: 'user_ada', role: 'member' },
      { id: 'user_bo', role: null },
    ],
  },
  fix: 'docs-admin teams members add team_docs user_ada --role owner',
};

function audit(findings: readonly ShownFinding[]): AuditDocument {
  const count = (outcome: string) => findings.filter((one) => one.outcome === outcome).length;
  return {
    organization: 'org_acme',
    taken: '2026-05-01T10:00:00.000Z',
    complete: count('not-evaluated') === 0,
    notes: [],
    counts: {
      pass: 3,
      fail: count('fail'),
      accepted: count('accepted'),
      notEvaluated: count('not-evaluated'),
    },
    severities: ['critical', 'high', 'medium', 'low', 'note'],
    rules: [
      {
        id: 'DA101',
        title: 'A team has an owner',
        why: 'Nobody cares for it.',
        howToFix: 'Make someone the owner.',
      },
      { id: 'DA203', title: 'Administrators sign on', why: 'A password leaks.', howToFix: 'Set it.' },
    ],
    findings,
  };
}

const mixed = audit([
  finding,
  { ...finding, object: { kind: 'team', id: 'team_api', name: 'API' }, baseline: true },
  {
    ...finding,
    rule: 'DA203',
    severity: 'low',
    object: { kind: 'member', id: 'user_ada', name: 'Ada' },
    outcome: 'accepted',
    exception: { reason: 'leaves soon', expires: '2027-01-31' },
  },
  {
    ...finding,
    rule: 'DA203',
    severity: 'low',
    object: { kind: 'organization', id: 'org_acme', name: 'org_acme' },
    outcome: 'not-evaluated',
    message: 'the members could not be read',
    fix: null,
  },
]);

function pageOf(document: AuditDocument): string {
  return [...auditPage(document)].join('');
}

/** Returns the rows of the tables as text. */
function rowsOf(page: string): string[] {
  const rows = page.match(/<tr data-outcome[\s\S]*?<\/tr>/g) ?? [];
  return rows.map((row) =>
    row
      .replace(/<\/t[hd]>/g, ' | ')
      .replace(/<small class="proof">/, ' # ')
      .replace(/<[^>]+>/g, '')
      .trim(),
  );
}

describe('the page of an audit', () => {
  test('has the findings by severity and rule, with why and what fixes them', () => {
    const page = pageOf(mixed);
    expect(rowsOf(page).map((row) => row.split(' # ')[0])).toEqual([
      'Docs team team_docs | has no owner',
      'API team team_api | known has no owner',
      'Ada member user_ada | accepted until 2027-01-31 leaves soon: has no owner',
      'organization org_acme | not evaluated the members could not be read',
    ]);
    expect(page).toContain('<p>Nobody cares for it.</p><p>Make someone the owner.</p>');
    expect(page.match(/<code class="fix">/g)).toHaveLength(2);
    expect(page).toContain('3 rules passed · 2 findings · 1 accepted · 1 not evaluated');
    expect(page).toContain('Not complete: something could not be evaluated.');
  });

  test('shows evidence as text', () => {
    expect(rowsOf(pageOf(audit([finding])))[0]).toContain(
      'owners:  · members: id user_ada, role member; id user_bo, role none',
    );
  });

  test('says that nothing was found', () => {
    expect(pageOf(audit([]))).toContain('Nothing was found.');
  });

  test('refers to nothing elsewhere, and allows nothing but itself', () => {
    const page = pageOf(mixed);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/https?:|url\(|@import|\bsrc=|\bhref=| style=| on\w+="/);
  });

  test('no text leaves its place', () => {
    const attack = '</script><script>alert(1)</script><!--"\'><img src=x>';
    const hostile = (text: string) =>
      pageOf(
        audit([
          {
            ...finding,
            object: { kind: text, id: text, name: `${text}!` },
            message: text,
            evidence: { [text]: [text] },
            fix: text,
          },
        ]),
      );
    const tags = (page: string) => page.match(/<[^>]*>/g);
    expect(tags(hostile(attack))).toEqual(tags(hostile('plain')));
  });
});

const name = hasChromium ? 'in a browser' : 'in a browser (left out: no Chromium on this machine)';

describe.skipIf(!hasChromium)(name, () => {
  const open = inBrowser();
  const shown = (page: Page) => page.locator('tbody th:visible').allInnerTexts();

  test.each([
    ['Severity', 'low', ['Ada', 'organization org_acme']],
    ['Rule', 'DA101', ['Docs', 'API']],
    ['Outcome', 'known', ['API']],
  ])('filters by %s', async (label, option, expected) => {
    const page = await open(auditPage(mixed));
    await page.getByLabel(label).selectOption({ label: option });
    await expect.poll(async () => (await shown(page)).map((text) => text.split('\n')[0])).toEqual(expected);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('4 of 4 findings');
  });

  test('finds text, and hides rules and severities without findings', async () => {
    const page = await open(auditPage(mixed));
    await page.getByLabel('Find').pressSequentially('LEAVES');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('1 of 4 findings');
    expect(await page.locator('h2:visible').allInnerTexts()).toEqual(['low']);
    expect(await page.locator('article:visible').count()).toBe(1);
  });

  test.each(['light', 'dark'] as const)('axe finds nothing serious where it is %s', async (colorScheme) => {
    const page = await open(auditPage(mixed), { colorScheme });
    await page.locator('summary').first().click();
    expect(await seriousViolations(page)).toEqual([]);
  });

  test('is whole without scripts, and in print', async () => {
    const plain = await open(auditPage(mixed), { javaScriptEnabled: false });
    expect(await plain.locator('tbody tr:visible').count()).toBe(4);
    const page = await open(auditPage(mixed));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('form:visible').count()).toBe(0);
    expect(await page.locator('tbody tr:visible').count()).toBe(4);
  });

  test('on a phone, each cell has the whole row, and an address is on one line', async () => {
    const address = 'jan.devries@agency.example';
    const person = { ...finding, object: { kind: 'member', id: 'user_ada', name: address } };
    const page = await open(auditPage(audit([person])), { viewport: { width: 390, height: 800 } });
    const [row, ...cells] = await page
      .locator('tbody tr, tbody tr > *')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(cells).toEqual([row, row, row]);
    const lines = await page.locator('tbody th').evaluate((cell) => {
      const range = cell.ownerDocument.createRange();
      range.selectNodeContents(cell.firstChild ?? cell);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  });

  test('on a small screen, nothing is wider than it', async () => {
    const page = await open(auditPage(mixed), { viewport: { width: 380, height: 700 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
  });
});
