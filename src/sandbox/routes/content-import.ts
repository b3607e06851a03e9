import type { importContent, importPage } from '../../api/contract/operations/content.ts';
import { decoded } from '../../api/contract/segment.ts';
import type { Call } from '../http/route.ts';
import { invalidField } from '../problem.ts';
import { addContributor, assertEditable, findChangeRequest } from '../resources/change-request.ts';
import { addPage } from '../resources/page.ts';
import { copyRevision } from '../resources/revision.ts';
import { slugOf } from '../resources/slug.ts';

/**
 * Adds a page for the content at an address, below `parent` or at the top. Fetches nothing, because the sandbox has no
 * network: one resource counts as found and imported, and its text names the source.
 */
export function importInto(
  { params, body, store, caller, now }: Call<typeof importContent> | Call<typeof importPage>,
  parent: string | null,
) {
  const changeRequest = findChangeRequest(store, params);
  assertEditable(changeRequest);
  const source = sourceAddress(body.url);
  const revision = copyRevision(store, changeRequest.revision, { type: 'edits', now });
  const title = titleOf(source);
  const id = store.nextId('page');
  addPage(store, revision, {
    id,
    parent,
    type: 'document',
    title,
    slug: slugOf(title),
    emoji: null,
    icon: null,
    description: null,
    markdown: `# ${title}\n\nImported from <${source.href}> (${body.source}).\n`,
    created_at: now,
    updated_at: now,
    git: null,
  });
  store.insert('page_links', { revision, page: id, kind: 'url', target: source.href, label: source.href });
  store.update('change_requests', { id: changeRequest.id }, { revision, updated_at: now });
  addContributor(store, changeRequest.id, caller);
  return { revision, importedResources: 1, totalResources: 1 };
}

/** Returns the address without its user name and password, which do not belong in a text. */
function sourceAddress(text: string): URL {
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw invalidField('url', 'must be an http(s) address');
  url.username = '';
  url.password = '';
  return url;
}

const longestTitle = 100;

/**
 * Returns the title of a page: `Travel costs` for https://wiki.example/travel-costs.html; the host if the path has no
 * words.
 */
function titleOf({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((segment) => segment !== '') ?? '';
  const words = decoded(last)
    .replace(/\.\w{1,5}$/, '')
    .replace(/[-_+\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestTitle);
  return words === '' ? hostname : words.charAt(0).toUpperCase() + words.slice(1);
}
