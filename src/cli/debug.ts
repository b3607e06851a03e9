import type { WireEvent } from '../api/send.ts';

/**
 * What to tell of something that happened on the wire; `undefined` where it is of no interest.
 * Without `debug` only a wait for a rate limit is, and only for somebody who watches.
 */
export function describeEvent(
  event: WireEvent,
  { debug, onTerminal }: { debug: boolean; onTerminal: boolean },
): string | undefined {
  if (event.kind === 'wait' && event.rateLimited && (debug || onTerminal)) {
    return `rate limited, waiting ${seconds(event.ms)} s`;
  }
  if (!debug) return undefined;
  const request = `${event.request.method} ${event.request.url}`;
  const attempt = event.attempt > 0 ? ` (attempt ${event.attempt + 1})` : '';
  switch (event.kind) {
    case 'request':
      return `debug: ${request}${attempt}`;
    case 'answer':
      return `debug: ${request}: ${event.status} in ${event.ms} ms${event.requestId ? `, request id ${event.requestId}` : ''}`;
    case 'failure':
      return `debug: ${request}: ${event.message} after ${event.ms} ms`;
    case 'wait':
      return `debug: trying again in ${seconds(event.ms)} s`;
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
}
