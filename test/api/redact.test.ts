import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operation } from '../../src/api/contract/operation.ts';
import { setCustomFieldValues } from '../../src/api/contract/operations/custom-fields.ts';
import { importGit } from '../../src/api/contract/operations/git.ts';
import { publishIntegration } from '../../src/api/contract/operations/integrations.ts';
import { getPublishedSite } from '../../src/api/contract/operations/sites.ts';
import { secret } from '../../src/api/contract/schemas.ts';
import { createRedactor, isSecretField } from '../../src/api/redact/redact.ts';

const canary = 'tök/en+"canary" 7f3a\\b&c=d';
const token = 'gb_api_4f9d2c7be1a05836';

describe('registered secrets', () => {
  const encodings: [name: string, encode: (value: string) => string][] = [
    ['as it is', (value) => value],
    ['percent-encoded', encodeURIComponent],
    [
      'percent-encoded in lower case',
      (value) => encodeURIComponent(value).replace(/%../g, (hex) => hex.toLowerCase()),
    ],
    ['percent-encoded twice', (value) => encodeURIComponent(encodeURIComponent(value))],
    ['in a form', (value) => new URLSearchParams({ q: value }).toString().slice(2)],
    ['in JSON', (value) => JSON.stringify(value).slice(1, -1)],
    ['in JSON in JSON', (value) => JSON.stringify(JSON.stringify(value)).slice(3, -3)],
    ['in JSON with escaped slashes', (value) => JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/')],
    ['in base64', (value) => Buffer.from(value).toString('base64')],
    ['in base64url', (value) => Buffer.from(value).toString('base64url')],
  ];

  describe.each([canary, token])('%s', (value) => {
    test.each(encodings)('%s', (_, encode) => {
      const text = createRedactor([value]).redactText(`before ${encode(value)} after`);
      expect(text).toMatch(/^before \*\*\*=* after$/);
    });

    test.each(['', 'a', 'me:', 'user:x'])('in basic authentication behind "%s"', (before) => {
      const encoded = Buffer.from(before + value).toString('base64');
      const stable = Buffer.from(value).toString('base64').slice(4, -8);
      const shown = createRedactor([value]).redactText(`Basic ${encoded}`);
      expect(shown).toContain('***');
      expect(shown).not.toContain(stable);
      expect(shown.length).toBeLessThan('Basic '.length + Buffer.from(before).length * 2 + 10);
    });
  });

  test('every occurrence goes, also of secrets that overlap', () => {
    const redactor = createRedactor(['abcdefgh', 'efghijkl']);
    expect(redactor.redactText('abcdefghijkl, efghijkl')).toBe('***, ***');
  });

  test('one that begins another hides as much as both', () => {
    const redactor = createRedactor(['abcd', 'abcdefgh', 'cdef']);
    expect(redactor.redactText('x abcdefgh y abcdef z abcd')).toBe('x *** y *** z ***');
  });

  test('many are as quick to hide as one', () => {
    const secrets = Array.from({ length: 20_000 }, (_, at) => `https://robot:${at}secret@git.example/x.git`);
    const redactor = createRedactor(secrets);
    for (const [at, secret] of secrets.entries()) {
      expect(redactor.redactText(`row ${at} of ${secret}, ${'and more '.repeat(20)}`)).not.toContain(
        'secret',
      );
    }
  });

  test('a secret from a file is known without the space around it', () => {
    expect(createRedactor([`${token}\r\n`]).redactText(`got ${token}!`)).toBe('got ***!');
  });

  test('a secret can be added later', () => {
    const redactor = createRedactor();
    expect(redactor.redactText(token)).toBe(token);
    redactor.addSecret(token);
    expect(redactor.redactText(token)).toBe('***');
  });

  test('what is too short to be a secret hides nothing', () => {
    expect(createRedactor(['', ' ', 'a', 'abc']).redactText('abc a b c')).toBe('abc a b c');
  });

  test('a mask does not make a secret whole again', () => {
    expect(createRedactor(['pa***word']).redactText('papa***wordword')).toBe('***');
    expect(createRedactor(['token=***']).redactText('token=abcdefgh')).toBe('***');
  });

  test('one that looks like an assignment or a URL goes as a whole', () => {
    const redactor = createRedactor(['token=one two', 'se\tcret']);
    expect(redactor.redactText('got token=one two')).toBe('got ***');
    expect(redactor.redactUrl('https://a.example/se\tcret')).toBe('https://a.example/***');
  });

  test('one with an @ in an address leaves nothing of itself behind the user name', () => {
    const redactor = createRedactor(['pa@ss/word']);
    expect(redactor.redactUrl('https://me:pa@ss/word@git.example/r')).not.toMatch(/ss|word/);
  });

  test('never survive, whatever stands around them', () => {
    const secretText = fc.oneof(
      fc.string({ minLength: 4 }),
      fc
        .array(fc.integer({ min: 0, max: 0x10ffff }), { minLength: 4, maxLength: 10 })
        .map((points) => String.fromCodePoint(...points)),
      fc.string({ minLength: 4, unit: fc.constantFrom('a', '*', 'ab', ' ') }),
    );
    fc.assert(
      fc.property(
        secretText,
        fc.array(fc.tuple(fc.string(), fc.constantFrom(...encodings)), { maxLength: 3 }),
        fc.string(),
        (value, parts, end) => {
          // A lone surrogate has no percent-encoding of its own.
          const wellFormed = value.toWellFormed();
          const encoded = parts.map(([before, [, encode]]) => before + encode(wellFormed));
          const shown = createRedactor([wellFormed]).redactText(encoded.join('') + end);
          return encodings.every(([, encode]) => !shown.includes(encode(wellFormed)));
        },
      ),
    );
  });

  test('never survive in values, as a field or as its name', () => {
    const value = fc.string({ minLength: 4, unit: fc.constantFrom('x', 'y', '7', '-', '_') });
    fc.assert(
      fc.property(value, fc.jsonValue(), fc.string(), (canaryValue, other, around) => {
        const tree = { [around + canaryValue]: [canaryValue + around, { other, deep: [[canaryValue]] }] };
        const shown = JSON.stringify(createRedactor([canaryValue]).redactValue(tree));
        return !shown.includes(canaryValue);
      }),
    );
  });
});

describe('URLs', () => {
  const redactor = createRedactor();
  redactor.learn(getPublishedSite, {});
  redactor.learn(
    operation({
      id: 'x',
      method: 'GET',
      path: '/x',
      summary: '',
      query: z.object({ page: z.string(), limit: z.int() }),
    }),
    {},
  );

  test.each([
    [
      'https://api.example.com/v1/orgs/o?limit=10&page=abc',
      'https://api.example.com/v1/orgs/o?limit=10&page=abc',
    ],
    [
      'https://api.example.com/v1/x?shareKey=abc&limit=1',
      'https://api.example.com/v1/x?shareKey=***&limit=1',
    ],
    [
      'https://cdn.example.com/f?X-Amz-Signature=abc&e=1#frag',
      'https://cdn.example.com/f?X-Amz-Signature=***&e=***#frag',
    ],
    ['https://app.example.com/#access_token=abc', 'https://app.example.com/#***'],
    ['https://example.com/?secretwithoutname', 'https://example.com/?***'],
    ['https://example.com/?empty=&&limit=2', 'https://example.com/?empty=&&limit=2'],
    ['https://me:pass@git.example.com/r.git', 'https://***@git.example.com/r.git'],
    ['https://pass@git.example.com:8443/r.git', 'https://***@git.example.com:8443/r.git'],
    ['https://me:p@ss@git.example.com/', 'https://***@git.example.com/'],
    ['https://me:pass@[::1]:80/', 'https://***@[::1]:80/'],
    ['https:\\\\me:pass@git.example.com\\r', 'https://***@git.example.com/r'],
    ['https:me:pass@git.example.com/r', 'https://***@git.example.com/r'],
    ['ssh://git:pass@git.example.com/r', 'ssh://***@git.example.com/r'],
    ['https://me:pa"ss\'@git.example.com/r', 'https://***@git.example.com/r'],
    ['https://git.example.com/r?a=b"c', 'https://git.example.com/r?a=***'],
    ['https://git.example.com/token=a/cookie=b/r.git', 'https://git.example.com/token=a/cookie=b/r.git'],
    ['https://me:pa/ss@git.example.com/r', '***'],
    ['https://me:pa#ss@git.example.com/r', '***'],
    ['me:pass@git.example.com', '***'],
    ['mailto:me@example.com', '***'],
    ['/v1/x?token=abc', '***'],
    ['', '***'],
  ])('%s', (url, shown) => {
    expect(redactor.redactUrl(url)).toBe(shown);
  });

  test.each([
    [
      'cannot clone https://me:pass@git.example.com/r.git: denied',
      'cannot clone https://***@git.example.com/r.git: denied',
    ],
    ['at https://me:pa/ss@git.example.com/r now', 'at https://*** now'],
    ['{"u":"https:\\/\\/me:pass@h.example\\/r"}', '{"u":"https:\\/\\/***@h.example\\/r"}'],
    ['see https://a.example/https://me:pass@b.example/', 'see https://a.example/https://***@b.example/'],
    [
      'connection refused by http://127.0.0.1:8080: gone',
      'connection refused by http://127.0.0.1:8080: gone',
    ],
    ['GET https://a.example/x?sig=abc&limit=3 failed', 'GET https://a.example/x?sig=***&limit=3 failed'],
    [
      'ask admin@example.com, or see https://example.com/@handle',
      'ask admin@example.com, or see https://example.com/@handle',
    ],
  ])('in text: %s', (text, shown) => {
    expect(redactor.redactText(text)).toBe(shown);
  });
});

describe('words that are named like a secret', () => {
  test.each([
    ['Authorization: Bearer abc.def', 'Authorization: ***'],
    ['{"authorization":"Bearer abc.def","n":1}', '{"authorization":"***","n":1}'],
    ['proxy-authorization: Basic bWU6cGFzcw==', 'proxy-authorization: ***'],
    ['Set-Cookie: sid=abc; Path=/\nnext', 'Set-Cookie: ***\nnext'],
    ['{"clientSecret": "a\\"b", "ok": "c"}', '{"clientSecret": "***", "ok": "c"}'],
    ['"{\\"apiKey\\":\\"abc\\"}"', '"{\\"apiKey\\":\\"***"'],
    ['refresh_token=abc&state=1', 'refresh_token=***&state=1'],
    ['got bearer 0123456789abcdef0123', 'got bearer ***'],
  ])('%s', (text, shown) => {
    expect(createRedactor().redactText(text)).toBe(shown);
  });

  test.each([
    'token rejected by https://api.example.com (source: env DOCS_ADMIN_TOKEN)',
    'no token: set DOCS_ADMIN_TOKEN, or run `docs-admin auth login`',
    'DOCS_ADMIN_TOKEN is set but empty',
    'bearer of bad news',
    'the password must not be empty',
  ])('leaves our own message alone: %s', (text) => {
    expect(createRedactor().redactText(text)).toBe(text);
  });
});

describe('values', () => {
  test('fields that the contract marks secret', () => {
    const { redactValue } = createRedactor();
    const git = { url: 'https://me:pass@git.example.com/r', ref: 'refs/heads/main', force: true };
    expect(redactValue(git, importGit.body)).toEqual({
      ...git,
      url: 'https://***@git.example.com/r',
    });
    const integration = { title: 'Search', secrets: { API: 'abc', NUMBER: 7, NONE: null } };
    expect(redactValue(integration, publishIntegration.body)).toEqual({
      title: 'Search',
      secrets: { API: '***', NUMBER: '***', NONE: null },
    });
  });

  test('secret fields behind every kind of schema', () => {
    const hidden = secret(z.string());
    const tree: z.ZodMiniType = z.lazy(() =>
      z.object({ hidden: z.nullish(hidden), child: z.optional(tree) }),
    );
    const schema = z.object({
      list: z.array(z.object({ hidden })),
      either: z.union([z.object({ a: z.string() }), z.object({ hidden: z.optional(hidden) })]),
      both: z.intersection(z.object({ a: z.string() }), z.object({ hidden })),
      map: z.record(z.string(), hidden),
      pair: z.tuple([z.string(), hidden]),
      fallback: z._default(hidden, 'x'),
      piped: z.pipe(hidden, z.string()),
      tree,
    });
    const value = {
      list: [{ hidden: 's1' }],
      either: { hidden: 's2' },
      both: { a: 'a', hidden: 's3' },
      map: { k: 's4' },
      pair: ['p', 's5'],
      fallback: 's6',
      piped: 's7',
      tree: { child: { child: { hidden: 's8' } } },
    };
    expect(createRedactor().redactValue(value, schema)).toEqual({
      list: [{ hidden: '***' }],
      either: { hidden: '***' },
      both: { a: 'a', hidden: '***' },
      map: { k: '***' },
      pair: ['p', '***'],
      fallback: '***',
      piped: '***',
      tree: { child: { child: { hidden: '***' } } },
    });
  });

  test('fields that no one described, by their names', () => {
    const names = [
      'token',
      'accessToken',
      'refresh_token',
      'Client-Secret',
      'password',
      'Authorization',
      'Set-Cookie',
      'api_key',
      'shareKey',
      'X-API-Key',
      'privateKeys',
    ];
    const plain = [
      'id',
      'key',
      'primaryKey',
      'tokenizer',
      'secretary',
      'passwordless',
      'cookies_policy',
      'monkey',
    ];
    const value = Object.fromEntries([...names, ...plain].map((name) => [name, 'abc']));
    const shown = createRedactor().redactValue(value) as Record<string, string>;
    expect(Object.keys(shown).filter((name) => shown[name] === '***')).toEqual(names);
  });

  test('the contract knows better than a name', () => {
    const schema = z.looseObject({ pageToken: z.string(), extra: z.looseObject({}) });
    const value = { pageToken: 'next', extra: { token: 'abc' }, other: { secret: ['abc', true] } };
    expect(createRedactor().redactValue(value, schema)).toEqual({
      pageToken: 'next',
      extra: { token: '***' },
      other: { secret: ['***', true] },
    });
  });

  test('learns the secrets of an input, and shows them nowhere', () => {
    const redactor = createRedactor();
    redactor.learn(publishIntegration, { body: { secrets: { KEY: 'hunter22', LIST: 8421937 } } });
    redactor.learn(getPublishedSite, { query: { shareKey: 'share-1234' } });
    expect(redactor.redactText('no hunter22, 8421937 or share-1234')).toBe('no ***, *** or ***');
    expect(redactor.redactValue([8421937, 8421937n, 842])).toEqual(['***', '***', 842]);
  });

  test('a word of the contract is no secret, even if a secret is the same word', () => {
    const redactor = createRedactor(['values', 'value', 'tier']);
    const body = { values: { tier: { value: 'value' } } };
    expect(redactor.redactValue(body, setCustomFieldValues.body)).toEqual({
      values: { '***': { value: '***' } },
    });
    expect(redactor.redactValue(body)).toEqual({ '***': { '***': { '***': '***' } } });
  });

  test('learns no words from an address, but hides its user name and password in other encodings', () => {
    const redactor = createRedactor();
    redactor.learn(importGit, { body: { url: 'https://space_docs:main@git.example/r.git' } });
    const userinfo = '//space_docs:main@';
    const encoded = `${encodeURIComponent(userinfo)} ${Buffer.from(`https:${userinfo}`).toString('base64')}`;
    expect(redactor.redactText('space_docs main git.example')).toBe('space_docs main git.example');
    expect(redactor.redactText(encoded)).toMatch(/^\*\*\* \S+\*\*\*\S*$/);
  });

  test('an error becomes plain data, with its causes and whatever hangs on it', () => {
    const cause = Object.assign(new Error(`sent ${token}`), {
      request: { headers: { authorization: 'Bearer abc' }, [Symbol('raw')]: token },
      bytes: Buffer.from(token),
    });
    const error = new AggregateError([new Error(`again ${token}`)], 'all failed', { cause });
    const shown = createRedactor([token]).redactValue(error);
    expect(JSON.stringify(shown)).not.toContain(token);
    expect(shown).toMatchObject({
      name: 'AggregateError',
      message: 'all failed',
      cause: { message: 'sent ***', request: { headers: { authorization: '***' } }, bytes: '***' },
      errors: [{ message: 'again ***' }],
    });
  });

  test('other objects become what JSON makes of them', () => {
    const value = {
      at: new Date(0),
      url: new URL('https://me:pass@example.com/'),
      map: new Map([['token', 'abc']]),
      set: new Set(['a']),
      call: () => token,
    };
    expect(createRedactor().redactValue(value)).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      url: 'https://***@example.com/',
      map: { token: '***' },
      set: ['a'],
    });
  });

  test('a value that holds itself, or goes too deep, ends', () => {
    const circle: Record<string, unknown> = { name: 'a' };
    circle.self = circle;
    expect(createRedactor().redactValue(circle)).toEqual({ name: 'a', self: '***' });
    let deep: unknown = token;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(JSON.stringify(createRedactor().redactValue(deep))).toContain('***');
  });

  test('`__proto__` is a field like any other', () => {
    const shown = createRedactor().redactValue(JSON.parse('{"__proto__":{"polluted":1}}')) as object;
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

test('isSecretField follows a path through the contract', () => {
  expect(isSecretField(importGit.body, ['ref'])).toBe(false);
  expect(isSecretField(publishIntegration.body, ['secrets', 'ANY'])).toBe(true);
  expect(isSecretField(publishIntegration.body, ['constructor'])).toBe(false);
  expect(isSecretField(undefined, ['url'])).toBe(false);
});

describe('hostile text takes linear time', () => {
  // Quadratic time would need minutes here: the test's own limit is what fails.
  const size = 200_000;
  const redactor = createRedactor(['a'.repeat(40), token]);
  test.each([
    'a',
    '://',
    'a.',
    '://a',
    '@',
    '://@',
    'https://a:',
    'token=',
    'token="',
    '"token":"',
    '"token":"\\',
    'authorization: ',
    'bearer ',
    'cookie=',
    '&',
    '?a=',
    '://a?&',
    '#',
    '\\',
    '\\/',
    'secret"    ',
    ' ',
    '%25',
    'a-token',
  ])('%j repeated', (part) => {
    const text = part.repeat(size / part.length);
    expect(redactor.redactText(text).length).toBeLessThan(4 * size);
  });
});
