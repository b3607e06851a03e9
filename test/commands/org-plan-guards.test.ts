import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { withoutAnswer } from '../support/refusing.ts';

const head = 'format: docs-admin-organization/1\n';

/** Returns the objections to a file, as a plan shows them. */
async function objections(lines: string, flags = '', docs?: CliInFolder) {
  const cli = docs ?? (await sandboxCli({}));
  await writeFile(join(cli.folder, 'org.yaml'), head + lines);
  const run = await cli(`org plan --file org.yaml --json ${flags}`);
  expect(run).toMatchObject({ stderr: '', code: 0, writes: [] });
  return JSON.parse(run.stdout).objections as { message: string; flag?: string }[];
}

/** Lowers the roles of the first of these members. */
function lowered(count: number): string {
  const names = ['kim', 'leo', 'zoe', 'noa', 'omar', 'yuki', 'ravi', 'linus'].slice(0, count);
  return `members: { ${names.map((name) => `${name}@acme.example: guest`).join(', ')} }\n`;
}

describe('the part of a kind that may be lost', () => {
  test('is a fifth, and no more', async () => {
    expect(await objections(lowered(5))).toEqual([]);
    expect(await objections(lowered(6))).toEqual([
      {
        message: expect.stringMatching(
          /^it would lower the roles of 6 of 25 members of org_acme: Kim "Q" Nguyễn \(user_kim\), .* and 3 more; 20 % are allowed$/,
        ),
        flag: '--max-removals 6',
      },
    ]);
  });

  test('is lifted by the number of all losses, or by a percentage', async () => {
    expect(await objections(lowered(6), '--max-removals 6')).toEqual([]);
    expect(await objections(lowered(6), '--max-removals 24%')).toEqual([]);
    expect(await objections(lowered(6), '--max-removals 5')).toMatchObject([
      {
        message: 'it would lower the roles of 6 members; 5 are allowed',
        flag: '--max-removals 6',
      },
    ]);
    expect(await objections(lowered(6), '--max-removals 23%')).toHaveLength(1);
  });

  test('is of all things of the kind, also of those that stay as they are', async () => {
    const docs = await sandboxCli({});
    await docs('org export --only teams --out org.yaml --quiet');
    const [, file = ''] = (await readFile(join(docs.folder, 'org.yaml'), 'utf8')).split('teams:\n');
    const lines = `teams:\n${file}`.split('\n');
    const members = lines.filter((line) => line.endsWith(': member'));
    const without = (count: number) =>
      lines.filter((line) => !members.slice(0, count).includes(line)).join('\n');
    expect(members.length).toBeGreaterThan(4);
    expect(await objections(without(2), '', docs)).toEqual([]);
    expect(await objections(without(4), '', docs)).toMatchObject([
      { message: expect.stringMatching(/^it would end \d+ of \d\d memberships of org_acme/) },
    ]);
  });

  test('counts members of deleted teams, and does not matter for fewer than ten things', async () => {
    const file = 'managed: { teams: full }\nteams: { Docs: {}, Platform: {} }\n';
    expect(await objections(file)).toEqual([]);
    expect(await objections(file, '--delete')).toEqual([
      {
        message: expect.stringMatching(
          /^it would end 11 of 11 memberships of org_acme: .*@.* and 8 more; 20 % are allowed$/,
        ),
        flag: '--max-removals 19',
      },
    ]);
  });
});

describe('fifty things in all', () => {
  test('may be lost, and no more', async () => {
    const docs = await sandboxCli({});
    const fields = (count: number) =>
      Array.from({ length: count }, (_, at) => `  f${at}: { title: F, type: text }\n`).join('');
    await writeFile(join(docs.folder, 'org.yaml'), `${head}custom-fields:\n${fields(300)}`);
    expect((await docs('org apply --file org.yaml --yes')).code).toBe(0);
    const kept = (count: number) =>
      `managed: { custom-fields: full }\ncustom-fields:\n${fields(306 - count)}`;
    // The demo data has six fields of its own, with six values.
    expect(await objections(kept(44), '--delete', docs)).toEqual([]);
    expect(await objections(kept(45), '', docs)).toEqual([]);
    expect(await objections(kept(45), '--delete', docs)).toEqual([
      {
        message: 'it would delete 45 custom fields and clear 6 field values; 50 are allowed',
        flag: '--max-removals 51',
      },
    ]);
  });
});

describe('the last administrator', () => {
  test('stays, whatever the flags', async () => {
    const file = 'members: { ada@acme.example: read, grace@acme.example: read }\n';
    for (const flags of ['', '--max-removals 100 --allow-ownerless --delete'])
      expect(await objections(file, flags)).toEqual([
        { message: expect.stringContaining('org_acme would lose all 2 of its administrators: ') },
      ]);
  });

  test('may go if the file names another one, who can sign in', async () => {
    const file = 'members: { ada@acme.example: read, grace@acme.example: read, ';
    const allowed = '--allow-opening administrators';
    expect(await objections(`${file}kim@acme.example: admin }\n`, allowed)).toEqual([]);
    expect(await objections(`${file}dee@acme.example: admin }\n`, allowed)).toHaveLength(1);
  });

  test('goes after the new one has come', async () => {
    const docs = await sandboxCli({
      'org.yaml': `${head}members: { ada@acme.example: read, grace@acme.example: read, kim@acme.example: admin }\n`,
    });
    const { writes } = await docs('org apply --file org.yaml --allow-opening administrators --yes');
    expect(writes.map(({ path }) => path)).toEqual([
      '/v1/orgs/org_acme/members/user_kim',
      '/v1/orgs/org_acme/members/user_ada',
      '/v1/orgs/org_acme/members/user_grace',
    ]);
  });
});

describe('the last owner of a team', () => {
  const file = (others: string) =>
    `teams: { Design 🎨: { members: { omar@acme.example: member, uma@partner.example: member, zoe@acme.example: member${others} } } }\n`;

  test('stays unless that is allowed', async () => {
    expect(await objections(file(''))).toEqual([
      {
        message: 'team "Design 🎨" (team_design) would lose its last owner: נועה לוי (user_noa)',
        flag: '--allow-ownerless',
      },
    ]);
    expect(await objections(file(''), '--allow-ownerless')).toEqual([]);
  });

  test('may go if another one comes who can sign in', async () => {
    expect(await objections(file(', kim@acme.example: owner'))).toEqual([]);
    expect(await objections(file(', dee@acme.example: owner'))).toHaveLength(1);
  });
});

describe('a kept thing', () => {
  test.each([
    [
      'is not deleted',
      'managed: { teams: full }\nkeep: ["team:Nobody yet"]\nteams: { Docs: {}, Platform: {}, Design 🎨: {}, 東京オフィス: {}, "Support, EMEA": {} }',
      'team "Nobody yet" is to be kept, and would be deleted',
    ],
    [
      'is not renamed',
      'keep: ["team:Plat*"]\nteams: { Core: { previously: [Platform] } }',
      'team "Platform" is to be kept, and would be renamed',
    ],
    [
      'keeps its name',
      'keep: ["team:Core"]\nteams: { Core: { previously: [Platform] } }',
      'team "Platform" is to be kept, and would be renamed',
    ],
    [
      'is not emptied',
      'keep: ["team:*"]\nteams: { 東京オフィス: { members: {} } }',
      'team "東京オフィス" is to be kept, and would be emptied',
    ],
    [
      'is not demoted',
      'keep: ["member:KIM@*"]\nmembers: { kim@acme.example: read }',
      'member "kim@acme.example" is to be kept, and would be demoted',
    ],
    [
      'keeps its place in a team',
      'keep: ["member:mei.chen@acme.example"]\nteams: { 東京オフィス: { members: { yuki@acme.example: owner } } }',
      'member "mei.chen@acme.example" is to be kept, and would be demoted',
    ],
  ])('%s, whatever the flags', async (_, file, message) => {
    const flags = '--delete --max-removals 100 --allow-ownerless --allow-delete sites,collections';
    expect(await objections(`${file}\n`, flags)).toEqual([{ message }]);
  });

  test('may get new members, lose some, and stay withheld', async () => {
    expect(
      await objections(
        'keep: ["team:*"]\nteams: { 東京オフィス: { members: { yuki@acme.example: owner } } }\n',
      ),
    ).toEqual([]);
    expect(await objections('managed: { teams: full }\nkeep: ["team:*"]\nteams: { Docs: {} }\n')).toEqual([]);
    expect(
      await objections(
        'keep: ["team:*"]\nteams: { 東京オフィス: { members: { kim@acme.example: owner } } }\n',
      ),
    ).toEqual([]);
  });
});

test('a plan without losses reads nothing for the guards', async () => {
  const docs = await sandboxCli({ 'org.yaml': `${head}teams: { Docs: {}, New: {} }\n` });
  const { requests } = await docs('org plan --file org.yaml --json');
  expect(requests.map(({ path }) => path)).toEqual(['/v1/orgs/org_acme/teams?limit=1000']);
});

describe('what ends together with people and teams', () => {
  /** All members of the demo data but these, managed in full. */
  const membersBut = async (docs: CliInFolder, ...names: string[]) => {
    const { stdout } = await docs('org export --only members');
    const lines = stdout.split('\n').filter((line) => !names.some((name) => line.includes(`  ${name}@`)));
    return `managed: { members: full }\n${lines.slice(lines.indexOf('members:')).join('\n')}`;
  };

  async function planned(docs: CliInFolder, file: string, flags = '--delete') {
    await writeFile(join(docs.folder, 'org.yaml'), head + file);
    return docs(`org plan --file org.yaml --json ${flags}`);
  }

  test('is guarded for the last owners of teams, which the file need not list', async () => {
    const docs = await sandboxCli({});
    const run = await planned(docs, await membersBut(docs, 'noa', 'sofia'));
    expect(JSON.parse(run.stdout).objections).toEqual([
      {
        message: 'team "Design 🎨" (team_design) would lose its last owner: נועה לוי (user_noa)',
        flag: '--allow-ownerless',
      },
      {
        message: 'team "Support, EMEA" (team_support) would lose its last owner: Sofía Núñez 🚀 (user_sofia)',
        flag: '--allow-ownerless',
      },
    ]);
    expect(await docs('org apply --file org.yaml --delete --yes')).toMatchObject({ code: 2, writes: [] });
  });

  test('is shown, and counts', async () => {
    const docs = await sandboxCli({});
    const { stdout } = await planned(docs, await membersBut(docs, 'linus'));
    const { changes, counts } = JSON.parse(stdout);
    expect(changes).toEqual([
      {
        action: 'delete',
        kind: 'member',
        name: 'linus@acme.example',
        id: 'user_linus',
        fields: [{ field: 'role', before: 'create', after: null }],
      },
      ...['Docs', 'Platform'].map((team, at) => ({
        action: 'revoke',
        kind: 'team-member',
        name: `${team}: linus@acme.example`,
        id: 'user_linus',
        fields: [{ field: 'role', before: ['owner', 'member'][at], after: null }],
      })),
    ]);
    expect(counts).toMatchObject({ delete: 1, revoke: 2 });
    const text = await docs('org plan --file org.yaml --delete');
    expect(text.stdout).toContain('  - member Docs: linus@acme.example (owner)\n');
    const { writes } = await docs('org apply --file org.yaml --delete --yes');
    expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /v1/orgs/org_acme/members/user_linus',
    ]);
  });

  test('empties no team that is to be kept', async () => {
    const docs = await sandboxCli({});
    const file = `keep: [ "team:東京オフィス" ]\n${await membersBut(docs, 'mei.chen', 'yuki')}`;
    const run = await planned(docs, file, '--delete --allow-ownerless');
    expect(JSON.parse(run.stdout).objections).toEqual([
      { message: 'team "東京オフィス" is to be kept, and would be emptied' },
    ]);
  });

  test('counts for a team whose members the file does not list', async () => {
    const docs = await sandboxCli({});
    const file = 'managed: { teams: full }\nkeep: ["member:grace@*"]\nteams: { Docs: {} }\n';
    const run = await planned(docs, file, '--delete --max-removals 100');
    const { objections, counts } = JSON.parse(run.stdout);
    expect(objections).toEqual([
      { message: 'member "grace@acme.example" is to be kept, and would be demoted' },
    ]);
    expect(counts).toMatchObject({ delete: 5, revoke: 23 });
  });

  test.each([403, 404])('is withheld where it cannot be read: %s', async (status) => {
    const docs = await sandboxCli({}, withoutAnswer(/teams\/team_docs\/members/, status));
    const run = await planned(docs, await membersBut(docs, 'tom'));
    expect(JSON.parse(run.stdout)).toMatchObject({
      changes: [],
      complete: false,
      withheld: [{ action: 'delete', name: 'tom@acme.example', reason: 'what ends with it cannot be read' }],
      unknown: [{ kind: 'team', name: 'Docs', part: 'team-member', reason: `${status}` }],
    });
    expect(run.code).toBe(12);
  });
});
