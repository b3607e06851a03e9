import type { Operation } from '../../api/contract/operation.ts';
import type { Fields, Id } from '../../model/effects/facts.ts';
import type { SnapshotPart } from '../../model/read/snapshot.ts';
import type { Difference } from '../difference.ts';
import type { Path } from '../organization.ts';
import type { DesiredState } from '../thing.ts';
import { mapThings } from './children.ts';
import { fromFile, inFile, role } from './fields.ts';
import type { FileNames, FileNaming } from './names.ts';
import { addRequest } from './requests.ts';
import type { RequestWriter } from './section.ts';

const fields = { role };

export const roleFacts = {
  noun: 'access',
  listed: 'roles of teams',
  fields,
  ties: 'team',
  made: 'grant',
  ended: 'revoke',
  ending: 'end',
  isInner: true,
  isContent: true,
  list: 'teams',
  value: ({ role }: Fields) => role,
} as const;

export function presentRoles<Kind extends 'collection-team' | 'space-team'>(
  kind: Kind,
  part: SnapshotPart<Kind>,
  names: FileNaming,
  keyOf: (id: string) => readonly string[],
): DesiredState[] {
  return mapThings(part, ({ permission }, { parent, id }) => ({
    kind,
    key: [...keyOf(parent), names.titled('team', id)],
    fields: { role: permission ?? null },
    id,
  }));
}

export function roleValue(thing: Pick<DesiredState, 'fields'>): unknown {
  return inFile(fields, 'role', thing.fields.role);
}

/** Returns the roles of teams that a file declares at `path`, on the thing with the key `above`. */
export function declaredRoles(
  kind: 'collection-team' | 'space-team',
  above: readonly string[],
  teams: Readonly<Record<string, string>>,
  path: Path,
  names: FileNames,
): DesiredState[] {
  return Object.entries(teams).flatMap(([team, role]): DesiredState[] => {
    const found = names.findTeam(team, [...path, team]);
    if (!found) return [];
    const { key, id } = found;
    const thing = {
      kind,
      key: [...above, key],
      fields: fromFile(fields, { role }),
      path: [...path, team],
    };
    return [id === undefined ? thing : { ...thing, id }];
  });
}

/** Writes one request for each role of a team on things of a kind that differs. */
export function changeRoles(
  of: 'collection-team' | 'space-team',
  differences: readonly Difference[],
  operations: { readonly update: Operation; readonly delete: Operation },
  paramsOf: (above: readonly string[]) => Readonly<Record<string, Id>>,
  writer: RequestWriter,
): void {
  for (const difference of differences.filter(({ kind }) => kind === of)) {
    const { key, declared, present } = difference;
    const id = present?.id ?? declared?.id ?? writer.idOf('team', key.slice(-1));
    const params = { ...paramsOf(key.slice(0, -1)), team: id };
    addRequest(writer, [difference], operations, params, { role: declared?.fields.role });
  }
}
