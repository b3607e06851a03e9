import type { Operation } from '../../api/contract/operation.ts';
import { at } from '../fields.ts';
import { site } from '../sites.ts';
import { type Id, type PieceKind, some, thing } from './facts.ts';

/** Makes the kind for the order of a list, as groups of ids: a move stays inside a group. */
export function order(
  of: string,
  list: Operation,
  move: Operation,
  key: string,
  reference: (id: Id) => unknown,
  groupOf: (item: unknown) => string = () => '',
): PieceKind {
  return {
    kind: `${of}-order`,
    word: `order of the ${of.replace('-', ' ')}s of site`,
    of: thing(site, {}),
    isOrder: true,
    async read(reader, ids) {
      const items = await reader.list(list, some(ids, 'org', 'site'));
      if (items === null) return null;
      const groups: Record<string, string[]> = {};
      for (const item of items) {
        const name = groupOf(item);
        groups[name] = [...(groups[name] ?? []), String(at(item, 'id'))];
      }
      return groups;
    },
    set: (ids, { id, before, after }) => [
      {
        action: 'move',
        operation: move,
        params: { ...some(ids, 'org', 'site'), [key]: id as Id },
        sets: { move: id, ...(before === undefined ? { after } : { before }) },
        body: {
          position:
            before === undefined ? { after: reference(after as Id) } : { before: reference(before as Id) },
        },
      },
    ],
  };
}
