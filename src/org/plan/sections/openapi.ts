import {
  createOpenApiSpec,
  deleteOpenApiSpec,
  setOpenApiSpec,
} from '../../../api/contract/operations/openapi.ts';
import { withoutCredentials } from '../../../text/addresses.ts';
import type { Organization } from '../../file/schema.ts';
import { isSideFile, type LoadedFile } from '../../file/side-files.ts';
import type { Thing } from '../../thing.ts';
import type { PlannedSection } from './section.ts';

const noSource = 'needs url or file: the service does not have it yet';

/** The OpenAPI specifications. The service does not show the text of one, nor does the plan what opens an address. */
export const openapi: PlannedSection = {
  name: 'openapi',
  kinds: { openapi: ['openapi'] },
  reads: () => ({ openapi: {} }),
  declared: ({ organization }, { skip, idOf }) => ({
    things: Object.entries(organization.openapi ?? {}).flatMap(([slug, source]): Thing[] => {
      const path = ['openapi', slug];
      const values = valuesOf(source);
      const isMade = idOf('openapi', slug) === undefined && Object.keys(values.fields).length === 0;
      if (isMade) skip?.(path, noSource);
      return isMade && skip ? [] : [{ kind: 'openapi', key: [slug], ...values, path }];
    }),
    lists: new Set(),
  }),
  check(differences, complain) {
    for (const { action, fields, declared } of differences)
      if (action === 'create' && fields.length === 0 && declared?.path) complain(declared.path, noSource);
  },
  requests(differences, { add, file }) {
    for (const difference of differences) {
      const { action, key } = difference;
      const [slug = ''] = key;
      const params = { spec: slug };
      if (action === 'delete') add({ operation: deleteOpenApiSpec, params, for: [difference] });
      else if (action === 'create')
        add({
          operation: createOpenApiSpec,
          params: {},
          body: { slug, source: sourceOf(file, slug) },
          for: [difference],
          makes: true,
        });
      else
        add({ operation: setOpenApiSpec, params, body: { source: sourceOf(file, slug) }, for: [difference] });
    }
  },
};

type Source = NonNullable<Organization['openapi']>[string];

function valuesOf(source: Source): Pick<Thing, 'fields' | 'unshown'> {
  // A specification with a text has no address.
  if (isSideFile(source)) return { fields: { url: null }, unshown: { file: source.file } };
  if (!('url' in source) || source.url === undefined) return { fields: {} };
  const url = withoutCredentials(source.url);
  return { fields: { url }, ...(url !== source.url && { unshown: { credentials: 'in the address' } }) };
}

function sourceOf(file: LoadedFile, slug: string): object {
  const source = file.organization.openapi?.[slug];
  return source && isSideFile(source)
    ? { text: file.side(['openapi', slug]) }
    : { url: source && 'url' in source && source.url };
}
