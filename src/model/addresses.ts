import type { Kind } from '../api/contract/facts.ts';
import { UsageError } from '../errors.ts';
import { quoted } from '../text/words.ts';
import { wordOf } from './resource.ts';
import { addressesOf, resourceOf } from './resources.ts';

/**
 * Returns whether an address belongs to the service at `baseUrl`: it is on its host, on a host below it, or on a
 * neighbouring host, as the web application of an API is.
 */
function isOfService(baseUrl: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const own = new URL(baseUrl).hostname;
  const { hostname } = new URL(address);
  if (hostname === own) return true;
  // A sandbox that is served on this machine answers with addresses of the embedded one.
  if (/^(localhost|127\.[\d.]+|\[::1\])$/.test(own)) return /(^|\.)localhost$/.test(hostname);
  if (/^[\d.]+$|:/.test(own)) return false;
  const parent = own.slice(own.indexOf('.') + 1);
  return hostname.endsWith(`.${own}`) || (parent.includes('.') && hostname.endsWith(`.${parent}`));
}

/**
 * Resolves with the id of a thing of this kind in its address. Throws `UsageError` for the address of another kind of
 * thing, of another service, or of another organization than `org`; `input` is the name of the input in the message.
 */
export async function idOfAddress(
  kind: Kind,
  address: string,
  { baseUrl, org, input }: { baseUrl: string; org: string | undefined; input: string },
): Promise<string> {
  const isOwn = isOfService(baseUrl, address);
  const id = isOwn ? idInAddress(kind, address) : undefined;
  const other = /\/(?:o|orgs)\/([^/]+)\//.exec(address)?.[1];
  if (id !== undefined && org !== undefined && other !== undefined && other !== org)
    throw new UsageError(`invalid ${input} ${quoted(address)}: of organization ${other}, not of ${org}`, {
      hint: { code: 'give-org', data: { org: other } },
    });
  if (id !== undefined) return id;
  const word = wordOf(await resourceOf(kind));
  const problem = isOwn ? `not the address of a ${word}` : `not an address of ${baseUrl}`;
  throw new UsageError(`invalid ${input} ${quoted(address)}: ${problem}`, {
    hint: { code: 'give-own-address', data: {} },
  });
}

/** Returns the id of a thing of this kind in its address; `undefined` if it is the address of something else. */
export function idInAddress(kind: Kind, address: string): string | undefined {
  return find(kind, address, '/?$');
}

/** Returns the id of the thing that surrounds another one, from the address of the inner one. */
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
