import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LocalStateError } from '../../src/errors.ts';
import { openSandbox } from '../../src/sandbox/open-seeded.ts';
import { resetSandbox } from '../../src/sandbox/reset.ts';
import { openStore } from '../../src/sandbox/store/store.ts';
import { usingFile } from '../../src/sandbox/store/store-file.ts';
import { sandboxInFile, temporaryFolder, token } from './test-sandbox.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Everything in a file's tables, apart from the key that is chance. */
function contentOf(path: string): unknown {
  const db = new Database(path);
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all() as {
    name: string;
  }[];
  const content = tables.map(({ name }) => {
    const where = name === 'meta' ? `WHERE name <> 'cursor-key'` : '';
    return [name, db.prepare(`SELECT * FROM "${name}" ${where}`).all()];
  });
  db.close();
  return content;
}

function edit(path: string, sql: string): void {
  const db = new Database(path);
  db.exec(sql);
  db.close();
}

describe('the file', () => {
  test.each([0o000, 0o022, 0o077, 0o777])('is 0600 in folders of 0700 under umask %o', (mask) => {
    const path = join(temporaryFolder(), 'a', 'b', 'sandbox.db');
    const before = process.umask(mask);
    onTestFinished(() => void process.umask(before));
    openStore(path).close();
    expect([modeOf(path), modeOf(join(path, '..')), modeOf(join(path, '../..'))]).toEqual([
      '600',
      '700',
      '700',
    ]);
  });

  test('that others could read is closed to them', () => {
    const path = join(temporaryFolder(), 'sandbox.db');
    openStore(path).close();
    chmodSync(path, 0o644);
    openStore(path).close();
    expect(modeOf(path)).toBe('600');
  });

  test('leaves the mode of a folder that was there', () => {
    const folder = join(temporaryFolder(), 'mine');
    mkdirSync(folder, { mode: 0o755 });
    openStore(join(folder, 'sandbox.db')).close();
    expect(modeOf(folder)).toBe('755');
  });

  test('has a journal as private as itself while it is written', () => {
    const path = join(temporaryFolder(), 'sandbox.db');
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const store = openStore(path);
    store.transaction('write', () => {
      store.insert('counters', { prefix: 'x', value: 1 });
      expect(modeOf(`${path}-journal`)).toBe('600');
    });
    store.close();
    expect(existsSync(`${path}-journal`)).toBe(false);
  });

  test('keeps a rollback journal and full synchronisation: the SQLite of the driver must not use WAL', () => {
    const store = openStore(join(temporaryFolder(), 'sandbox.db'));
    expect([
      ...store.all('PRAGMA journal_mode'),
      ...store.all('PRAGMA synchronous'),
      ...store.all('PRAGMA foreign_keys'),
    ]).toEqual([{ journal_mode: 'delete' }, { synchronous: 2 }, { foreign_keys: 1 }]);
    store.close();
  });
});

describe('a file that is not ours is refused and not touched', () => {
  test.each<[string, (path: string) => void]>([
    ['a text', (path) => writeFileSync(path, 'dear diary')],
    ['a long text', (path) => writeFileSync(path, 'dear diary\n'.repeat(1000))],
    ['zeros', (path) => writeFileSync(path, new Uint8Array(8192))],
    ['another database', (path) => edit(path, 'CREATE TABLE mine (a); INSERT INTO mine VALUES (1)')],
    ['another application', (path) => edit(path, 'CREATE TABLE mine (a); PRAGMA application_id = 7')],
    [
      'one of a newer version',
      (path) => {
        openStore(path).close();
        edit(path, 'PRAGMA user_version = 999');
      },
    ],
  ])('%s', (_, make) => {
    const path = join(temporaryFolder(), 'sandbox.db');
    make(path);
    chmodSync(path, 0o640);
    const before = digest(path);
    expect(() => openStore(path)).toThrow(LocalStateError);
    expect(() => resetSandbox(path)).toThrow(LocalStateError);
    expect([digest(path), modeOf(path), existsSync(`${path}-journal`)]).toEqual([before, '640', false]);
  });
});

test.each<[string, (folder: string) => string]>([
  ['a folder', (folder) => folder],
  [
    'a pipe',
    (folder) => {
      execFileSync('mkfifo', [join(folder, 'pipe')]);
      return join(folder, 'pipe');
    },
  ],
  [
    'below a file',
    (folder) => {
      writeFileSync(join(folder, 'file'), '');
      return join(folder, 'file', 'sandbox.db');
    },
  ],
])('a path that is %s is refused with its name', (_, make) => {
  const path = make(temporaryFolder());
  expect(() => openStore(path)).toThrow(LocalStateError);
  expect(() => openStore(path)).toThrow(path);
});

test('errors of the disk name the file, with or without a code; others are bugs', () => {
  const failing = (error: Error) => () => {
    throw error;
  };
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  for (const error of [full, new Error('Too many open files (os error 24)')])
    expect(() => usingFile('sandbox.db', failing(error))).toThrow(
      expect.objectContaining({
        name: 'LocalStateError',
        message: `cannot use the sandbox's file sandbox.db: ${error.message}`,
      }),
    );
  expect(() => usingFile('sandbox.db', failing(new TypeError('a bug')))).toThrow(TypeError);
});

test('a damaged file is refused, not emptied', () => {
  const path = join(temporaryFolder(), 'sandbox.db');
  openSandbox({ path, token, now: () => 0 }).close();
  const bytes = readFileSync(path);
  bytes.fill(0x55, 100, 20_000);
  writeFileSync(path, bytes);
  expect(() => openSandbox({ path, token, now: () => 0 })).toThrow(LocalStateError);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

describe('the demo data', () => {
  test('is the same every time, and obeys every reference', () => {
    const folder = temporaryFolder();
    const [one, other] = [join(folder, 'one.db'), join(folder, 'other.db')] as const;
    for (const [path, time] of [
      [one, 0],
      [other, Date.UTC(2030, 5)],
    ] as const) {
      openSandbox({ path, token, now: () => time }).close();
    }
    expect(contentOf(one)).toEqual(contentOf(other));
    const store = openStore(one);
    expect(store.all('PRAGMA foreign_key_check')).toEqual([]);
    expect(store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    store.close();
  });

  test('is made once: what was changed stays', async () => {
    const docs = sandboxInFile();
    await docs.send('DELETE', '/v1/orgs/org_acme/sites/site_docs');
    expect((await sandboxInFile(docs.path).get('/v1/orgs/org_acme/sites')).json.count).toBe(2);
  });

  test('comes back as it was with a reset, ids included', async () => {
    const docs = sandboxInFile();
    const fresh = contentOf(docs.path);
    await docs.send('POST', '/v1/orgs/org_acme/sites', { title: 'Mine', spaces: ['space_sdk'] });
    await docs.send('DELETE', '/v1/orgs/org_acme/members/user_mei');
    resetSandbox(docs.path);
    expect(contentOf(docs.path)).toEqual(fresh);
    const { json } = await docs.send('POST', '/v1/orgs/org_acme/sites', {});
    expect(json.id).toBe('site_1');
  });
});

describe('a large organization', () => {
  const size = { members: 2000, teams: 30 };
  const org = '/v1/orgs/org_acme';

  test('has exactly the size asked for, beside the demo data', async () => {
    const path = join(temporaryFolder(), 'sandbox.db');
    resetSandbox(path, size);
    const docs = sandboxInFile(path);
    expect((await docs.get(`${org}/members?limit=1000`)).json).toMatchObject({ count: 2000 });
    expect((await docs.get(`${org}/teams?limit=1000`)).json).toMatchObject({ count: 30 });
    expect((await docs.get(`${org}/sites`)).json.count).toBe(3);
    const store = openStore(path);
    expect(store.all('PRAGMA foreign_key_check')).toEqual([]);
    store.close();
  });

  test('has true counts and an owner in every team', async () => {
    const path = join(temporaryFolder(), 'sandbox.db');
    resetSandbox(path, size);
    const docs = sandboxInFile(path);
    for (const team of ['team_0001', 'team_0024']) {
      const { json } = await docs.get(`${org}/teams/${team}/members?limit=1000`);
      expect(json.count).toBe((await docs.get(`${org}/teams/${team}`)).json.members);
      expect(json.items.some((item: { team: { role: string } }) => item.team.role === 'owner')).toBe(true);
    }
  });

  test('leaves no large file behind when the small one is back', () => {
    const folder = temporaryFolder();
    const [large, small] = [join(folder, 'large.db'), join(folder, 'small.db')] as const;
    resetSandbox(small);
    resetSandbox(large, { members: 5000 });
    expect(statSync(large).size).toBeGreaterThan(2 * statSync(small).size);
    resetSandbox(large);
    expect(statSync(large).size).toBeLessThanOrEqual(statSync(small).size);
    expect(contentOf(large)).toEqual(contentOf(small));
    expect(() => openStore(large).close()).not.toThrow();
  });

  test('smaller than the demo data is the demo data', () => {
    const folder = temporaryFolder();
    const [one, other] = [join(folder, 'one.db'), join(folder, 'other.db')] as const;
    resetSandbox(one, { members: 3, teams: 1 });
    resetSandbox(other);
    expect(contentOf(one)).toEqual(contentOf(other));
  });
});

describe('what a store remembers', () => {
  const insert = `INSERT INTO counters (prefix, value) VALUES ('x', 1)`;

  /** Two connections to one file, and how often the first has worked out the number of counters. */
  function twoStores() {
    const path = join(temporaryFolder(), 'sandbox.db');
    const [store, other] = [openStore(path), openStore(path)];
    onTestFinished(() => {
      store.close();
      other.close();
    });
    let computed = 0;
    const compute = () => {
      computed += 1;
      return store.get<{ n: number }>('SELECT count(*) AS n FROM counters')?.n;
    };
    const count = () => store.transaction('read', () => store.remembered('count', compute));
    return { store, other, count, compute, computed: () => computed };
  }

  test('is worked out once while nothing changes', () => {
    const { count, computed } = twoStores();
    expect([count(), count(), computed()]).toEqual([0, 0, 1]);
  });

  test('is forgotten after a change, whoever makes it', () => {
    const { store, other, count } = twoStores();
    expect(count()).toBe(0);
    store.transaction('write', () => store.run(insert));
    expect(count()).toBe(1);
    other.transaction('write', () => other.run('DELETE FROM counters'));
    expect(count()).toBe(0);
  });

  test('is forgotten with a transaction that is undone', () => {
    const { store, count, compute } = twoStores();
    const undone = () =>
      store.transaction('write', () => {
        store.run(insert);
        expect(store.remembered('count', compute)).toBe(1);
        throw new Error('undone');
      });
    expect(undone).toThrow('undone');
    expect(count()).toBe(0);
  });
});
