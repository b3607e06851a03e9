import { describe, expect, test } from 'vitest';
import { type Script, sandboxCli, scriptedCli } from '../support/cli.ts';
import { countingService } from '../support/counting-service.ts';

const ids = (count: number) => `id\n${Array.from({ length: count }, (_, at) => `x${at}`).join('\n')}\n`;

describe('parts of one input count together', () => {
  test('rows of a batch', async () => {
    const docs = await scriptedCli(countingService(10), { 'ids.csv': ids(4) });
    for (const part of ['1/2', '2/2', '4/4']) {
      const run = await docs(`batch --file ids.csv --shard ${part} --yes -- teams delete {id}`);
      expect(run).toMatchObject({ code: 2, writes: [] });
      expect(run.stderr).toContain('it would delete 4 of 10 teams of org_acme');
      expect(run.stderr).toContain('--max-removals 4\n');
    }
    const done = await Promise.all(
      ['1/2', '2/2'].map((part) =>
        docs(`batch --file ids.csv --shard ${part} --yes --max-removals 4 -- teams delete {id}`),
      ),
    );
    expect(done.flatMap(({ writes }) => writes)).toHaveLength(4);
  });

  test('teams of a roster', async () => {
    const teams = ['t1', 't2', 't3', 't4'];
    const roster = `team,user,action\n${teams.map((team) => `${team},x0,remove`).join('\n')}\n`;
    const service = countingService(3);
    const docs = await scriptedCli(
      (request, headers) =>
        /\/teams\?/.test(request.path)
          ? { json: { items: teams.map((id) => ({ id, title: id })) } }
          : service(request, headers),
      { 'roster.csv': roster },
    );
    for (const part of ['1/3', '2/3', '3/3']) {
      const run = await docs(`teams members sync --file roster.csv --shard ${part} --yes`);
      expect(run).toMatchObject({ code: 2, writes: [] });
      expect(run.stderr).toContain('it would end 4 of 12 memberships in all; 20 % are allowed');
      expect(run.stderr).toContain('--max-removals 4\n');
    }
  });
});

describe('owners of a team who stay as members', () => {
  const people = Array.from({ length: 24 }, (_, at) => `x${at}`);
  const service: Script = ({ method, path }) => {
    if (method !== 'GET') return { status: 204 };
    if (/\/teams\?/.test(path)) return { json: { items: [{ id: 't', title: 'Docs' }] } };
    return { json: { items: people.map((id) => ({ organization: { id }, team: { role: 'owner' } })) } };
  };
  const lowered = people.slice(0, 23);

  test.each([
    `teams members update t ${lowered.map((id) => `--role ${id}=member`).join(' ')} --yes`,
    'teams members sync --file roster.csv --yes',
    'batch --file roster.csv --yes -- teams members set t {user} --role member',
  ])('%s', async (line) => {
    const rows = lowered.map((id) => `t,${id},member`);
    const docs = await scriptedCli(service, { 'roster.csv': `team,user,role\n${rows.join('\n')}\n` });
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain(
      `it would lower the roles of 23 of 24 members of team "Docs" (t); 20 % are allowed`,
    );
    expect(run.stderr).toContain('--max-removals 23\n');
    const [before, ...after] = line.split(' -- ');
    const lifted = [`${before} --max-removals 23`, ...after].join(' -- ');
    expect(await docs(lifted)).toMatchObject({ code: 0 });
  });

  test('count together with those who leave', async () => {
    const docs = await scriptedCli(service);
    const run = await docs('teams members update t --remove x0,x1,x2 --role x3=member --role x4=member');
    expect(run.stderr).toContain(
      'it would end or lower 5 of 24 memberships of team "Docs" (t); 20 % are allowed',
    );
  });
});

describe('a list that the token may not read', () => {
  const forbidding = (list: RegExp) => {
    const service = countingService(30);
    return scriptedCli(
      (request, headers) =>
        request.method === 'GET' && list.test(request.path)
          ? { status: 403, json: { error: { message: 'no' } } }
          : service(request, headers),
      { 'ids.csv': ids(5) },
    );
  };

  test.each([
    ['teams delete {id}', /\/teams\?/, 'the list of teams', ''],
    ['teams members remove t {id}', /\/teams\/t\/members/, 'the members of team t', '--allow-ownerless '],
    [
      'teams members set t {id} --role member',
      /\/teams\/t\/members/,
      'the members of team t',
      '--allow-ownerless ',
    ],
  ])('%s needs --max-removals', async (command, list, what, also) => {
    const docs = await forbidding(list);
    const run = await docs(`batch --file ids.csv --yes -- ${command}`);
    expect(run).toMatchObject({
      code: 2,
      writes: [],
      stderr:
        `error: it is unknown what is lost: the token may not read ${what}; nothing was sent\n` +
        `hint: if you mean it, allow it with ${also}--max-removals 5\n`,
    });
    for (const flags of [`${also}--max-removals 4`, `${also}--max-removals 30%`, also || '--max-removals 2'])
      expect(await docs(`batch --file ids.csv --yes ${flags} -- ${command}`)).toMatchObject({
        code: 2,
        writes: [],
      });
    if (also)
      expect(await docs(`batch --file ids.csv --yes --max-removals 5 -- ${command}`)).toMatchObject({
        code: 2,
        writes: [],
        stderr: expect.stringContaining('allow it with --allow-ownerless\n'),
      });
    const allowed = await docs(`batch --file ids.csv --yes ${also}--max-removals 5 -- ${command}`);
    expect(allowed).toMatchObject({ code: 0 });
    expect(allowed.writes).toHaveLength(5);
  });

  test.each([
    'members update x0 x1 --role read --max-removals 2',
    'members remove x0 x1 --yes --max-removals 2 --allow-ownerless',
    'members update x29 --role read',
    'members remove x29 --yes --allow-ownerless',
    'batch --file ids.csv --yes --max-removals 100% --allow-ownerless -- members remove {id}',
  ])('%s: nothing allows it where the last administrator may go', async (line) => {
    const docs = await scriptedCli(
      ({ method, path }) =>
        method === 'GET' && /\/members(\?|$)/.test(path)
          ? { status: 403, json: { error: { message: 'no' } } }
          : { json: { id: path.split('/').at(-1), role: 'admin', teams: 0 } },
      { 'ids.csv': ids(5) },
    );
    const run = await docs(line);
    expect(run).toMatchObject({
      code: 2,
      stdout: '',
      writes: [],
      stderr:
        'error: it is unknown what is lost: the token may not read the members of org_acme; nothing was sent\n' +
        'hint: use a token that may list the members of org_acme\n',
    });
  });

  test('one member who is no administrator needs no list', async () => {
    const docs = await forbidding(/\/members\?/);
    expect(await docs('members update x0 --role read --yes')).toMatchObject({ code: 0 });
  });

  test('several members of one team need both flags', async () => {
    const docs = await forbidding(/\/teams\/t\/members/);
    const line = 'teams members update t --remove x0,x1 --role x2=member --yes';
    const held = await docs(line);
    expect(held).toMatchObject({ code: 2, writes: [] });
    expect(held.stderr).toContain('allow it with --allow-ownerless --max-removals 3\n');
    expect(await docs(`${line} --allow-ownerless`)).toMatchObject({ code: 2, writes: [] });
    expect(await docs(`${line} --max-removals 3`)).toMatchObject({ code: 2, writes: [] });
    expect(await docs(`${line} --allow-ownerless --max-removals 3`)).toMatchObject({ code: 0 });
  });

  test('for one team, --allow-ownerless', async () => {
    const docs = await forbidding(/\/teams\/t\/members/);
    const line = 'teams members set t x0 --role member --yes';
    expect(await docs(line)).toMatchObject({
      code: 2,
      writes: [],
      stderr: expect.stringContaining('allow it with --allow-ownerless\n'),
    });
    const allowed = line.replace(/^(batch|teams members \w+ t)/, '$1 --allow-ownerless');
    expect(await docs(allowed)).toMatchObject({ code: 0 });
  });

  test('a title that cannot be read is left out', async () => {
    const docs = await forbidding(/./);
    expect(await docs('teams delete x0 --yes')).toMatchObject({
      code: 0,
      stderr: 'deleted team x0\n',
      writes: [{ method: 'DELETE' }],
    });
  });
});

describe('plans', () => {
  /** A plan that ends 3 of 7 memberships of a team, and takes its owners away. */
  async function stored() {
    const docs = await sandboxCli({
      'roster.csv': 'team,user,action\nteam_docs,user_ada,remove\nteam_docs,user_linus,remove\n',
    });
    await docs('teams members sync --file roster.csv --out p.json --max-removals 2 --allow-ownerless');
    return docs;
  }

  test('a stored plan is looked at again', async () => {
    const docs = await stored();
    const held = await docs('apply-plan p.json --yes');
    expect(held).toMatchObject({ code: 2, writes: [] });
    expect(held.stderr).toContain(
      'team "Docs" (team_docs) would lose all 2 of its owners: Ada Lovelace (user_ada) and Linus Bergström (user_linus)',
    );
    // Teams with fewer than ten members are guarded, as where the roster is applied at once.
    expect(await docs('apply-plan p.json --yes --allow-ownerless')).toMatchObject({
      code: 2,
      writes: [],
      stderr:
        'error: it would end 2 of 7 memberships of team "Docs" (team_docs); 20 % are allowed; nothing was sent\n' +
        'hint: if you mean it, allow it with --max-removals 2\n',
    });
    const allowed = 'apply-plan p.json --yes --allow-ownerless --max-removals 2';
    expect(await docs(allowed)).toMatchObject({ code: 0 });
  });

  test('so is what undoing would end', async () => {
    const people = ['ravi', 'sofia', 'ivan', 'min', 'ana', 'tom', 'kim', 'leo', 'eve', 'bo', 'ines', 'jan'];
    const rows = people.map((name) => `team_empty,user_${name},member`);
    const docs = await sandboxCli({
      'roster.csv': `team,user,role\n${rows.join('\n')}\nteam_empty,user_ada,owner\n`,
    });
    await docs(
      'teams members sync --file roster.csv --yes --allow-opening administrators --journal run.jsonl',
    );
    await docs('teams members update team_empty --add user_grace --role user_grace=owner --yes');
    const held = await docs('runs undo run.jsonl --yes');
    expect(held).toMatchObject({ code: 2, writes: [] });
    expect(held.stderr).toContain('it would end 13 of 14 memberships of team "Nobody yet" (team_empty)');
    expect(held.stderr).toContain('--max-removals 13\n');
    expect(await docs('runs undo run.jsonl --yes --max-removals 13')).toMatchObject({ code: 0 });
  });

  test('a roster names who stays: small teams are looked after, too', async () => {
    const docs = await sandboxCli({ 'roster.csv': 'team,user,role\nteam_tokyo,user_yuki,owner\n' });
    expect(await docs('teams members sync --file roster.csv --prune --yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('1 of 2 memberships of team "東京オフィス" (team_tokyo)'),
    });
  });
});

test('a run that is resumed is not asked again for what it was allowed', async () => {
  let fails = true;
  const service = countingService(10);
  const docs = await scriptedCli(
    (request, headers) => {
      if (fails && request.path.endsWith('/x2')) return { status: 422, json: {} };
      return service(request, headers);
    },
    { 'ids.csv': ids(3) },
  );
  const line = 'batch --file ids.csv --yes --max-removals 3 --journal run.jsonl -- teams delete {id}';
  expect(await docs(line)).toMatchObject({ code: 9 });
  fails = false;
  expect(await docs('runs resume run.jsonl')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^loses \(\d+\)\n {2}team Title 0: deleted\n/),
    writes: [{ method: 'DELETE', path: '/v1/orgs/org_acme/teams/x2' }],
  });
});

describe('the members of a team that the service does not show (404)', () => {
  const hiding = (isThere: boolean) => {
    const service = countingService(3);
    return scriptedCli(
      (request, headers) =>
        request.method === 'GET' && (isThere ? /\/teams\/t\/members/ : /\/teams\/t/).test(request.path)
          ? { status: 404, json: { error: { message: 'no' } } }
          : service(request, headers),
      { 'ids.csv': ids(1) },
    );
  };

  test.each([
    'teams members remove t x2 --yes',
    'teams members update t --remove x2 --yes',
    'batch --file ids.csv --yes -- teams members remove t {id}',
  ])('hold the last owner: %s', async (line) => {
    const docs = await hiding(true);
    expect(await docs(line)).toMatchObject({
      code: 2,
      writes: [],
      stderr:
        'error: it is unknown what is lost: the service does not show the members of team t; nothing was sent\n' +
        'hint: if you mean it, allow it with --allow-ownerless\n',
    });
    const allowed = line.replace(/^(batch|teams members \w+ t)/, '$1 --allow-ownerless');
    expect(await docs(allowed)).toMatchObject({ code: 0 });
  });

  test('are no loss of a team that does not exist: the request reports it', async () => {
    const docs = await hiding(false);
    const run = await docs('teams members remove t x2 --yes');
    expect(run.writes.map(({ method }) => method)).toEqual(['DELETE']);
  });
});

describe('the last sign-on provider', () => {
  const only = 'org_acme would lose its only sign-on provider, "x0"';
  const all = 'org_acme would lose all 2 of its sign-on providers';

  test.each([
    ['saml delete x0 --yes', 1, only],
    ['saml delete x0 --yes --dry-run', 1, only],
    ['saml delete x0 x1 --yes', 2, all],
    ['batch --file ids.csv --yes -- saml delete {id}', 2, all],
    ['batch --file ids.csv --yes --max-removals 100 --allow-ownerless -- saml delete {id}', 2, all],
  ])('stays: %s', async (line, count, message) => {
    const docs = await scriptedCli(countingService(count), { 'ids.csv': ids(2) });
    expect(await docs(line)).toMatchObject({
      code: 2,
      writes: [],
      stderr:
        `error: ${message}; nothing was sent\n` +
        'hint: add another provider first, and delete this one once people sign in with the new one\n',
    });
  });

  test('may go beside another one', async () => {
    const docs = await scriptedCli(countingService(2), {});
    expect(await docs('saml delete x0 --yes')).toMatchObject({ code: 0 });
  });

  test('stays if the token may not list the providers', async () => {
    const service = countingService(2);
    const docs = await scriptedCli(
      (request, headers) =>
        /\/saml\?/.test(request.path)
          ? { status: 403, json: { error: { message: 'no' } } }
          : service(request, headers),
      {},
    );
    const run = await docs('saml delete x0 --yes');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain('the token may not read the sign-on providers of org_acme');
  });
});
