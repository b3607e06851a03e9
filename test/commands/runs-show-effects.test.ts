import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

const given = '--yes --allow-opening administrators --journal run.jsonl';

describe('what a run has opened and taken away', () => {
  test('comes from its records, without requests: above the rows, on stderr in a pipe, and in JSON', async () => {
    const docs = await sandboxCli();
    await docs(`batch --file - ${given} --max-removals 9`, {
      stdin: 'members update user_kim --role admin\nteams delete team_design\n',
    });
    const opens = 'opens (1)\n  Kim "Q" Nguyễn: edit → admin in the organization\n\n';
    const run = await docs('runs show run.jsonl');
    expect(run).toMatchObject({ code: 0, requests: [], stdout: expect.stringMatching(/^row\t/) });
    expect(run.stderr.startsWith(`${opens}loses (4)\n  team Design 🎨: deleted\n`)).toBe(true);
    expect(run.stderr).toContain('  user_noa leaves team Design 🎨 (owner)\n');
    const table = await docs('runs show run.jsonl -o table');
    expect(table).toMatchObject({ stderr: '', stdout: expect.stringMatching(/^opens \(1\)\n {2}Kim/) });
    const { opens: first, loses, changes } = JSON.parse((await docs('runs show run.jsonl --json')).stdout);
    expect(first).toEqual([
      {
        grade: 'administrators',
        kind: 'member',
        name: 'Kim "Q" Nguyễn',
        id: 'user_kim',
        before: 'edit',
        after: 'admin',
        count: 1,
        text: 'Kim "Q" Nguyễn: edit → admin in the organization',
      },
    ]);
    expect(loses[0]).toEqual({
      ...{ kind: 'team', name: 'Design 🎨', id: 'team_design', count: 1 },
      text: 'team Design 🎨: deleted',
    });
    expect(changes).toMatchObject([
      {
        ...{ action: 'update', kind: 'member', id: 'user_kim', state: 'done' },
        fields: [{ field: 'role', before: 'edit', after: 'admin' }],
      },
      { action: 'delete', kind: 'team', id: 'team_design', fields: [], state: 'done' },
    ]);
  });

  test('names the spaces that leave a site', async () => {
    const docs = await sandboxCli();
    await docs(`batch --file - ${given}`, {
      stdin: 'site-spaces delete sitesp_hr --site site_handbook\nteams update team_docs --title New\n',
    });
    const { stderr } = await docs('runs show run.jsonl');
    expect(stderr).toContain('  space People & HR leaves site site_handbook');
  });

  test('is what the plan has said, if all of it was done', async () => {
    const docs = await sandboxCli({
      'roster.csv': 'team,user\nteam_docs,user_kim\nteam_platform,user_kim\n',
    });
    await docs(`teams members sync --file roster.csv ${given}`);
    expect(await docs('runs show run.jsonl')).toMatchObject({
      requests: [],
      stderr: 'opens (1)\n  Kim "Q" Nguyễn <kim@acme.example> joins team Docs, which has admin\n\n',
    });
  });

  test('is only what was done of it, and says what the records do not have', async () => {
    const docs = await sandboxCli({ 'roster.csv': 'team,user\nteam_docs,user_kim\nteam_docs,user_nobody\n' });
    const run = await docs(`teams members sync --file roster.csv ${given} --batch-size 1`);
    expect(run.code).toBe(9);
    const { opens } = JSON.parse((await docs('runs show run.jsonl --json')).stdout);
    expect(opens).toMatchObject([
      { kind: 'team-member', id: 'user_kim', text: expect.stringContaining('the record does not say it') },
    ]);
  });

  test('is shown of a single command, too', async () => {
    const docs = await sandboxCli();
    await docs('members update user_kim --role admin --yes', { env: { DOCS_ADMIN_HISTORY: 'on' } });
    const [id = ''] = (await docs('runs list -o id')).stdout.split('\n');
    expect(await docs(`runs show ${id}`)).toMatchObject({
      requests: [],
      stderr: 'opens (1)\n  Kim "Q" Nguyễn: edit → admin in the organization\n\n',
    });
  });

  test('has the public addresses that it was to change, of each source', async () => {
    const docs = await sandboxCli({
      'org.yaml': 'format: docs-admin-organization/1\nsites: { Acme Docs: { basename: docs-2 } }\n',
    });
    const env = { DOCS_ADMIN_HISTORY: 'on' };
    const old = 'http://acme.sandbox.localhost/handbook';
    const shown = (from: string, to: string) => `addresses (1)\n  ${from} → ${to}, and 3 below it\n\n`;
    await docs('sites update site_handbook --basename handbook-2', { env });
    await docs(`batch --file - ${given}`, { stdin: 'sites update site_handbook --basename handbook-3\n' });
    const [single = ''] = (await docs('runs list -o id')).stdout.split('\n').slice(-2);
    const found = await docs(`runs show ${single}`);
    expect(found).toMatchObject({ requests: [], stderr: shown(old, `${old}-2`) });
    const batch = await docs('runs show run.jsonl');
    expect(batch).toMatchObject({ requests: [], stderr: shown(`${old}-2`, `${old}-3`) });
    await docs('runs undo run.jsonl --yes --journal undo.jsonl');
    const undo = JSON.parse((await docs('runs show undo.jsonl --json')).stdout);
    expect(undo.addresses[0]).toEqual({ from: `${old}-3`, to: `${old}-2` });
    const renamed = await docs('sites update site_handbook --title Handbook', { env });
    expect(renamed.requests.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
    expect(JSON.parse((await docs('runs show undo.jsonl --json')).stdout)).toHaveProperty('addresses');
  });

  test('goes through the pager as a whole', async () => {
    const docs = await sandboxCli({
      'roster.csv': 'team,user\nteam_docs,user_kim\nteam_platform,user_kim\n',
    });
    await docs(`teams members sync --file roster.csv ${given}`);
    const screen = { terminal: true, columns: 120, env: { NO_COLOR: '1' } } as const;
    const long = await docs('runs show run.jsonl', { ...screen, rows: 12 });
    expect(long.stdout).toBe('');
    expect(long.paged).toMatch(/^opens \(1\)\n[\s\S]*team_docs[\s\S]*done/);
    const short = await docs('runs show run.jsonl', { ...screen, rows: 60 });
    expect(short).toMatchObject({ paged: '', stdout: long.paged });
  });

  test('is nothing where nothing was done', async () => {
    const docs = await sandboxCli();
    expect(
      (await docs(`members update user_nobody user_none --role edit ${given.split(' --j')[0]}`)).code,
    ).not.toBe(0);
    await docs('batch --file - --journal run.jsonl -- teams update {id} --title New', {
      stdin: 'id\nteam_no\n',
    });
    const { opens, loses, changes } = JSON.parse((await docs('runs show run.jsonl --json')).stdout);
    expect({ opens, loses }).toEqual({ opens: [], loses: [] });
    expect(changes).toMatchObject([{ state: 'failed' }]);
  });
});
