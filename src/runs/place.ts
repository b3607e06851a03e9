import { DocsAdminError, NoAddress, NoToken, UsageError } from '../errors.ts';
import type { Place, Session } from './session.ts';

/** Throws `UsageError` if a plan or a run was made for another organization or address than the session's. */
export function assertSamePlace(session: Pick<Session, 'place'>, what: string, made: Place): void {
  const here = placeOf(session, what, made);
  assertSameAddress(what, made, here.baseUrl);
  if (made.org !== here.org) {
    throw new UsageError(
      `${what} belongs to organization ${made.org ?? '(none)'}, not to ${here.org ?? '(none)'}`,
      {
        hint: { code: 'give-org', data: { org: made.org } },
      },
    );
  }
}

/** Returns the place of a session. If it has no address, the error names the one of the plan or the run. */
function placeOf(session: Pick<Session, 'place'>, what: string, { origin, baseUrl = origin, org }: Place) {
  try {
    return session.place();
  } catch (error) {
    if (!(error instanceof NoAddress || error instanceof NoToken)) throw error;
    const place = org === null ? baseUrl : `${baseUrl}, organization ${org}`;
    throw new DocsAdminError(error.kind, `${error.message}; ${what} belongs to ${place}`, {
      hint: { code: 'choose-place', data: { address: baseUrl, org } },
    });
  }
}

function assertSameAddress(what: string, { origin, baseUrl }: Place, here: string): void {
  if ((baseUrl ?? origin) === here) return;
  if (baseUrl === undefined && origin === new URL(here).origin) {
    throw new UsageError(
      `${what} was made by version 0.1.0, which stored ${origin} without the path of ${here}`,
      {
        hint: { code: 'start-new', data: {} },
      },
    );
  }
  throw new UsageError(`${what} belongs to ${baseUrl ?? origin}, not to ${here}`, {
    hint: { code: 'choose-place', data: { address: baseUrl ?? origin, org: null } },
  });
}
