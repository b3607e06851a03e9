import type { App } from '../cli/session/app.ts';
import { UsageError } from '../errors.ts';

/** What work is done on. */
export interface Place {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** The whole base address; absent where version 0.1.0 wrote it down, which knew the origin only. */
  readonly baseUrl?: string | undefined;
  readonly org: string | null;
}

export function placeOf({ context }: App): Place & { readonly baseUrl: string } {
  const baseUrl = context.baseUrl();
  return { origin: new URL(baseUrl).origin, baseUrl, org: context.find('org')?.value ?? null };
}

/** Throws `UsageError` where something was made for another organization or address than the line's. */
export function assertSamePlace(app: App, what: string, made: Place): void {
  const here = placeOf(app);
  assertSameAddress(what, made, here.baseUrl);
  if (made.org !== here.org) {
    throw new UsageError(
      `${what} belongs to organization ${made.org ?? '(none)'}, not to ${here.org ?? '(none)'}`,
      {
        hint: made.org === null ? 'leave out --org' : `give --org ${made.org}`,
      },
    );
  }
}

function assertSameAddress(what: string, { origin, baseUrl }: Place, here: string): void {
  if ((baseUrl ?? origin) === here) return;
  if (baseUrl === undefined && origin === new URL(here).origin) {
    throw new UsageError(
      `${what} was made by version 0.1.0, which stored ${origin} without the path of ${here}`,
      {
        hint: 'it may belong to another service: start a new one',
      },
    );
  }
  throw new UsageError(`${what} belongs to ${baseUrl ?? origin}, not to ${here}`, {
    hint: 'choose the address that it belongs to with --profile or --base-url',
  });
}
