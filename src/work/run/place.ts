import { DocsAdminError, NoAddress, NoToken, UsageError } from '../../errors.ts';
import { version } from '../../version.ts';
import type { ServicePlace, Session } from './session.ts';

/** Throws `UsageError` if a plan or a run was made for another organization or address than the session's. */
export function assertSamePlace(session: Pick<Session, 'place'>, what: string, made: ServicePlace): void {
  const here = placeOf(session, what, made);
  assertSameAddress(what, made, here.baseUrl);
  if (made.org !== here.org) {
    throw new UsageError(
      `${what} belongs to organization ${made.org ?? '(none)'}, not to ${here.org ?? '(none)'}`,
      {
        hint:
          made.org === null
            ? { code: 'leave-out-org', data: {} }
            : { code: 'give-org', data: { org: made.org } },
      },
    );
  }
}

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

/** Returns the place of a session. If it has no address, the error names the one of the plan or the run. */
function placeOf(session: Pick<Session, 'place'>, what: string, { baseUrl, org }: ServicePlace) {
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

function assertSameAddress(what: string, { baseUrl }: ServicePlace, here: string): void {
  if (baseUrl === here) return;
  throw new UsageError(`${what} belongs to ${baseUrl}, not to ${here}`, {
    hint: { code: 'choose-place', data: { address: baseUrl, org: null } },
  });
}

/** Returns whether a version of the tool can go on with what this one has begun, or this one with what that one has. */
export function isSameMajor(tool: string): boolean {
  const major = (one: string) => one.split('.')[0];
  return major(tool) === major(version);
}
