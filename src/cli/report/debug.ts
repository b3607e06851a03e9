import type { WireEvent } from '../../api/client/send.ts';

/** Returns the line of --debug about an event of a request. */
export function describeEvent(event: WireEvent): string {
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
      return event.rateLimited
        ? `debug: rate limited, waiting ${seconds(event.ms)} s`
        : `debug: trying again in ${seconds(event.ms)} s`;
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
}
