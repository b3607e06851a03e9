import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

describe('the JSON of an undo', () => {
  const line = 'batch --file rows.txt --journal run.jsonl --yes --max-removals 100';
  const docsWith = async (...rows: string[]) => {
    const docs = await sandboxCli({ 'rows.txt': `${rows.join('\n')}\n` });
    expect((await docs(line)).code).toBe(0);
    return docs;
  };

  test('has what it opens and takes away, before the changes; the text begins with the same', async () => {
    const docs = await docsWith(
      'teams members remove team_docs user_zoe',
      'teams create --title New',
      'comments delete comment_typo --space space_handbook',
    );
    const run = await docs('runs undo run.jsonl --dry-run --json --allow-opening administrators');
    expect(run.code, run.stderr).toBe(0);
    const plan = JSON.parse(run.stdout);
    expect(Object.keys(plan)).toEqual(['opens', 'loses', 'addresses', 'changes']);
    expect(plan.opens).toMatchObject([{ grade: 'administrators', kind: 'team-member', id: 'user_zoe' }]);
    expect(plan.loses).toEqual([
      expect.objectContaining({ kind: 'comment', id: 'comment_typo', count: 1 }),
      { kind: 'team', name: 'New', id: 'team_1', count: 1, text: 'team New: deleted' },
    ]);
    expect(plan.changes).toMatchObject([{ action: 'delete', status: 'planned' }, { status: 'planned' }]);
    const texts = (all: { text: string }[]) => all.map(({ text }) => `  ${text}\n`).join('');
    expect(run.stderr.startsWith(`opens (1)\n${texts(plan.opens)}\nloses (2)\n${texts(plan.loses)}\n`)).toBe(
      true,
    );
  });

  test('has them when it is carried out, too; rows of a table, and chosen fields, have not', async () => {
    const docs = await docsWith('teams create --title New');
    const planned = await docs('runs undo run.jsonl --dry-run --json --fields name');
    expect(JSON.parse(planned.stdout)).toEqual([{ name: 'team "New" (team_1)' }]);
    const done = await docs('runs undo run.jsonl --yes --json');
    expect(JSON.parse(done.stdout)).toMatchObject({
      opens: [],
      loses: [{ text: 'team New: deleted' }],
      addresses: [],
      changes: [{ status: 'done' }],
    });
    expect((await docs('runs undo run.jsonl --yes --json')).stdout).toBe('');
  });

  test('names places and people of what opens and of what becomes lower', async () => {
    const docs = await docsWith(
      'collections move col_legacy --parent col_internal',
      'teams members set team_docs user_zoe --role owner',
      'spaces permissions set space_handbook team_docs --role read',
      'collections permissions set col_product team_docs --role read',
    );
    const { stderr } = await docs('runs undo run.jsonl --dry-run --allow-opening administrators');
    expect(stderr).toContain(`opens (3)
  team Docs: read → admin on collection Product
  collection Legacy (v1), do not edit moves into collection API & SDKs
  team Docs: read → edit on space Handbook

loses (2)
  cannot be restored: collections move "Legacy (v1), do not edit" (col_legacy): the place among the others: the service does not show it
  Zoë “Zed” O’Neil <zoe@acme.example>: owner → member of team Docs

`);
  });

  test('says the kind of what has no title once', async () => {
    const docs = await docsWith(
      'custom-fields create tier2 --type text',
      'comments create --space space_handbook --markdown Hallo',
    );
    const { stderr } = await docs('runs undo run.jsonl --dry-run');
    expect(stderr).toContain('loses (2)\n  comment Hallo: deleted\n  custom field tier2: deleted\n');
  });

  test('calls people and things as other plans do', async () => {
    const docs = await docsWith(
      'members update user_pat --role edit',
      'saml update saml_okta --default-role edit',
    );
    const { stderr } = await docs('runs undo run.jsonl --dry-run');
    expect(stderr).toContain(`loses (2)
  SAML provider Okta, default role: edit → read
  -Pat +1 @work <pat@partner.example>: edit → guest in the organization
`);
  });

  test('names each of many things that do not come back, in one entry', async () => {
    const comments = ['comment_review', 'comment_done', 'comment_question', 'comment_typo'];
    const docs = await docsWith(...comments.map((id) => `comments delete ${id} --space space_handbook`));
    const { stderr } = await docs('runs undo run.jsonl --dry-run');
    expect(stderr).toMatch(/^loses \(1\)\n {2}cannot be restored: 4 comments \(.*\): /);
    for (const id of comments) expect(stderr).toContain(id);
  });
});

test('an undo that deletes what a run has made names what ends with it, as the deletion itself does', async () => {
  const docs = await sandboxCli({
    'rows.txt': 'teams delete team_design\n',
    'again.txt': 'teams delete team_1\n',
  });
  await docs('batch --file rows.txt --journal run.jsonl --yes');
  expect(await docs('runs undo run.jsonl --journal undo.jsonl --yes')).toMatchObject({ code: 0 });
  const losesOf = ({ stderr }: { stderr: string }) => /^loses.*\n(?: .*\n)*/m.exec(stderr)?.[0];
  const deleted = losesOf(await docs('batch --file again.txt --dry-run'));
  expect(deleted).toContain('leaves team Design 🎨 (owner)');
  expect(losesOf(await docs('runs undo undo.jsonl --dry-run'))).toBe(deleted);
});
