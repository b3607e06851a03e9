import type { App } from '../cli/app.ts';
import { UsageError } from '../cli/errors.ts';

/** What work is done on. */
export interface Place {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly org: string | null;
}

export function placeOf({ context }: App): Place {
  return { origin: new URL(context.baseUrl()).origin, org: context.find('org')?.value ?? null };
}

/** Throws `UsageError` where something was made for another organization than the line's. */
export function assertSamePlace(app: App, what: string, made: Place): void {
  const here = placeOf(app);
  if (made.origin !== here.origin) {
    throw new UsageError(`${what} belongs to ${made.origin}, not to ${here.origin}`, {
      hint: 'choose the address that it belongs to with --profile or --base-url',
    });
  }
  if (made.org !== here.org) {
    throw new UsageError(
      `${what} belongs to organization ${made.org ?? '(none)'}, not to ${here.org ?? '(none)'}`,
      {
        hint: made.org === null ? 'leave out --org' : `give --org ${made.org}`,
      },
    );
  }
}
