import { describe, expect, test } from 'vitest';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';

type Docs = (line: string, options?: Parameters<CliInFolder>[1]) => Promise<Run>;

/** Makes a command line that keeps history. */
async function recording(): Promise<{ docs: Docs; folder: string }> {
  const made = await sandboxCli();
  const docs: Docs = (line, options = {}) =>
    made(line, { ...options, env: { DOCS_ADMIN_HISTORY: 'on', ...options.env } });
  return { docs, folder: made.folder };
}

const titleBack = [
  { method: 'PATCH', path: '/v1/orgs/org_acme/sites/site_docs', body: { title: 'Acme Docs' } },
];

describe('undo walks back past a run of which nothing can be taken back', () => {
  test.for([
    'change-requests merge cr_onboarding --space space_handbook --yes',
    'comments delete comment_question --space space_handbook --yes',
    'members remove user_gil --yes',
    'members set-sso user_pat --yes',
  ])('%s', async (line) => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    expect(await docs(line)).toMatchObject({ code: 0 });
    expect(await docs('undo --dry-run')).toMatchObject({ code: 0, writes: [] });
    const first = await docs('undo --yes');
    expect(first).toMatchObject({ code: 0, writes: [] });
    expect(first.stderr).toContain('cannot be restored: ');
    const run = /`docs-admin undo` goes on with the run before; `docs-admin runs undo (\S+)` looks at/.exec(
      first.stderr,
    )?.[1];
    expect(await docs('runs list -o csv --fields state')).toMatchObject({
      stdout: 'state\nfinished\nfinished\n',
    });
    expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
    expect((await docs(`runs undo ${run} --yes`)).stderr).toContain('cannot be restored: ');
  });

  test('of work of several too', async () => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    await docs('comments delete comment_question comment_done --space space_handbook --yes');
    expect((await docs('undo --yes')).stderr).toContain('0 left alone, 2 lost');
    expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
  });

  test('because others have changed all of it since, exit 6', async () => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    await docs('teams update team_docs --title Writers');
    await docs('teams update team_docs --title Authors --no-history');
    expect(await docs('undo --yes')).toMatchObject({ code: 6, writes: [] });
    expect(await docs('undo --yes')).toMatchObject({ code: 0, writes: titleBack });
  });

  test('not past one that a guard has refused, or nobody has agreed to', async () => {
    const { docs } = await recording();
    await docs('sites update site_docs --title One');
    await docs('teams delete team_docs --yes');
    for (const line of ['undo --allow-opening administrators', 'undo --yes'])
      expect(await docs(line)).toMatchObject({ code: 2, writes: [] });
    const undo = await docs('undo --yes --allow-opening administrators');
    expect(undo.stderr).toContain('create team "Docs"');
  });
});
