import { listSections } from '../../api/contract/operations/sections.ts';
import { listSiteSpaces } from '../../api/contract/operations/site-spaces.ts';
import { getPublishedSite } from '../../api/contract/operations/sites.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { unlessRefused } from '../../model/read/unknown.ts';
import { collected } from '../../text/collected.ts';

/**
 * Reads a site's sections with their site spaces, or its site spaces alone; empty if the service refuses. Its parts are
 * listed even if the site is not published, or asks for a share key.
 */
export async function readStructure(
  { api }: Pick<LineParts, 'api'>,
  params: { readonly org: string; readonly site: string },
): Promise<readonly unknown[]> {
  const published = await unlessRefused(api.call(getPublishedSite, { params }));
  if (published?.structure?.structure) return published.structure.structure;
  const sections = await unlessRefused(collected(api.pages(listSections, { params })));
  if (sections && sections.length > 0) return sections;
  return (await unlessRefused(collected(api.pages(listSiteSpaces, { params })))) ?? [];
}

/**
 * Yields items with the title of the thing whose id a field has, for people: `sectionTitle` for `section`. The service
 * gives the id only, so the list of these things is read once, if an item has one. What cannot be read has none.
 */
export async function* withTitles<Item extends object>(
  pages: AsyncIterable<readonly Item[]>,
  field: keyof Item & string,
  things: () => AsyncIterable<readonly { readonly id: string; readonly title?: string | null | undefined }[]>,
): AsyncGenerator<readonly object[]> {
  let titles: ReadonlyMap<unknown, string | null | undefined> | undefined;
  for await (const page of pages) {
    if (!titles && page.some((one) => one[field])) {
      const found = (await unlessRefused(collected(things()))) ?? [];
      titles = new Map(found.map(({ id, title }) => [id, title]));
    }
    yield page.map((one) => ({ ...one, [`${field}Title`]: titles?.get(one[field]) }));
  }
}
