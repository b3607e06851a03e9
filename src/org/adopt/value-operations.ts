import type { Difference } from '../difference.ts';
import { type LoadedFile, type Path, valueAtPath } from '../organization.ts';
import type { Compared } from '../plan/compare-sections.ts';
import { thingsByPlace } from '../plan/thing-map.ts';
import { fieldWord, toFile } from '../sections/fields.ts';
import { factsOf } from '../sections/kinds.ts';
import type { DesiredState } from '../thing.ts';
import type { FileOperation } from './operations.ts';
import { isOfSiteList } from './site-operations.ts';

/**
 * Returns the operations that write the values of the service into a file, and take out what the service does not have. What
 * the file does not list outside of complete lists is not among the differences.
 */
export function valueOperations(file: LoadedFile, compared: Compared): FileOperation[] {
  const declared = thingsByPlace(compared.declared);
  const holderPath = (kind: DesiredState['kind'], key: readonly string[]): Path | undefined =>
    declared.get({ kind, key })?.path;
  // New names come in the order of an export.
  const inOrder = compared.differences.toSorted((one, other) =>
    (one.key.at(-1) ?? '') < (other.key.at(-1) ?? '') ? -1 : 1,
  );
  return inOrder.flatMap((difference): FileOperation[] => {
    if (isOfSiteList(difference)) return [];
    const { declared: own, present } = difference;
    if (!own?.path) return present ? missingOperations(present, holderPath) : [];
    if (!present) return [{ kind: 'cut', path: own.path }];
    if (difference.action !== 'update') return [];
    return changeOperations(difference, own.path, present, file);
  });
}

/** Adds what a complete list lacks. */
function missingOperations(
  thing: DesiredState,
  holderPath: (kind: DesiredState['kind'], key: readonly string[]) => Path | undefined,
): FileOperation[] {
  const { kind, key } = thing;
  const above = key.slice(0, -1);
  const name = key.at(-1) ?? '';
  const { list, above: [holder] = [] } = factsOf(kind);
  const path = list && holder && holderPath(holder, above);
  return path ? [{ kind: 'set', path: [...path, list, name], value: writtenValue(thing) }] : [];
}

function writtenValue({ kind, fields: own }: DesiredState): unknown {
  const { fields, value } = factsOf(kind);
  const written = toFile(fields, own);
  return value ? value(written) : written;
}

/** Writes the values of the service for the fields that differ. */
function changeOperations(
  { kind, fields }: Difference,
  path: Path,
  present: DesiredState,
  { organization }: LoadedFile,
): FileOperation[] {
  const { fields: map, value } = factsOf(kind);
  const values = toFile(map, present.fields);
  const set = (place: Path, value: unknown): FileOperation =>
    value === undefined ? { kind: 'cut', path: place } : { kind: 'set', path: place, value };
  switch (kind) {
    case 'member':
    case 'team-member': {
      const isMap = typeof valueAtPath(organization, path) === 'object';
      return [set(isMap ? [...path, 'role'] : path, values.role)];
    }
    case 'openapi': {
      const source = organization.openapi?.[String(path[1])];
      if (source && 'url' in source) return [set([...path, 'url'], values.url)];
      return [set(path, values.url === undefined ? {} : { url: values.url })];
    }
    default: {
      if (value) return [set(path, writtenValue(present))];
      const differing = fields.map(({ field }) => fieldWord(map, field));
      // The options of a field belong to its type.
      const changed = differing.includes('type') ? [...new Set([...differing, 'options'])] : differing;
      return changed.map((field) => set([...path, field], values[field]));
    }
  }
}
