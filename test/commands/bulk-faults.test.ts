import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../src/errors.ts';
import { type Cli, type Run, sandboxCli, scriptedCli } from '../support/cli.ts';
import type { SentRequest } from '../support/test-system.ts';

const writes = ({ requests }: Run) => requests.filter(({ method }) => method !== 'GET');

/** The file of a journal that the last command named `run.jsonl`. */
async function journalOf(docs: Cli, name = 'run.jsonl'): Promise<string> {
  return JSON.parse((await docs(`runs show ${name} --json`)).stdout).journal;
}

/** Cuts a journal to what its process had written when it was killed. */
async function cutOff(docs: Cli, keep: (line: string) => boolean): Promise<void> {
  const file = await journalOf(docs);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  await writeFile(file, `${lines.filter(keep).join('\n')}\n`);
}

const begun = (line: string) => /"type":"(run|intent)"/.test(line);

describe('a file that is no journal', () => {
  test('is left as it is', async () => {
    const docs = await sandboxCli({ 'notes.txt': 'precious\nlast line', 'ids.csv': 'u\nuser_pat\n' });
    const run = await docs('batch --file ids.csv --journal notes.txt -- members update {u} --role read');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toMatch(/--journal \S*notes\.txt is there already/);
    expect((await docs('runs resume notes.txt')).code).not.toBe(0);
    expect((await docs('runs undo ./notes.txt --yes')).code).toBe(3);
    await docs('batch --file ids.csv --journal run.jsonl -- members update {u} --role read');
    const notes = join(dirname(await journalOf(docs)), 'notes.txt');
    expect(await readFile(notes, 'utf8')).toBe('precious\nlast line');
  });

  test('a pipe is refused, and not waited for', async () => {
    const docs = await sandboxCli({ 'ids.csv': 'u\nuser_pat\n' });
    await docs('batch --file ids.csv --journal run.jsonl -- members update {u} --role read');
    execFileSync('mkfifo', [join(dirname(await journalOf(docs)), 'pipe')]);
    expect(await docs('batch --file ids.csv --journal pipe -- members update {u} --role edit')).toMatchObject(
      {
        code: 2,
        writes: [],
      },
    );
    expect(await docs('runs show ./pipe')).toMatchObject({ code: 3 });
  });
});

describe.each([
  ['a number of many digits', `{"id":"team_1","title":"A","n":${'1'.repeat(9_000_000)}}`],
  ['a key twice', '{"id":"team_1","title":"A","title":"B"}'],
  ['too many values', `{"id":"team_1","title":"A","n":[0${',0'.repeat(2_000_001)}]}`],
])('an answer that cannot be used: %s', (_, text) => {
  const file = { 'in.csv': 'title\nA\n' };
  const answers = async () =>
    scriptedCli(({ method }) => (method === 'GET' ? { json: { items: [] } } : { text }), file);

  test.each(['teams create --title A', 'teams update team_1 --title A'])('%s ends with 10', async (line) => {
    const docs = await answers();
    const run = await docs(line);
    expect(run).toMatchObject({ code: 10, stdout: '' });
    expect(writes(run)).toHaveLength(1);
    expect(run.stderr).toContain('error: request sent, no usable answer: outcome unknown (the answer for ');
  });

  test('a row is unknown, and a resumed run does not send it again', async () => {
    const docs = await answers();
    const run = await docs('batch --file in.csv --journal run.jsonl -o json -- teams create --title {title}');
    expect(JSON.parse(run.stdout)).toMatchObject([{ status: 'unknown', exitCode: 10 }]);
    const again = await docs('runs resume run.jsonl -o json');
    expect(writes(again)).toEqual([]);
  });
});

describe('resuming', () => {
  test('works in the space that the line named, whatever the environment says now', async () => {
    const docs = await sandboxCli();
    const line = 'change-requests update 1 999 --subject New --space space_handbook';
    expect((await docs(line)).code).toBe(9);
    const [id] = (await docs('runs list -o id')).stdout.trim().split('\n');
    const again = await docs(`runs resume ${id}`, { env: { DOCS_ADMIN_SPACE: 'space_guides' } });
    expect(again.requests.map(({ path }) => path)).toEqual(['/v1/spaces/space_handbook/change-requests/999']);
  });

  test('tried with --dry-run, shows what is left and writes nothing', async () => {
    const docs = await sandboxCli({ 'roster.csv': 'team,user\nteam_empty,user_ada\n' });
    await docs('teams members sync --file roster.csv --yes --journal run.jsonl');
    await docs('teams members remove team_empty user_ada --yes');
    await cutOff(docs, begun);
    const before = await readFile(await journalOf(docs), 'utf8');
    const run = await docs('runs resume run.jsonl --dry-run --fields user,status --no-headers');
    expect(run).toMatchObject({ code: 0, stdout: 'user_ada\tplanned\n' });
    expect(writes(run)).toEqual([]);
    expect(await readFile(await journalOf(docs), 'utf8')).toBe(before);
  });

  test('what came from standard input is in the plan', async () => {
    const docs = await sandboxCli();
    const stdin = 'team,user\nteam_empty,user_ada\n';
    await docs('teams members sync --file - --yes --journal run.jsonl', { stdin });
    await docs('teams members remove team_empty user_ada --yes');
    await cutOff(docs, begun);
    expect(writes(await docs('runs resume run.jsonl'))).toMatchObject([{ body: { add: ['user_ada'] } }]);
  });

  test('a creation of which the outcome was written is not made again, though its row did not end', async () => {
    const docs = await sandboxCli({ 'titles.csv': 't\nLegal\n' });
    await docs('batch --file titles.csv --journal run.jsonl -- teams create --title {t}');
    await cutOff(docs, (line) => !/"type":"(task|end)"/.test(line));
    const run = await docs('runs resume run.jsonl --json');
    expect(run).toMatchObject({ code: 0, requests: [] });
    expect(JSON.parse(run.stdout)).toMatchObject([{ status: 'done', id: expect.stringMatching(/./) }]);
  });

  test('a creation that was cut off is sent again where nothing new has its name', async () => {
    const docs = await sandboxCli({ 'titles.csv': 't\nAlpha\nBeta\nBeta\n' });
    const first = await docs(
      'batch --file titles.csv --journal run.jsonl --json -- sites create --title {t}',
    );
    const [alpha, , beta] = JSON.parse(first.stdout).map(({ id }: { id: string }) => id);
    await docs(`sites delete ${beta} --yes`);
    // Nothing is written of the first and the last row, but that they were to be sent.
    await cutOff(docs, (line) => begun(line) || /"type":"(outcome|task)","task":1,/.test(line));
    const run = await docs('runs resume run.jsonl');
    expect(run).toMatchObject({ code: 10, writes: [{ method: 'POST', body: { title: 'Beta' } }] });
    const may = `it is not known whether the earlier request has made site "Alpha" (${alpha})`;
    expect(run.stdout).toContain(may);
    const listings = run.requests.filter(({ path }) => path.startsWith('/v1/orgs/org_acme/sites'));
    // Before and after the time in which the earlier request may still be carried out; Alpha is there at once.
    expect(listings.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'POST']);
    await docs(`sites delete ${alpha} --yes`);
    const rest = await docs('runs resume run.jsonl');
    expect(rest).toMatchObject({ code: 0, writes: [{ method: 'POST', body: { title: 'Alpha' } }] });
  });

  test('a list that has more than was asked for does not count as done', async () => {
    const docs = await sandboxCli({ 'fields.csv': 'n\ncolour\n' });
    await docs('custom-fields create colour --type select:single --option red,green');
    await docs('batch --file fields.csv --journal run.jsonl -- custom-fields update {n} --option red');
    await docs('custom-fields update colour --option red,green');
    await cutOff(docs, begun);
    expect(writes(await docs('runs resume run.jsonl'))).toHaveLength(1);
  });
});

/** A service that answers changes as `script` says, request by request, and reads with `get`. */
async function service(
  answers: { status?: number; json?: unknown }[],
  get: { status?: number; json?: unknown },
) {
  const seen: SentRequest[] = [];
  const docs = await scriptedCli(
    (request) => {
      if (request.method === 'GET') return get;
      seen.push(request);
      return answers[seen.length - 1] ?? { status: 500 };
    },
    { 'rows.csv': 'n\nlocale\n' },
  );
  return { docs, seen };
}

describe('an outcome that no one knows', () => {
  test('after an answer that cannot be used, a creation is not repeated', async () => {
    const { docs, seen } = await service([{ status: 201, json: {} }], { json: { items: [] } });
    const first = await docs(
      'batch --file rows.csv --journal run.jsonl --failed failed.csv -- sites create --title {n}',
    );
    expect(first).toMatchObject({ code: 10, stdout: expect.stringContaining('\tunknown\t10\t') });
    expect((await docs('batch --file failed.csv -- sites create --title {n}')).requests).toEqual([]);
    expect(await docs('runs resume run.jsonl')).toMatchObject({ code: 10 });
    expect(seen).toHaveLength(1);
  });

  test('stays so where it cannot be read back, however often that is tried', async () => {
    const { docs, seen } = await service([], { status: 403, json: { error: { message: 'no' } } });
    await docs('batch --file rows.csv --journal run.jsonl -- custom-fields create {n} --type text');
    for (let turn = 0; turn < 2; turn++) expect((await docs('runs resume run.jsonl')).code).not.toBe(0);
    expect(seen).toHaveLength(1);
  });

  const check =
    'hint: what can be read does not say whether they took effect, so `runs resume` does not send them again: ' +
    '`docs-admin runs show run.jsonl` shows the rows; check each in the app of the service, and repeat by hand what is missing\n';

  test('says what helps where a resume does not', async () => {
    const { docs, seen } = await service([], { json: { items: [] } });
    const line =
      'batch --file rows.csv --journal run.jsonl --no-undo -- change-requests merge {n} --space s --yes';
    for (const one of [line, 'runs resume run.jsonl']) {
      const run = await docs(one);
      expect(run.code).toBe(10);
      expect(run.stderr).toContain('1 with unknown outcome');
      expect(run.stderr).toContain(check);
    }
    expect(seen).toHaveLength(1);
  });

  test('is found out by what the thing shows now', async () => {
    const member = { id: 'locale', user: { id: 'locale' }, sso: true };
    const { docs, seen } = await service([], { json: member });
    const line = 'batch --file rows.csv --journal run.jsonl --no-undo -- members set-sso {n}';
    expect(await docs(line)).toMatchObject({ code: 10 });
    const { code, requests } = await docs('runs resume run.jsonl');
    const reading = { method: 'GET', path: '/v1/orgs/org_acme/members/locale' };
    // For what is left, which is shown first; then for the outcome.
    expect({ code, requests }).toEqual({ code: 0, requests: [reading, reading] });
    expect(seen).toHaveLength(1);
  });

  test('says how to resume where that can find it out, or something else is left', async () => {
    const resume = 'hint: resume with `docs-admin runs resume run.jsonl`';
    const found = await service([], { json: { items: [] } });
    const create = 'custom-fields create {n} --type text';
    const run = await found.docs(`batch --file rows.csv --journal run.jsonl -- ${create}`);
    expect(run).toMatchObject({ code: 10, stderr: expect.stringContaining(resume) });
    const { docs } = await service([{ status: 500 }, { status: 422 }], { json: { items: [] } });
    await writeFile(join(docs.folder, 'two.csv'), 'n\na\nb\n');
    const two = await docs(
      'batch --file two.csv --journal run.jsonl --no-undo --concurrency 1 -- members set-sso {n}',
    );
    expect(two).toMatchObject({ code: 10, stderr: expect.stringContaining('1 failed, 1 with unknown') });
    expect(two.stderr).toContain(resume);
  });

  test('of a deletion is settled where nothing is there any more', async () => {
    const gone = { status: 404, json: { error: { message: 'gone' } } };
    const { docs, seen } = await service([{ status: 500 }, gone], gone);
    const first = await docs(
      'batch --file rows.csv --journal run.jsonl --max-retries 0 -- custom-fields delete {n} --yes',
    );
    expect(first.code).toBe(9);
    expect(await docs('runs resume run.jsonl --max-retries 0')).toMatchObject({ code: 0 });
    expect(seen).toHaveLength(1);
  });
});

describe('memberships', () => {
  test('where one part of a team fails, the parts after it are not sent', async () => {
    const team = { object: 'team', id: 't', title: 't' };
    const docs = await scriptedCli(
      ({ method, path }) => {
        if (method === 'PUT') return { status: 422, json: { error: { message: 'no' } } };
        const owner = { organization: { id: 'old' }, team: { role: 'owner' } };
        if (path.endsWith('/members/new')) return { json: { id: 'new', user: { id: 'new' } } };
        return { json: { items: path.includes('/members') ? [owner] : [team] } };
      },
      { 'roster.csv': 'team,user,role,action\nt,new,owner,\nt,old,,remove\n' },
    );
    const run = await docs(
      'teams members sync --file roster.csv --batch-size 1 --max-removals 1 --yes --concurrency 1 --allow-opening administrators',
    );
    expect(run.code).toBe(9);
    expect(writes(run).map(({ body }) => body)).toEqual([
      { add: ['new'], memberships: { new: { role: 'owner' } } },
    ]);
  });

  test('a plan with a new team is carried out once', async () => {
    const docs = await sandboxCli({ 'roster.csv': 'team,user\nLegal,user_ada\n' });
    await docs('teams members sync --file roster.csv --create-teams --out plan.json');
    expect(await docs('apply-plan plan.json --yes')).toMatchObject({ code: 0 });
    const again = await docs('apply-plan plan.json --yes');
    expect(again).toMatchObject({ code: 6 });
    expect(again.stderr).toContain('now also: team "Legal"');
    expect(writes(again)).toEqual([]);
  });

  test('a plan of many changes can be read again', async () => {
    const users = Array.from({ length: 20_000 }, (_, at) => `member-with-a-long-id-${at}`);
    const team = { object: 'team', id: 't', title: 't' };
    const docs = await scriptedCli(
      ({ path }) => ({ json: { items: path.includes('/members') ? [] : [team] } }),
      { 'roster.csv': `team,user\n${users.map((user) => `t,${user}`).join('\n')}\n` },
    );
    await docs('teams members sync --file roster.csv --out plan.json -q');
    const run = await docs('apply-plan plan.json --dry-run -q -o id');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout.trim().split('\n')).toHaveLength(20_000);
  });

  test('undo goes on without a team that no longer exists', async () => {
    const docs = await sandboxCli({ 'roster.csv': 'team,user\nteam_empty,user_ada\nteam_tokyo,user_ada\n' });
    await docs(
      'teams members sync --file roster.csv --yes --allow-opening administrators --journal run.jsonl',
    );
    await docs('teams delete team_tokyo --yes');
    const run = await docs('runs undo run.jsonl --yes --json');
    expect(run.code).toBe(6);
    expect(run.stderr).toMatch(/warning: members of team ".+" \(\S+\) stay as they are: it no longer exists/);
    expect(run.stderr).toContain('plan: 1 request; 1 left alone');
    expect(JSON.parse(run.stdout).changes).toMatchObject([
      { team: 'team_empty', user: 'user_ada', status: 'done' },
    ]);
  });

  test('undo knows the team that a run has made, though its process ended right after', async () => {
    const docs = await sandboxCli({ 'roster.csv': 'team,user\nLegal,user_ada\n' });
    await docs('teams members sync --file roster.csv --yes --create-teams --journal run.jsonl');
    await cutOff(docs, (line) => !/"type":"(task|end)"/.test(line));
    const run = await docs('runs undo run.jsonl --yes --json');
    expect(run).toMatchObject({ code: 0 });
    expect(writes(run)).toMatchObject([{ method: 'DELETE', path: '/v1/orgs/org_acme/teams/team_1' }]);
  });

  test.each(['9007199254740993', '1e400', '90071992547409.93e2'])(
    'an id is the number that stands in the file, not another one: %s',
    async (id) => {
      const docs = await sandboxCli({ 'roster.jsonl': `{"team":"team_empty","user":${id}}\n` });
      const run = await docs('teams members sync --file roster.jsonl --yes');
      expect(run).toMatchObject({ code: 9, writes: [{ body: { add: [id] } }] });
    },
  );
});

describe('rows', () => {
  test('braces in the flags of several ids are text', async () => {
    const docs = await sandboxCli();
    const run = await docs(['teams', 'update', 'team_docs', 'team_empty', '--title', 'x{id}y{z}']);
    expect(writes(run).map(({ body }) => body)).toEqual([{ title: 'x{id}y{z}' }, { title: 'x{id}y{z}' }]);
  });

  test('--yes in a row is an answer', async () => {
    const docs = await sandboxCli({ 'ids.csv': 'u\nuser_pat\n' });
    expect(await docs('batch --file ids.csv -- members remove {u} --yes')).toMatchObject({ code: 0 });
  });

  test('a row names one thing', async () => {
    const docs = await sandboxCli({ 'commands.txt': 'members get user_pat user_ada\n' });
    const run = await docs('batch --file commands.txt');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('commands.txt:1: a row names one thing');
  });

  test.each([
    ['cannot be written', 'nowhere/failed.csv', 'nowhere/failed.csv'],
    ['is the input', 'ids.csv', '--file and --failed name the same file'],
  ])('a file for failed rows that %s is refused before anything is sent', async (_, file, message) => {
    const docs = await sandboxCli({ 'ids.csv': 'u\nuser_pat\n' });
    const run = await docs(`batch --file ids.csv --failed ${file} -- members update {u} --role read`);
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain(message);
  });

  test('no secret of a command is in the journal', async () => {
    const docs = await sandboxCli({ 'spaces.csv': 'space\nspace_handbook\n' });
    const url = 'https://robot:hunter2hunter2@git.example/x.git';
    await docs(
      `batch --file spaces.csv --yes --journal run.jsonl -- git import --space {space} --url ${url} --ref main`,
    );
    const journal = await readFile(await journalOf(docs), 'utf8');
    expect(journal).toContain('git');
    expect(journal).not.toContain('hunter2');
    await cutOff(docs, begun);
    expect(await docs('runs resume run.jsonl')).toMatchObject({ code: 3, requests: [] });
  });
});

describe('an interrupt', () => {
  test.each(['', '--dry-run'])('while many rows are checked ends the work at once (%s)', async (flag) => {
    const docs = await sandboxCli({ 'ids.csv': `u\n${'user_pat\n'.repeat(5000)}` });
    const user = new AbortController();
    setTimeout(() => user.abort(new Interrupted('SIGINT')));
    const run = await docs(`batch ${flag} --file ids.csv -- members update {u} --role read`, {
      interrupt: user.signal,
    });
    expect(run).toMatchObject({ code: 130, stdout: '', requests: [] });
  });
});
