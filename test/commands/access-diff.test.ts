import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AccessChange, AccessDifference } from '../../src/access/difference.ts';
import { granting, refusing } from '../support/access.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';

const json = <Value>({ stdout }: { stdout: string }) => JSON.parse(stdout) as Value;
const nothing = { gained: [], lost: [], changed: [], way: [], incomparable: [] };

const forms = ['before.csv', 'before.json', 'before.tsv', 'before.snapshot'];

/** Writes the access as it is, in each of these forms that can be compared. */
async function keep(docs: CliInFolder, names: readonly string[]) {
  for (const name of names) {
    const format = name.replace('before.', '');
    if (format === 'snapshot') await docs(`org snapshot --out ${name}`);
    else writeFileSync(join(docs.folder, name), (await docs(`access report -o ${format}`)).stdout);
  }
}

const demoFiles: Record<string, string> = {};

/** Makes a command line on the demo data, with its access in these forms. */
async function demoWith(...names: readonly string[]): Promise<CliInFolder> {
  const missing = names.filter((name) => demoFiles[name] === undefined);
  if (missing.length > 0) {
    const docs = await sandboxCli();
    await keep(docs, missing);
    for (const name of missing) demoFiles[name] = readFileSync(join(docs.folder, name), 'utf8');
  }
  return sandboxCli(Object.fromEntries(names.map((name) => [name, demoFiles[name] as string])));
}

const short = ({ user, target, before, after }: AccessChange) =>
  [user.id, target.id, before?.level ?? null, after?.level ?? null].join(' ');

async function everybodyElse(docs: CliInFolder) {
  // A new member of a team; a team without its role; a member who is disabled counts as one without access.
  await docs('teams members set team_docs user_pat --yes');
  await docs('collections permissions set col_internal team_platform --role comment');
  await docs('collections permissions remove col_product team_support --yes');
}

describe('access diff', () => {
  test.each(forms)('finds nothing between %s and the same organization', async (form) => {
    const docs = await demoWith(form, 'before.csv');
    for (const pair of [`${form} live`, `live ${form}`, `${form} before.csv`]) {
      const run = await docs(`access diff ${pair} --check --json`);
      expect([pair, run.code, json(run)]).toEqual([pair, 0, nothing]);
      const predicted = /live|snapshot/.test(pair) ? 'rules: highest (not calibrated)\n' : '';
      expect(run.stderr).toBe(
        `${predicted}0 gained, 0 lost, 0 with another level, 0 given differently, 0 that cannot be compared\n`,
      );
    }
  });

  test.each(forms)('finds from %s who gained, who lost and who has another level', async (form) => {
    const docs = await demoWith(form);
    await everybodyElse(docs);
    const run = await docs(`access diff ${form} live --json`);
    expect(run).toMatchObject({ code: 0, writes: [] });
    const { gained, lost, changed, incomparable } = json<AccessDifference>(run);
    expect(gained.map(short)).toContain('user_pat space_guides  admin');
    expect(lost.map(short)).toContain('user_hana space_guides comment ');
    expect(changed.map(short)).toContain('user_kim space_runbooks read comment');
    expect(incomparable).toEqual([]);
    expect(gained[0]?.user).toEqual({
      id: 'user_pat',
      displayName: '-Pat +1 @work',
      email: 'pat@partner.example',
    });
    const back = json<AccessDifference>(await docs(`access diff live ${form} --json`));
    expect(back.gained.map(short).sort()).toEqual(
      lost.map(({ user, target, before }) => `${user.id} ${target.id}  ${before?.level}`).sort(),
    );
    expect(await docs(`access diff ${form} live --check`)).toMatchObject({ code: 11 });
  });

  test('lists the worst first: by class, then by level', async () => {
    const docs = await demoWith('before.csv');
    await everybodyElse(docs);
    const { stdout } = await docs('access diff before.csv live --fields class,before.level,after.level');
    const rows = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t'));
    const classes = rows.map(([name]) => name);
    const order = ['gained', 'lost', 'changed', 'way', 'incomparable'];
    expect(classes).toEqual(
      classes.toSorted((a, b) => order.indexOf(a as string) - order.indexOf(b as string)),
    );
    const levels = ['admin', 'create', 'review', 'edit', 'comment', 'read'];
    const gained = rows
      .filter(([name]) => name === 'gained')
      .map(([, , after]) => levels.indexOf(after as string));
    expect(gained.length).toBeGreaterThan(3);
    expect(gained).toEqual(gained.toSorted((a, b) => a - b));
  });

  test('has one row on a terminal for the people and places of one change, and all rows elsewhere', async () => {
    const docs = await demoWith('before.csv');
    await docs('collections permissions set col_internal team_platform --role admin --yes');
    const { changed } = json<AccessDifference>(await docs('access diff before.csv live --json'));
    const people = new Set(changed.map(({ user }) => user.id)).size;
    expect(changed.length).toBeGreaterThan(people);
    const table = await docs('access diff before.csv live', { terminal: true, columns: 200 });
    const rows = table.stdout.split('\n').filter((line) => line.startsWith('changed'));
    expect(rows).toEqual([
      expect.stringMatching(
        new RegExp(`^changed +read +admin +${people} .*kim@acme.example.* collection Internal 内部, space `),
      ),
    ]);
    for (const line of ['access diff before.csv live', 'access diff before.csv live -o csv'])
      expect((await docs(line)).stdout.match(/^changed/gm)).toHaveLength(changed.length);
    const fields = await docs('access diff before.csv live --fields class,user.id', { terminal: true });
    expect(fields.stdout.match(/^changed/gm)).toHaveLength(changed.length);
  });

  test('tells a way that changed alone, which no --check counts', async () => {
    const docs = await sandboxCli();
    await docs('spaces permissions set space_runbooks team_platform --role edit');
    await keep(docs, ['before.snapshot']);
    await docs('collections permissions set col_internal team_platform --role edit');
    await docs('spaces permissions remove space_runbooks team_platform --yes');
    const found = json<AccessDifference>(await docs('access diff before.snapshot live --json'));
    const way = found.way.find(
      ({ user, target }) => user.id === 'user_kim' && target.id === 'space_runbooks',
    );
    expect(way).toMatchObject({
      before: { level: 'edit', ways: [{ kind: 'space-team' }, {}, {}] },
      after: { level: 'edit', ways: [{ kind: 'collection-team' }, {}] },
    });
  });

  test('takes a member who was disabled for one without access', async () => {
    const docs = await demoWith('before.json');
    const { stdout } = await docs('access report --json');
    const rows = JSON.parse(stdout) as { user: { id: string }; disabled: boolean }[];
    const off = rows.map((row) => (row.user.id === 'user_kim' ? { ...row, disabled: true } : row));
    writeFileSync(join(docs.folder, 'off.json'), JSON.stringify(off));
    const found = json<AccessDifference>(await docs('access diff before.json off.json --json'));
    expect(found.lost.map(short)).toContain('user_kim space_sdk create ');
    expect(found.lost[0]).toMatchObject({ after: { level: null, disabled: true } });
    expect({ ...found, lost: [] }).toEqual(nothing);
  });

  test('never calls lost what could not be read', async () => {
    const docs = await sandboxCli();
    const csv = await docs('access report --json');
    const blind = await sandboxCli({ 'before.json': csv.stdout }, refusing(/col_api\/permissions/));
    const run = await blind('access diff before.json live --json');
    expect(run.code).toBe(12);
    const { incomparable, ...others } = json<AccessDifference>(run);
    expect(others).toEqual({ gained: [], lost: [], changed: [], way: [] });
    expect(incomparable.map(short)).toContain('user_kim col_api create edit');
    expect(run.stderr).toContain('the roles of teams of collection col_api cannot be read (403)');
  });

  test('compares disabled members, who have no access, also without some lists', async () => {
    const docs = await sandboxCli();
    await docs('teams members set team_docs user_dee --yes');
    const whole = await docs('access report --json');
    const lists = /col_product\/permissions|team_docs\/members/;
    const blind = await sandboxCli({ 'whole.json': whole.stdout }, refusing(lists));
    await blind('teams members set team_docs user_dee --yes');
    await blind('org snapshot --out partial.json --allow-partial');
    for (const pair of ['partial.json partial.json', 'whole.json partial.json', 'partial.json live']) {
      const run = await blind(`access diff ${pair} --json`);
      const { incomparable, ...others } = json<AccessDifference>(run);
      expect([pair, run.code, others]).toEqual([pair, 12, { gained: [], lost: [], changed: [], way: [] }]);
      expect(incomparable.length).toBeGreaterThan(0);
      expect(incomparable.map(({ user }) => user.id)).not.toContain('user_dee');
    }
  });

  test.each(['members$', 'collections$', 'members/user_(ada|grace)/spaces'])(
    'can compare nothing without %s',
    async (path) => {
      const docs = await sandboxCli();
      const { stdout } = await docs('access report --json');
      const blind = await sandboxCli({ 'before.json': stdout }, refusing(new RegExp(path)));
      const run = await blind('access diff before.json live --json');
      expect(run.code).toBe(12);
      const { lost, gained, incomparable } = json<AccessDifference>(run);
      expect({ lost, gained }).toEqual({ lost: [], gained: [] });
      expect(incomparable).not.toEqual([]);
    },
  );

  test('compares with a snapshot by the rules alone, since it has no grants to people', async () => {
    const docs = await sandboxCli({}, granting('user_pat', 'space_hr', 'admin'));
    await keep(docs, ['before.csv', 'before.json', 'before.snapshot']);
    for (const pair of ['before.snapshot live', 'before.snapshot before.csv', 'before.json before.snapshot'])
      expect([pair, json(await docs(`access diff ${pair} --json`))]).toEqual([pair, nothing]);
    expect(json(await docs('access diff before.csv live --json'))).toEqual(nothing);
    const plain = await sandboxCli({ 'before.csv': (await docs('access report -o csv')).stdout });
    const { lost } = json<AccessDifference>(await plain('access diff before.csv live --json'));
    expect(lost.map(short)).toEqual(['user_pat space_hr admin ']);
  });

  test('reads a report whatever its lines, separators and marks are', async () => {
    const docs = await demoWith('before.tsv');
    const rows = JSON.parse((await docs('access report --json')).stdout) as object[];
    const many = Array.from({ length: 8 }, () => rows).flat();
    writeFileSync(join(docs.folder, 'line.json'), JSON.stringify(many));
    expect(JSON.stringify(many).length).toBeGreaterThan(1024 * 1024);
    const csv = (await docs('access report -o csv')).stdout;
    writeFileSync(join(docs.folder, 'marked.csv'), `\uFEFF${csv.replaceAll('\n', '\r\n')}`);
    writeFileSync(join(docs.folder, 'said.csv'), `sep=,\r\n${csv}`);
    for (const file of ['line.json', 'marked.csv', 'said.csv']) {
      const run = await docs(`access diff ${file} before.tsv --json`);
      expect([file, run.code, json(run)]).toEqual([file, 0, nothing]);
    }
  });

  test('does not compare two organizations', async () => {
    const docs = await demoWith('before.snapshot');
    const snapshot = readFileSync(join(docs.folder, 'before.snapshot'), 'utf8');
    writeFileSync(join(docs.folder, 'other.snapshot'), snapshot.replaceAll('"org_acme"', '"org_other"'));
    for (const other of ['live', 'before.snapshot']) {
      const run = await docs(`access diff other.snapshot ${other}`);
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toContain(
        `error: people cannot be compared: other.snapshot is of "org_other", ${other} is of "org_acme"\n`,
      );
      expect(run.stderr).toContain('hint: --across compares two organizations');
    }
  });

  describe('--across', () => {
    /** Writes a snapshot of the same organization with other ids, and whatever else `change` does to its text. */
    async function withOther(change = (text: string) => text): Promise<CliInFolder> {
      const docs = await demoWith('before.snapshot');
      const text = readFileSync(join(docs.folder, 'before.snapshot'), 'utf8');
      const other = text.replaceAll(/"(org|user|team|col|space)_(\w+)"(?!\s*:)/g, '"$1_other_$2"');
      writeFileSync(join(docs.folder, 'other.snapshot'), change(other));
      return docs;
    }

    test('matches people by e-mail and places and teams by title', async () => {
      const docs = await withOther((text) => text.replaceAll('grace@acme.example', 'Grace@Acme.example'));
      for (const pair of ['other.snapshot live', 'before.snapshot other.snapshot']) {
        const run = await docs(`access diff ${pair} --across --json`);
        expect([pair, run.code, json(run)]).toEqual([pair, 0, nothing]);
      }
      await everybodyElse(docs);
      const { gained, lost, changed } = json<AccessDifference>(
        await docs('access diff other.snapshot live --across --json'),
      );
      expect(gained.map(short)).toContain('user_pat space_guides  admin');
      expect(lost.map(short)).toContain('user_other_hana space_other_guides comment ');
      expect(changed.map(short)).toContain('user_kim space_runbooks read comment');
    });

    test('cannot compare places that share their title, and people without an e-mail address', async () => {
      const docs = await withOther((text) =>
        text.replaceAll('"Tutorials"', '"Guides"').replaceAll('"hana@agency.example"', '""'),
      );
      const run = await docs('access diff other.snapshot live --across --json');
      const { incomparable, gained, lost } = json<AccessDifference>(run);
      const sides = incomparable.map(({ target, user }) => [target.title, user.id]);
      expect(sides).toContainEqual(['Guides', 'user_other_kim']);
      expect(sides).toContainEqual(['Guides', 'user_kim']);
      expect(sides.map(([, user]) => user)).toContain('user_other_hana');
      // The service has this space once, and this person.
      expect(gained.map(short)).toContain('user_kim space_tutorials  edit');
      expect(gained.map(({ user }) => user.id)).toContain('user_hana');
      expect(lost).toEqual([]);
      expect(run.code).toBe(12);
    });

    test('reads reports, which name places without the collections around them', async () => {
      const docs = await demoWith('before.json');
      const text = readFileSync(join(docs.folder, 'before.json'), 'utf8');
      const other = text.replaceAll(/"(org|user|team|col|space)_(\w+)"(?!\s*:)/g, '"$1_other_$2"');
      writeFileSync(join(docs.folder, 'other.json'), other);
      const run = await docs('access diff other.json live --across --json');
      expect(json<AccessDifference>(run)).toMatchObject({ gained: [], lost: [], changed: [], way: [] });
    });

    test('is refused with pseudonyms, and matches none of a file', async () => {
      const docs = await demoWith('before.json');
      const run = await docs('access diff before.json live --across --redact');
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).toContain('--across matches people by their e-mail addresses, which --redact hides');
      writeFileSync(join(docs.folder, 'hidden.json'), (await docs('access report --redact --json')).stdout);
      const { gained, lost } = json<AccessDifference>(
        await docs('access diff hidden.json live --across --json'),
      );
      expect(lost).toEqual([]);
      expect(gained.length).toBeGreaterThan(0);
    });
  });

  test('sends nothing for two files', async () => {
    const docs = await demoWith('before.csv', 'before.snapshot');
    expect((await docs('access diff before.csv before.snapshot')).requests).toEqual([]);
  });

  test.each([
    ['missing.csv', 'missing.csv'],
    ['empty.csv', 'empty.csv is empty'],
    [
      'users.csv',
      '"users.csv" is neither a report of access nor a snapshot: it has no column "user.id", "target.kind", "target.id", "level" or "wayIds"',
    ],
    ['header.csv', '"header.csv" is neither a report of access nor a snapshot: it has no column "wayIds"'],
    [
      'kinds.csv',
      '"kinds.csv" is neither a report of access nor a snapshot: line 2 is not a row of a report',
    ],
    ['blank.csv', 'blank.csv is empty'],
    ['latin.json', 'latin.json line 1: not UTF-8'],
    ['latin.csv', 'line 2: not UTF-8'],
    [
      'list.json',
      '"list.json" is neither a report of access nor a snapshot: item 1 is not a row of a report',
    ],
    ['broken.json', '"broken.json" is neither a report of access nor a snapshot: it is not a list of rows'],
    [
      'list.json',
      'hint: `docs-admin access report -o csv` writes a report, `docs-admin org snapshot` a snapshot',
    ],
    ['object.json', 'hint: `docs-admin org snapshot` writes such a file of an organization'],
    ['ways.csv', 'line 2'],
  ])('refuses %s', async (file, words) => {
    const docs = await sandboxCli({
      'empty.csv': '',
      'users.csv': 'user_id,role\nuser_pat,read\n',
      'header.csv': 'user.id,target.kind,target.id,level\n',
      'kinds.csv': 'user.id,target.kind,target.id,level,wayIds\nuser_a,team,team_a,read,\n',
      'blank.csv': ' \n\n',
      'latin.json': Buffer.from('[{"a":"\xe9"}]\n', 'latin1'),
      'latin.csv': Buffer.from('user.id,target.kind,target.id,level,wayIds\n\xe9,space,s,read,\n', 'latin1'),
      'list.json': '[{"id":"user_pat"}]',
      'broken.json': '[{',
      'object.json': '{"format":"something"}',
      'ways.csv': 'user.id,target.kind,target.id,level,wayIds\nuser_a,space,space_a,read,by magic\n',
    });
    const run = await docs(['access', 'diff', file, 'live']);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(words);
  });
});
