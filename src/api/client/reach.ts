import type { SendOptions } from './send.ts';

/** What an answer without a token shows. */
export interface Reached {
  /** The time of the service, in milliseconds since the epoch; `undefined` if the answer has none. */
  readonly time: number | undefined;
}

/**
 * Requests `url` once, without a token, to see whether anything answers; the status does not matter. Throws
 * `TransportFailure` if nothing answers.
 */
export async function probe(url: string, { transport, signal }: SendOptions): Promise<Reached> {
  const { headers } = await transport(
    { method: 'GET', url, headers: { accept: 'application/json' } },
    signal,
  );
  const time = Date.parse(headers.date ?? '');
  return { time: Number.isNaN(time) ? undefined : time };
}
