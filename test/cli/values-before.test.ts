import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

const terminal = { terminal: true, env: { NO_COLOR: '1' } };

test.each([
  ['teams update name:Docs --title Writers', [], 'team Writers (team_docs): title Docs → Writers'],
  ['teams update team_docs --title Writers', [], 'team Writers (team_docs): title Writers'],
  [
    'collections update name:Product --title Products',
    [],
    'collection Products (col_product): title Product → Products',
  ],
  [
    'sites update site_handbook --visibility public',
    [true],
    'site "Handbook 手册, “internal”" (site_handbook): visibility public',
  ],
])('%s tells what was there, if that is known without a request', async (line, answers, said) => {
  const docs = await sandboxCli();
  const run = await docs(line, { ...terminal, answers });
  expect(run).toMatchObject({ code: 0, stdout: '', writes: [{}] });
  expect(run.stderr.replaceAll('"', '')).toContain(`✓ updated ${said.replaceAll('"', '')}\n`);
  // A question about a site that opens names the spaces in it.
  const reads = answers.length > 0 ? 2 : line.includes('name:') ? 1 : 0;
  expect(run.requests).toHaveLength(1 + reads);
});
