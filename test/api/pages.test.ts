import { describe, expect, test } from 'vitest';
import { UnusableAnswer } from '../../src/api/client/errors.ts';
import { type FetchPage, readPages } from '../../src/api/client/pages.ts';
import { systemClock } from '../../src/system/clock.ts';

/** A list of `count` pages with one item each, which cannot be fetched ahead. */
function listOf(count: number) {
  let fetched = 0;
  const fetchPage: FetchPage = async ({ page }) => {
    fetched++;
    const next = Number(page ?? 0) + 1;
    return {
      body: new Uint8Array(),
      read: async () => ({ items: [next], next: next < count ? { page: String(next) } : null }),
      unusable: (message) =>
        new UnusableAnswer(message, { request: { method: 'GET', url: 'https://a.example' } }),
    };
  };
  return {
    pages: readPages(fetchPage, {}, new AbortController().signal, systemClock),
    fetched: () => fetched,
  };
}

describe('long lists', () => {
  test('10,000 pages are a list', async () => {
    const { pages, fetched } = listOf(10_000);
    let total = 0;
    for await (const items of pages) total += items.length;
    expect([total, fetched()]).toEqual([10_000, 10_000]);
  });

  test('more are an error, once all of these have been read', async () => {
    const { pages, fetched } = listOf(10_001);
    let total = 0;
    const reading = (async () => {
      for await (const items of pages) total += items.length;
    })();
    await expect(reading).rejects.toThrow('the list has more than 10000 pages; stopped after 10000 items');
    expect([total, fetched()]).toEqual([10_000, 10_000]);
  });
});

test('a page that is longer than allowed comes in parts', async () => {
  const items = Array.from({ length: 2001 }, (_, at) => at);
  const fetchPage: FetchPage = async () => ({
    body: new Uint8Array(),
    read: async () => ({ items }),
    unusable: (message) =>
      new UnusableAnswer(message, { request: { method: 'GET', url: 'https://a.example' } }),
  });
  const parts: unknown[][] = [];
  for await (const part of readPages(fetchPage, {}, new AbortController().signal, systemClock))
    parts.push(part);
  expect(parts.map(({ length }) => length)).toEqual([1000, 1000, 1]);
  expect(parts.flat()).toEqual(items);
});
