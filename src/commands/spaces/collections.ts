import type { Space } from '../../api/contract/schemas.ts';
import { surroundingOf } from '../../cli/names/line-refs.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { resourceCalled } from '../../model/resources.ts';
import { allTitlePaths } from '../../model/title-paths.ts';
import type { View } from '../../output/view.ts';
import { spaceView } from '../../views/spaces.ts';

/**
 * Returns pages of spaces, and a view with the collection of each by its titles. The service gives the id only, so the list of
 * collections is read, once, if a space is in one.
 */
export function withCollections(
  pages: AsyncIterable<readonly Space[]>,
  { refs, scope }: Pick<LineParts, 'refs' | 'scope'>,
): [pages: AsyncIterable<readonly Space[]>, view: View] {
  let paths: ReadonlyMap<string, string> | undefined;
  async function* noted() {
    for await (const page of pages) {
      if (paths === undefined && page.some(({ parent }) => parent)) {
        const source = { refs: await refs(), param: surroundingOf(scope) };
        paths = await allTitlePaths(await resourceCalled('collection'), source);
      }
      yield page;
    }
  }
  const collection = {
    field: 'collection',
    value: (item: unknown) => {
      const { parent } = item as Space;
      return parent && (paths?.get(parent) ?? parent);
    },
  };
  const [id, title, ...columns] = spaceView.columns as [View['columns'][0], View['columns'][0]];
  return [noted(), { ...spaceView, columns: [id, title, collection, ...columns] }];
}
