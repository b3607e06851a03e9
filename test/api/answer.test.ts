import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readAnswer } from '../../src/api/client/answer.ts';
import { errorOf } from '../../src/api/client/error-answer.ts';
import { type ServiceError, UnexpectedRedirect, UnusableAnswer } from '../../src/api/client/errors.ts';
import type { Operation } from '../../src/api/contract/operation.ts';
import { deleteSite, getSite, listSites } from '../../src/api/contract/operations/sites.ts';
import type { WireAnswer } from '../../src/ports.ts';
import { systemClock } from '../../src/system/clock.ts';
import { rejection } from '../support/rejection.ts';

const effort = { attempts: 1, ms: 40 };
const request = { method: 'GET', url: 'https://api.example.com/v1/orgs/o/sites/s?shareKey=k' };

interface AnswerParts {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

function answer({
  status = 200,
  type = 'application/json',
  headers = {},
  body = '',
}: AnswerParts): WireAnswer {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { status, headers: { ...(type && { 'content-type': type }), ...headers }, body: bytes };
}

function read(op: Operation, parts: AnswerParts): Promise<unknown> {
  return readAnswer(op, answer(parts), request, effort, { clock: systemClock });
}

function failure(parts: AnswerParts): ServiceError {
  return errorOf(answer({ status: 422, ...parts }), request, { attempts: 2, ms: 40 }) as ServiceError;
}

describe('a good answer', () => {
  test('is handed on as it came, unknown fields and values included', async () => {
    const body = '{"id":"s","title":null,"visibility":"friends","colour":{"dark":[1]}}';
    await expect(read(getSite, { body })).resolves.toEqual(JSON.parse(body));
  });

  test.each(['', 'text/plain', 'application/problem+json; charset=utf-8'])(
    'is JSON whatever its type: %j',
    async (type) => {
      await expect(read(getSite, { type, body: '{"id":"s"}' })).resolves.toEqual({ id: 's' });
    },
  );

  test('may start with a byte order mark', async () => {
    await expect(read(getSite, { body: '\ufeff{"id":"s"}' })).resolves.toEqual({ id: 's' });
  });

  test('changes no prototype', async () => {
    const value = await read(getSite, { body: '{"id":"s","__proto__":{"polluted":1},"constructor":{}}' });
    expect(JSON.stringify(value)).toContain('"__proto__":{"polluted":1}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test.each([
    { status: 204, type: '' },
    { status: 205 },
    { status: 200 },
    { status: 200, body: '{"deleted":true}' },
    { status: 200, type: 'text/plain', body: 'OK' },
  ])('of an operation without a result may hold anything: %j', async (parts) => {
    await expect(read(deleteSite, parts)).resolves.toBeUndefined();
  });
});

describe('an unusable answer', () => {
  test.each<[string, AnswerParts, string]>([
    ['empty', {}, 'empty answer for GET /v1/orgs/o/sites/s'],
    ['a 204', { status: 204, type: '' }, 'empty answer for GET /v1/orgs/o/sites/s'],
    [
      'a login page',
      { type: 'text/html; charset=utf-8', body: '<p>Sign in</p>' },
      'expected JSON, got text/html (login page or proxy?)',
    ],
    [
      'JSON that calls itself HTML',
      { type: 'TEXT/HTML', body: '{"id":"s"}' },
      'expected JSON, got text/html (login page or proxy?)',
    ],
    ['text', { type: 'text/plain', body: 'hello' }, 'expected JSON, got text/plain'],
    ['cut off', { body: '{"id":"s"' }, 'expected JSON, got something else'],
    ['no UTF-8', { body: new Uint8Array([0x22, 0xff, 0x22]) }, 'expected JSON, got something else'],
    ['without a type', { type: '', body: 'x' }, 'expected JSON, got something else'],
    ['null', { body: 'null' }, 'unexpected answer for GET /v1/orgs/o/sites/s: the body must be an object'],
    ['a list', { body: '[]' }, 'unexpected answer for GET /v1/orgs/o/sites/s: the body must be an object'],
    [
      'without its id',
      { body: '{"title":"T"}' },
      'unexpected answer for GET /v1/orgs/o/sites/s: field id is missing',
    ],
    [
      'of another type',
      { body: '{"id":"s","urls":{"app":5}}' },
      'unexpected answer for GET /v1/orgs/o/sites/s: field urls.app must be a string',
    ],
  ])('%s', async (_, parts, message) => {
    const error = await rejection<UnusableAnswer>(
      read(getSite, { ...parts, headers: { 'x-request-id': 'r1' } }),
    );
    expect(error).toBeInstanceOf(UnusableAnswer);
    expect(error).toMatchObject({ message, requestId: 'r1', request });
  });

  test.each([1, 20_000])('names the item that is wrong, and no value, behind %i others', async (count) => {
    const items = [...Array(count).fill({ id: 'a' }), { id: 'b', title: { secret: 'hunter2' } }];
    const error = await rejection(read(listSites, { body: JSON.stringify({ items }) }));
    expect(error.message).toBe(
      `unexpected answer for GET /v1/orgs/o/sites/s: field items[${count}].title must be a string`,
    );
  });

  test('a list of wrong items only is told at once', async () => {
    const body = JSON.stringify({ items: Array(400_000).fill({}) });
    await expect(read(listSites, { body })).rejects.toThrow('field items[0].id is missing');
  });

  test('an error of our own while it is read is told without its words', async () => {
    const result = z.string().check(z.refine(() => JSON.parse('no')));
    const error = await rejection(read({ ...getSite, result } as never, { body: '"x"' }));
    expect(error).toBeInstanceOf(UnusableAnswer);
    expect(error.message).toBe('the answer for GET /v1/orgs/o/sites/s cannot be read');
  });

  test('a page instead of a bodiless answer: the operation was not carried out', async () => {
    const parts = { type: 'text/html', body: '<form>' };
    expect(await rejection(read(deleteSite, parts))).toBeInstanceOf(UnusableAnswer);
  });
});

test.each([
  ['9007199254740993', 'a number that would be rounded'],
  ['1e400', 'a number that would be rounded'],
  ['1'.repeat(9_000_000), 'a number that would be rounded'],
  ['['.repeat(20_000) + ']'.repeat(20_000), 'values nested more than 500 levels deep'],
  ['['.repeat(5_000_000) + ']'.repeat(5_000_000), 'values nested more than 500 levels deep'],
  [`[0${',0'.repeat(2_000_001)}]`, 'more than two million values'],
  ['[],"id":"other"', 'the same key twice in one object'],
])('%.20s makes an answer unusable', async (value, fault) => {
  await expect(read(getSite, { body: `{"id":"s","siteSpaces":${value}}` })).rejects.toThrow(
    `the answer for GET /v1/orgs/o/sites/s holds ${fault}`,
  );
});

describe('a redirect is never followed', () => {
  const redirect = (location: string | undefined, status = 302) =>
    errorOf(
      answer({ status, headers: location === undefined ? {} : { location } }),
      request,
      effort,
    ) as UnexpectedRedirect;

  test.each([
    ['https://login.example.org/sso?token=t#x', 'https://login.example.org'],
    ['https://user:pass@evil.example/x', 'https://evil.example'],
    ['http://api.example.com/v1', 'http://api.example.com'],
    ['https://api.example.com:8443/v1', 'https://api.example.com:8443'],
    ['//other.example/v1', 'https://other.example'],
  ])('to another origin: %s', (location, origin) => {
    const error = redirect(location);
    expect(error).toBeInstanceOf(UnexpectedRedirect);
    expect(error.message).toBe(`the server redirects to ${origin}; redirects are not followed`);
    expect(error.hint).toEqual({ code: 'change-address', data: { address: origin } });
  });

  test.each([301, 302, 303, 307, 308])('within the origin, with its path (%i)', (status) => {
    const error = redirect('/v2/login?next=%2Fsecret', status);
    expect(error.message).toBe(
      'the server redirects to https://api.example.com/v2/login; redirects are not followed',
    );
    expect(error.hint).toEqual({ code: 'check-address-path', data: {} });
  });

  test.each([
    undefined,
    '',
    'http://',
    'https://[',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('without a usable address: %s', (location) => {
    expect(redirect(location, 307).message).toBe('unexpected redirect (307) without a usable address');
  });
});

describe('an error body of any shape', () => {
  test.each<[string, unknown, Partial<ServiceError>]>([
    [
      'a number as code',
      { error: { code: 40_401, message: 'no such site' } },
      { message: 'no such site', code: '40401' },
    ],
    [
      'a code of its own',
      { error: { code: 'title_taken', message: 'taken' } },
      { message: 'taken', code: 'title_taken' },
    ],
    ['the status as code', { error: { code: 422, message: 'bad' } }, { message: 'bad', code: undefined }],
    ['a text', { error: 'bad' }, { message: 'bad' }],
    ['OAuth', { error: 'invalid_token', error_description: 'expired' }, { message: 'expired' }],
    [
      'a flat message',
      { message: 'bad', code: 'E1', requestId: 'q' },
      { message: 'bad', code: 'E1', requestId: 'q' },
    ],
    [
      'a problem document',
      { type: 'about:blank', title: 'Bad', status: 422, detail: 'too long' },
      { message: 'too long' },
    ],
    ['a title alone', { title: 'Bad' }, { message: 'Bad' }],
    ['a JSON text', 'bad', { message: 'bad' }],
    ['null', null, { message: 'the service answered 422' }],
    ['a number', 5, { message: 'the service answered 422' }],
    ['empty fields', { error: { message: '' }, message: '' }, { message: 'the service answered 422' }],
    [
      'objects by field',
      {
        message: 'bad',
        errors: [
          { field: 'title', message: 'too short' },
          { path: ['a', 0], message: 'x' },
        ],
      },
      { message: 'bad', details: ['title: too short', 'a.0: x'] },
    ],
    ['texts', { error: { message: 'bad', details: ['one', 'two', 3] } }, { details: ['one', 'two'] }],
    [
      'lists by field',
      { errors: { title: ['too short', 'too plain'], path: 'taken', deep: { a: 1 } } },
      { message: 'the service answered 422', details: ['title: too short', 'path: taken'] },
    ],
    [
      'locations',
      { detail: [{ loc: ['body', 'title'], msg: 'field required' }] },
      { details: ['body.title: field required'] },
    ],
    ['parts of other names', { reason: 'over quota', n: 1 }, { message: '{"reason":"over quota","n":1}' }],
    ['a code alone', { error: { code: 'over_quota' } }, { message: '{"error":{"code":"over_quota"}}' }],
    [
      'entries of other names',
      { errors: [{ field: 'title', reason: 'taken', code: 'E1' }, { path: ['a'], code: 'E2' }, { n: 1 }] },
      { message: 'the service answered 422', details: ['title: taken, E1', 'a: E2'] },
    ],
    ['a list', [{ message: 'one' }, { param: 'p', detail: 'two' }], { details: ['one', 'p: two'] }],
  ])('%s', (_, body, expected) => {
    expect(failure({ body: JSON.stringify(body) })).toMatchObject({
      status: 422,
      attempts: 2,
      request,
      ...expected,
    });
  });

  test.each([
    ['text', 'text/plain', 'upstream  failed\n', 'upstream failed'],
    [
      'a page',
      'text/html',
      '<html><style>p{}</style><script>x<1</script><p>Bad <b>gateway</b></p>',
      'Bad gateway',
    ],
    ['a page without a type', '', '<!doctype html><title>Oops</title>', 'Oops'],
    ['JSON that is cut off', 'application/json', '{"error":{"mess', '{"error":{"mess'],
    ['nothing', '', '', 'the service answered 422'],
    ['markup only', 'text/html', '<br><script>never closed', 'the service answered 422'],
  ])('%s', (_, type, body, message) => {
    expect(failure({ type, body }).message).toBe(message);
  });

  test('of a failing server stands behind what failed', () => {
    const parts = { status: 503, type: 'text/plain', body: 'upstream failed' };
    const effort = { attempts: 4, ms: 12_000 };
    const error = errorOf(answer(parts), request, effort);
    expect(error.message).toBe('server error 503 after 4 attempts (12 s): upstream failed');
  });

  test('is cut to a length that fits a line', () => {
    expect(failure({ body: JSON.stringify({ message: 'x'.repeat(1e6) }) }).message).toBe('x'.repeat(300));
    expect(failure({ type: 'text/plain', body: 'y'.repeat(1e6) }).message).toBe('y'.repeat(300));
    expect(
      failure({ body: JSON.stringify({ message: `${'x'.repeat(299)}😀` }) }).message.isWellFormed(),
    ).toBe(true);
    const errors = Array(1000).fill({ field: 'f', message: 'x'.repeat(1000) });
    const { details } = failure({ body: JSON.stringify({ errors }) });
    expect(details).toHaveLength(50);
    expect(details[0]).toHaveLength(300);
  });

  test('may be binary or hostile markup', () => {
    expect(failure({ type: '', body: new Uint8Array(1000).fill(0xff) }).message.isWellFormed()).toBe(true);
    for (const body of ['<'.repeat(1e6), '<script'.repeat(1e5), '<script>'.repeat(1e5), '<p '.repeat(1e5)]) {
      expect(failure({ type: 'text/html', body }).message).toBe('the service answered 422');
    }
  });

  test('the identifier of the request comes from the headers first', () => {
    const body = '{"message":"bad","requestId":"body"}';
    expect(failure({ body, headers: { 'x-request-id': 'header' } }).requestId).toBe('header');
    expect(failure({ body, headers: { 'cf-ray': 'ray' } }).requestId).toBe('ray');
    expect(failure({ body }).requestId).toBe('body');
  });
});
