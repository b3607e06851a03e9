import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { notesOf } from '../../src/build/changelog.js';
import { fixtureFormat, fixtureVersion } from '../../src/formats/fixture.ts';
import { fileFormat } from '../../src/org/organization.ts';
import { version } from '../../src/version.ts';
import { journalFormat } from '../../src/work/journal/journal.ts';
import { planFormat } from '../../src/work/plan-document.ts';

const changelog = readFileSync('docs/changelog.md', 'utf8');

test('the changelog has the present version', () => {
  expect(notesOf(changelog, version)).toMatch(/\S/);
});

test('the changelog is in order, the newest version first', () => {
  const headings = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => String(heading));
  const [first, ...others] = headings[0] === 'Unreleased' ? headings.slice(1) : headings;
  expect(first).toContain(`${version} (`);
  const dates = [first, ...others].map(
    (heading) => heading?.match(/^\d+\.\d+\.\d+ \((\d{4}-\d{2}-\d{2})\)$/)?.[1],
  );
  expect(dates).not.toContain(undefined);
  expect(dates).toEqual([...dates].sort().reverse());
});

test('notes of a version need a date and a text', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n- a\n\n## 1.2.0 (2026-01-02)\n\n- b\n\n## 1.1.0\n\n- c\n\n## 1.0.0 (2026-01-01)\n';
  expect(['1.2.0', '1.1.0', '1.0.0', '1.2', '2.0.0'].map((one) => notesOf(text, one))).toEqual([
    '- b',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('the promise names the present formats of files', () => {
  const promise = readFileSync('docs/versions.md', 'utf8');
  for (const format of [fileFormat, planFormat]) expect(promise).toContain(`| \`${format}\` |`);
  expect(promise).toContain(`| journal: resume and undo | \`"format": ${journalFormat}\` |`);
  expect(promise).toContain(`| \`${fixtureFormat}\`, \`"version": ${fixtureVersion}\` |`);
});
