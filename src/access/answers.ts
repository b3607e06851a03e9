import type { IdOf } from '../api/contract/ids.ts';
import { listMemberSpaces } from '../api/contract/operations/members.ts';
import type { PlaceId } from '../domain/access/places.ts';
import { isFault, type Reason, reasonOf, reasonOfListed } from '../model/read/list.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import type { UnknownList } from '../model/read/snapshot.ts';
import { readAhead } from '../work/run/read-each.ts';
import type { SpaceLevels } from './access.ts';

/** The service's own answer for a person, or why it could not be read. */
export type ServiceAnswer = { readonly answer: SpaceLevels } | { readonly unknown: UnknownList };

const atOnce = 16;
/** After this many faults of the service in a row, no one else is asked. */
const mostFaults = 10;

/**
 * Asks the service for the spaces of one person. With `space`, only this one is kept. Rejects if nothing else can be
 * read either.
 */
export async function askAbout(
  reader: ServiceReader,
  org: string,
  user: IdOf<'user'>,
  space?: PlaceId | undefined,
): Promise<ServiceAnswer> {
  const answer = new Map<PlaceId, string | null>();
  try {
    for await (const page of reader.pages(listMemberSpaces, { org, user })) {
      for (const { space: found, permission } of page) {
        if (space === undefined || found.id === space) answer.set(found.id, permission ?? null);
      }
    }
    return { answer };
  } catch (error) {
    return unknownFor(user, reasonOf(error));
  }
}

async function askListed(
  reader: ServiceReader,
  org: string,
  user: IdOf<'user'>,
  space?: PlaceId,
): Promise<ServiceAnswer> {
  try {
    return await askAbout(reader, org, user, space);
  } catch (error) {
    return unknownFor(user, reasonOfListed(error));
  }
}

function unknownFor(user: IdOf<'user'>, reason: Reason): { unknown: UnknownList } {
  return { unknown: { kind: 'space', in: { kind: 'member', id: user }, reason } };
}

/** Yields the service's own answer for each person, in their order. Asks for several people at once. */
export async function* askAboutEach(
  reader: ServiceReader,
  org: string,
  users: readonly IdOf<'user'>[],
  space?: PlaceId | undefined,
): AsyncGenerator<ServiceAnswer> {
  let faults = 0;
  let done = 0;
  for await (const outcome of readAhead(users, atOnce, (user) => askListed(reader, org, user, space))) {
    if ('error' in outcome) throw outcome.error;
    const asked = outcome.value;
    yield asked;
    done += 1;
    faults = 'unknown' in asked && isFault(asked.unknown.reason) ? faults + 1 : 0;
    if (faults < mostFaults || !('unknown' in asked)) continue;
    for (const user of users.slice(done)) yield unknownFor(user, asked.unknown.reason);
    return;
  }
}
