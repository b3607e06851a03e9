import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Cli, sandboxCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';

const files = (...rows: string[]) => ({ ...exampleFiles, 'rows.txt': `${rows.join('\n')}\n` });
const batch = 'batch --file rows.txt --journal run.jsonl --yes --allow-opening administrators';
const undo = 'runs undo run.jsonl --yes --journal undo.jsonl';
const secretUrl = 'https://user:hunter2@a.example/x';

async function journal(docs: Cli, run: string): Promise<string> {
  const { journal } = JSON.parse((await docs(`runs show ${run} --json`)).stdout);
  return readFile(journal, 'utf8');
}

describe('a secret', () => {
  test('of something that undo deletes is not in the journal of undo, and does not come back', async () => {
    const docs = await sandboxCli(
      files(`openapi create one --url ${secretUrl}`, `saml create --label One --sso-url ${secretUrl}`),
    );
    await docs(batch);
    expect(await docs(undo)).toMatchObject({ code: 0 });
    expect(await journal(docs, 'undo.jsonl')).not.toContain('hunter2');
    const again = await docs('runs undo undo.jsonl --yes');
    expect(again).toMatchObject({ code: 0, writes: [{ method: 'POST', body: { label: 'One' } }] });
    expect(again.stderr).toContain('one: source: it holds a secret, which journals do not keep');
    expect(again.stderr).toContain('(saml_1): ssoURL: it holds a secret, which journals do not keep');
  });

  test('that is the same word as a field leaves the journal whole', async () => {
    const publish = 'integrations publish acme-search --input acme-search.yaml --script search.js';
    const docs = await sandboxCli(
      files(
        `${publish} --secret NAME=@word.txt`,
        'custom-fields values set --space space_guides tier=silver',
      ),
    );
    await writeFile(join(docs.folder, 'word.txt'), 'value');
    expect(await docs(batch)).toMatchObject({ code: 0 });
    const body = { values: { tier: { value: 'gold' } } };
    expect(await docs(undo)).toMatchObject({ code: 0, writes: [{ method: 'PATCH', body }] });
  });

  test('of something that was deleted is named, and the rest is made again', async () => {
    const docs = await sandboxCli(files('saml delete saml_entra --yes', 'openapi delete payments --yes'));
    await docs(`saml update saml_entra --sso-url ${secretUrl}`);
    await docs(`openapi set payments --url ${secretUrl}`);
    await docs(batch);
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 0, writes: [{ method: 'POST', body: { label: 'Entra “guests”' } }] });
    expect(run.stderr).toContain('(saml_entra): ssoURL: it holds a secret, which journals do not keep');
    expect(run.stderr).toContain('payments: source: it holds a secret, which journals do not keep');
  });

  test('that the run has set stays, and is named as lost', async () => {
    const docs = await sandboxCli(files(`openapi set payments --url ${secretUrl}`));
    await docs(batch);
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain('payments: source: it holds a secret, which journals do not keep');
  });

  test('in what something is called by is hidden', async () => {
    const docs = await sandboxCli(
      files(
        'comments create --space space_handbook --markdown "Bearer hunter2hunter2hunter2"',
        'teams update team_docs --title Docs2',
      ),
    );
    await docs(['teams', 'update', 'team_docs', '--title', `see ${secretUrl}`]);
    await docs(batch);
    expect(await journal(docs, 'run.jsonl')).not.toContain('hunter2');
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 0, writes: [{ method: 'DELETE' }] });
    expect(await journal(docs, 'undo.jsonl')).not.toContain('hunter2');
  });
});
