import type { UnreadLists } from '../model/read/unread.ts';
import { resourceCalled } from '../model/resources.ts';
import type { Transport } from '../ports.ts';

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
    const body = JSON.stringify({ error: { code: 403, message: 'the organization does not show this' } });
    return Promise.resolve({
      status: 403,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    });
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
