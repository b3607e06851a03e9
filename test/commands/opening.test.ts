import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { assistant } from '../support/inner-assistant.ts';

const person = { terminal: true, columns: 200, env: { NO_COLOR: '1' } } as const;

/** Each way to open something, as single commands, with the grade that they have. */
const ways: readonly (readonly [grade: string, line: string, said: string])[] = [
  ['public', 'sites update site_handbook --visibility public', 'unlisted → public'],
  ['public', 'sites create --title New --space space_hr --visibility public', 'new site New: public'],
  ['public', 'site-spaces create --site site_docs --space space_hr', 'joins site Acme Docs (public)'],
  [
    'public',
    'sections create --site site_docs --space space_hr --title HR',
    'section HR joins site Acme Docs',
  ],
  ['public', 'sections update section_news --site site_docs --no-condition', '"pro" → none'],
  ['public', `sections update section_news --site site_docs --condition 'true'`, '"pro" → true'],
  ['public', 'sites update site_docs --no-adaptive-content', 'its conditions hide nothing any more'],
  ['administrators', 'members update user_kim --role admin', 'edit → admin in the organization'],
  [
    'administrators',
    'teams members set team_docs user_kim --role member',
    'joins team Docs, which has admin',
  ],
  ['administrators', 'teams members update team_docs --add user_kim', 'joins team Docs, which has admin'],
  ['administrators', 'teams members add team_docs user_kim', 'joins team Docs, which has admin'],
  [
    'administrators',
    'collections permissions set col_api team_support --role admin',
    'none → admin on collection',
  ],
  ['administrators', 'spaces permissions set space_hr team_support --role admin', 'none → admin on space'],
  ['administrators', 'collections update col_api --default-level admin', 'default level: inherit → admin'],
  ['administrators', 'saml update saml_okta --default-role admin', 'default role: read → admin'],
  [
    'administrators',
    'saml update saml_entra --default-team team_docs',
    'new people join team Docs, which has admin',
  ],
  [
    'administrators',
    'teams members set team_empty user_kim --role owner',
    'joins team Nobody yet, which may have admin (not known: it has no members), as owner',
  ],
  [
    'administrators',
    'collections move col_internal --parent col_api',
    'moves into collection API & SDKs, with admin for team Docs',
  ],
  ['administrators', 'api PATCH /v1/orgs/org_acme/members/user_kim -f role=admin', 'edit → admin'],
];

const acts: Readonly<Record<string, string>> = {
  public: 'open to the public: ',
  administrators: 'give the rights of administrators: ',
};

describe('one change', () => {
  test.each(ways)(
    'is asked for where no one can answer, and on a terminal (%s: %s)',
    async (grade, line, said) => {
      const docs = await sandboxCli();
      const refused = await docs(line);
      expect(refused).toMatchObject({ code: 2, writes: [] });
      expect(refused.stderr).toContain(`this needs a confirmation: ${acts[grade]}`);
      expect(refused.stderr).toContain(said);
      expect(refused.stderr).toContain('--yes');
      const no = await docs(line, { ...person, answers: [false] });
      expect(no).toMatchObject({ code: 2, writes: [] });
      expect(no.questions[0]).toContain(said);
      const yes = await docs(line, { ...person, answers: [true] });
      expect(yes.code, yes.stderr).toBe(0);
      expect(yes.writes).toHaveLength(1);
    },
  );

  // A command that shows its plan says what it opens, whatever was answered.
  const silent = ways.filter(([, line]) => !line.startsWith('teams members add'));

  test.each(silent)('is sent with --yes, and nothing is read for it (%s: %s)', async (_, line) => {
    const docs = await sandboxCli();
    const run = await docs(`${line} --yes`);
    expect(run.code, run.stderr).toBe(0);
    expect(run.writes).toHaveLength(1);
    const reads = run.requests.filter(({ path }) => /\/spaces$|permissions/.test(path));
    expect(reads.filter(({ method }) => method === 'GET')).toEqual([]);
  });

  test.each([
    'sites update site_docs --visibility public',
    'sites update site_docs --visibility unlisted',
    'sites create --title New',
    'sections update section_api --site site_docs --title News',
    'members update user_kim --role create',
    'teams members set team_support user_kim',
    'teams members set team_docs user_grace',
    'teams members set team_docs user_zoe --role owner',
    'collections permissions set col_api team_support --role edit',
    'collections move col_api --no-parent',
  ])('that opens less is sent: %s', async (line) => {
    const run = await (await sandboxCli())(line);
    expect(run.code, run.stderr).toBe(0);
  });
});

test('only the team of a provider is not known, where no one in it shows its rights', async () => {
  const docs = await sandboxCli({
    'saml.yaml': `${head}saml: { Okta: { default-role: admin, default-team: Nobody yet } }\n`,
  });
  const { stdout } = await docs('org plan --file saml.yaml');
  expect(stdout.split('\n\n').slice(0, 2).join('\n\n')).toBe(`opens (2)
  SAML provider Okta, default role: read → admin
  SAML provider Okta: new people join team Nobody yet, which may have admin (not known: it has no members)

loses (1)
  SAML provider Okta: new people no longer join team Docs`);
});

const head = 'format: docs-admin-organization/1\n';
const files = {
  'people.csv': 'user,role\nuser_zoe,admin\nuser_kim,admin\n',
  'sites.csv': 'site,visibility\nsite_handbook,public\nsite_partners,public\n',
  'roster.csv': 'team,user,role\nteam_docs,user_kim,member\nteam_docs,user_bo,member\n',
  'public.yaml': `${head}sites:\n  Partner portal: { visibility: public }\nteams:\n  Support, EMEA: {}\n  New: {}\n`,
  'admins.yaml': `${head}members: { kim@acme.example: admin, zoe@acme.example: admin }\n`,
  'level.yaml': `${head}collections:\n  Internal 内部: { default-level: admin }\n  Empty: { description: X }\n`,
};

/** Several changes through each source. */
const sources: readonly (readonly [grade: string, line: string])[] = [
  ['public', 'sites update site_handbook site_partners --visibility public'],
  ['administrators', 'members update user_kim user_zoe --role admin'],
  ['administrators', `batch --file people.csv -- members update '{user}' --role '{role}'`],
  ['public', `batch --file sites.csv -- sites update '{site}' --visibility '{visibility}'`],
  ['administrators', 'teams members update team_docs --add user_kim --add user_bo'],
  ['administrators', 'teams members add team_docs user_kim user_bo'],
  ['administrators', 'teams members sync --file roster.csv'],
  ['administrators', 'members onboard --file roster.csv'],
  ['administrators', 'members onboard user_kim --team team_docs --role admin'],
  ['administrators', 'teams merge team_support team_docs'],
  ['public', 'site-spaces transfer sitesp_hr --site site_handbook --to-site site_docs'],
  ['public', 'org apply --file public.yaml'],
  ['administrators', 'org apply --file admins.yaml'],
  ['administrators', 'org apply --file level.yaml'],
];

async function inFolder(): Promise<CliInFolder> {
  return sandboxCli(files);
}

/** Adds a flag to a line, before the words of a row. */
function withFlag(line: string, flag: string): string {
  return line.includes(' -- ') ? line.replace(' -- ', ` ${flag} -- `) : `${line} ${flag}`;
}

describe('several changes', () => {
  test.each(sources)(
    'are refused, whatever is answered, and carried out where it is allowed (%s: %s)',
    async (grade, line) => {
      const docs = await inFolder();
      const other = grade === 'public' ? 'administrators' : 'public';
      for (const more of ['--yes', `--yes --allow-opening ${other}`]) {
        const refused = await docs(withFlag(line, more), { env: { DOCS_ADMIN_YES: '1' } });
        expect(refused, line).toMatchObject({ code: 2, writes: [] });
        expect(refused.stderr).toContain(`it would ${acts[grade]}`);
        expect(refused.stderr).toContain(`allow it with --allow-opening ${grade}`);
      }
      const asked = await docs(line, { ...person, answers: [true, true] });
      expect(asked).toMatchObject({ code: 2, writes: [] });
      const run = await docs(withFlag(line, `--yes --allow-opening ${grade}`));
      expect(run.code, run.stderr).toBe(0);
      expect(run.writes.length).toBeGreaterThan(0);
    },
  );

  // A plan of a file has a part for what is held back.
  const asRun = sources.filter(([, line]) => !line.startsWith('org apply'));

  test.each(asRun)('a dry run shows all of them before the objection (%s: %s)', async (grade, line) => {
    const docs = await inFolder();
    const run = await docs(withFlag(line, '--dry-run'));
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toMatch(
      new RegExp(`\\nhint: if you mean it, allow it with .*--allow-opening ${grade}\\n$`),
    );
    // A merge would end more memberships than are allowed, too.
    const most = line.includes('merge') ? '--max-removals 99' : '';
    const allowed = await docs(withFlag(line, `--dry-run --allow-opening ${grade} ${most}`.trim()));
    expect(allowed).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain(`${allowed.stderr}error: `);
    expect(run.stdout).toBe(allowed.stdout);
  });

  test('of both grades need both, with a comma or twice', async () => {
    const line = `batch --file rows.txt --yes`;
    const rows = 'members update user_kim --role admin\nsites update site_handbook --visibility public\n';
    const docs = await sandboxCli({ 'rows.txt': rows });
    const refused = await docs(line);
    expect(refused).toMatchObject({ code: 2, writes: [] });
    expect(refused.stderr).toContain('--allow-opening public,administrators');
    const half = await docs(`${line} --allow-opening administrators`);
    expect(half.stderr).toMatch(/--allow-opening public\n/);
    expect(await docs(`${line} --allow-opening public,administrators`)).toMatchObject({
      code: 0,
    });
    const again = await sandboxCli({ 'rows.txt': rows });
    expect(await again(`${line} --allow-opening administrators,public`)).toMatchObject({ code: 0 });
  });

  test.each(['other', 'everyone', 'public,', ''])('an unknown grade is no flag: %j', async (grade) => {
    const run = await (await inFolder())([
      'members',
      'update',
      'user_kim',
      'user_zoe',
      '--allow-opening',
      grade,
      '--role',
      'read',
    ]);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('--allow-opening');
  });

  test('that open nothing of these grades need nothing', async () => {
    const run = await (await inFolder())('members update user_min user_ana --role edit --yes');
    expect(run).toMatchObject({ code: 0 });
  });

  test('a person who is meant twice joins once, and is one change', async () => {
    const docs = await sandboxCli();
    const line = 'teams members update team_docs --add user_kim --add kim@acme.example';
    const refused = await docs(line);
    expect(refused).toMatchObject({ code: 2, writes: [] });
    expect(refused.stderr).toContain(
      'this needs a confirmation: give the rights of administrators: Kim "Q" Nguyễn <kim@acme.example> joins team Docs',
    );
    expect(await docs(`${line} --yes`)).toMatchObject({ code: 0 });
  });

  test('of one row, and of one id, are one change', async () => {
    const docs = await sandboxCli({ 'one.csv': 'user\nuser_kim\n' });
    const line = `batch --file one.csv -- members update '{user}' --role admin`;
    const refused = await docs(line);
    expect(refused).toMatchObject({ code: 2, writes: [] });
    expect(refused.stderr).toContain('this needs a confirmation: give the rights of administrators');
    expect(await docs(withFlag(line, '--yes'))).toMatchObject({ code: 0 });
  });
});

describe('a run', () => {
  test('keeps what it was allowed when it is resumed', async () => {
    let refuses = false;
    const docs = await sandboxCli(
      files,
      (sandbox) => async (request, signal) =>
        refuses && /PATCH .*user_kim$/.test(`${request.method} ${request.url}`)
          ? { status: 403, headers: {}, body: new Uint8Array() }
          : sandbox(request, signal),
    );
    refuses = true;
    const line = `batch --file people.csv --yes --allow-opening administrators --journal run.jsonl -- members update '{user}' --role '{role}'`;
    expect((await docs(line)).code).toBe(9);
    refuses = false;
    const run = await docs('runs resume run.jsonl --yes');
    expect(run.code, run.stderr).toBe(0);
    expect(run.writes).toHaveLength(1);
  });

  test('is refused when it is resumed, where what is left opens what it was not allowed', async () => {
    let refuses = true;
    const rows = 'teams members set team_support user_kim\nteams members set team_support user_leo\n';
    const docs = await sandboxCli(
      { 'rows.txt': rows },
      (sandbox) => async (request, signal) =>
        refuses && /PUT .*user_leo$/.test(`${request.method} ${request.url}`)
          ? { status: 403, headers: {}, body: new Uint8Array() }
          : sandbox(request, signal),
    );
    expect((await docs('batch --file rows.txt --yes --journal run.jsonl')).code).toBe(9);
    refuses = false;
    await docs('collections permissions set col_internal team_support --role admin --yes');
    const held = await docs('runs resume run.jsonl --yes');
    expect(held).toMatchObject({ code: 2, writes: [] });
    expect(held.stderr).toContain('allow it with --allow-opening administrators');
    expect(await docs('runs resume run.jsonl --yes --allow-opening administrators')).toMatchObject({
      code: 0,
    });
  });

  test('that is undone opens what it had closed only where it is allowed', async () => {
    const docs = await inFolder();
    const closed = await docs('sites update site_docs site_handbook --visibility visitor-auth --yes');
    expect(closed.code, closed.stderr).toBe(0);
    const undo = 'undo --yes';
    const refused = await docs(undo);
    expect(refused).toMatchObject({ code: 2, writes: [] });
    expect(refused.stderr).toContain('allow it with --allow-opening public');
    expect(await docs(`${undo} --allow-opening public`)).toMatchObject({ code: 0 });
  });
});

describe('what was reviewed', () => {
  test('is carried out: a stored plan of a file', async () => {
    const docs = await inFolder();
    expect(await docs('org plan --file admins.yaml --out plan.json')).toMatchObject({ code: 0 });
    const run = await docs('apply-plan plan.json --yes');
    expect(run.code, run.stderr).toBe(0);
  });

  test('is carried out: a stored roster', async () => {
    const docs = await inFolder();
    expect(await docs('teams members sync --file roster.csv --out plan.json')).toMatchObject({ code: 0 });
    const run = await docs('apply-plan plan.json --yes');
    expect(run.code, run.stderr).toBe(0);
  });

  test('is said in a stored plan of one change, also with --yes', async () => {
    const docs = await sandboxCli({ 'one.csv': 'team,user\nteam_docs,user_kim\n' });
    expect(await docs('teams members sync --file one.csv --out plan.json --yes')).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(join(docs.folder, 'plan.json'), 'utf8'))).toMatchObject({
      opens: [
        {
          grade: 'administrators',
          kind: 'team-member',
          id: 'user_kim',
          count: 1,
          text: 'Kim "Q" Nguyễn <kim@acme.example> joins team Docs, which has admin',
        },
      ],
      loses: [],
    });
  });

  test('is carried out: a stored merge', async () => {
    const docs = await inFolder();
    expect(await docs('teams merge team_support team_docs --out plan.json')).toMatchObject({ code: 0 });
    const run = await docs('apply-plan plan.json --yes');
    expect(run.code, run.stderr).toBe(0);
  });

  test('is carried out: the digest of a plan', async () => {
    const docs = await inFolder();
    const { digest, objections } = JSON.parse((await docs('org plan --file admins.yaml --json')).stdout);
    expect(objections).toEqual([
      {
        message:
          'it would give the rights of administrators: kim@acme.example: edit → admin in the organization and zoe@acme.example: review → admin in the organization',
        flag: '--allow-opening administrators',
      },
    ]);
    expect(await docs('org apply --file admins.yaml --yes')).toMatchObject({ code: 2, writes: [] });
    const run = await docs(`org apply --file admins.yaml --digest ${digest} --yes`);
    expect(run.code, run.stderr).toBe(0);
  });

  test('is carried out: the form of an assistant', async () => {
    const made = await assistant({
      line: '--allow all',
      client: { capabilities: { elicitation: { form: {} } } },
    });
    const forms: string[] = [];
    made.client.setRequestHandler('elicitation/create', async ({ params }) => {
      forms.push(params.message);
      return { action: 'accept', content: { agree: true } } as never;
    });
    const commands = ['members update user_kim --role admin', 'members update user_zoe --role admin'];
    const { structured } = await made.call('plan_change', { commands });
    await made.call('apply_plan', { plan: structured.plan });
    expect(forms[0]).toMatch(/\n(?:Opens|opens)[^\n]*\n {2}.*admin/);
    expect(made.requests.filter(({ method }) => method !== 'GET')).toHaveLength(2);
  });
});

test('a plan says its objection, and a file of one change has none', async () => {
  const docs = await sandboxCli({ 'one.yaml': `${head}members: { kim@acme.example: admin }\n` });
  const { objections } = JSON.parse((await docs('org plan --file one.yaml --json')).stdout);
  expect(objections).toEqual([]);
});

test('the role of a team on a space that hides the default level of the space opens it where it ends', async () => {
  const store = demoStore();
  store.run("UPDATE spaces SET default_level = 'admin' WHERE id = 'space_handbook'");
  const file = `${head}spaces: { Handbook: { teams: { Docs: edit } } }\n`;
  const docs = await sandboxCli({ 'one.yaml': file }, undefined, store);
  const { opens } = JSON.parse((await docs('org plan --file one.yaml --json')).stdout);
  expect(opens).toMatchObject([{ grade: 'administrators', kind: 'space-team', before: 'read' }]);
});

describe('the rule set of the profile', () => {
  const level = 'collections update col_legacy --default-level';
  const legacy = `collections:
  Product: { collections: { API & SDKs: { collections: { "Legacy (v1), do not edit": { default-level: inherit } } } } }
teams: { New: {} }
`;
  const rows = `${level} inherit\nteams create --title New\n`;
  /** By "precedence" alone, the level of a collection hides from a team what it has further out. */
  const lines = [
    [`${level} inherit`, 'needs a confirmation: give the rights of administrators'],
    ['batch --file rows.txt', 'allow it with --allow-opening administrators'],
    ['org apply --file legacy.yaml --yes', 'allow it with --allow-opening administrators'],
  ] as const;

  test.each(lines)('decides once it is compared with the service: %s', async (line, refusal) => {
    const docs = await sandboxCli({ 'rows.txt': rows, 'legacy.yaml': `${head}${legacy}` });
    for (const rules of ['unset access-rules', 'set access-rules highest']) {
      await docs(`config ${rules}`);
      const refused = await docs(line);
      expect(refused).toMatchObject({ code: 2, writes: [] });
      expect(refused.stderr).toContain(refusal);
    }
    await docs('access calibrate');
    const run = await docs(line);
    expect(run.code, run.stderr).toBe(0);
    expect(run.writes.length).toBeGreaterThan(0);
  });

  test('decides what an undo opens', async () => {
    const docs = await sandboxCli({});
    const env = { DOCS_ADMIN_HISTORY: 'on' };
    await docs('access calibrate');
    for (const to of ['inherit', 'read']) await docs(`${level} ${to}`, { env });
    const opens = async () => JSON.parse((await docs('undo --dry-run --json', { env })).stdout).opens;
    expect(await opens()).toMatchObject([{ kind: 'collection', grade: 'other' }]);
    await docs('config set access-rules highest');
    expect(await opens()).toMatchObject([{ kind: 'collection', grade: 'administrators' }]);
  });

  test('decides what an assistant is told', async () => {
    const docs = await sandboxCli({});
    await docs('access calibrate');
    const made = await assistant({ line: '--allow all' });
    const commands = ['collections update col_api --default-level edit'];
    const plan = async () => JSON.stringify(await made.call('plan_change', { commands }));
    // By "highest", this is the level of the collection around it; by "precedence", a team has less there.
    expect(await plan()).toContain('default level: inherit → edit');
    Object.assign(made.home.settings, docs.home.settings);
    expect(await plan()).not.toContain('default level: inherit → edit');
  });
});
