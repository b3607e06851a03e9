import type { SendOptions } from './send.ts';

/** What an answer to nobody in particular tells. */
export interface Reached {
  /** The time that the service says it is, in milliseconds since the epoch; `undefined` where it does not say. */
  readonly time: number | undefined;
}

/**
 * Asks `url` once, without a token, whether anything answers there, whatever it says.
 * Throws `TransportFailure` where nothing does.
 */
export async function reach(url: string, { transport, signal }: SendOptions): Promise<Reached> {
  const { headers } = await transport(
    { method: 'GET', url, headers: { accept: 'application/json' } },
    signal,
  );
  const time = Date.parse(headers.date ?? '');
  return { time: Number.isNaN(time) ? undefined : time };
}
