import { asId } from '../../api/contract/ids.ts';
import { getCollection } from '../../api/contract/operations/collections.ts';
import { getMember } from '../../api/contract/operations/members.ts';
import { listSpacePermissions } from '../../api/contract/operations/spaces.ts';
import { flag } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import type { Verb } from '../../cli/verb.ts';
import { levels } from '../../domain/access/levels.ts';
import { UsageError } from '../../errors.ts';
import { alternatives } from '../../text/alternatives.ts';
import { quoted } from '../../text/words.ts';

export const levelWords = `the level: ${alternatives(levels)}`;

export const collectionFlag = () =>
  flag('--collection <collectionId>', 'the collection (default: the space of --space)').with({
    kind: 'collection',
  });

export const levelFlag = () =>
  flag('--level <level>', 'at least this level (default: read)').with({ known: levels });

/** Returns a level that the user gives. Throws `UsageError`. */
export function levelFrom(given: string, input: string): string {
  if (levels.includes(given)) return given;
  throw new UsageError(`invalid ${input} ${quoted(given)}: expected ${alternatives(levels)}`);
}

type Place = Pick<LineParts, 'scope' | 'names' | 'line' | 'canAsk' | 'system' | 'refs' | 'out'>;

/**
 * Returns the collection, or the space of the line; on a terminal, the user picks a space. Throws `UsageError` if the line
 * names both or none.
 */
export async function placeFrom(parts: Place, command: Verb, collection?: string | undefined) {
  const { scope, names, line } = parts;
  if (collection === undefined) {
    if (scope.known().space === undefined && !parts.canAsk())
      throw new UsageError('no space and no collection given', {
        hint: 'give --space or --collection, set DOCS_ADMIN_SPACE, or store a space with `docs-admin config set space`',
      });
    return spaceFrom(parts, command);
  }
  if (line.flags.space !== undefined) {
    throw new UsageError('--space and --collection exclude each other', { hint: 'give one of the two' });
  }
  const { params } = await names.resolved(getCollection, { params: { collection } });
  return { kind: 'collection', id: asId<'collection'>(params?.collection ?? '') } as const;
}

/** Returns the space of the line, or on a terminal the one that the user picks. Throws `UsageError` if there is none. */
export async function spaceFrom(parts: Omit<Place, 'line'>, command: Verb) {
  const { scope, names } = parts;
  if (scope.known().space === undefined && parts.canAsk()) {
    const { pickThing } = await import('../../cli/names/pick.ts');
    scope.supply({ space: await pickThing('space', parts, command) });
  }
  const { params } = await names.resolved(listSpacePermissions, { params: { space: scope.space() } });
  return { kind: 'space', id: asId<'space'>(params?.space ?? '') } as const;
}

export async function memberFrom({ scope, names }: Pick<LineParts, 'scope' | 'names'>, user: string) {
  const { params } = await names.resolved(getMember, { params: { org: scope.org(), user } });
  return asId<'user'>(params?.user ?? '');
}
