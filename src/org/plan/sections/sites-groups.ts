import {
  addSectionToGroup,
  createSectionGroup,
  deleteSectionGroup,
  removeSectionFromGroup,
  updateSectionGroup,
} from '../../../api/contract/operations/section-groups.ts';
import type { Thing } from '../../thing.ts';
import type { Difference } from '../compare.ts';
import { groupBy } from '../group-by.ts';
import { requestOrder } from './sites-order.ts';
import { type Placed, purpose, type SiteWork, slices, valuesIn, valuesOf } from './sites-work.ts';

/** A section that joins a group, or leaves its group. */
interface Joining {
  readonly section: Placed;
  /** The key of its new group; `null` if it stands in none. */
  readonly group: string | null;
  /** The difference, with this field only; none for a new section. */
  readonly own: readonly Difference[];
}

/**
 * Changes, makes, fills, orders and deletes the groups of a site. The sections that join them are made before, so that
 * a new group is made together with its sections.
 */
export function requestGroups(work: SiteWork): void {
  const { writer } = work;
  const above = [work.key];
  const placed = work.placed('section-group', above);
  const joining = work.placed('section', above).flatMap(joiningOf);
  const byGroup = groupBy(joining, ({ group }) => group ?? '');
  const sectionId = ({ section }: Joining) => writer.idOf('section', section.thing.key);
  const groupId = (title: string) => writer.idOf('section-group', [work.key, title]);

  let earlier: number[] = [];
  for (const { thing, differences } of placed.filter(({ state }) => state === 'new')) {
    const joiners = byGroup.get(thing.key.at(-1) ?? '') ?? [];
    const number = writer.add({
      operation: createSectionGroup,
      params: work.params(),
      body: {
        title: thing.keyed?.title,
        ...valuesOf(thing, ['icon']),
        ...(joiners.length > 0 && { sections: joiners.map(sectionId) }),
      },
      for: [...differences, ...joiners.flatMap(({ own }) => own)] as [Difference, ...Difference[]],
      makes: true,
      requires: earlier,
    });
    earlier = [number];
  }
  for (const { thing, differences, state } of placed) {
    const own = slices(differences, ['title', 'icon']);
    if (state !== 'there' || own.length === 0) continue;
    writer.add({
      operation: updateSectionGroup,
      params: work.params({ group: groupId(thing.key.at(-1) ?? '') }),
      body: valuesIn(own),
      ...purpose(own, []),
    });
  }
  const isNew = new Set(placed.flatMap(({ thing, state }) => (state === 'new' ? thing.key.at(-1) : [])));
  for (const one of joining) {
    if (one.group === null || isNew.has(one.group)) continue;
    writer.add({
      operation: addSectionToGroup,
      params: work.params({ group: groupId(one.group) }),
      body: { sectionId: sectionId(one) },
      ...purpose(one.own, one.section.differences),
    });
  }
  requestOrder(work, 'section-group', above);
  end(joining.filter(({ group }) => group === null));

  /** Deletes groups, which sets their sections free, and takes sections out of the groups that stay. */
  function end(leaving: readonly Joining[]): void {
    const old = new Map(writer.present('section-group', above).map((thing) => [thing.key.at(-1), thing]));
    const left = groupBy(leaving, ({ own }) => String(own[0]?.present?.fields.group));
    for (const [title, group] of old) {
      const leavers = (left.get(title ?? '') ?? []).map(({ own }) => own[0] as Difference);
      const deletion = work.deletion(group);
      if (deletion)
        writer.add({
          operation: deleteSectionGroup,
          params: work.params({ group: group.id as string }),
          for: [deletion, ...leavers],
        });
      else for (const leaver of leavers) takeOut(group, leaver);
    }
  }

  function takeOut(group: Thing, leaver: Difference): void {
    writer.add({
      operation: removeSectionFromGroup,
      params: work.params({ group: group.id as string, section: leaver.id as string }),
      for: [leaver],
    });
  }
}

function joiningOf(section: Placed): Joining[] {
  const { thing, differences, state } = section;
  const own = slices(differences, ['group']);
  const group = (thing.fields.group as string | null | undefined) ?? null;
  if (state === 'new') return group === null ? [] : [{ section, group, own: [] }];
  return own.length === 0 ? [] : [{ section, group, own }];
}
