import type { Organization, Path } from '../organization.ts';
import type { CollectionEntry } from '../sections/collections.ts';

/** A name of another thing in a file. */
interface FileReference {
  readonly kind: 'team' | 'space' | 'section-group' | 'custom-field';
  readonly text: string;
  readonly path: Path;
  readonly isKey?: true;
  /** The site of a section group. */
  readonly site?: string;
}

/** Yields the names by which a file refers to other things. */
export function* referencesIn({
  collections,
  spaces = {},
  sites = {},
  saml = {},
}: Organization): Generator<FileReference> {
  yield* inCollections(collections, ['collections']);
  for (const [text, { id, teams, fields }] of Object.entries(spaces)) {
    if (id === undefined) yield { kind: 'space', text, path: ['spaces', text], isKey: true };
    yield* keysOf('team', teams, ['spaces', text, 'teams']);
    yield* keysOf('custom-field', fields, ['spaces', text, 'fields']);
  }
  for (const [site, { sections = [], spaces: own = [] }] of Object.entries(sites)) {
    yield* spacesIn(own, ['sites', site, 'spaces']);
    for (const [at, { group, spaces: inner = [] }] of sections.entries()) {
      const path = ['sites', site, 'sections', at];
      if (group !== undefined) yield { kind: 'section-group', text: group, path: [...path, 'group'], site };
      yield* spacesIn(inner, [...path, 'spaces']);
    }
  }
  for (const [label, { 'default-team': text }] of Object.entries(saml))
    if (text !== undefined) yield { kind: 'team', text, path: ['saml', label, 'default-team'] };
}

function* inCollections(
  collections: Readonly<Record<string, CollectionEntry>> = {},
  path: Path,
): Generator<FileReference> {
  for (const [title, { teams, collections: inner }] of Object.entries(collections)) {
    yield* keysOf('team', teams, [...path, title, 'teams']);
    yield* inCollections(inner, [...path, title, 'collections']);
  }
}

function* keysOf(kind: 'team' | 'custom-field', names: object = {}, path: Path): Generator<FileReference> {
  for (const text of Object.keys(names)) yield { kind, text, path: [...path, text], isKey: true };
}

function* spacesIn(spaces: readonly { readonly space: string }[], path: Path): Generator<FileReference> {
  for (const [at, { space }] of spaces.entries())
    yield { kind: 'space', text: space, path: [...path, at, 'space'] };
}
