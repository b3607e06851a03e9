import type { Kind } from '../api/contract/facts.ts';
import { UsageError } from '../errors.ts';
import { quoted } from '../text/quoted.ts';
import { wordOf } from './resource.ts';
import { addressesOf, resourceOf } from './resources.ts';

/**
 * Whether an address is one of the service at `baseUrl`: on its host, on a host below it, or beside it, as the web
 * application is that belongs to an API.
 */
function isOfService(baseUrl: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const own = new URL(baseUrl).hostname;
  const { hostname } = new URL(address);
  if (hostname === own) return true;
  // A sandbox that is served on this machine answers with the addresses of the embedded one.
  if (/^(localhost|127\.[\d.]+|\[::1\])$/.test(own)) return /(^|\.)localhost$/.test(hostname);
  if (/^[\d.]+$|:/.test(own)) return false;
  const parent = own.slice(own.indexOf('.') + 1);
  return hostname.endsWith(`.${own}`) || (parent.includes('.') && hostname.endsWith(`.${parent}`));
}

/**
 * Resolves with the id of a thing of this kind in its address. Throws `UsageError` for the address of something else, or of another
 * service; `input` is what the user calls it.
 */
export async function ownId(
  kind: Kind,
  address: string,
  { baseUrl, input }: { baseUrl: string; input: string },
): Promise<string> {
  const isOwn = isOfService(baseUrl, address);
  const id = isOwn ? idInAddress(kind, address) : undefined;
  if (id !== undefined) return id;
  const word = wordOf(await resourceOf(kind));
  const problem = isOwn ? `not the address of a ${word}` : `not an address of ${baseUrl}`;
  throw new UsageError(`invalid ${input} ${quoted(address)}: ${problem}`, {
    hint: { code: 'give-own-address', data: {} },
  });
}

/** The id of a thing of this kind in its address; `undefined` where it is the address of something else. */
export function idInAddress(kind: Kind, address: string): string | undefined {
  return find(kind, address, '/?$');
}

/** The id of what a thing is in, in the address of the thing. */
export function surroundingInAddress(kind: Kind, address: string): string | undefined {
  return find(kind, address, '/.');
}

function find(kind: Kind, address: string, after: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { pathname } = new URL(address);
  const [id] = addressesOf(kind).flatMap((ending) => {
    const [before = ''] = ending.split('{id}');
    return new RegExp(`${before}([^/]+)${after}`).exec(pathname)?.[1] ?? [];
  });
  try {
    return id === undefined ? undefined : decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
