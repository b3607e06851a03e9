import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

test('the page writes switches as words', async () => {
  const docs = await sandboxCli();
  const { stdout } = await docs('org audit --rules DA203,DA204,DA402,DA505,DA601 -o html');
  expect(stdout).toContain('sso: no<');
  expect(stdout).toContain('verified: no<');
  expect(stdout).not.toMatch(/<small class="proof">[^<]*\b(?:true|false|null)\b/);
});

test('`org audit -o html` prints a page with every finding', async () => {
  const docs = await sandboxCli();
  const page = await docs('org audit -o html');
  const json = await docs('org audit --json');
  expect(page.code).toBe(json.code);
  expect(page.stdout).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\n$/);
  const { findings } = JSON.parse(json.stdout) as { findings: { object: { id: string } }[] };
  expect(findings.length).toBeGreaterThan(10);
  expect(page.stdout.match(/<tr data-outcome/g)).toHaveLength(findings.length);
  for (const [, script = ''] of page.stdout.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
    expect(page.stdout).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
});
