import type { Fields } from '../../../model/effects/facts.ts';
import type { Structure, StructureKind, StructureThing } from '../../../model/structure/structure.ts';
import { groupBy } from '../../../text/group-by.ts';
import type { Difference } from '../../difference.ts';
import { type DesiredState, keyText, placeText, valuesOf } from '../../thing.ts';
import { valuesAfter } from '../fields.ts';
import type { RequestWriter } from '../section.ts';

/** The sites as the service has them, and as they are to be, by ids. */
export interface SiteStructures {
  readonly before: Structure;
  readonly wanted: Structure;
  readonly differences: ReadonlyMap<string, readonly Difference[]>;
}

/**
 * Makes the structure that the service has, and the one with these differences made good. What is in a site without differences is
 * left out. What the file does not name, and no difference deletes, may be anywhere in its list.
 */
export function siteStructures(differences: readonly Difference[], writer: RequestWriter): SiteStructures {
  const bySite = groupBy(differences, ({ key }) => key[0] ?? '');
  const byPlace = groupBy(differences, placeText);
  const relocated = new Map(
    differences.flatMap((one) =>
      isRelocated(one) ? [[placeText(one), one.present as DesiredState] as const] : [],
    ),
  );
  const leaving = new Set([...relocated.values()].map(({ id }) => id));
  const byKey = new Map<string, readonly Difference[]>();
  const before: StructureThing[] = [];
  const wanted: StructureThing[] = [];

  const of = (thing: Pick<DesiredState, 'kind' | 'key'>) => byPlace.get(placeText(thing)) ?? [];
  /** Returns the id of a thing, or the text of its place for one that is to be made. */
  function keyOf(kind: StructureKind, key: readonly string[]): string {
    const id = writer.hasId(kind, key) ? writer.idOf(kind, key) : undefined;
    const place = placeText({ kind, key });
    return typeof id === 'string' ? id : (relocated.get(place)?.id ?? place);
  }

  /** Returns the things of a list that the file declares, without those that are withheld. */
  function declaredIn(kind: StructureKind, above: readonly string[]): readonly DesiredState[] {
    const there = new Set(writer.present(kind, above).map(({ key }) => keyText(key)));
    return writer
      .declared(kind, above)
      .filter((thing) => there.has(keyText(thing.key)) || of(thing).length > 0);
  }

  /** Returns what a list opens with, and what it is to open with. */
  function defaultOf(kind: StructureKind, above: readonly string[]) {
    const isDefault = ({ fields }: DesiredState) => fields.default === true;
    const present = writer.present(kind, above).find(isDefault)?.id ?? null;
    const declared = declaredIn(kind, above).find(isDefault);
    return { present, wanted: declared ? keyOf(kind, declared.key) : present };
  }

  /** Returns values by the names of the API. `side` says of which structure they are. */
  function fieldsOf({ kind, key }: DesiredState, values: Fields, side: 'present' | 'wanted'): Fields {
    const [site = '', section = ''] = key;
    const { sectionGroup: group, spaceId: _, default: __, position: ___, ...others } = values;
    const own = Object.entries(others).map(([field, value]) => [field, value === '' ? null : value]);
    const inSite = kind === 'site' && bySite.has(site);
    return {
      ...Object.fromEntries(own),
      ...(inSite && {
        defaultSiteSection: defaultOf('section', [site])[side],
        defaultSiteSpace: defaultOf('site-space', [site, ''])[side],
      }),
      ...(kind === 'section' && {
        sectionGroup: group == null ? null : keyOf('section-group', [site, String(group)]),
        defaultSiteSpace: defaultOf('site-space', key)[side],
      }),
      ...(kind === 'site-space' && {
        spaceId: writer.names.findSpace(String(key.at(-1)), [])?.id ?? key.at(-1),
        sectionId: section === '' ? null : keyOf('section', [site, section]),
      }),
    };
  }

  function thingOf(thing: DesiredState, values: Fields, side: 'present' | 'wanted'): StructureThing {
    const kind = thing.kind as StructureKind;
    const key = side === 'present' ? (thing.id as string) : keyOf(kind, thing.key);
    if (of(thing).length > 0) byKey.set(key, of(thing));
    return { kind, key, site: keyOf('site', thing.key.slice(0, 1)), fields: fieldsOf(thing, values, side) };
  }

  function addList(kind: StructureKind, above: readonly string[]): void {
    const there = new Map<string, DesiredState>();
    const declared = declaredIn(kind, above);
    const named = new Set(declared.map(({ key }) => keyText(key)));
    const deletionOf = (one: Pick<DesiredState, 'kind' | 'key'>) =>
      of(one).find(({ action }) => action === 'delete');
    const withSection = deletionOf({ kind: 'section', key: above });
    for (const thing of writer.present(kind, above)) {
      there.set(keyText(thing.key), thing);
      const own = thingOf(thing, valuesOf(thing), 'present');
      before.push(own);
      if (named.has(keyText(thing.key)) || deletionOf(thing) || leaving.has(thing.id)) continue;
      if (withSection) {
        // Where it is in the way of another one, it ends before its section.
        const { key } = thing;
        byKey.set(own.key, [
          { ...withSection, kind, key, name: key.join(': '), id: own.key, present: thing },
        ]);
      } else wanted.push({ ...own, isAnywhere: true });
    }
    for (const thing of declared) {
      const old = there.get(keyText(thing.key));
      const moved = relocated.get(placeText(thing));
      const values = old
        ? { ...valuesOf(old), ...valuesAfter(of(thing).flatMap(({ fields }) => fields)) }
        : // A space that moves keeps its condition where the file does not name it.
          { ...(moved && { condition: moved.fields.condition }), ...valuesOf(thing) };
      wanted.push(thingOf(thing, values, 'wanted'));
    }
  }

  addList('site', []);
  for (const site of bySite.keys()) {
    addList('section-group', [site]);
    addList('section', [site]);
    addList('site-space', [site, '']);
    const sections = [...writer.present('section', [site]), ...writer.declared('section', [site])];
    for (const path of new Set(sections.map(({ key }) => key[1] ?? ''))) addList('site-space', [site, path]);
  }
  return { before, wanted, differences: byKey };
}

/** Returns whether the thing of a difference comes from another list. */
export function isRelocated({ kind, key, present }: Difference): boolean {
  return kind === 'site-space' && present !== undefined && keyText(present.key) !== keyText(key);
}
