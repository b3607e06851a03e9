import type { Operation } from '../../../api/contract/operation.ts';
import { moveSectionGroup } from '../../../api/contract/operations/section-groups.ts';
import { moveSection } from '../../../api/contract/operations/sections.ts';
import { moveSiteSpace } from '../../../api/contract/operations/site-spaces.ts';
import { movesAround, staying } from '../../../model/structure/order.ts';
import { keyText } from '../../thing.ts';
import type { FileKind } from '../kinds.ts';
import { type Placed, purpose, type SiteWork, slices } from './sites-work.ts';

/** How things of a kind are moved: the path parameter, and the shape of a reference to a neighbour. */
const kinds: Partial<Record<FileKind, { operation: Operation; param: string; type: string; id: string }>> = {
  section: { operation: moveSection, param: 'section', type: 'site-section', id: 'siteSection' },
  'section-group': { operation: moveSectionGroup, param: 'group', type: 'site-section', id: 'id' },
  'site-space': { operation: moveSiteSpace, param: 'siteSpace', type: 'site-space', id: 'siteSpace' },
};

/** Puts the things of a list in order, with as few moves as possible. */
export function requestOrder(work: SiteWork, kind: FileKind, above: readonly string[]): void {
  const facts = kinds[kind];
  if (!facts) throw new Error(`a list of ${kind} has no order`);
  const { writer } = work;
  const placed = new Map(work.placed(kind, above).map((one) => [keyText(one.thing.key), one]));
  const order = [...placed.keys()];
  const present = writer.present(kind, above).map((thing) => keyText(thing.key));
  const thingOf = (text: string) => (placed.get(text) as Placed).thing;
  const idOf = (text: string) => writer.idOf(kind, thingOf(text).key);
  const sent = new Map<string, number>();
  for (const { key, after, before } of movesAround(order, staying(order, present))) {
    const { differences } = placed.get(key) as Placed;
    const reference = (text: string) => ({ type: facts.type, [facts.id]: idOf(text) });
    const number = writer.add({
      operation: facts.operation,
      params: work.params({ [facts.param]: idOf(key) }),
      body: {
        position: {
          ...(before !== undefined && { before: reference(before) }),
          ...(after !== undefined && { after: reference(after) }),
        },
      },
      ...purpose(slices(differences, ['position']), differences),
      requires: [after, before].flatMap((text) => (text === undefined ? [] : (sent.get(text) ?? []))),
    });
    sent.set(key, number);
  }
}
