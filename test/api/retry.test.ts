import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  attemptMayHaveActed,
  createRetryBudget,
  type Decision,
  decide,
  type SendAttempt,
  type Standing,
} from '../../src/api/client/retry.ts';
import { final, notSent, unclear, unusable } from '../support/failures.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const limits = { maxRetries: 3, maxWait: 120_000 };
const repeatable: Standing = { attempt: 0, refusals: 0, repeatable: true, waited: 0, tokens: 500 };
const once: Standing = { ...repeatable, repeatable: false };

const clock = (random: number) => ({ now: () => now, random: () => random });
const answered = (status: number, headers: Record<string, string> = {}): SendAttempt => ({
  status,
  headers,
});
const decideFor = (standing: Standing, outcome: SendAttempt, random = 0) =>
  decide(standing, outcome, limits, clock(random));

describe('whether to send again', () => {
  const unclear5xx = [500, 502, 503, 504, 520, 521, 522, 523, 524];
  const refusals = [400, 401, 403, 404, 405, 409, 410, 412, 413, 414, 415, 418, 422, 451, 501, 505, 507, 511];
  const results = [200, 201, 202, 204, 205, 206];
  const redirects = [300, 301, 302, 303, 304, 307, 308];
  const rows: [what: string, outcome: SendAttempt, repeatable: Decision['do'], once: Decision['do']][] = [
    ['surely not sent', notSent, 'retry', 'retry'],
    ['unclear', unclear, 'retry', 'report-unknown'],
    ['refused: TLS', final, 'stop', 'stop'],
    ['unusable: malformed, too large', unusable, 'stop', 'report-unknown'],
    ['429', answered(429), 'pause', 'pause'],
    ['503 with Retry-After', answered(503, { 'retry-after': '2' }), 'pause', 'pause'],
    ['503 with garbage in Retry-After', answered(503, { 'retry-after': 'soon' }), 'retry', 'report-unknown'],
    ['503 with a reset', answered(503, { 'x-ratelimit-reset': '9' }), 'retry', 'report-unknown'],
    ['408', answered(408), 'retry', 'retry'],
    ['425', answered(425), 'retry', 'retry'],
    ...unclear5xx.map((status): (typeof rows)[number] => [
      `${status}`,
      answered(status),
      'retry',
      'report-unknown',
    ]),
    ...[...refusals, ...results, ...redirects].map((status): (typeof rows)[number] => [
      `${status}`,
      answered(status),
      'stop',
      'stop',
    ]),
  ];
  test.each(rows)('%s', (_, outcome, whenRepeatable, whenOnce) => {
    expect(decideFor(repeatable, outcome).do).toBe(whenRepeatable);
    expect(decideFor(once, outcome).do).toBe(whenOnce);
  });

  test('408 and 425 are sent again only once where the request is not repeatable', () => {
    expect(decideFor({ ...once, attempt: 1 }, answered(408)).do).toBe('stop');
    expect(decideFor({ ...repeatable, attempt: 1 }, answered(408)).do).toBe('retry');
  });

  test('nothing is sent more often than allowed', () => {
    const last = { ...repeatable, attempt: 3 };
    expect(decideFor(last, notSent)).toEqual({ do: 'stop' });
    expect(decideFor(last, answered(500))).toEqual({ do: 'stop' });
    expect(decideFor(last, answered(503, { 'retry-after': '2' }))).toEqual({ do: 'stop' });
  });

  test('a 429 is no attempt, and costs nothing', () => {
    const late = { ...once, attempt: 3, refusals: 50, tokens: 0 };
    expect(decideFor(late, answered(429, { 'retry-after': '2' }))).toEqual({
      do: 'pause',
      told: 2000,
      spread: 0,
      cost: 0,
    });
  });

  test('nothing is sent again without tokens', () => {
    expect(decideFor({ ...repeatable, tokens: 13 }, answered(500)).do).toBe('stop');
    expect(decideFor({ ...repeatable, tokens: 14 }, answered(500))).toMatchObject({ do: 'retry', cost: 14 });
    const unavailable = answered(503, { 'retry-after': '2' });
    expect(decideFor({ ...repeatable, tokens: 4 }, unavailable).do).toBe('stop');
    expect(decideFor({ ...repeatable, tokens: 5 }, unavailable)).toMatchObject({ do: 'pause', cost: 5 });
    expect(decideFor({ ...once, tokens: 0 }, answered(500)).do).toBe('report-unknown');
  });

  test('only what is unclear, or cannot be used, may have had its effect', () => {
    const acted = rows.filter(([, outcome]) => attemptMayHaveActed(outcome)).map(([what]) => what);
    expect(acted).toEqual([
      'unclear',
      'unusable: malformed, too large',
      '503 with garbage in Retry-After',
      '503 with a reset',
      ...unclear5xx.map(String),
    ]);
  });
});

describe('backoff', () => {
  const waitOf = (before: number, outcome: SendAttempt, random: number) =>
    decide(
      { ...repeatable, attempt: before, refusals: before },
      outcome,
      { maxRetries: 2000, maxWait: 1e9 },
      clock(random),
    );

  test.each([
    [0, 0, 100],
    [0, 0.5, 250],
    [1, 0.5, 500],
    [2, 0.5, 1000],
    [3, 0.999, 3996],
    [9, 0.999, 19_980],
    [1999, 0.999, 19_980],
    [1999, 0, 100],
  ])('after attempt %i with chance %f waits %i ms', (attempt, random, wait) => {
    expect(waitOf(attempt, answered(500), random)).toEqual({ do: 'retry', wait, cost: 14 });
  });

  test.each([
    [0, 0, 100],
    [0, 0.5, 500],
    [1, 0.5, 1000],
    [2, 0.5, 2000],
    [9, 0.999, 19_980],
  ])('throttled without a hint, after %i refusals with chance %f waits %i ms', (refusals, random, told) => {
    expect(waitOf(refusals, answered(429), random)).toEqual({ do: 'pause', told, spread: 0, cost: 0 });
  });
});

describe('waiting for a rate limit', () => {
  const date = (seconds: number) => new Date(now + seconds * 1000).toUTCString();
  const epoch = (seconds: number) => String((now + seconds * 1000) / 1000);
  const hourLate = { date: date(-3600) };

  const rows: [what: string, headers: Record<string, string>, told: number][] = [
    ['seconds', { 'retry-after': '2' }, 2000],
    ['a fraction of seconds', { 'retry-after': '1.5' }, 1500],
    ['no time at all', { 'retry-after': '0' }, 250],
    ['seconds given twice', { 'retry-after': '2, 7' }, 7000],
    ['an HTTP date', { 'retry-after': date(30) }, 30_000],
    ['an HTTP date on a server whose clock is late', { 'retry-after': date(-3570), ...hourLate }, 30_000],
    ['an HTTP date that has passed', { 'retry-after': date(-30) }, 250],
    ['RateLimit-Reset', { 'ratelimit-reset': '4' }, 4000],
    ['X-RateLimit-Reset in seconds', { 'x-ratelimit-reset': '5' }, 5000],
    ['X-RateLimit-Reset as epoch', { 'x-ratelimit-reset': epoch(10) }, 11_000],
    ['X-RateLimit-Reset as epoch in ms', { 'x-ratelimit-reset': String(now + 10_000) }, 11_000],
    [
      'X-RateLimit-Reset on a late server',
      { 'x-ratelimit-reset': String(+epoch(-3590)), ...hourLate },
      11_000,
    ],
    ['X-RateLimit-Reset that has passed', { 'x-ratelimit-reset': epoch(-600) }, 250],
    ['Retry-After first', { 'retry-after': '2', 'ratelimit-reset': '3', 'x-ratelimit-reset': '4' }, 2000],
    ['RateLimit-Reset before X-RateLimit-Reset', { 'ratelimit-reset': '3', 'x-ratelimit-reset': '4' }, 3000],
    [
      'the next hint where Retry-After cannot be read',
      { 'retry-after': 'later', 'ratelimit-reset': '3' },
      3000,
    ],
    ['a Date that cannot be read', { 'retry-after': date(30), date: 'yesterday' }, 30_000],
  ];
  test.each(rows)('%s', (_, headers, told) => {
    expect(decideFor(repeatable, answered(429, headers))).toEqual({ do: 'pause', told, spread: 0, cost: 0 });
  });

  test.each([
    [0, 250],
    [1, 500],
    [5, 8000],
    [6, 10_000],
    [1999, 10_000],
  ])('no time at all, after %i refusals, is at least %i ms', (refusals, told) => {
    const refused = { ...repeatable, refusals };
    expect(decideFor(refused, answered(429, { 'retry-after': '0' }))).toMatchObject({ do: 'pause', told });
    expect(decideFor(refused, answered(429, { 'retry-after': '1' }))).toMatchObject({ told: 1000 });
  });

  test.each([
    'soon',
    '',
    '-5',
    '1e3',
    '0x10',
    '+3',
    'Infinity',
    '2 s',
    date(30).replace('GMT', 'CET'),
    date(30).replace('GMT', '+0200'),
    date(30).replace(/^\w+/, 'Xyz'),
    'Sun, 31 Feb 2027 00:00:00 GMT',
    new Date(now + 30_000).toISOString(),
    'Invalid Date',
  ])('"%s" is no hint', (value) => {
    expect(decideFor(repeatable, answered(429, { 'retry-after': value }), 0.5)).toMatchObject({ told: 500 });
  });

  test('spreads by a tenth, at most 2 s', () => {
    expect(decideFor(repeatable, answered(429, { 'retry-after': '10' }), 0.5)).toMatchObject({
      told: 10_000,
      spread: 500,
    });
    expect(decideFor(repeatable, answered(429, { 'retry-after': '100' }), 0.5)).toMatchObject({
      told: 100_000,
      spread: 1000,
    });
  });

  test('waits as long as allowed, all waits of the request together, and no longer', () => {
    const askFor = (seconds: number, waited: number) =>
      decideFor({ ...repeatable, waited }, answered(429, { 'retry-after': String(seconds) }), 0.999);
    expect(askFor(120, 0)).toMatchObject({ do: 'pause', told: 120_000, spread: 0 });
    expect(askFor(121, 0)).toEqual({ do: 'give-up-waiting', told: 121_000 });
    expect(askFor(60, 60_000)).toMatchObject({ do: 'pause', told: 60_000, spread: 0 });
    expect(askFor(61, 60_000)).toEqual({ do: 'give-up-waiting', told: 61_000 });
    expect(askFor(7200, 0)).toEqual({ do: 'give-up-waiting', told: 7_200_000 });
  });

  test('is never shorter than told, longer than allowed or no number, whatever the headers hold', () => {
    const hint = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((day) => day.toUTCString()),
    );
    const headers = fc.record(
      { 'retry-after': hint, 'ratelimit-reset': hint, 'x-ratelimit-reset': hint, date: hint },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(headers, fc.double({ min: 0, max: 0.999, noNaN: true }), (given, random) => {
        const decision = decide(repeatable, answered(429, given), limits, clock(random));
        if (decision.do === 'give-up-waiting') return decision.told > limits.maxWait;
        if (decision.do !== 'pause') return false;
        const told = /^\d+$/.test(given['retry-after'] ?? '') ? Number(given['retry-after']) * 1000 : 0;
        const wait = decision.told + decision.spread;
        return decision.told >= Math.max(100, told) && wait <= limits.maxWait;
      }),
    );
  });
});

describe('the retry budget', () => {
  test('is spent by retries and given back by successes, never beyond 500', () => {
    const budget = createRetryBudget();
    budget.succeeded(0);
    expect(budget.tokens).toBe(500);
    for (let retries = 0; retries < 35; retries++) budget.spend(14);
    expect(budget.tokens).toBe(10);
    budget.succeeded(0);
    budget.succeeded(5);
    budget.succeeded(14);
    expect(budget.tokens).toBe(30);
  });
});
