import {
  addSectionToGroup,
  createSectionGroup,
  deleteSectionGroup,
  removeSectionFromGroup,
  updateSectionGroup,
} from '../../../api/contract/operations/section-groups.ts';
import type { Id } from '../../../model/effects/facts.ts';
import { groupBy } from '../../../text/group-by.ts';
import type { Thing } from '../../thing.ts';
import type { Difference } from '../compare.ts';
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
  const above = [work.key];
  const groups = work.placed('section-group', above);
  const joining = work.placed('section', above).flatMap(joiningOf);
  makeGroups(work, groups, joining);
  updateGroups(work, groups);
  joinGroups(work, groups, joining);
  requestOrder(work, 'section-group', above);
  endGroups(
    work,
    joining.filter(({ group }) => group === null),
  );
}

function makeGroups(work: SiteWork, groups: readonly Placed[], joining: readonly Joining[]): void {
  const byGroup = groupBy(joining, ({ group }) => group ?? '');
  let earlier: number[] = [];
  for (const { thing, differences, state } of groups) {
    if (state !== 'new') continue;
    const joiners = byGroup.get(titleOf(thing)) ?? [];
    const number = work.writer.add({
      operation: createSectionGroup,
      params: work.params(),
      body: {
        title: thing.keyed?.title,
        ...valuesOf(thing, ['icon']),
        ...(joiners.length > 0 && { sections: joiners.map((one) => sectionId(work, one)) }),
      },
      for: [...differences, ...joiners.flatMap(({ own }) => own)] as [Difference, ...Difference[]],
      makes: true,
      requires: earlier,
    });
    earlier = [number];
  }
}

function updateGroups(work: SiteWork, groups: readonly Placed[]): void {
  for (const { thing, differences, state } of groups) {
    const own = slices(differences, ['title', 'icon']);
    if (state !== 'there' || own.length === 0) continue;
    work.writer.add({
      operation: updateSectionGroup,
      params: work.params({ group: groupId(work, titleOf(thing)) }),
      body: valuesIn(own),
      ...purpose(own, []),
    });
  }
}

/** Adds sections to groups that are there. */
function joinGroups(work: SiteWork, groups: readonly Placed[], joining: readonly Joining[]): void {
  const isNew = new Set(groups.flatMap(({ thing, state }) => (state === 'new' ? titleOf(thing) : [])));
  for (const one of joining) {
    if (one.group === null || isNew.has(one.group)) continue;
    work.writer.add({
      operation: addSectionToGroup,
      params: work.params({ group: groupId(work, one.group) }),
      body: { sectionId: sectionId(work, one) },
      ...purpose(one.own, one.section.differences),
    });
  }
}

/** Deletes groups, which sets their sections free, and takes sections out of the groups that stay. */
function endGroups(work: SiteWork, leaving: readonly Joining[]): void {
  const left = groupBy(leaving, ({ own }) => String(own[0]?.present?.fields.group));
  const present = new Map(
    work.writer.present('section-group', [work.key]).map((thing) => [titleOf(thing), thing]),
  );
  for (const [title, group] of present) {
    const leavers = (left.get(title) ?? []).map(({ own }) => own[0] as Difference);
    const deletion = work.deletion(group);
    if (deletion)
      work.writer.add({
        operation: deleteSectionGroup,
        params: work.params({ group: group.id as string }),
        for: [deletion, ...leavers],
      });
    else for (const leaver of leavers) takeOut(work, group, leaver);
  }
}

function takeOut(work: SiteWork, group: Thing, leaver: Difference): void {
  work.writer.add({
    operation: removeSectionFromGroup,
    params: work.params({ group: group.id as string, section: leaver.id as string }),
    for: [leaver],
  });
}

function titleOf({ key }: Thing): string {
  return key.at(-1) ?? '';
}

function groupId({ writer, key }: SiteWork, title: string): Id {
  return writer.idOf('section-group', [key, title]);
}

function sectionId({ writer }: SiteWork, { section }: Joining): Id {
  return writer.idOf('section', section.thing.key);
}

function joiningOf(section: Placed): Joining[] {
  const { thing, differences, state } = section;
  const own = slices(differences, ['group']);
  const group = (thing.fields.group as string | null | undefined) ?? null;
  if (state === 'new') return group === null ? [] : [{ section, group, own: [] }];
  return own.length === 0 ? [] : [{ section, group, own }];
}
