import type { Transport } from '../../src/ports.ts';

/** A sandbox in which requests to these paths get an error status. */
export const withoutAnswer =
  (path: RegExp, status: number) =>
  (sandbox: Transport): Transport =>
  async (request, signal) => {
    if (!path.test(request.url)) return sandbox(request, signal);
    const body = new TextEncoder().encode(JSON.stringify({ error: { code: status, message: 'not yours' } }));
    return { status, headers: { 'content-type': 'application/json' }, body };
  };
