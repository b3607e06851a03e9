import type { Fields } from '../../model/effects/facts.ts';
import type { Parent } from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { quoted } from '../../text/words.ts';
import { keyName } from '../key-names.ts';
import { type Complain, isManagedInFull, type Organization, type Path } from '../organization.ts';
import type { SectionName } from '../section-names.ts';
import type { DesiredState } from '../thing.ts';
import type { FileNaming } from './names.ts';

/** Makes a thing at the top of a section that a file knows by its title, as the service has it. */
export function titledThing(
  kind: ResourceKind,
  names: FileNaming,
  id: string,
  title: string | null | undefined,
  fields: Fields = {},
): DesiredState {
  return { kind, key: [names.titled(kind, id)], fields, keyed: { title: title ?? '' }, id };
}

/** Makes such a thing as a file declares it under a key. */
export function declaredThing(
  kind: ResourceKind,
  section: SectionName,
  key: string,
  fields: Fields = {},
): DesiredState {
  return { kind, key: [key], fields, keyed: { title: keyName(key).title }, path: [section, key] };
}

/** Things that a file declares by their keys. */
type Entries = readonly (readonly [
  key: string,
  value: { readonly previously?: readonly string[] | undefined },
])[];

/**
 * Returns whether a thing of the service may be one that the file declares: by the title or the id in a key, or by an
 * earlier title.
 */
export function isNamed(declared: Entries): (thing: Parent) => boolean {
  return isCalled(declared.flatMap(([key, { previously = [] }]) => [key, ...previously]));
}

/** The same for keys and earlier names that may be paths, such as `Collection/Title`: the last title counts. */
export function isNamedByPath(declared: Entries): (thing: Parent) => boolean {
  const paths = declared.flatMap(([key, { previously = [] }]) => [key, ...previously]);
  return isCalled(
    paths.flatMap((path) => {
      const steps = path.split('/');
      // A title may have a slash itself.
      return steps.map((_, at) => steps.slice(at).join('/'));
    }),
  );
}

function isCalled(names: readonly string[]): (thing: Parent) => boolean {
  const texts = new Set(names.flatMap((name) => [name, ...Object.values(keyName(name))]));
  return ({ id, title = '' }) => texts.has(id) || texts.has(title);
}

export type CheckReference = (name: string, path: Path) => void;

/**
 * Returns a check of the names of things of one section: a file that manages the section in full must list them. Whether
 * the service has them is not checked here. An earlier name means nothing once the thing is renamed.
 */
export function referencesTo(
  section: 'teams' | 'custom-fields',
  organization: Organization,
  complain: Complain,
): CheckReference {
  const things = (organization[section] ?? {}) as Record<string, { previously?: readonly string[] }>;
  const renamed = new Map<string, string>();
  for (const [key, { previously = [] }] of Object.entries(things))
    for (const earlier of previously) if (!Object.hasOwn(things, earlier)) renamed.set(earlier, key);
  const isComplete = organization[section] !== undefined && isManagedInFull(organization, section);
  const titles = new Set(Object.keys(things).map((key) => keyName(key).title));
  return (name, path) => {
    const today = renamed.get(name);
    if (today !== undefined) complain(path, `is an earlier name: write ${quoted(today)}`);
    else if (isComplete && !Object.hasOwn(things, name) && !titles.has(keyName(name).title))
      complain(path, `is not in "${section}", which is managed in full`);
  };
}
