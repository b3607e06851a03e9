import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

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
