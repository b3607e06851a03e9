import type { ItemOf, Snapshot } from '../../model/snapshot.ts';
import type { Complain } from '../file/names.ts';
import type { Organization } from '../file/schema.ts';
import { type DeclaredKey, type Identities, identify, type Titled } from './identities.ts';

/** The kinds of things that a file knows by a title at the top of its section. */
export type TitledKind = 'team' | 'site' | 'translation' | 'saml' | 'custom-field' | 'openapi';

interface Naming<Kind extends TitledKind> {
  readonly section: keyof Organization;
  readonly word: string;
  readonly titleOf: (item: ItemOf<Kind>) => Titled;
}

const titledKinds: { readonly [Kind in TitledKind]: Naming<Kind> } = {
  team: { section: 'teams', word: 'team', titleOf: (item) => item },
  site: { section: 'sites', word: 'site', titleOf: (item) => item },
  translation: { section: 'translations', word: 'translation setting', titleOf: (item) => item },
  saml: {
    section: 'saml',
    word: 'SAML provider',
    titleOf: ({ id, label }) => ({ id, title: label }),
  },
  'custom-field': {
    section: 'custom-fields',
    word: 'custom field',
    titleOf: ({ name }) => ({ id: name, title: name }),
  },
  openapi: {
    section: 'openapi',
    word: 'specification',
    titleOf: ({ slug }) => ({ id: slug, title: slug }),
  },
};

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
    const { section, word } = titledKinds[kind];
    const present = titledIn(kind, parts[kind]?.lists.get(organization));
    if (!present) continue;
    const declared = Object.entries(file[section] ?? {}).map(([key, value]) => {
      const { previously } = value as Pick<DeclaredKey, 'previously'>;
      return { key, path: [section, key], previously };
    });
    const keyWord = kind === 'saml' ? 'label' : 'title';
    identities.set(kind, identify(present, declared, { word, keyWord, complain, mayLack }));
  }
  return identities;
}

function titledIn<Kind extends TitledKind>(
  kind: Kind,
  list: ReadonlyMap<string, ItemOf<Kind>> | undefined,
): Titled[] | undefined {
  const { titleOf } = titledKinds[kind];
  return list && [...list.values()].map(titleOf);
}
