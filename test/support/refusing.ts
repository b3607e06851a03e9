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

/** A sandbox that lists other things at these paths: `change` gets each, and returns one or several. */
export const withItems =
  (path: RegExp, change: (item: Record<string, unknown>) => object | object[]) =>
  (sandbox: Transport): Transport =>
  async (request, signal) => {
    const answer = await sandbox(request, signal);
    if (request.method !== 'GET' || !path.test(request.url) || answer.status !== 200) return answer;
    const { items, ...rest } = JSON.parse(new TextDecoder().decode(answer.body));
    const changed = JSON.stringify({ ...rest, items: items.flatMap(change) });
    return { ...answer, body: new TextEncoder().encode(changed) };
  };
