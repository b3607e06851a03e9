import { UsageError } from '../../errors.ts';
import { assertSamePlace } from './place.ts';
import type { ServicePlace, Session } from './session.ts';

/** Throws `UsageError` if a run is about another organization, address or data than the session's. */
export async function assertOwnRun(
  session: Pick<Session, 'place' | 'dataId'>,
  what: string,
  made: ServicePlace & { readonly data?: string | undefined },
): Promise<void> {
  assertSamePlace(session, what, made);
  if (made.data === undefined || made.data === (await session.dataId?.())) return;
  throw new UsageError(
    `${what} is about other data of the sandbox: it was reset since, or another file is used`,
  );
}
