import type { Transport } from '../api/transport.ts';

/** A transport into an application in this process that answers `Request`s, as the sandbox does. */
export function wireTransport(fetch: (request: Request) => Promise<Response>): Transport {
  return async ({ method, url, headers, body }, signal) => {
    signal.throwIfAborted();
    const response = await fetch(new Request(url, { method, headers, body: body ?? null }));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    };
  };
}
