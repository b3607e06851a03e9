import { TransportFailure } from '../errors.ts';
import type { UnreadLists } from '../model/read/unread.ts';
import { resourceCalled } from '../model/resources.ts';
import type { PublishedSites } from '../model/structure/addresses.ts';
import type { Transport, WireAnswer } from '../ports.ts';
import { isObject } from '../text/fields.ts';

/** What happens to requests on a bad day. Rates are fractions of all requests, from 0 to 1. */
export interface BadDay {
  /** Rate of requests that get a 502, 503 or 504 and are not carried out. */
  readonly fail?: number | undefined;
  /** Rate of requests that are carried out, but whose answer does not arrive. */
  readonly drop?: number | undefined;
  /** The process is killed when so many changes are carried out, before it knows of the last one. */
  readonly killAfter?: number | undefined;
}

/** Requests by what they do. */
export interface RequestCounts {
  read: number;
  written: number;
}

export function counting(transport: Transport, counts: RequestCounts): Transport {
  return (request, signal) => {
    counts[request.method === 'GET' ? 'read' : 'written'] += 1;
    return transport(request, signal);
  };
}

/** Lets some requests fail; `random` returns numbers from 0 to 1. */
export function failing(
  transport: Transport,
  { fail = 0, drop = 0 }: BadDay,
  random: () => number,
): Transport {
  return async (request, signal) => {
    // Drawn for every request, so that the rate of one fault does not depend on the other.
    const [chance, status, dropped] = [random(), random(), random()];
    if (chance < fail) return refusal(502 + Math.floor(status * 3), 'failed on purpose');
    const answer = await transport(request, signal);
    if (dropped >= drop) return answer;
    throw new TransportFailure('the connection was closed on purpose', {
      mayHaveActed: true,
      mayBeRepeated: true,
    });
  };
}

function refusal(code: number, message: string): WireAnswer {
  const body = JSON.stringify({ error: { code, message } });
  return { status: code, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
}

/** Calls `kill` when `count` changes are carried out. No answer arrives from then on. */
export function killing(transport: Transport, count: number, kill: () => void): Transport {
  let left = count;
  return async (request, signal) => {
    if (left === 0) return never();
    const answer = await transport(request, signal);
    if (request.method !== 'GET' && left > 0) {
      left -= 1;
      if (left === 0) kill();
    }
    return left === 0 ? never() : answer;
  };
}

function never(): Promise<never> {
  return new Promise(() => {});
}

/** Lists that show addresses: of sites, and of what is in one. */
const shown = /\/sites(?:\/[^/]+\/(?:sections|site-spaces))?$/;

/** Lets a copy that was not changed yet list the addresses that the service shows: those of a copy are others. */
export function showingAddresses(transport: Transport, { published }: PublishedSites): Transport {
  return async (request, signal) => {
    const answer = await transport(request, signal);
    if (request.method !== 'GET' || answer.status !== 200 || !shown.test(new URL(request.url).pathname))
      return answer;
    const { items, ...rest } = JSON.parse(Buffer.from(answer.body).toString()) as { items: unknown[] };
    const all = items.map((item) => {
      if (!isObject(item) || !isObject(item.urls)) return item;
      return { ...item, urls: { ...item.urls, published: published.get(String(item.id)) } };
    });
    return { ...answer, body: Buffer.from(JSON.stringify({ ...rest, items: all })) };
  };
}

/**
 * Answers 403 for the lists that a copy lacks, because the organization refused them: an empty answer would look as if
 * nothing was there.
 */
export async function refusingUnread(
  transport: Transport,
  organization: string,
  unread: UnreadLists | undefined,
): Promise<Transport> {
  const patterns = await Promise.all(
    (unread?.lists ?? []).map(async ({ kind, in: parent }) => {
      const { list, get } = (await resourceCalled(kind)).operations;
      const path = (list ?? get)?.path;
      return path === undefined ? [] : [patternOf(path, organization, parent)];
    }),
  );
  const refused = patterns.flat();
  if (refused.length === 0) return transport;
  return (request, signal) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' || !refused.some((one) => one.test(pathname)))
      return transport(request, signal);
    return Promise.resolve(refusal(403, 'the organization does not show this'));
  };
}

/** Returns the pattern of the paths of a list: its parent is the last parameter, unless it is the organization. */
function patternOf(
  path: string,
  organization: string,
  { kind, id }: UnreadLists['lists'][number]['in'],
): RegExp {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const textFor = (name: string) => {
    if (name === 'org') return escaped(organization);
    return kind !== 'organization' && name === names.at(-1) ? escaped(id) : '[^/]+';
  };
  return new RegExp(`${path.replace(/\{(\w+)\}/g, (_, name: string) => textFor(name))}$`);
}

function escaped(id: string): string {
  return encodeURIComponent(id).replace(/[.*()]/g, '\\$&');
}
