import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

/** Replaces a text that is there once. */
function edited(text: string, edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((left, [from, to]) => {
    expect(left.split(from), from).toHaveLength(2);
    return left.replace(from, to);
  }, text);
}

const japanese = '          - space: ドキュメント\n            path: ja\n            condition: ""\n';

test('one file merges two teams, restructures a site and off-boards a person, and is taken back', async () => {
  const docs = await sandboxCli();
  await docs('org export --out before.yaml');
  const before = await readFile(join(docs.folder, 'before.yaml'), 'utf8');
  const reviewed = edited(before, [
    ['organization: org_acme\n', 'organization: org_acme\nmanaged: { teams: full, members: full }\n'],
    // The team of the office in Tokyo becomes a part of the team Docs.
    [
      '  東京オフィス:\n    members:\n      mei.chen@acme.example: member\n      yuki@acme.example: owner\n',
      '',
    ],
    ['      東京オフィス: create\n', '      Docs: create\n'],
    // Bo leaves.
    ['      bo@acme.example: member\n', ''],
    ['  bo@acme.example: comment\n', ''],
    // The Japanese pages get a section of their own.
    [japanese, ''],
    [
      '      - title: News\n',
      '      - title: 日本語\n        path: ja\n        spaces: [ { space: ドキュメント, path: docs, default: true } ]\n      - title: News\n',
    ],
  ]);
  await writeFile(join(docs.folder, 'org.yaml'), reviewed);
  const applied = await docs('org apply --file org.yaml --delete --yes --allow-opening public');
  expect(applied).toMatchObject({ code: 0 });
  expect(await docs('org plan --file org.yaml --check')).toMatchObject({ code: 0 });

  const undone = await docs(
    `${/runs undo \S+(?=`)/.exec(applied.stderr)?.[0]} --yes --max-removals 50 --allow-opening administrators`,
  );
  expect(undone).toMatchObject({ code: 0 });
  // No one can be invited, so the person is named as lost.
  expect(undone.stderr).toContain('user_bo');
  expect((await docs('org export')).stdout).toBe(
    edited(before, [
      ['      bo@acme.example: member\n', ''],
      ['  bo@acme.example: comment\n', ''],
    ]),
  );
});
