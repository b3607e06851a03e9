import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

describe('what is gone or set', () => {
  test.each([
    ['teams delete team_docs --yes', { deleted: { kind: 'team', id: 'team_docs', title: 'Docs' } }],
    ['teams delete name:Docs --yes', { deleted: { kind: 'team', id: 'team_docs', title: 'Docs' } }],
    ['sites delete site_docs --yes', { deleted: { kind: 'site', id: 'site_docs', title: 'Acme Docs' } }],
    ['members remove bo@acme.example --yes', { removed: { kind: 'member', id: 'user_bo', title: 'Bo' } }],
    [
      'teams members remove team_docs user_mei --yes',
      { removed: { kind: 'team-member', id: 'user_mei', title: '陳美玲', team: 'team_docs' } },
    ],
    [
      'spaces permissions remove space_handbook team_support --yes',
      {
        removed: {
          kind: 'team-permission',
          id: 'team_support',
          title: 'Support, EMEA',
          space: 'space_handbook',
        },
      },
    ],
    [
      'site-spaces delete sitesp_hr --site site_handbook --yes',
      { deleted: { kind: 'site-space', id: 'sitesp_hr', site: 'site_handbook' } },
    ],
    [
      'translations languages delete translation_docs ja --yes',
      { deleted: { kind: 'translation-language', id: 'ja', title: null, translation: 'translation_docs' } },
    ],
    [
      'teams members set team_docs user_pat --role owner --yes',
      { set: { kind: 'team-member', id: 'user_pat', title: null, team: 'team_docs', role: 'owner' } },
    ],
    [
      'collections permissions set name:Product team_design --role edit',
      {
        set: {
          kind: 'team-permission',
          id: 'team_design',
          title: null,
          collection: 'col_product',
          role: 'edit',
        },
      },
    ],
    [
      'spaces permissions set space_guides name:Docs --role guest',
      { set: { kind: 'team-permission', id: 'team_docs', title: 'Docs', space: 'space_guides', role: null } },
    ],
    [
      'custom-fields values set --space name:Guides owner_team=Docs',
      { set: { kind: 'custom-field-values', id: 'space_guides', title: 'Guides', fields: ['owner_team'] } },
    ],
    [
      'git import --space space_guides --url https://git.example/a.git --ref main --yes',
      { started: { kind: 'git-import', id: 'space_guides', title: null, ref: 'refs/heads/main' } },
    ],
    [
      'git export --yes --space space_guides --url https://git.example/a.git --ref main --message x',
      { started: { kind: 'git-export', id: 'space_guides', title: null, ref: 'refs/heads/main' } },
    ],
    [
      'teams members update team_docs --add user_pat --yes',
      { set: { kind: 'team', id: 'team_docs', title: null } },
    ],
  ])('%s', async (line, expected) => {
    const docs = await sandboxCli();
    const run = await docs(`${line} --json`);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject(expected);
    const [{ id }] = Object.values(expected) as [{ id: string }];
    const again = await sandboxCli();
    expect(await again(`${line} -o id`)).toMatchObject({ code: 0, stdout: `${id}\n`, stderr: '' });
  });

  test('is one line of JSON Lines, a document of YAML, and what --query makes of it', async () => {
    const docs = await sandboxCli();
    expect(await docs('teams delete team_docs --yes -o jsonl')).toMatchObject({
      stdout: '{"deleted":{"kind":"team","id":"team_docs","title":"Docs"}}\n',
    });
    expect(await docs('teams delete team_empty --yes -o yaml')).toMatchObject({
      stdout: 'deleted:\n  kind: team\n  id: team_empty\n  title: Nobody yet\n',
    });
    expect(await docs('teams delete team_tokyo --yes --query deleted.title')).toMatchObject({
      stdout: '東京オフィス\n',
    });
  });

  test.each(['', '-o csv', '-o tsv', '-o table'])('is a line on stderr with "%s"', async (format) => {
    const docs = await sandboxCli();
    expect(await docs(`teams delete team_docs --yes ${format}`.trim())).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'deleted team "Docs" (team_docs)\n',
    });
  });

  test('of several ids is one array, or an id a line', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams delete team_docs team_empty --yes --json');
    expect(JSON.parse(run.stdout)).toEqual([
      { deleted: { kind: 'team', id: 'team_docs', title: 'Docs' } },
      { deleted: { kind: 'team', id: 'team_empty', title: 'Nobody yet' } },
    ]);
    const gone = await docs('members remove user_zoe user_gil --yes --json');
    const people = JSON.parse(gone.stdout) as { removed: { id: string; title: string } }[];
    expect(people.map(({ removed }) => removed)).toMatchObject([
      { id: 'user_zoe', title: 'Zoë “Zed” O’Neil' },
      { id: 'user_gil', title: expect.any(String) },
    ]);
    expect(await docs('members remove user_pat user_bo --yes -o id')).toMatchObject({
      code: 0,
      stdout: 'user_pat\nuser_bo\n',
    });
  });

  test('what is not there is said before anything is sent', async () => {
    const docs = await sandboxCli();
    expect(await docs('teams delete team_none --yes')).toMatchObject({ code: 5, stdout: '', writes: [] });
    expect(await docs('members remove user_none --yes')).toMatchObject({ code: 5, stdout: '', writes: [] });
  });
});

describe('questions on a terminal', () => {
  const asked = async (line: string) => {
    const docs = await sandboxCli({ 'ids.csv': 'id\nuser_pat\nuser_bo\n' });
    const run = await docs(line, { terminal: true, answers: [false] });
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain('cancelled');
    return run.questions.map((question) =>
      question.replace(' (profile sandbox, http://sandbox.localhost)', ''),
    );
  };

  test.each([
    [
      'members remove user_zoe',
      'remove Zoë “Zed” O’Neil <zoe@acme.example> (user_zoe) from org_acme and from 2 teams? The person loses all access. No request can add a member again',
    ],
    [
      'members remove user_bo',
      'remove Bo <bo@acme.example> (user_bo) from org_acme and from 1 team? The person loses all access. No request can add a member again',
    ],
    [
      'members remove user_pat',
      'remove -Pat +1 @work <pat@partner.example> (user_pat) from org_acme? The person loses all access. No request can add a member again',
    ],
    [
      'teams delete team_docs',
      'delete team "Docs" (team_docs)? Its 7 members lose the access that it gives them',
    ],
    [
      'teams members remove team_docs user_mei',
      'remove 陳美玲 <mei.chen@acme.example> (user_mei) from team team_docs? The person loses the access that the team gives. The person can be added again',
    ],
    [
      'members update user_linus --role read',
      'lower the role of Linus Bergström (user_linus) from create to read?',
    ],
    [
      'members update user_linus --role guest',
      'lower the role of Linus Bergström (user_linus) from create to guest?',
    ],
    [
      'teams members set team_docs user_linus --role member',
      'make Linus Bergström (user_linus) a member of team team_docs and no longer an owner?',
    ],
    ['teams members update team_docs --remove user_mei', 'remove 陳美玲 (user_mei) from team team_docs?'],
    [
      'batch --file ids.csv -- members remove {id}',
      'remove 2 members from org_acme: -Pat +1 @work (user_pat) and Bo (user_bo)?',
    ],
    [
      'members update user_linus user_mei --role read',
      'lower the roles of 2 members: Linus Bergström (user_linus) from create to read and 陳美玲 (user_mei) from create to read?',
    ],
    [
      'teams delete team_docs team_empty',
      'delete 2 teams: "Docs" (team_docs) and "Nobody yet" (team_empty)?',
    ],
  ])('%s', async (line, question) => {
    expect(await asked(line)).toEqual([question]);
  });

  test('many things: the first names, and how many more', async () => {
    const docs = await sandboxCli();
    const { stdout } = await docs('members list -o id --limit 5 --role read');
    const run = await docs(`members remove ${stdout.trim().replaceAll('\n', ' ')}`, {
      terminal: true,
      answers: [false],
    });
    expect(run.questions[0]).toMatch(/^remove 5 members from org_acme: .*, .*, .* and 2 more\?/);
  });

  test.each([
    'members update user_ada --role admin',
    'members update user_pat --role read',
    'teams members update team_support --add user_pat',
    'spaces permissions set space_handbook team_design --role edit',
  ])('%s asks nothing', async (line) => {
    const docs = await sandboxCli();
    expect(await docs(line, { terminal: true })).toMatchObject({ code: 0, questions: [] });
  });

  test.each([
    'members update user_linus --role read',
    'spaces permissions set space_handbook team_docs --role guest',
  ])('%s goes on only with --yes', async (line) => {
    const docs = await sandboxCli();
    expect(await docs(`${line} --dry-run`, { terminal: true })).toMatchObject({ code: 0, questions: [] });
    expect(await docs(`${line} --yes`, { terminal: true })).toMatchObject({ code: 0, questions: [] });
    expect(await (await sandboxCli())(line)).toMatchObject({ code: 2, writes: [] });
  });
});
