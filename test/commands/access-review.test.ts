import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Run, sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { withoutAnswer } from '../support/refusing.ts';
import { cellsIn, csvOf, decidedReview, deciding, succeeds, writeDecisions } from '../support/reviews.ts';
import { testNow } from '../support/test-system.ts';

const uma = 'team-member user_uma team_design';

describe('access review open', () => {
  test('freezes each grant once, in one packet of one reviewer', async () => {
    const docs = await sandboxCli({});
    const run = await docs('access review open q4 -o csv');
    expect([run.code, run.writes]).toEqual([0, []]);
    expect(run.stdout).toBe(`reviewer,name,packet,grants
user_grace,Grace Hopper <grace@acme.example>,user_grace,18
user_ada,Ada Lovelace <ada@acme.example>,user_ada,18
user_linus,Linus Bergström <linus@acme.example>,user_linus,8
user_sofia,Sofía Núñez 🚀 <sofia@acme.example>,user_sofia,6
user_noa,נועה לוי <noa@acme.example>,user_noa,4
user_yuki,山田 由紀 <yuki@acme.example>,user_yuki,2
`);
    const population = cellsIn(docs, 'q4/population.csv');
    const packets = readdirSync(join(docs.folder, 'q4/packets')).filter((name) => name.endsWith('.csv'));
    const asked = packets.flatMap((name) => cellsIn(docs, `q4/packets/${name}`));
    const ids = population.map(({ grant }) => grant);
    expect(new Set(ids).size).toBe(56);
    expect(asked.map(({ grant }) => grant).toSorted()).toEqual(ids.toSorted());
    const ways = population.map(({ way }) => way);
    expect(
      Object.fromEntries([...new Set(ways)].map((way) => [way, ways.filter((one) => one === way).length])),
    ).toEqual({
      'organization-role': 21,
      'team-member': 24,
      'collection-team': 4,
      'space-team': 4,
      'collection-default': 3,
    });
    expect(
      population.find(({ person_id, place_id }) => person_id === 'team_docs' && place_id === 'col_product'),
    ).toEqual({
      grant: 'g0a53929a243c80e55228',
      person: 'team Docs',
      place: 'collection Product',
      way: 'collection-team',
      level: 'admin',
      opens: '7 people in 11 places',
      note: '',
      reviewer: 'user_linus',
      person_id: 'team_docs',
      place_id: 'col_product',
    });
  });

  test('counts reviewers on a terminal, and a plan grants', async () => {
    const docs = await decidedReview({ [uma]: ['remove', '', 'left'] });
    const opened = await docs('access review open q5', { terminal: true });
    expect(opened.stderr).toMatch(/\n6 reviewers\n$/);
    expect((await docs('access review plan q4', { terminal: true })).stderr).toMatch(/\n1 grant\n$/);
  });

  test('gives the same ids again', async () => {
    const docs = await sandboxCli({});
    for (const line of ['q4', 'q5', 'q6 --by place', 'q7 --by person'])
      await succeeds(docs, `access review open ${line}`);
    const ids = (review: string) =>
      cellsIn(docs, `${review}/population.csv`).map(({ reviewer: _, ...row }) => row);
    expect(ids('q5')).toEqual(ids('q4'));
    expect([ids('q6'), ids('q7')]).toEqual([ids('q4'), ids('q4')]);
    expect(readFileSync(join(docs.folder, 'q5/manifest.json'), 'utf8')).toBe(
      readFileSync(join(docs.folder, 'q4/manifest.json'), 'utf8'),
    );
  });

  test('asks no one about a grant of their own if there is someone else', async () => {
    const docs = await sandboxCli({});
    await succeeds(docs, 'access review open q4');
    const own = cellsIn(docs, 'q4/population.csv').filter(
      ({ person_id, reviewer }) => person_id === reviewer,
    );
    expect(own).toEqual([]);
    await succeeds(docs, 'members update user_grace --role read --yes');
    await succeeds(docs, 'access review open q5');
    const marked = cellsIn(docs, 'q5/population.csv').filter(({ note }) => note?.includes('self'));
    expect(marked.map(({ way, person_id, reviewer }) => [way, person_id, reviewer])).toEqual([
      ['organization-role', 'user_ada', 'user_ada'],
    ]);
  });

  test.each([
    ['--by place', (cells: string[]) => cells.toSorted()],
    ['--by person', (cells: string[]) => cells.toSorted()],
  ])('sorts packets %s', async (flag, sort) => {
    const docs = await sandboxCli({});
    await succeeds(docs, `access review open q4 ${flag}`);
    const column = flag.endsWith('place') ? 'place' : 'person';
    const cells = cellsIn(docs, 'q4/packets/user_ada.csv').map((row) => row[column] as string);
    expect(cells).toEqual(sort(cells));
    expect(readdirSync(join(docs.folder, 'q4/packets')).filter((name) => name.endsWith('.csv'))).toEqual([
      'user_ada.csv',
      'user_grace.csv',
    ]);
  });

  test('takes only a level, or what guests hold', async () => {
    const docs = await sandboxCli({});
    await succeeds(docs, 'access review open q4 --level admin');
    expect(
      cellsIn(docs, 'q4/population.csv').map(
        ({ way, person_id, place_id }) => `${way} ${person_id} ${place_id}`,
      ),
    ).toEqual([
      'organization-role user_grace org_acme',
      'organization-role user_ada org_acme',
      ...['ada', 'linus', 'mei', 'yuki', 'zoe', 'ravi', 'gil'].map(
        (name) => `team-member user_${name} team_docs`,
      ),
      'collection-team team_docs col_product',
    ]);
    await succeeds(docs, 'access review open guests --guests');
    expect(
      cellsIn(docs, 'guests/population.csv').map(
        ({ way, person_id, place_id }) => `${way} ${person_id} ${place_id}`,
      ),
    ).toEqual([
      'team-member user_gil team_docs',
      'team-member user_hana team_support',
      'team-member user_uma team_design',
      'collection-team team_docs col_product',
      'collection-team team_support col_product',
      'space-team team_design space_guides',
      'space-team team_docs space_handbook',
      'space-team team_support space_handbook',
    ]);
  });

  test('gives places to the reviewers of a file, in any encoding of a spreadsheet', async () => {
    const text = '\ufeffPlace;Reviewer\r\nHandbook;kim@acme.example\r\nname:Product;user_zoe\r\n';
    const docs = await sandboxCli({ 'reviewers.csv': Buffer.from(text, 'utf16le') });
    await succeeds(docs, 'access review open q4 --reviewers reviewers.csv');
    const reviewers = cellsIn(docs, 'q4/population.csv').filter(({ way }) =>
      /-team|-default/.test(way ?? ''),
    );
    expect(reviewers.map(({ person, place, reviewer }) => [person, place, reviewer])).toEqual([
      ['team Docs', 'collection Product', 'user_zoe'],
      ['team Support, EMEA', 'collection Product', 'user_zoe'],
      ['team Platform', 'collection Internal 内部', 'user_grace'],
      // What is in the collection, too.
      ['team Platform', 'collection Product/API & SDKs', 'user_zoe'],
      ['team 東京オフィス', 'space Product/ドキュメント', 'user_zoe'],
      ['team Design 🎨', 'space Product/Guides', 'user_zoe'],
      ['team Docs', 'space Handbook', 'user_kim'],
      ['team Support, EMEA', 'space Handbook', 'user_kim'],
      ['everyone', 'collection Product', 'user_zoe'],
      ['everyone', 'collection Internal 内部', 'user_ada'],
      ['everyone', 'collection Product/API & SDKs/Legacy (v1), do not edit', 'user_zoe'],
    ]);
  });

  test('names all problems of a file of reviewers by line, and writes nothing', async () => {
    const docs = await sandboxCli({
      'reviewers.csv': 'place,reviewer\nNowhere,user_ada\nHandbook,user_dee\n,nobody@acme.example\n',
      'columns.csv': 'where,who\nHandbook,user_ada\n',
    });
    const run = await docs('access review open q4 --reviewers reviewers.csv');
    expect([run.code, run.stderr]).toEqual([
      2,
      `error: 4 problems in reviewers.csv; nothing was sent
  reviewers.csv:2: place: there is no place "Nowhere"
  reviewers.csv:3: reviewer: "user_dee" cannot sign in
  reviewers.csv:4: place: is empty
  reviewers.csv:4: reviewer: there is no reviewer "nobody@acme.example"
`,
    ]);
    const columns = await docs('access review open q4 --reviewers columns.csv');
    expect([columns.code, columns.stderr]).toEqual([
      2,
      'error: columns.csv:1: there is no column "place", there is no column "reviewer"\n',
    ]);
    expect(readdirSync(docs.folder)).toEqual(['columns.csv', 'reviewers.csv']);
  });

  test('is incomplete where a list cannot be read, and writes the folder all the same', async () => {
    const docs = await sandboxCli({}, withoutAnswer(/team_design\/members/, 403));
    const run = await docs('access review open q4');
    expect([run.code, run.stderr]).toEqual([
      12,
      expect.stringContaining('the members of team team_design cannot be read (403)'),
    ]);
    const review = JSON.parse(readFileSync(join(docs.folder, 'q4/review.json'), 'utf8'));
    expect(review).toMatchObject({ complete: false, unknown: [expect.stringContaining('team_design')] });
    const check = await docs('access review verify q4');
    expect([check.code, check.stderr]).toEqual([12, expect.stringContaining('the review is incomplete')]);
  });

  test.each([
    ['access review open q4', 'q4 is not empty'],
    ['access review open q5 --due tomorrow', 'invalid --due'],
    ['access review open q5 --due 2026-02-30', 'invalid --due'],
    ['access review open q5 --by team,place', 'invalid --by'],
    ['access review open q5 --level much', 'invalid --level "much"'],
    ['access review open q5 --reviewers none.csv', 'none.csv'],
    ['access review status none', 'none holds no access review'],
  ])('refuses %s', async (line, message) => {
    const docs = await sandboxCli({ 'q4/notes.txt': 'mine' });
    const run = await docs(line);
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(readdirSync(docs.folder)).toEqual(['q4']);
  });

  test('asks about no one where there are more than 2,000 members, and says so', async () => {
    const docs = await sandboxCli({}, undefined, demoStore({ members: 2001 }));
    const asked = ({ requests }: Run) =>
      requests.filter(({ path }) => /members\/[^/]+\/spaces/.test(path)).length;
    const run = await succeeds(docs, 'access review open q4');
    // The spaces of the caller are all spaces.
    expect(asked(run)).toBe(1);
    expect(run.stderr).toContain(
      'grants that no list shows were not looked for; --verify asks the service about each member\n',
    );
    expect(JSON.parse(readFileSync(join(docs.folder, 'q4/review.json'), 'utf8')).direct).toBe(false);
    // Each list is read once.
    expect(new Set(run.requests.map(({ path }) => path)).size).toBe(run.requests.length);
  });

  test('no cell is a formula for a spreadsheet, and none has a line break', async () => {
    const docs = await sandboxCli({});
    await succeeds(docs, 'access review open q4');
    const text = readFileSync(join(docs.folder, 'q4/population.csv'), 'utf8');
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"") <tom@acme.example>"`);
    expect(text.trimEnd().split('\n')).toHaveLength(57);
  });
});

describe('access review import', () => {
  test('records decisions, each with the hash of the one before', async () => {
    const docs = await decidedReview({ [uma]: ['remove', '', 'The project has ended'] }, { other: null });
    const [line] = readFileSync(join(docs.folder, 'q4/decisions.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line as string)).toEqual({
      grant: 'g6dbb3902627d01ff46be',
      decision: 'remove',
      reason: 'The project has ended',
      reviewer: 'user_noa',
      level: 'member',
      at: new Date(testNow).toISOString(),
      file: 'user_noa.csv',
      line: 4,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('takes a later decision of the same reviewer, and keeps both in the record', async () => {
    const docs = await decidedReview({ [uma]: ['remove', '', 'left'] });
    const again = await docs('access review import q4 user_noa.csv');
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringContaining('imported 0 decisions, 4 known already'),
    ]);
    writeDecisions(docs, deciding({ [uma]: ['KEEP '] }));
    await succeeds(docs, 'access review import q4 user_noa.csv');
    const [status] = JSON.parse(
      (await docs('access review status q4 --json --query "[?reviewer==\'user_noa\']"')).stdout,
    );
    expect(status).toEqual({
      reviewer: 'user_noa',
      grants: 4,
      decided: 4,
      open: 0,
      keep: 4,
      remove: 0,
      lower: 0,
      overdue: 0,
    });
    expect(readFileSync(join(docs.folder, 'q4/decisions.jsonl'), 'utf8').trim().split('\n')).toHaveLength(57);
  });

  test.each([
    ['UTF-16 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['semicolons', (_: string, rows: Parameters<typeof csvOf>[0]) => csvOf(rows, ';')],
    [
      'tabs, CRLF and a byte order mark',
      (_: string, rows: Parameters<typeof csvOf>[0]) => `\ufeff${csvOf(rows, '\t').replaceAll('\n', '\r\n')}`,
    ],
  ])('reads %s, and further columns', async (_, save) => {
    const docs = await sandboxCli({});
    await succeeds(docs, 'access review open q4');
    const rows = cellsIn(docs, 'q4/packets/user_yuki.csv').map((row) => ({
      ...row,
      decision: 'Keep',
      mine: 'x',
    }));
    writeFileSync(join(docs.folder, 'user_yuki (1).csv'), save(csvOf(rows), rows));
    const run = await docs(['access', 'review', 'import', 'q4', 'user_yuki (1).csv']);
    expect([run.code, run.stderr]).toEqual([
      0,
      expect.stringMatching(/^imported 2 decisions; seal: [0-9a-f]{64}\n$/),
    ]);
  });

  test('names all problems by line, and imports nothing', async () => {
    const docs = await sandboxCli({});
    await succeeds(docs, 'access review open q4');
    const manifest = readFileSync(join(docs.folder, 'q4/manifest.json'), 'utf8');
    const [zoe, omar, uma, guides] = cellsIn(docs, 'q4/packets/user_noa.csv');
    const other = cellsIn(docs, 'q4/packets/user_yuki.csv')[0];
    const wrong = [
      { ...zoe, decision: 'delete' },
      { ...zoe, decision: 'remove' },
      { ...omar, decision: 'lower', reason: 'less' },
      { ...uma, decision: 'keep', level: 'owner' },
      { ...guides, decision: 'remove', reason: '=HYPERLINK("http://evil.example")' },
      { ...guides, decision: 'keep', to: 'read' },
      { ...other, decision: 'lower', to: 'read', reason: 'less' },
      { ...guides, grant: 'g0000', decision: 'keep' },
      { ...guides, review: 'r000000000000', decision: 'keep' },
    ];
    writeFileSync(join(docs.folder, 'user_noa.csv'), csvOf(wrong as never));
    writeFileSync(
      join(docs.folder, 'user_yuki.csv'),
      csvOf([
        { ...other, decision: 'keep' },
        { ...other, decision: 'keep' },
      ] as never),
    );
    const run = await docs('access review import q4 user_noa.csv user_yuki.csv');
    expect([run.code, run.stderr.replaceAll(/r[0-9a-f]{12}\b(?<!r0{12})/g, 'MARK')]).toEqual([
      2,
      `error: 10 problems in the decisions; nothing was imported
  user_noa.csv:2: decision: must be keep, remove or lower, not "delete"
  user_noa.csv:3: reason: is missing: remove needs one
  user_noa.csv:4: to: there is nothing below member
  user_noa.csv:5: level: is "owner", the packet says "member"
  user_noa.csv:6: reason: is a formula for a spreadsheet
  user_noa.csv:7: to: is only for lower
  user_noa.csv:8: grant: "${other?.grant}" is not in a packet of user_noa
  user_noa.csv:9: grant: there is no grant "g0000" in this review
  user_noa.csv:10: review: is of another review: "r000000000000", not MARK
  user_yuki.csv:3: the grant ${other?.grant} has a decision in user_yuki.csv:2
`,
    ]);
    expect(readFileSync(join(docs.folder, 'q4/manifest.json'), 'utf8')).toBe(manifest);
    expect(readdirSync(join(docs.folder, 'q4'))).not.toContain('decisions.jsonl');
  });

  test('refuses rows that cannot be read, missing columns, and files without a reviewer', async () => {
    const docs = await sandboxCli({ 'decisions.csv': 'grant\n', 'user_ada.csv': 'grant,decision\nx,keep\n' });
    await succeeds(docs, 'access review open q4');
    const rows = cellsIn(docs, 'q4/packets/user_noa.csv');
    writeFileSync(join(docs.folder, 'user_noa.csv'), `${csvOf(rows)}too,few\n`);
    expect(await docs('access review import q4 user_noa.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('user_noa.csv:6: 2 cells, but the header has 13'),
    });
    expect(await docs('access review import q4 user_ada.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('user_ada.csv:1: there is no column "person"'),
    });
    expect(await docs('access review import q4 decisions.csv')).toMatchObject({
      code: 2,
      stderr:
        'error: decisions.csv does not have the name of a packet\nhint: name the reviewer with --reviewer\n',
    });
    expect(await docs('access review import q4 decisions.csv --reviewer nobody')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"nobody" is no reviewer of this review'),
    });
    const named = await docs('access review import q4 - --reviewer noa@acme.example', {
      stdin: csvOf(rows.map((row) => ({ ...row, decision: 'keep' }))),
    });
    expect([named.code, named.stderr]).toEqual([0, expect.stringContaining('imported 4 decisions')]);
  });

  test('takes what a spreadsheet has left: semicolons, empty rows, and empty columns at the end', async () => {
    const docs = await sandboxCli({});
    await succeeds(docs, 'access review open q4');
    // The page of a packet has put a mark before what would be a formula.
    const more = { decision: ' Remove', reason: "'- left;' = gone" };
    const decided = cellsIn(docs, 'q4/packets/user_yuki.csv').map((row) => ({ ...row, ...more }));
    const lines = csvOf(decided, ';').trim().split('\n');
    const left = [...lines, ';'.repeat(12)].map((line) => `${line};;\r\n`).join('');
    writeFileSync(join(docs.folder, 'user_yuki.csv'), `\ufeff${left}`);
    const run = await docs('access review import q4 user_yuki.csv');
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('imported 2 decisions')]);
    const record = readFileSync(join(docs.folder, 'q4/decisions.jsonl'), 'utf8');
    expect(record).toContain('"decision":"remove","reason":"- left; = gone"');
  });

  test('a packet that was filled in where it is breaks the chain, and the error says what to do', async () => {
    const docs = await sandboxCli({});
    await succeeds(docs, 'access review open q4');
    const path = join(docs.folder, 'q4/packets/user_yuki.csv');
    writeFileSync(path, readFileSync(path, 'utf8').replace(',,,', ',keep,,'));
    expect(await docs('access review import q4 q4/packets/user_yuki.csv')).toMatchObject({
      code: 11,
      stderr: `error: q4 is not as it was written: the chain is broken
  packets/user_yuki.csv: has been changed: it has 395 bytes, not 391
hint: packets in the folder stay as they are: put the original back, and decide in a copy of it
`,
    });
  });

  test('an import that was interrupted is done again', async () => {
    const docs = await decidedReview({}, { other: null });
    writeDecisions(docs, deciding({}, 'keep'));
    const manifest = readFileSync(join(docs.folder, 'q4/manifest.json'));
    await succeeds(docs, 'access review import q4 user_yuki.csv');
    writeFileSync(join(docs.folder, 'q4/manifest.json'), manifest);
    expect(await docs('access review status q4')).toMatchObject({ code: 11 });
    await succeeds(docs, 'access review import q4 user_yuki.csv');
    await succeeds(docs, 'access review verify q4');
  });
});

describe('access review status', () => {
  test.each([
    ['2026-06-01', 0],
    ['2026-05-31', 3],
  ])('counts what is open after the last day, %s', async (due, overdue) => {
    const docs = await decidedReview(
      { [uma]: ['remove', '', 'left'] },
      { other: null, flags: `--due ${due}` },
    );
    const run = await docs('access review status q4 -o csv --check');
    expect(run.stdout).toContain(`user_noa,4,1,3,0,1,0,${overdue}\n`);
    expect([run.code, run.stderr, run.requests]).toEqual([11, 'error: 55 grants open\n', []]);
  });
});
