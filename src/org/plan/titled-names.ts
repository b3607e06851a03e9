import type { Snapshot } from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import type { Complain } from '../file/names.ts';
import type { Organization } from '../file/schema.ts';
import { type DeclaredKey, type FileIdentities, identify } from './identities.ts';
import { factsOf, fileKinds } from './kinds.ts';

/**
 * Finds the things that the titles of a file mean: those that it knows by a title at the top of their section. Kinds whose
 * lists were not read are left out. `mayLack` tells whether an id that nothing has is right.
 */
export function titledIdentities(
  file: Organization,
  { organization, parts }: Snapshot,
  complain: Complain,
  mayLack: boolean,
): Map<ResourceKind, FileIdentities> {
  const identities = new Map<ResourceKind, FileIdentities>();
  for (const kind of fileKinds) {
    const { section, titled, words, rename: keyWord = 'title' } = factsOf(kind);
    const list = parts[kind]?.lists.get(organization);
    if (!titled || !list) continue;
    const present = [...list.values()].map(titled);
    const declared = Object.entries(file[section] ?? {}).map(([key, value]) => {
      const { previously } = value as Pick<DeclaredKey, 'previously'>;
      return { key, path: [section, key], previously };
    });
    identities.set(kind, identify(present, declared, { word: words[0], keyWord, complain, mayLack }));
  }
  return identities;
}
