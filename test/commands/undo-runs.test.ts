import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../src/errors.ts';
import type { Transport } from '../../src/ports.ts';
import { type Cli, sandboxCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';

const files = (...rows: string[]) => ({ ...exampleFiles, 'rows.txt': `${rows.join('\n')}\n` });
const batch =
  'batch --file rows.txt --journal run.jsonl --concurrency 1 --yes --allow-opening administrators';
const undo = 'runs undo run.jsonl --yes --journal undo.jsonl --allow-opening administrators';
const sent = (requests: readonly { method: string; path: string }[]) =>
  requests.map(({ method, path }) => `${method} ${path.replace('/v1/orgs/org_acme', '')}`);

/** Leaves of a journal the lines that `keep` finds, as if its process had been killed. */
async function cutOff(docs: Cli, run: string, keep: RegExp): Promise<void> {
  const { journal } = JSON.parse((await docs(`runs show ${run} --json`)).stdout);
  const lines = (await readFile(journal, 'utf8')).split('\n').filter((line) => keep.test(line));
  await writeFile(journal, `${lines.join('\n')}\n`);
}

const titleOf = async (docs: Cli, line: string) => JSON.parse((await docs(`${line} --json`)).stdout).title;

describe('undo of a run of batch', () => {
  test('shows what goes back, asks, and marks the run', async () => {
    const docs = await sandboxCli(
      files('sites update site_docs --title "Acme Help"', 'teams create --title New'),
    );
    await docs(batch);
    const planned = await docs('runs undo run.jsonl --dry-run --allow-opening administrators');
    expect(planned).toMatchObject({ code: 0, writes: [] });
    expect(planned.stderr).toBe(
      [
        ...['loses (1)', '  team New: deleted', ''],
        '- delete team "New" (team_1)',
        '~ update site "Acme Help" (site_docs)',
        '    title: Acme Help → Acme Docs',
        'plan: 2 requests; 0 left alone, 0 lost',
        '',
      ].join('\n'),
    );
    expect(planned.stdout).toBe(
      [
        'action\tkind\tname\tstatus\terror',
        'delete\tteam\tteam "New" (team_1)\tplanned\t',
        'update\tsite\tsite "Acme Help" (site_docs)\tplanned\t',
        '',
      ].join('\n'),
    );
    const asked = await docs('runs undo run.jsonl', { terminal: true, answers: [false] });
    expect(asked).toMatchObject({ code: 2, writes: [] });
    expect(asked.questions).toEqual([expect.stringContaining('undo 2 changes of run run.jsonl?')]);
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stderr).toContain('done: 2 requests; undo with `docs-admin runs undo undo.jsonl`');
    expect((await docs(undo)).stderr).toContain('run run.jsonl has been undone by run ');
    expect(JSON.parse((await docs('runs show undo.jsonl --json')).stdout)).toMatchObject({
      command: 'runs undo run.jsonl',
      state: 'finished',
      done: 2,
      rows: [
        { action: 'delete', kind: 'team', state: 'done' },
        {
          action: 'update',
          kind: 'site',
          fields: [{ field: 'title', before: 'Acme Help', after: 'Acme Docs' }],
        },
      ],
    });
  });

  test('names the things that values and places mean, and adds nothing where a role only changes', async () => {
    const docs = await sandboxCli(
      files(
        'collections move col_legacy --parent col_internal',
        'sites update site_docs --default-site-section section_api',
        'sections move section_api --site site_docs --before section_guides',
        'teams members set team_docs user_zoe --role owner',
        'custom-fields values set --space space_guides tier=silver',
        'spaces permissions set space_handbook team_docs --role read',
        'collections permissions set col_product team_docs --role read',
      ),
    );
    await docs(batch);
    const { stderr } = await docs('runs undo run.jsonl --dry-run --allow-opening administrators');
    expect(stderr.split('\n').slice(9, 23)).toEqual([
      '~ move collection "Legacy (v1), do not edit" (col_legacy)',
      '    parent: "Internal 内部" (col_internal) → "API & SDKs" (col_api)',
      '~ update roles of teams on collection "Product" (col_product)',
      '    "Docs" (team_docs): read → admin',
      '~ update roles of teams on space "Handbook" (space_handbook)',
      '    "Docs" (team_docs): read → edit',
      '~ update custom field values of space "Guides" (space_guides)',
      '    tier: silver → gold',
      '~ update members of team "Docs" (team_docs)',
      '    ~ Zoë “Zed” O’Neil <zoe@acme.example> (owner → member)',
      '~ move order of the sections of site "Acme Docs" (site_docs)',
      '    "API reference" (section_api) after "Guides" (section_guides)',
      '~ update site "Acme Docs" (site_docs)',
      '    default site section: "API reference" (section_api) → "Guides" (section_guides)',
    ]);
  });

  test('leaves what someone has changed since, with a warning', async () => {
    const docs = await sandboxCli(
      files('sites update site_docs --title "Acme Help" --visibility unlisted', 'teams create --title New'),
    );
    await docs(batch);
    await docs('sites update site_docs --title Theirs');
    await docs('teams members set team_1 user_ada');
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 6 });
    expect(run.writes).toMatchObject([{ method: 'PATCH', body: { visibility: 'public' } }]);
    expect(run.stderr).toContain(
      'warning: site "Theirs" (site_docs) stays as it is: title has been changed since',
    );
    expect(run.stderr).toContain(
      'warning: team "New" (team_1) stays as it is: others have added Ada Lovelace (user_ada)',
    );
  });

  test('turns only those pairs of an order back that the run has turned', async () => {
    const docs = await sandboxCli(files('sections move section_guides --site site_docs'));
    await docs(batch);
    await docs('sections move section_news --site site_docs --before section_api');
    const run = await docs(undo);
    const before = { siteSection: 'section_news' };
    expect(run).toMatchObject({ code: 0, writes: [{ body: { position: { before } } }] });
  });

  test('gives an order back whose first change was refused', async () => {
    const rows = [
      'sections move section_nope --site site_docs',
      'sections move section_guides --site site_docs',
    ];
    const docs = await sandboxCli(files(...rows));
    expect(await docs(batch)).toMatchObject({ code: 9 });
    expect(await docs(undo)).toMatchObject({ code: 0, writes: [{ method: 'POST' }] });
    expect((await docs('sections list site_docs -o id')).stdout).toBe(
      'section_guides\nsection_api\nsection_news\n',
    );
  });

  test('deletes no collection that holds something now', async () => {
    const docs = await sandboxCli(files('collections create --title New'));
    await docs(batch);
    await docs('collections move col_empty --parent col_1');
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 6, writes: [] });
    expect(run.stderr).toContain(
      'collection "New" (col_1) stays as it is: others have added collection "Empty" (col_empty)',
    );
  });

  test('brings everyone back but those who have left the organization, who are named', async () => {
    const docs = await sandboxCli(
      files(
        'teams members update team_docs --remove user_gil --remove user_zoe',
        'teams delete team_tokyo --yes',
      ),
    );
    await docs(`${batch} --max-removals 50 --allow-ownerless`);
    await docs('members remove user_gil user_mei --yes --allow-ownerless');
    const run = await docs(undo);
    expect(run, run.stderr).toMatchObject({ code: 0 });
    expect(run.stderr).toContain(
      'cannot be restored: user_gil in team team_docs: no longer in the organization',
    );
    expect(run.stderr).toContain(
      'cannot be restored: user_mei in team "東京オフィス" (team_tokyo): no longer',
    );
    expect(run.writes.map(({ body }) => body)).toEqual([
      { title: '東京オフィス', members: ['user_yuki'] },
      { add: ['user_zoe'] },
      { memberships: { user_yuki: { role: 'owner' } } },
      { role: 'create' },
    ]);
  });

  test('takes several changes of one thing back to the value before the first', async () => {
    const docs = await sandboxCli(
      files(
        'teams update team_docs --title One',
        'teams update team_docs --title Two',
        'teams update team_docs --title One',
      ),
    );
    await docs(batch);
    expect((await docs(undo)).writes).toMatchObject([{ body: { title: 'Docs' } }]);
  });

  test('does nothing where the values are as before', async () => {
    const docs = await sandboxCli(files('teams update team_docs --title New'));
    await docs(batch);
    await docs('teams update team_docs --title Docs');
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain('nothing to do');
  });

  test('is undone itself', async () => {
    const rows = [
      'sites update site_docs --title "Acme Help"',
      'teams delete team_empty --yes',
      'teams create --title New',
      'teams members set team_design user_kim',
      'sections move section_guides --site site_docs',
    ];
    const docs = await sandboxCli(files(...rows));
    await docs(batch);
    expect(await docs(undo)).toMatchObject({ code: 0 });
    expect(await titleOf(docs, 'sites get site_docs')).toBe('Acme Docs');
    const again = await docs('runs undo undo.jsonl --yes --journal again.jsonl');
    expect(again).toMatchObject({ code: 0 });
    expect(await titleOf(docs, 'sites get site_docs')).toBe('Acme Help');
    const titles = (await docs('teams list --fields title --no-headers')).stdout;
    expect(titles).toContain('New');
    expect(titles).not.toContain('Nobody yet');
    expect((await docs('sections list site_docs -o id')).stdout).toBe(
      'section_api\nsection_news\nsection_guides\n',
    );
    expect((await docs('teams members list team_design --fields organization.id')).stdout).toContain(
      'user_kim',
    );
    expect(await docs('runs undo again.jsonl --yes')).toMatchObject({ code: 0 });
    expect(await titleOf(docs, 'sites get site_docs')).toBe('Acme Docs');
    expect((await docs('teams list --fields title --no-headers')).stdout).toContain('Nobody yet');
  });

  test('of several ids of one command', async () => {
    const docs = await sandboxCli();
    await docs('members update user_pat user_hana --role edit');
    const [id] = (await docs('runs list -o id')).stdout.trim().split('\n');
    const run = await docs(`runs undo ${id} --yes`);
    expect(run.writes.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['user_hana', { role: null }],
      ['user_pat', { role: null }],
    ]);
  });
});

describe('a run that was killed', () => {
  const rows = [
    'teams update team_docs --title One',
    'teams create --title New',
    'members update user_pat --role edit',
  ];

  test('is undone as far as it came; what has no outcome stays', async () => {
    const docs = await sandboxCli(files(...rows));
    await docs(batch);
    await cutOff(docs, 'run.jsonl', /"type":"run"|"type":"intent"|"task":0/);
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 6 });
    expect(run.writes).toMatchObject([{ body: { title: 'Docs' } }]);
    expect(run.stderr).toContain('(user_pat) stays as it is: it is not known whether the run has changed it');
    expect(run.stderr).toContain(
      'teams create "New" stays as it is: it is not known whether the run has made team "New" (team_1)',
    );
  });

  test('names what it may have made, also where the journal does not have its secret', async () => {
    const docs = await sandboxCli(
      files('openapi create orders --url https://ci:secret@acme.example/api.yaml'),
    );
    await docs(batch);
    await cutOff(docs, 'run.jsonl', /"type":"(run|intent)"/);
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 6, writes: [] });
    expect(run.stderr).toContain(
      'OpenAPI specification orders stays as it is: it is not known whether the run has made it',
    );
  });

  test('leaves an order that it may have changed', async () => {
    const docs = await sandboxCli(files('sections move section_guides --site site_docs'));
    await docs(batch);
    await cutOff(docs, 'run.jsonl', /"type":"(run|intent)"/);
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 6, writes: [] });
    expect(run.stderr).toContain(
      '"Acme Docs" (site_docs) stays as it is: it is not known whether the run has changed it',
    );
  });

  test('is resumed, and then undone as a whole', async () => {
    const docs = await sandboxCli(files(rows[0] as string, rows[2] as string));
    await docs(batch);
    await cutOff(docs, 'run.jsonl', /"type":"(run|intent)"/);
    expect(await docs('runs resume run.jsonl')).toMatchObject({ code: 0 });
    const run = await docs(undo);
    expect(run.stderr).not.toContain('stays as it is');
    expect(await titleOf(docs, 'teams get team_docs')).toBe('Docs');
    expect(JSON.parse((await docs('members get user_pat --json')).stdout).role).toBe(null);
  });

  test.each([1, 2, 3, 4])('an undo that is interrupted after %i writes is resumed', async (count) => {
    const stop = new AbortController();
    let [isCounted, writes] = [false, 0];
    const through =
      (sandbox: Transport): Transport =>
      (request, signal) => {
        if (isCounted && request.method !== 'GET' && ++writes === count)
          stop.abort(new Interrupted('SIGINT'));
        return sandbox(request, signal);
      };
    const docs = await sandboxCli(files('teams delete team_tokyo --yes', ...rows), through);
    await docs(`${batch} --allow-ownerless --max-removals 50`);
    isCounted = true;
    const first = await docs(`${undo} --concurrency 1`, { interrupt: stop.signal });
    expect(first, first.stderr).toMatchObject({ code: 130 });
    expect(first.writes).toHaveLength(count);
    expect(await docs('runs resume undo.jsonl --dry-run')).toMatchObject({ code: 0, writes: [] });
    const resumed = await docs('runs resume undo.jsonl');
    expect(resumed, resumed.stderr).toMatchObject({ code: 0 });
    expect(first.writes.length + resumed.writes.length).toBe(6);
    const titles = (await docs('teams list --fields title --no-headers')).stdout;
    expect(titles).toContain('東京オフィス');
    expect(titles).not.toContain('New');
    expect(await titleOf(docs, 'teams get team_docs')).toBe('Docs');
  });
});

describe('values before', () => {
  const people = async (docs: Cli) => (await docs('members list -o id')).stdout.trim().split('\n');

  test.each([10, 11])('of %i things of one kind', async (count) => {
    const docs = await sandboxCli(files());
    const ids = (await people(docs)).filter((id) => id !== 'user_ada').slice(0, count);
    await writeFile(`${docs.folder}/ids.csv`, `id\n${ids.join('\n')}\n`);
    const run = await docs(
      'batch --file ids.csv --journal run.jsonl --allow-opening administrators --yes -- members update {id} --role admin',
    );
    const reads = sent(run.requests).filter((line) => line.startsWith('GET'));
    expect(reads).toEqual(count > 10 ? ['GET /members?limit=1000'] : ids.map((id) => `GET /members/${id}`));
    const undone = await docs(`${undo} --max-removals 100`);
    const again = sent(undone.requests).filter((line) => line.startsWith('GET'));
    expect(again[0]).toBe(count > 10 ? 'GET /members?limit=1000' : `GET /members/${ids[0]}`);
  });

  test('of an order are not known with --no-undo', async () => {
    const docs = await sandboxCli(files('sections move section_guides --site site_docs'));
    await docs(`${batch} --no-undo`);
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain(
      'order of the sections of site "Acme Docs" (site_docs): its value before is not known',
    );
  });

  test('are not read with --no-undo, and undo says so', async () => {
    const docs = await sandboxCli(files('teams update team_docs --title One', 'teams create --title New'));
    const run = await docs(`${batch} --no-undo`);
    expect(sent(run.requests)).toEqual(['PATCH /teams/team_docs', 'PUT /teams']);
    const undone = await docs(undo);
    expect(undone.writes).toMatchObject([{ method: 'DELETE', path: '/v1/orgs/org_acme/teams/team_1' }]);
    expect(undone.stderr).toContain(
      '  cannot be restored: team "One" (team_docs): its value before is not known: the run was started with --no-undo',
    );
  });

  test('are not read in a dry run, nor for what is only made', async () => {
    const docs = await sandboxCli(files('teams update team_docs --title One', 'teams create --title New'));
    expect(await docs(`${batch} --dry-run`)).toMatchObject({ requests: [] });
    const made = await sandboxCli(files('teams create --title New', 'saml create --label New'));
    expect(sent((await made(batch)).requests)).toEqual(['PUT /teams', 'POST /saml']);
  });

  test('that the token may not read keep nothing from being done, and undo says so', async () => {
    let isHidden = true;
    const through =
      (sandbox: Transport): Transport =>
      (request, signal) =>
        isHidden && request.method === 'GET'
          ? Promise.resolve({ status: 403, headers: {}, body: new TextEncoder().encode('{}') })
          : sandbox(request, signal);
    const docs = await sandboxCli(files('teams update team_docs --title One'), through);
    expect(await docs(batch)).toMatchObject({ code: 0 });
    isHidden = false;
    const run = await docs(undo);
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toMatch(/team "One" \(team_docs\): its value before is not known: .*403/);
  });

  test('that are secret are not in the journal', async () => {
    const docs = await sandboxCli(files('saml update saml_okta --label Other --sso-url https://b.example'));
    await docs('saml update saml_okta --sso-url https://user:hunter2@a.example/sso');
    await docs(batch);
    const { journal } = JSON.parse((await docs('runs show run.jsonl --json')).stdout);
    expect(await readFile(journal, 'utf8')).not.toContain('hunter2');
    const run = await docs(undo);
    expect(run.writes).toMatchObject([{ body: { label: 'Okta' } }]);
    expect(run.stderr).toContain('ssoURL: it holds a secret, which journals do not keep');
  });
});

describe('a note before the run names what undo cannot take back', () => {
  const rows = [
    'members set-sso user_pat',
    'members set-sso user_kim',
    'members ping',
    'teams update team_docs --title One',
  ];

  test('by command', async () => {
    const docs = await sandboxCli(files(...rows));
    const { stderr } = await docs(batch);
    expect(stderr).toBe('undo cannot take these back: 2 x members set-sso, 1 x members ping\n');
    const quiet = await sandboxCli(files(...rows));
    expect((await quiet(`${batch} --quiet`)).stderr).toBe('');
  });
});

describe('undo is guarded', () => {
  test('where it deletes many things that were made', async () => {
    const rows = Array.from({ length: 6 }, (_, at) => `teams create --title Team${at}`);
    const docs = await sandboxCli(files(...rows));
    await docs(batch);
    const refused = await docs(undo);
    expect(refused).toMatchObject({ code: 2, writes: [] });
    expect(refused.stderr).toContain('allow it with --max-removals 6');
    expect((await docs(`${undo} --max-removals 6`)).writes).toHaveLength(6);
  });

  test('where a team would lose its last owner', async () => {
    const docs = await sandboxCli(files('teams members set team_empty user_ada --role owner'));
    await docs(batch);
    await docs('teams members set team_empty user_kim');
    const refused = await docs(undo);
    expect(refused).toMatchObject({ code: 2, writes: [] });
    expect(refused.stderr).toContain('--allow-ownerless');
    expect(await docs(`${undo} --allow-ownerless`)).toMatchObject({ code: 0 });
  });

  test('on a protected profile', async () => {
    const docs = await sandboxCli(files('teams update team_docs --title One'));
    await docs(batch);
    await docs('config set protected true');
    const run = await docs('runs undo run.jsonl');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(await docs('runs undo run.jsonl --dry-run --allow-opening administrators')).toMatchObject({
      code: 0,
      writes: [],
    });
  });
});
