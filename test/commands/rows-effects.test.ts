import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { sandboxCli } from '../support/cli.ts';

const person = { terminal: true, columns: 200, env: { NO_COLOR: '1' } } as const;

const rows = 'user,role\nuser_kim,admin\nuser_zoe,admin\nuser_pat,read\n';
const batch = `batch --file people.csv -- members update '{user}' --role '{role}'`;
const flagged = (flags: string) => batch.replace(' -- ', ` ${flags} -- `);

const opens =
  'opens (3)\n' +
  '  Kim "Q" Nguyễn <kim@acme.example>: edit → admin in the organization\n' +
  '  Zoë “Zed” O’Neil <zoe@acme.example>: review → admin in the organization\n' +
  '  -Pat +1 @work <pat@partner.example>: guest → read in the organization\n\n';

const loses =
  'loses (3)\n' +
  '  2 people: removed from the organization: Gil (contractor) <gil@contractor.example>, Hana Nováková <hana@agency.example>\n' +
  '  Gil (contractor) <gil@contractor.example> leaves team Docs (member)\n' +
  '  Hana Nováková <hana@agency.example> leaves team Support, EMEA (member)\n\n';

describe('a dry run of several', () => {
  test('begins with what it opens, then come the rows, then what the guard says', async () => {
    const docs = await sandboxCli({ 'people.csv': rows });
    const run = await docs(flagged('--dry-run -o csv'));
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stdout.split('\n').slice(0, 2)).toEqual([
      'method,url,body',
      'PATCH,http://sandbox.localhost/v1/orgs/org_acme/members/user_kim,"{""role"":""admin""}"',
    ]);
    expect(run.stderr.startsWith(`${opens}error: it would give the rights of administrators: Kim`)).toBe(
      true,
    );
    expect(run.stderr).toMatch(/allow it with --allow-opening administrators\n$/);
    const allowed = await docs(flagged('--dry-run --allow-opening administrators'));
    expect(allowed).toMatchObject({ code: 0, writes: [], stderr: opens });
  });

  test('names those who change alike together, in the order of their rows, also where a row changes someone again', async () => {
    const alike = 'user,role\nuser_gil,read\nuser_kim,comment\nuser_pat,read\n';
    const together =
      '2 people: guest → read in the organization: ' +
      'Gil (contractor) <gil@contractor.example> and -Pat +1 @work <pat@partner.example>\n';
    const once = await (await sandboxCli({ 'people.csv': alike }))(flagged('--dry-run'));
    expect(once.stderr).toContain(`opens (1)\n  ${together}\nloses (1)\n  Kim`);
    const again = await (await sandboxCli({ 'people.csv': `${alike}user_kim,read\n` }))(flagged('--dry-run'));
    expect(again.stderr).toContain(`opens (1)\n  ${together}\nloses (2)\n  Kim`);
  });

  test('of ids says what is lost', async () => {
    const run = await (await sandboxCli())('members remove user_gil user_hana --dry-run -o jsonl');
    expect(run).toMatchObject({ code: 0, stderr: loses });
    expect(run.stdout.trim().split('\n')).toHaveLength(2);
  });

  test('is an object in JSON and YAML, with the requests as its changes', async () => {
    const docs = await sandboxCli({ 'people.csv': rows });
    const line = 'members remove user_gil user_hana --dry-run -q';
    const url = 'http://sandbox.localhost/v1/orgs/org_acme/members';
    const { stdout } = await docs(`${line} -o json`);
    const found = {
      opens: [],
      loses: [
        { kind: 'member', id: null, count: 2, text: expect.stringContaining('2 people: removed') },
        { kind: 'team-member', id: 'user_gil', count: 1 },
        { kind: 'team-member', id: 'user_hana', count: 1 },
      ],
      addresses: [],
      changes: [
        { method: 'DELETE', url: `${url}/user_gil` },
        { method: 'DELETE', url: `${url}/user_hana` },
      ],
    };
    expect(JSON.parse(stdout)).toMatchObject(found);
    expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout), null, 2)}\n`);
    expect((await docs(`${line} -o yaml`)).stdout).toMatch(
      /^opens: \[\]\nloses:\n(?: .*\n)+addresses: \[\]\nchanges:\n/,
    );
    expect((await docs(`${line} -o json --query changes[].url`)).stdout).toContain(`${url}/user_gil`);
    const fields = await docs(`${line} -o json --fields url`);
    expect(JSON.parse(fields.stdout)).toEqual([{ url: `${url}/user_gil` }, { url: `${url}/user_hana` }]);
    const none = await docs('batch --file people.csv --dry-run -o json -- members get {user}');
    expect(JSON.parse(none.stdout)).toEqual({ opens: [], loses: [], addresses: [], changes: [] });
  });

  test('names what ends with the things, and reads each list once', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams delete team_docs team_design --dry-run -o json -q');
    const { loses } = JSON.parse(run.stdout);
    expect(loses.map(({ text }: { text: string }) => text)).toEqual([
      '2 teams: deleted (Docs, Design 🎨)',
      expect.stringMatching(/^2 people leave team Docs \(owner\): Ada/),
      expect.stringMatching(/^5 people leave team Docs \(member\): /),
      'team Docs (7 people): admin → none on collection Product',
      'team Docs (7 people): edit → none on space Handbook',
      expect.stringMatching(/leaves team Design 🎨 \(owner\)$/),
      expect.stringMatching(/^3 people leave team Design 🎨 \(member\): /),
      'team Design 🎨 (4 people): review → none on space Guides',
      'SAML provider Okta: new people no longer join team Docs',
    ]);
    const read = run.requests.map(({ path }) => path);
    expect(new Set(read).size).toBe(read.length);
    const rows = 'batch --file - --dry-run -- custom-fields delete {field}';
    const { stderr } = await docs(rows, { stdin: 'field\nlabels\nlabels2\n' });
    expect(stderr).toContain('\n  value of space Guides: cleared (Labels)\n');
  });

  test('reads the teams of many people from the lists of the teams', async () => {
    const people = ['kim', 'zoe', 'pat', 'gil', 'hana', 'mei', 'yuki', 'linus', 'ravi', 'omar', 'noa'];
    const docs = await sandboxCli();
    const run = await docs(`members remove ${people.map((one) => `user_${one}`).join(' ')} --dry-run`);
    expect(run.stderr).toContain('leave team Docs (member): ');
    expect(run.requests.filter(({ path }) => /members\/user_\w+\/teams/.test(path))).toEqual([]);
  });

  test('of what neither opens nor loses anything says nothing, and reads nothing for it', async () => {
    const run = await (await sandboxCli())('teams update team_docs team_design --title One --dry-run');
    expect(run).toMatchObject({ code: 0, stderr: '', requests: [] });
  });

  test('of a part of the rows is about these', async () => {
    const docs = await sandboxCli({ 'people.csv': rows });
    const shown = ['1/2', '2/2'].map(async (part) => {
      const run = await docs(flagged(`--shard ${part} --dry-run -o json`));
      const { opens, changes } = JSON.parse(run.stdout);
      expect(opens).toHaveLength(changes.length);
      return changes.length;
    });
    expect((await Promise.all(shown)).sort()).toEqual([1, 2]);
  });
});

describe('a person who is asked about several', () => {
  test('sees first what they open and lose', async () => {
    const docs = await sandboxCli();
    const run = await docs('members remove user_gil user_hana', { ...person, answers: [false] });
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain(loses);
    expect(run.questions).toHaveLength(1);
  });

  test('about one thing sees what ends with it', async () => {
    const docs = await sandboxCli();
    const run = await docs('custom-fields delete labels', { ...person, answers: [false] });
    expect(run).toMatchObject({
      code: 2,
      writes: [],
      questions: [expect.stringMatching(/^delete custom field/)],
    });
    expect(run.stderr).toMatch(
      /^loses \(2\)\n {2}custom field Labels: deleted\n {2}value of space Guides: cleared \(Labels\)\n\n/,
    );
    const alone = await docs('teams delete team_empty', { ...person, answers: [false] });
    expect(alone.stderr).not.toContain('loses');
  });

  test('sees it in the pager if it is longer than the screen', async () => {
    const docs = await sandboxCli({ 'people.csv': rows });
    const line = flagged('--allow-opening administrators');
    const run = await docs(line, { ...person, rows: 4, answers: [false] });
    expect(run.paged).toBe(opens);
    expect(run.stderr).not.toContain('opens (');
    expect(run.questions[0]).toMatch(/^give the rights of administrators: Kim/);
  });

  test('reads and sees nothing where everything is agreed to', async () => {
    const docs = await sandboxCli();
    const asked = await docs('spaces permissions remove space_hr team_support --yes', person);
    expect(asked.stderr).not.toContain('loses (');
    const run = await docs('members remove user_gil user_hana --yes', person);
    expect(run.stderr).not.toContain('loses (');
  });
});

describe('a resumed run', () => {
  test('begins with what is left opens and loses, also in a dry run', async () => {
    let isRefused = true;
    const docs = await sandboxCli(
      { 'people.csv': rows },
      (sandbox): Transport =>
        async (request, signal) =>
          isRefused && request.method === 'PATCH' && !request.url.endsWith('user_kim')
            ? { status: 403, headers: {}, body: new Uint8Array() }
            : sandbox(request, signal),
    );
    const line = flagged('--allow-opening administrators --yes --journal run.jsonl');
    expect(await docs(line)).toMatchObject({ code: 9 });
    isRefused = false;
    const left = opens.replace('(3)', '(2)').replace(/ {2}Kim.*\n/, '');
    const dry = await docs('runs resume run.jsonl --dry-run -o json');
    expect(dry).toMatchObject({ code: 0, writes: [], stderr: left });
    expect(JSON.parse(dry.stdout)).toMatchObject({
      opens: [{ id: 'user_zoe' }, { id: 'user_pat' }],
      loses: [],
      changes: [{ method: 'PATCH' }, { method: 'PATCH' }],
    });
    const run = await docs('runs resume run.jsonl');
    expect(run).toMatchObject({ code: 0, stderr: expect.stringMatching(/^opens \(2\)\n/) });
    expect(run.writes).toHaveLength(2);
  });

  test('of a roster, too', async () => {
    let isRefused = true;
    const docs = await sandboxCli(
      { 'roster.csv': 'team,user\nteam_docs,user_kim\n' },
      (sandbox): Transport =>
        async (request, signal) =>
          isRefused && request.method === 'PUT'
            ? { status: 403, headers: {}, body: new Uint8Array() }
            : sandbox(request, signal),
    );
    const line = 'teams members sync --file roster.csv --yes --journal run.jsonl';
    expect(await docs(`${line} --allow-opening administrators`)).toMatchObject({ code: 9 });
    isRefused = false;
    const dry = await docs('runs resume run.jsonl --dry-run -o json');
    expect(JSON.parse(dry.stdout)).toMatchObject({
      opens: [{ grade: 'administrators', kind: 'team-member', id: 'user_kim' }],
      loses: [],
      changes: [{ user: 'user_kim', status: 'planned' }],
    });
    expect((await docs('runs resume run.jsonl')).stderr).toMatch(
      /^opens \(1\)\n {2}Kim.*joins team Docs, which has admin\n\n/,
    );
  });
});
