import type { Operation } from '../../../api/contract/operation.ts';
import type { Id } from '../../../model/effects/facts.ts';
import type { Path } from '../../file/parts.ts';
import type { Thing } from '../../thing.ts';
import type { Difference } from '../compare.ts';
import type { FileNames } from '../file-names.ts';
import type { RequestWriter } from '../writer.ts';

/** Returns the roles of teams that a file declares at `path`, on the thing with the key `above`. */
export function declaredRoles(
  kind: 'collection-team' | 'space-team',
  above: readonly string[],
  teams: Readonly<Record<string, string>>,
  path: Path,
  names: FileNames,
): Thing[] {
  return Object.entries(teams).flatMap(([team, role]): Thing[] => {
    const found = names.findTeam(team, [...path, team]);
    if (!found) return [];
    const { key, id } = found;
    const thing = { kind, key: [...above, key], fields: { role }, path: [...path, team] };
    return [id === undefined ? thing : { ...thing, id }];
  });
}

/** Writes one request for each role of a team that differs. */
export function changeRoles(
  differences: readonly Difference[],
  { set, remove }: { readonly set: Operation; readonly remove: Operation },
  paramsOf: (above: readonly string[]) => Readonly<Record<string, Id>>,
  { add, idOf }: RequestWriter,
): void {
  for (const difference of differences) {
    const { action, key, declared, present } = difference;
    const id = present?.id ?? declared?.id ?? idOf('team', key.slice(-1));
    const params = { ...paramsOf(key.slice(0, -1)), team: id };
    const role = declared?.fields.role;
    if (action === 'revoke') add({ operation: remove, params, for: [difference] });
    else add({ operation: set, params, body: { role: role === 'guest' ? null : role }, for: [difference] });
  }
}
