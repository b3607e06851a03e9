import type { PublishedSites } from '../model/structure/addresses.ts';
import type { Transport } from '../ports.ts';
import { isObject } from '../text/fields.ts';

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
