import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '../../src/work/plan-document.ts';
import { sandboxCli } from '../support/cli.ts';
import { killableRun } from '../support/killed.ts';
import { withoutAnswer } from '../support/refusing.ts';

const org = '/v1/orgs/org_acme';
const merge = 'teams merge team_docs team_support --allow-opening administrators';

/** Docs has more than Support on both places, an owner who is a member there, and the newcomers of Okta. */
const requests = [
  {
    method: 'PUT',
    path: `${org}/teams/team_support/members`,
    body: {
      add: ['user_ada', 'user_linus', 'user_mei', 'user_yuki', 'user_zoe', 'user_ravi', 'user_gil'],
      memberships: { user_ada: { role: 'owner' }, user_linus: { role: 'owner' } },
    },
  },
  {
    method: 'PATCH',
    path: '/v1/collections/col_product/permissions/teams/team_support',
    body: { role: 'admin' },
  },
  {
    method: 'PATCH',
    path: '/v1/spaces/space_handbook/permissions/teams/team_support',
    body: { role: 'edit' },
  },
  { method: 'PATCH', path: `${org}/saml/saml_okta`, body: { defaultTeam: 'team_support' } },
  { method: 'DELETE', path: '/v1/collections/col_product/permissions/teams/team_docs' },
  { method: 'DELETE', path: '/v1/spaces/space_handbook/permissions/teams/team_docs' },
  { method: 'DELETE', path: `${org}/teams/team_docs` },
];

const plan = `opens (5)
  team Support, EMEA: comment → admin on collection Product
  SAML provider Okta: new people join team Support, EMEA, which has admin
  Linus Bergström <linus@acme.example> joins team Support, EMEA, which has edit, as owner
  5 people join team Support, EMEA, which has edit: 陳美玲 <mei.chen@acme.example>, 山田 由紀 <yuki@acme.example>, Zoë “Zed” O’Neil <zoe@acme.example> and 2 more
  team Support, EMEA: read → edit on space Handbook

loses (1)
  team "Docs" (team_docs) ends, with its id: what names the team by it, such as a program, no longer finds it

team "Support, EMEA" (team_support), 5 unchanged
  + Ada Lovelace <ada@acme.example> (owner)
  + Linus Bergström <linus@acme.example> (owner)
  + 陳美玲 <mei.chen@acme.example> (member)
  + 山田 由紀 <yuki@acme.example> (member)
  + Zoë “Zed” O’Neil <zoe@acme.example> (member)
  + Ravi Kumar, PhD <ravi@acme.example> (member)
  + Gil (contractor) <gil@contractor.example> (member)
  ~ collection "Product" (col_product) (comment → admin)
  ~ space "Handbook" (space_handbook) (read → edit)
  + new people of SAML provider "Okta" (saml_okta) join it
team "Docs" (team_docs), deleted at the end
  - Ada Lovelace <ada@acme.example> (owner)
  - Linus Bergström <linus@acme.example> (owner)
  - 陳美玲 <mei.chen@acme.example> (member)
  - 山田 由紀 <yuki@acme.example> (member)
  - Zoë “Zed” O’Neil <zoe@acme.example> (member)
  - Ravi Kumar, PhD <ravi@acme.example> (member)
  - Gil (contractor) <gil@contractor.example> (member)
  - collection "Product" (col_product) (admin)
  - space "Handbook" (space_handbook) (edit)
plan: 7 requests; an undo makes the team again, with a new id
`;

describe('teams merge', () => {
  test('gives everything to the other team, then deletes the first one', async () => {
    const docs = await sandboxCli();
    const run = await docs(`${merge} --yes --concurrency 1 --journal merge.jsonl -o csv`);
    expect(run.code).toBe(0);
    expect(run.writes).toEqual(requests);
    expect(run.stderr).toBe(`${plan}done: 7 requests; undo with \`docs-admin runs undo merge.jsonl\`\n`);
    expect(run.stdout).toBe(`action,kind,name,status,error
update,team-members,"team ""Support, EMEA""",done,
update,collection-teams,"role of team ""Support, EMEA"" (team_support) on collection ""Product"" (col_product)",done,
update,space-teams,"role of team ""Support, EMEA"" (team_support) on space ""Handbook"" (space_handbook)",done,
update,saml,"SAML provider ""Okta"" (saml_okta)",done,
revoke,collection-teams,"role of team ""Docs"" (team_docs) on collection ""Product"" (col_product)",done,
revoke,space-teams,"role of team ""Docs"" (team_docs) on space ""Handbook"" (space_handbook)",done,
delete,team,"team ""Docs"" (team_docs)",done,
`);
  });

  test('is refused with what it opens, each by name', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams merge team_docs team_platform --yes');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain(
      'error: it would give the rights of administrators: team Platform: none → admin on collection Product; and ' +
        'SAML provider Okta: new people join team Platform, which has admin; nothing was sent\n',
    );
  });

  test('is undone: the team is back with its members, its roles and its place in the provider', async () => {
    const docs = await sandboxCli();
    const before = (await docs('org export')).stdout;
    await docs(`${merge} --yes --journal merge.jsonl`);
    const line = 'runs undo merge.jsonl --yes --max-removals 100 --allow-opening administrators';
    const run = await docs(line);
    expect([run.code, run.stderr]).toEqual([
      0,
      expect.stringContaining('plan: 8 requests; 0 left alone, 0 lost'),
    ]);
    expect(run.stderr).toContain('\n  SAML provider Okta: new people join team Docs, which has admin\n');
    expect((await docs('org export')).stdout).toBe(before);
    const again = await docs(line);
    expect(again).toMatchObject({ code: 0, writes: [] });
  });

  test('is resumed after any request: nothing is sent twice', async () => {
    const run = await killableRun({}, `${merge} --yes`);
    expect(run.counts).toHaveLength(requests.length);
    for (const count of run.counts) {
      const left = await run.killedAfter(count);
      const resumed = await left.docs('runs resume run.jsonl');
      expect([count, resumed.code, resumed.stderr]).toEqual([count, 0, resumed.stderr]);
      expect((await left.docs('org export')).stdout).toBe(run.end);
      expect([count, left.writes.toSorted()]).toEqual([count, run.writes.toSorted()]);
    }
  });

  test('keeps the team where something failed before; resume does the rest', async () => {
    let refuses = true;
    const refused = withoutAnswer(/space_handbook\/permissions\/teams\/team_support/, 403);
    const docs = await sandboxCli({}, (sandbox) => {
      const without = refused(sandbox);
      return (request, signal) => (refuses ? without : sandbox)(request, signal);
    });
    const run = await docs(`${merge} --yes --journal merge.jsonl -o csv`);
    expect(run.code).toBe(9);
    expect(run.stdout).toContain(
      'delete,team,"team ""Docs"" (team_docs)",failed,"an earlier change that it needs has failed: role of team ""Support, EMEA"" (team_support) on space ""Handbook"" (space_handbook)"',
    );
    expect((await docs('teams get team_docs')).code).toBe(0);
    refuses = false;
    const resumed = await docs('runs resume merge.jsonl');
    expect(resumed.code).toBe(0);
    expect(resumed.writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PATCH /v1/spaces/space_handbook/permissions/teams/team_support',
      'DELETE /v1/collections/col_product/permissions/teams/team_docs',
      'DELETE /v1/spaces/space_handbook/permissions/teams/team_docs',
      `DELETE ${org}/teams/team_docs`,
    ]);
  });

  test('only deletes a team that has nothing', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams merge team_empty name:Docs --yes --json');
    expect(run.writes).toEqual([{ method: 'DELETE', path: `${org}/teams/team_empty` }]);
    expect(JSON.parse(run.stdout)).toEqual([
      {
        action: 'delete',
        kind: 'team',
        id: 'team_empty',
        name: 'team "Nobody yet" (team_empty)',
        fields: [],
        status: 'done',
        error: null,
      },
    ]);
  });

  test('makes an owner of both a single owner, and lowers no one', async () => {
    const docs = await sandboxCli();
    // Yuki owns Tokyo, where Mei is a member; both are members of Docs.
    const run = await docs('teams merge team_tokyo team_docs --dry-run');
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain(
      'team "Docs" (team_docs), 6 unchanged\n  ~ 山田 由紀 <yuki@acme.example> (member → owner)\n  + space',
    );
    expect(run.stdout).toContain('planned');
  });

  test('asks on a terminal, and elsewhere wants the answer beforehand', async () => {
    const docs = await sandboxCli();
    expect(await docs(merge)).toMatchObject({ code: 2, writes: [], stdout: '' });
    const no = await docs(merge, { terminal: true, answers: [false] });
    expect(no).toMatchObject({ code: 2, writes: [] });
    expect(no.questions).toEqual([
      expect.stringContaining(
        'merge team "Docs" (team_docs) into team "Support, EMEA" (team_support), and delete team "Docs" (team_docs)?',
      ),
    ]);
    const readOnly = await docs(`${merge} --yes`, { env: { DOCS_ADMIN_READ_ONLY: '1' } });
    expect(readOnly).toMatchObject({ code: 2, writes: [] });
  });

  test('a stored plan is applied as it is, once', async () => {
    const docs = await sandboxCli();
    const stored = await docs(`${merge} --out merge.json`);
    expect(stored).toMatchObject({ code: 0, writes: [], stdout: '' });
    expect(stored.stderr).toBe(
      `${plan}stored the plan in merge.json; apply it with \`docs-admin apply-plan merge.json\`\n`,
    );
    const { changes } = JSON.parse(readFileSync(join(docs.folder, 'merge.json'), 'utf8')) as PlanDocument;
    const names = changes.map(({ action, name }) => `${action} ${name}`);
    expect(names).toContain('revoke Handbook: Docs');
    expect(new Set(names).size).toBe(changes.length);
    expect(await docs('apply-plan merge.json')).toMatchObject({
      code: 2,
      writes: [],
    });
    const run = await docs('apply-plan merge.json --yes --concurrency 1');
    expect(run.code).toBe(0);
    expect(run.writes).toEqual(requests);
    const again = await docs('apply-plan merge.json --yes');
    expect(again).toMatchObject({ code: 6, writes: [] });
    expect(again.stderr).toContain(
      'error: the plan is out of date: the teams have changed since it was made; nothing was sent\n  team "team_docs" not found\n',
    );
  });

  test.for([
    [
      'teams members remove team_docs user_gil --yes',
      ['no longer: grant Support, EMEA: gil@c', 'no longer: revoke Docs: gil@c'],
    ],
    [
      'collections permissions set col_empty team_docs --role read',
      [
        'now also: grant Empty: Support, EMEA, role: none → read',
        'now also: revoke Empty: Docs, role: read → none',
      ],
    ],
    [
      'saml update saml_okta --default-team team_design',
      ['no longer: update SAML provider "Okta" (saml_okta), defaultTeam: team_docs → team_support'],
    ],
  ] as const)('a stored plan is out of date after: %s', async ([line, details]) => {
    const docs = await sandboxCli();
    await docs(`${merge} --out merge.json`);
    expect(await docs(line)).toMatchObject({ code: 0 });
    const run = await docs('apply-plan merge.json --yes');
    expect(run).toMatchObject({ code: 6, writes: [] });
    const shown = run.stderr.split('\n').filter((text) => /^ {2}(now also|no longer): /.test(text));
    expect(shown).toEqual(details.map((detail) => expect.stringContaining(detail)));
  });

  test.for([
    [(file: Stored) => ({ ...file, format: 'another' }), 'merge.json is not a plan of docs-admin'],
    [
      (file: Stored) => ({ ...file, stored: { ...file.stored, source: { from: 'team_docs' } } }),
      'merge.json has been changed since it was stored',
    ],
    [
      (file: Stored) => sealed({ ...file, stored: { ...file.stored, source: { from: 'team_docs' } } }),
      'merge.json has been changed since it was stored',
    ],
    [
      (file: Stored) => sealed({ ...file, organization: 'org_globex' }),
      'merge.json belongs to organization org_globex',
    ],
  ] as const)('refuses a plan that is no plan, or of another organization: %#', async ([change, message]) => {
    const docs = await sandboxCli();
    await docs(`${merge} --out merge.json`);
    const path = join(docs.folder, 'merge.json');
    writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
    const run = await docs('apply-plan merge.json --yes');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(message);
  });

  test('counts the memberships that end', async () => {
    const docs = await sandboxCli();
    const run = await docs(`${merge} --max-removals 7 --yes`);
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain(
      'error: it would delete 1 team and end 7 memberships; 7 are allowed; nothing was sent\n' +
        'hint: if you mean it, allow it with --max-removals 8\n',
    );
  });

  test.for([
    ['team_docs name:Docs', 2, 'team "Docs" (team_docs) cannot be merged into itself; nothing was sent'],
    ['team_docs team_gone', 5, 'team "team_gone" not found'],
    ['name:Gone team_docs', 5, '<fromTeamId> "name:Gone" not found: no team has this title'],
    ['team_docs name:Gone', 5, '<intoTeamId> "name:Gone" not found: no team has this title'],
    ['team_docs', 2, 'missing <intoTeamId>'],
    ['team_docs team_support team_design', 2, 'too many arguments'],
    [
      'team_docs team_support --out merge.json --journal merge.json',
      2,
      '--out and --journal name the same file, merge.json',
    ],
  ] as const)('%s ends with %i, before anything is sent', async ([words, code, message]) => {
    const docs = await sandboxCli();
    const run = await docs(`teams merge ${words} --yes --allow-opening administrators`);
    expect(run).toMatchObject({ code, writes: [] });
    expect(run.stderr).toContain(message);
  });

  test.for([
    [/teams\/team_docs\/members/, 4, 'not yours'],
    [/teams\/team_support(\?|$)/, 4, 'not yours'],
    [
      /space_handbook\/permissions/,
      12,
      'it is unknown what the teams have; nothing was sent\n  the roles of teams of space space_handbook cannot be read (403): not yours\n',
    ],
    [/\/saml/, 12, 'the SAML providers cannot be read (403): not yours'],
  ] as const)('deletes nothing where %s cannot be read', async ([path, code, message]) => {
    const docs = await sandboxCli({}, withoutAnswer(path, 403));
    const run = await docs(`${merge} --yes`);
    expect(run).toMatchObject({ code, writes: [] });
    expect(run.stderr).toContain(message);
  });

  test.for([
    [503, 7, 'the collections cannot be read (503): server error 503: not yours\n'],
    [403, 12, 'the collections cannot be read (403): not yours\nhint: use a token of an administrator\n'],
  ] as const)(
    'sends nothing where a list is answered %i, also of a stored plan',
    async ([status, code, detail]) => {
      let isRefusing = false;
      const docs = await sandboxCli({}, (sandbox) => {
        const refusing = withoutAnswer(/org_acme\/collections/, status)(sandbox);
        return (...request) => (isRefusing ? refusing : sandbox)(...request);
      });
      await docs(`${merge} --out merge.json`);
      isRefusing = true;
      for (const line of [merge, 'apply-plan merge.json']) {
        const run = await docs(`${line} --yes --max-retries 0`);
        expect(run).toMatchObject({ code, stdout: '', writes: [] });
        expect(run.stderr).toBe(`error: it is unknown what the teams have; nothing was sent\n  ${detail}`);
      }
    },
  );

  test('needs no list of providers in an organization without single sign-on', async () => {
    const docs = await sandboxCli({}, withoutAnswer(/\/saml/, 404));
    expect(await docs('teams merge team_tokyo team_docs --yes')).toMatchObject({ code: 0 });
  });
});

type Stored = { readonly organization: string; readonly stored: object; readonly seal: string };

/** Seals a plan as another user could. */
function sealed({ seal: _, ...content }: Stored) {
  return { ...content, seal: createHash('sha256').update(JSON.stringify(content)).digest('hex') };
}
