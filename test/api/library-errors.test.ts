import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  client,
  DocsAdminError,
  type ErrorKind,
  errorKinds,
  members,
  sandbox,
  sites,
} from '../../src/index.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';

const service = await sandbox();
afterAll(() => service.close());

const { org, baseUrl, token } = service;
const site = { org, site: 'site_docs' };

async function thrownBy(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return undefined;
}

test.each([undefined, '', 'a\n', 'a b', 'tökén', 5])('the token %j is refused before a request', (wrong) => {
  expect(() => client({ baseUrl, token: wrong as string })).toThrow(
    'the token must be a text without blanks and control characters',
  );
});

test.each([0, -1, Number.NaN, 3601, Number.POSITIVE_INFINITY])('a timeout of %d is refused', (timeout) => {
  expect(() => client({ baseUrl, token, timeout })).toThrow(
    'timeout must be a number of seconds above 0, and at most 3600',
  );
});

test.each([5, null, '', 'a b'])('a sandbox with the token %j does not start', async (wrong) => {
  await expect(sandbox({ token: wrong as string })).rejects.toThrow(
    'the token must be a text without blanks and control characters',
  );
});

test.each(['abc', -1, 65_536, 1.5, Number.NaN, null])(
  'a sandbox with the port %j does not start',
  async (port) => {
    await expect(sandbox({ port: port as number })).rejects.toThrow(
      'port must be a whole number from 0 to 65535',
    );
  },
);

test.each([5, null, {}])('the id %j is refused before a request', async (id) => {
  const params = { org, site: id as string };
  await expect(client(service).call(sites.getSite, { params })).rejects.toThrow('site must be a string');
});

test('many calls of one client at once make no warning', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const { signal } = new AbortController();
  for (const own of [client(service), client({ ...service, signal })]) {
    await Promise.all(Array.from({ length: 20 }, () => own.call(sites.getSite, { params: site })));
  }
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

const cases: [what: string, act: () => unknown, kind: ErrorKind, hint: unknown][] = [
  [
    'an address without its scheme',
    () => client({ baseUrl: 'api.example.com', token }),
    'usage',
    { code: 'complete-address', data: { address: 'https://api.example.com' } },
  ],
  [
    'an address that is none',
    () => client({ baseUrl: '?', token }),
    'usage',
    { code: 'give-address', data: {} },
  ],
  [
    'http to another machine',
    () => client({ baseUrl: 'http://api.example.com', token }),
    'usage',
    { code: 'use-https', data: { host: 'api.example.com' } },
  ],
  [
    'input that does not fit',
    () => client(service).call(sites.updateSite, { params: site, body: { title: 'x' } }),
    'usage',
    undefined,
  ],
  [
    'an id that does not exist',
    () => client(service).call(sites.getSite, { params: { org, site: 'site_none' } }),
    'not-found',
    { code: 'check-id', data: {} },
  ],
  [
    'a list of nothing that exists',
    () =>
      client(service)
        .pages(members.listMembers, { params: { org: 'org_none' } })
        .next(),
    'not-found',
    { code: 'check-id', data: {} },
  ],
  [
    'another token',
    () => client({ baseUrl, token: 'another' }).call(sites.getSite, { params: site }),
    'token-refused',
    { code: 'sign-in-again', data: {} },
  ],
  [
    'a port that is taken',
    () => sandbox({ port: Number(new URL(baseUrl).port) }),
    'usage',
    { code: 'choose-port', data: { port: Number(new URL(baseUrl).port) } },
  ],
];

describe('the library throws', () => {
  test.each(cases)('%s, with its kind and what can be done', async (_, act, kind, hint) => {
    const error = await thrownBy(act);
    expect(error).toBeInstanceOf(DocsAdminError);
    expect(error).toMatchObject({ kind, exitCode: errorKinds[kind].exitCode, hint });
  });

  test('a file that is none of the sandbox, and leaves it as it is', async () => {
    const path = join(temporaryFolder(), 'notes.db');
    writeFileSync(path, 'my notes');
    const error = await thrownBy(() => sandbox({ path }));
    expect(error).toBeInstanceOf(DocsAdminError);
    expect(error).toMatchObject({ kind: 'local-state', hint: { code: 'choose-file', data: { path } } });
    expect(readFileSync(path, 'utf8')).toBe('my notes');
  });

  test('the reason of a signal, as it is', async () => {
    const reason = new Error('enough');
    const { call } = client({ ...service, signal: AbortSignal.abort(reason) });
    expect(await thrownBy(() => call(sites.getSite, { params: site }))).toBe(reason);
  });
});

/** The cells of the table rows below a heading of the page on the library. */
function rowsOf(heading: string): string[][] {
  const page = readFileSync('docs/library.md', 'utf8');
  const [, table = ''] = page.split(`${heading}\n`);
  const lines = table.trimEnd().split('\n\n')[0]?.split('\n').slice(1) ?? [];
  return lines.map((line) => line.split('|').map((cell) => cell.trim()));
}

test('the page on the library gives kinds their meaning', () => {
  const rows = rowsOf('| kind | what has happened |');
  expect(rows.length).toBeGreaterThan(10);
  for (const [, kind = '', meaning] of rows)
    expect([kind, meaning]).toEqual([kind, errorKinds[kind.replaceAll('`', '') as ErrorKind]?.meaning]);
});

test('the page on the library names hints that there are', async () => {
  const { words } = await import('../../src/cli/report/hints.ts');
  const codes = rowsOf('| hint | data | what can be done |').flatMap(([, cell = '']) => cell.split(', '));
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => !(code.replaceAll('`', '') in words))).toEqual([]);
});
