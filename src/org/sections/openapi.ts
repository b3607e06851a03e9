import { thingsOf } from '../../model/snapshot.ts';
import { withoutCredentials } from '../../text/addresses.ts';
import { byName } from './children.ts';
import type { OrgSection } from './section.ts';

/** The OpenAPI specifications. The service does not tell the text of one that has no address. */
export const openapi: OrgSection = {
  name: 'openapi',
  wanted: ['openapi'],
  present: ({ parts }) =>
    [...thingsOf(parts.openapi)].map(({ item }) => ({
      kind: 'openapi',
      key: [item.slug],
      id: item.slug,
      ...(item.sourceURL
        ? { fields: { url: withoutCredentials(item.sourceURL) } }
        : { fields: {}, hidden: ['text'] }),
    })),
  exported: (things) => byName(things, ({ fields }) => fields),
};
