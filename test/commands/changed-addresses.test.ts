import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

const old = 'http://acme.sandbox.localhost/handbook';
const shown = `addresses (1)\n  ${old} → ${old}-2, and 3 below it\n\n`;

describe('public addresses', () => {
  test('that rows change are named by a dry run', async () => {
    const docs = await sandboxCli({ 'rows.csv': 'id,name\nsite_handbook,handbook-2\n' });
    const line = 'batch --file rows.csv --dry-run -- sites update {id} --basename {name}';
    expect(await docs(line)).toMatchObject({ code: 0, writes: [], stderr: shown });
    const { addresses } = JSON.parse((await docs(line.replace('--dry-run', '--dry-run --json'))).stdout);
    expect(addresses).toHaveLength(4);
    expect(addresses[0]).toEqual({ from: old, to: `${old}-2` });
  });

  test('that an undo changes are named first, as the plan of a file has them', async () => {
    const made = await sandboxCli();
    const docs = (line: string) => made(line, { env: { DOCS_ADMIN_HISTORY: 'on' } });
    await docs('sites update site_handbook --basename handbook-2');
    const run = await docs('undo --dry-run');
    expect(run.stderr).toMatch(
      /^addresses \(1\)\n.*handbook-2 → .*handbook, and 3 below it\n\n~ update site/,
    );
    const { addresses } = JSON.parse((await docs('undo --dry-run --json')).stdout);
    expect(addresses[0]).toEqual({ from: `${old}-2`, to: old });
    const { stdout } = await docs('undo --yes --json');
    expect(JSON.parse(stdout).addresses).toEqual(addresses);
  });

  test('of paths in a site change with them, and end with what is deleted', async () => {
    const docs = await sandboxCli({
      'rows.txt':
        'sections update section_api --site site_docs --path reference\n' +
        'site-spaces delete sitesp_tutorials --site site_docs\n' +
        'teams update team_docs --title Other\n',
    });
    const run = await docs('batch --file rows.txt --dry-run');
    expect(run.stderr).toContain(
      'addresses (2)\n' +
        '  https://docs.acme.example/guides/tutorials ends\n' +
        '  https://docs.acme.example/api → https://docs.acme.example/reference, and 2 below it\n',
    );
  });

  test('of a space that moves to another site end there', async () => {
    const docs = await sandboxCli();
    const line = 'site-spaces transfer sitesp_hr --site site_handbook --to-site site_docs';
    const run = await docs(`${line} --allow-opening public --dry-run --json`);
    expect(JSON.parse(run.stdout).addresses).toEqual([{ from: `${old}/people`, to: null }]);
  });

  test('of spaces end with their collection, which is deleted or goes to another organization', async () => {
    const docs = await sandboxCli();
    const end = 'collections delete col_api --yes\nteams update team_docs --title Other\n';
    const transfer = end.replace('delete col_api', 'transfer col_api --to-org org_globex');
    for (const stdin of [end, transfer]) {
      const run = await docs('batch --file - --dry-run --max-removals 9 --json', { stdin });
      const { addresses, loses } = JSON.parse(run.stdout);
      expect(addresses).toEqual([
        { from: 'https://docs.acme.example/api/rest', to: null },
        { from: 'https://docs.acme.example/api/sdk', to: null },
        { from: 'http://acme.sandbox.localhost/partners/***', to: null },
        { from: 'http://acme.sandbox.localhost/partners/***/v1', to: null },
      ]);
      expect(loses.map(({ text }: { text: string }) => text)).toEqual(
        expect.arrayContaining([
          '2 spaces leave site Acme Docs (public): SDKs: "TypeScript", Python; REST API',
          'space API v1 leaves site Partner portal (share-link)',
        ]),
      );
    }
  });

  test('end at the root of a site that gets its first section: only the service knows the path of another one for them', async () => {
    const docs = await sandboxCli();
    const stdin = 'sections create site_handbook --space space_rest\nteams update team_docs --title Other\n';
    const run = await docs('batch --file - --dry-run --json', { stdin });
    const ended = ['handbook', 'runbooks', 'people'].map((path) => ({ from: `${old}/${path}`, to: null }));
    expect(JSON.parse(run.stdout).addresses).toEqual(expect.arrayContaining(ended));
    const file =
      'sites: { Handbook: { sections: [{ title: New, path: new, spaces: [{ space: REST API }] }] } }';
    const stays = `format: docs-admin-organization/1\n${file.replace('Handbook', JSON.stringify('Handbook 手册, “internal”'))}\n`;
    const plan = await docs('org plan --file - --json', { stdin: stays });
    expect([plan.stderr, JSON.parse(plan.stdout).addresses]).toEqual([
      plan.stderr,
      expect.arrayContaining(ended),
    ]);
  });

  test('are not read for what cannot change them', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites update site_docs site_handbook --title Same --dry-run --json');
    expect(JSON.parse(run.stdout)).toMatchObject({ opens: [], loses: [], addresses: [] });
    expect(run.requests).toEqual([]);
  });
});
