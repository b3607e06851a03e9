import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type ClientOptions, createClient, type PageRange } from '../../src/api/client/client.ts';
import { InvalidInput, NotSent, ServiceError, UnusableAnswer } from '../../src/api/client/errors.ts';
import type { WireEvent } from '../../src/api/client/send.ts';
import { listOperation } from '../../src/api/contract/operation.ts';
import { importGit } from '../../src/api/contract/operations/git.ts';
import {
  deleteSite,
  getPublishedSite,
  getSite,
  updateSite,
} from '../../src/api/contract/operations/sites.ts';
import { createRedactor } from '../../src/api/redact/redact.ts';
import { TransportFailure } from '../../src/errors.ts';
import type { Transport } from '../../src/ports.ts';
import { final, unclear } from '../support/failures.ts';
import { rejection } from '../support/rejection.ts';
import { answer, type Step, scriptedTransport, silence } from '../support/scripted-transport.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const token = 'gb_api_4f9d2c7be1a05836';
const site = { params: { org: 'o', site: 's' } };

function clientOf(steps: readonly Step[], options: Partial<ClientOptions> = {}) {
  const { transport, requests } = scriptedTransport(steps);
  const clock = virtualClock();
  const client = createClient({ baseUrl: 'https://api.example.com', token, transport, clock, ...options });
  return { client, requests };
}

describe('call', () => {
  test('sends the request with the token and answers what the service sent', async () => {
    const { client, requests } = clientOf([answer(200, { id: 's', brandNew: [1] })]);
    expect(await client.call(updateSite, { ...site, body: { title: 'Handbook' } })).toEqual({
      id: 's',
      brandNew: [1],
    });
    expect(requests).toEqual([
      {
        method: 'PATCH',
        url: 'https://api.example.com/v1/orgs/o/sites/s',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
        },
        body: '{"title":"Handbook"}',
      },
    ]);
  });

  test('asks for the token only when a request is right', async () => {
    let asked = 0;
    const { client } = clientOf([answer(200, { id: 's' })], { token: async () => `token-${++asked}` });
    const error = await rejection(client.call(updateSite, { ...site, body: { title: 'x' } }));
    expect(error).toBeInstanceOf(InvalidInput);
    expect(asked).toBe(0);
    await client.call(getSite, site);
    expect(asked).toBe(1);
  });

  test('a server error says how often and how long it was tried', async () => {
    const down = answer(500, { error: { message: 'database is down' } }, { 'x-request-id': 'req_1' });
    const { client } = clientOf([down, down, down, down]);
    const error = await rejection(client.call(getSite, site));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      message: 'server error 500 after 4 attempts (1.8 s): database is down',
      status: 500,
      attempts: 4,
      requestId: 'req_1',
    });
  });

  test('a server error without words and without retries', async () => {
    const { client } = clientOf([answer(500)], { limits: { maxRetries: 0, maxWait: 0 } });
    expect((await rejection(client.call(getSite, site))).message).toBe('server error 500');
  });

  test('a DELETE that had its effect before the answer was lost succeeds', async () => {
    const { client } = clientOf([new TransportFailure('connection reset', unclear), answer(404)]);
    expect(await client.call(deleteSite, site)).toBeUndefined();
  });

  test('a rate limit met by one call holds back the others', async () => {
    const throttled = answer(429, {}, { 'retry-after': '5' });
    const { client, requests } = clientOf([throttled, ...Array(2).fill(answer(200, { id: 's' }))]);
    const first = client.call(getSite, site);
    await new Promise(setImmediate);
    expect(requests.length).toBe(1);
    await Promise.all([first, client.call(getSite, site)]);
    expect(requests.length).toBe(3);
  });

  test('a dry run sends nothing and shows no secret', async () => {
    const { client } = clientOf([], { dryRun: true });
    const body = { url: 'https://me:pass@git.example.com/r', ref: 'refs/heads/main' };
    const error = await rejection(client.call(importGit, { params: { space: 'x' }, body }));
    expect(error).toBeInstanceOf(NotSent);
    expect(error).toMatchObject({
      request: {
        method: 'POST',
        url: 'https://api.example.com/v1/spaces/x/git/import',
        body: { url: 'https://***@git.example.com/r', ref: 'refs/heads/main' },
      },
    });
  });

  test('errors and events show the queries of the contract, but no secret one', async () => {
    const events: WireEvent[] = [];
    const { client, requests } = clientOf([answer(403)], { onEvent: (event) => events.push(event) });
    const error = await rejection(
      client.call(getPublishedSite, { ...site, query: { shareKey: 'share-123' } }),
    );
    expect(requests[0]?.url).toContain('?shareKey=share-123');
    expect(error).toMatchObject({
      request: { url: 'https://api.example.com/v1/orgs/o/sites/s/published?shareKey=***' },
    });
    expect(events.map((event) => event.kind)).toEqual(['request', 'answer']);
    expect(JSON.stringify(events)).not.toContain('share-123');
  });

  test('a secret that is part of the address leaves the address readable', async () => {
    const { client } = clientOf([answer(200, {})], { redactor: createRedactor(['example']) });
    const error = await rejection(client.call(getSite, site));
    expect(error).toMatchObject({ request: { url: 'https://api.example.com/***' } });
  });
});

const listThings = listOperation({
  id: 'things.list',
  path: '/v1/orgs/{org}/things',
  summary: 'List things',
  query: z.strictObject({ title: z.optional(z.string()) }),
  item: z.looseObject({ id: z.string() }),
});
const org = { params: { org: 'o' } };

const things = (...ids: string[]) => ids.map((id) => ({ id }));
const page = (items: readonly object[], next?: string) =>
  answer(200, { items, count: items.length, ...(next !== undefined && { next: { page: next } }) });

describe('pages', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(async () => {
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  /** Reads a whole list: the ids of each page, the error that ended it, and the query of each request. */
  async function read(steps: readonly Step[], range?: PageRange, options?: Partial<ClientOptions>) {
    const { client, requests } = clientOf(steps, options);
    const pages: string[][] = [];
    let error: unknown;
    try {
      for await (const items of client.pages(listThings, org, range)) pages.push(items.map(({ id }) => id));
    } catch (reason) {
      error = reason;
    }
    return { pages, error, queries: requests.map(({ url }) => new URL(url).search) };
  }

  test('reads every page and sends no request more', async () => {
    const steps = [page(things('a', 'b'), 'c1'), page(things('c'), 'c2'), page(things('d'))];
    expect(await read(steps)).toEqual({
      pages: [['a', 'b'], ['c'], ['d']],
      error: undefined,
      queries: ['?limit=1000', '?limit=1000&page=c1', '?limit=1000&page=c2'],
    });
  });

  test.each([
    ['no `next`', { items: things('a') }],
    ['null', { items: things('a'), next: null }],
    ['an empty object', { items: things('a'), next: {} }],
    ['a null cursor', { items: things('a'), next: { page: null } }],
    ['an empty cursor', { items: things('a'), next: { page: '' } }],
  ])('ends at %s', async (_, body) => {
    expect(await read([answer(200, body)])).toMatchObject({ pages: [['a']], error: undefined });
  });

  test('an empty list has no pages; an empty page in between is skipped', async () => {
    expect((await read([page([])])).pages).toEqual([]);
    expect((await read([page([], 'c1'), page(things('a'))])).pages).toEqual([['a']]);
  });

  describe('limits', () => {
    const full = [page(things('a', 'b'), 'c1'), page(things('c', 'd'), 'c2'), page(things('e', 'f'), 'c3')];
    test.each<[range: PageRange, pages: string[][], queries: string[]]>([
      [{ limit: 2 }, [['a', 'b']], ['?limit=2']],
      [{ limit: 1 }, [['a']], ['?limit=1']],
      [{ limit: 3, pageSize: 2 }, [['a', 'b'], ['c']], ['?limit=2', '?limit=2&page=c1']],
      [
        { limit: 4, pageSize: 2 },
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        ['?limit=2', '?limit=2&page=c1'],
      ],
      [{ limit: 2, pageSize: 50 }, [['a', 'b']], ['?limit=2']],
    ])('%o', async (range, pages, queries) => {
      expect(await read(full, range)).toEqual({ pages, error: undefined, queries });
    });

    test('a page with fewer items than asked for does not end the list', async () => {
      const steps = [page(things('a'), 'c1'), page(things('b'), 'c2'), page(things('c', 'd'))];
      expect((await read(steps, { limit: 3 })).pages).toEqual([['a'], ['b'], ['c']]);
    });

    test('starts from a cursor', async () => {
      const run = await read([page(things('x'))], { cursor: 'a b&c' });
      expect(run.queries).toEqual(['?limit=1000&page=a%20b%26c']);
    });

    test.each([0, -1, 1001, 1.5])('a page size of %d is final before anything is sent', async (pageSize) => {
      const run = await read([], { pageSize });
      expect(run.error).toBeInstanceOf(InvalidInput);
      expect(run.queries).toEqual([]);
    });
  });

  describe('a list that never ends is an error', () => {
    const stuck = (next: (nth: number) => string | undefined, items = things('a')): Step[] =>
      Array.from({ length: 110 }, (_, nth) => page(items, next(nth)));

    test.each([
      ['the same cursor', stuck(() => 'A'), {}, 2, 'the server repeats a cursor; stopped after 2 items'],
      [
        'cursors in turn',
        stuck((n) => 'AB'[n % 2]),
        {},
        3,
        'the server repeats a cursor; stopped after 3 items',
      ],
      [
        'the cursor given',
        stuck(() => 'A'),
        { cursor: 'A' },
        1,
        'the server repeats a cursor; stopped after 1 items',
      ],
      [
        'empty pages',
        stuck((n) => `c${n}`, []),
        {},
        100,
        'the server sends one empty page after the other; stopped after 0 items',
      ],
    ])('%s', async (_, steps, range, requests, message) => {
      const run = await read(steps, range);
      expect(run.error).toBeInstanceOf(UnusableAnswer);
      expect((run.error as Error).message).toBe(message);
      expect(run.queries.length).toBe(requests);
    });
  });

  describe('errors', () => {
    test('a page that fails ends the list after the pages before it', async () => {
      const run = await read([page(things('a'), 'c1'), answer(403, { message: 'no' })]);
      expect(run.pages).toEqual([['a']]);
      expect(run.error).toBeInstanceOf(ServiceError);
    });

    test('an error answer is not searched for a cursor', async () => {
      const run = await read([answer(403, { message: 'no', next: { page: 'c1' } })]);
      expect(run.queries.length).toBe(1);
    });

    test('a page that breaks the contract gives no items', async () => {
      const run = await read([page(things('a'), 'c1'), page([{ id: 'b' }, { name: 'c' }], 'c2'), silence]);
      expect(run.pages).toEqual([['a']]);
      expect((run.error as Error).message).toBe(
        'unexpected answer for GET /v1/orgs/o/things: field items[1].id is missing',
      );
    });

    test('unknown input is reported once, not for each page', async () => {
      const { client } = clientOf([page(things('a'), 'c1'), page(things('b'))], {
        onUnknown: (problem) => unknown.push(problem.path),
      });
      const unknown: unknown[] = [];
      const query = { nonsense: 'x' } as object;
      for await (const _ of client.pages(listThings, { ...org, query }));
      expect(unknown).toEqual([['nonsense']]);
    });
  });

  describe('the next page is fetched ahead', () => {
    const last = page(things('z'));
    const envelope = (text: string) => answer(200, `{"items":[{"id":"a"}]${text}`);

    /** Whether the second request has left when the first page's items come. */
    async function fetchesAhead(first: Step, range?: PageRange): Promise<boolean> {
      const { client, requests } = clientOf([first, last], {});
      const pages = client.pages(listThings, org, range);
      await pages.next();
      const ahead = requests.length === 2;
      const rest: unknown[] = [];
      for await (const items of pages) rest.push(items);
      expect(rest).toEqual(range?.limit === 1 ? [] : [[{ id: 'z' }]]);
      return ahead;
    }

    test.each([
      ['at the end', envelope(',"next":{"page":"c"}}')],
      ['before a count, with spaces', envelope(' , "next" : { "page" : "c" } , "count" : 1 }\r\n')],
      ['at the start', answer(200, '{"next":{"page":"c"},"count":1,"items":[{"id":"a"}]}')],
      ['at the start, after a count', answer(200, '{"count":1,"next":{"page":"c"},"items":[{"id":"a"}]}')],
    ])('with the cursor %s', async (_, first) => {
      expect(await fetchesAhead(first)).toBe(true);
    });

    test.each([
      ['an escaped cursor', envelope(',"next":{"page":"c\\u0064"}}')],
      ['fields beside the cursor', envelope(',"next":{"page":"c","limit":{}}}')],
      ['fields after it', envelope(',"next":{"page":"c"},"stats":{"total":1}}')],
    ])('but not with %s, which only parsing can find', async (_, first) => {
      expect(await fetchesAhead(first)).toBe(false);
    });

    test.each([
      ['in another object', '{"items":[{"id":"a"}],"meta":{"next":{"page":"c"}}}'],
      ['in an item', '{"items":[{"id":"a","next":{"page":"c"}}]}'],
      ['in an item at the start', '{"items":[{"next":{"page":"c"},"id":"a"}]}'],
      ['in a text', `{"items":[{"id":"a"}],"note":${JSON.stringify(',"next":{"page":"c"}}')}}`],
      ['in a text at the end of an item', `{"items":[{"id":${JSON.stringify('"next":{"page":"c"}}')}}]}`],
    ])('what looks like a cursor %s is none', async (_, body) => {
      expect((await read([answer(200, body)])).queries.length).toBe(1);
    });

    test('and has left before the page is parsed', async () => {
      let left = false;
      // As undici does with a connection that was kept: it looks first whether it is still alive.
      const slowStart: Transport = async () => {
        await new Promise(setImmediate);
        left = true;
        return last;
      };
      const { client } = clientOf([page(things('a'), 'c'), slowStart]);
      await client.pages(listThings, org).next();
      expect(left).toBe(true);
    });

    test('never beyond the limit', async () => {
      expect(await fetchesAhead(page(things('a'), 'c'), { limit: 1 })).toBe(false);
      expect(await fetchesAhead(page(things('a'), 'c'), { limit: 2 })).toBe(false);
      expect(await fetchesAhead(page(things('a'), 'c'), { limit: 2, pageSize: 1 })).toBe(true);
    });

    test('two different cursors in one page are an error', async () => {
      const headed = answer(200, '{"next":{"page":"c"},"items":[{"id":"a"}],"next":null}');
      const torn = await read([headed, silence]);
      expect(torn.pages).toEqual([]);
      expect((torn.error as Error).message).toContain('the same key twice in one object');
    });

    test('who stops early ends the request that no one waits for any more', async () => {
      let ended = false;
      const hanging: Transport = (request, signal) => {
        signal.addEventListener('abort', () => {
          ended = true;
        });
        return silence(request, signal);
      };
      const { client, requests } = clientOf([page(things('a'), 'c'), hanging]);
      for await (const _ of client.pages(listThings, org)) break;
      expect(requests.length).toBe(2);
      expect(ended).toBe(true);
    });

    test('nothing is sent before someone asks', async () => {
      const { client, requests } = clientOf([]);
      await client.pages(listThings, org).return();
      expect(requests).toEqual([]);
    });

    test('its failure waits until the items before it are used', async () => {
      const { client } = clientOf([page(things('a'), 'c'), new TransportFailure('gone', final)]);
      const pages = client.pages(listThings, org);
      expect((await pages.next()).value).toEqual([{ id: 'a' }]);
      await new Promise(setImmediate);
      expect((await rejection(pages.next())).message).toBe('gone');
    });

    test('an interrupt ends it with its own reason', async () => {
      const interrupt = new AbortController();
      const { client } = clientOf([page(things('a'), 'c'), silence], { signal: interrupt.signal });
      const pages = client.pages(listThings, org);
      await pages.next();
      const reason = new Error('interrupted');
      interrupt.abort(reason);
      expect(await rejection(pages.next())).toBe(reason);
    });
  });
});
