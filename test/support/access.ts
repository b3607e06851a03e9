import type { Transport } from '../../src/ports.ts';

const answer = (status: number, json: unknown) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(JSON.stringify(json)),
});

/** The sandbox, but these paths may not be read. */
export const refusing =
  (path: RegExp, status = 403) =>
  (sandbox: Transport): Transport =>
  async (request, signal) =>
    path.test(new URL(request.url).pathname)
      ? answer(status, { error: { code: status, message: 'not yours' } })
      : sandbox(request, signal);

/** The sandbox, but the service reports another level for one person: none for null. */
export const granting =
  (user: string, space: string, permission: string | null) =>
  (sandbox: Transport): Transport =>
  async (request, signal) => {
    const given = await sandbox(request, signal);
    if (new URL(request.url).pathname !== `/v1/orgs/org_acme/members/${user}/spaces`) return given;
    const { items } = JSON.parse(new TextDecoder().decode(given.body)) as {
      items: { space: { id: string } }[];
    };
    const others = items.filter((item) => item.space.id !== space);
    return answer(200, {
      items: permission === null ? others : [...others, { permission, space: { id: space } }],
    });
  };
