import type { Snapshot } from '../../model/snapshot.ts';
import type { Complain } from '../file/names.ts';
import type { Organization } from '../file/schema.ts';
import { type DeclaredKey, type Identities, identify, type Titled } from './identities.ts';

/** The kinds of things that a file knows by a title at the top of its section. */
export type TitledKind = 'team' | 'site' | 'translation' | 'saml' | 'custom-field' | 'openapi';

const titledKinds = {
  team: { section: 'teams', word: 'team', titleOf: (item: Titled) => item },
  site: { section: 'sites', word: 'site', titleOf: (item: Titled) => item },
  translation: { section: 'translations', word: 'translation setting', titleOf: (item: Titled) => item },
  saml: {
    section: 'saml',
    word: 'SAML provider',
    titleOf: ({ id, label }: { id: string; label: string }) => ({ id, title: label }),
  },
  'custom-field': {
    section: 'custom-fields',
    word: 'custom field',
    titleOf: ({ name }: { name: string }) => ({ id: name, title: name }),
  },
  openapi: {
    section: 'openapi',
    word: 'specification',
    titleOf: ({ slug }: { slug: string }) => ({ id: slug, title: slug }),
  },
} as const satisfies Record<TitledKind, object>;

/**
 * Finds the things that the titles of a file mean. Kinds whose lists were not read are left out. `mayLack` tells whether an id
 * that nothing has is right.
 */
export function titledIdentities(
  file: Organization,
  { organization, parts }: Snapshot,
  complain: Complain,
  mayLack: boolean,
): Map<TitledKind, Identities> {
  const identities = new Map<TitledKind, Identities>();
  for (const kind of Object.keys(titledKinds) as TitledKind[]) {
    const { section, titleOf, word } = titledKinds[kind];
    const list = parts[kind]?.lists.get(organization);
    if (!list) continue;
    const declared = Object.entries(file[section] ?? {}).map(([key, value]) => {
      const { previously } = value as Pick<DeclaredKey, 'previously'>;
      return { key, path: [section, key], previously };
    });
    const present = [...list.values()].map((item) => titleOf(item as never));
    const keyWord = kind === 'saml' ? 'label' : 'title';
    identities.set(kind, identify(present, declared, { word, keyWord, complain, mayLack }));
  }
  return identities;
}
