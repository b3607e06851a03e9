import { writeSync } from 'node:fs';
import { openSandbox } from '../../src/sandbox/open-seeded.ts';

/**
 * A process of its own that writes into a sandbox: `writer <file> <name> <count> [basename]`. It makes teams called
 * `<name> 1`, `<name> 2`, ... and prints each answer's id once it has come; with a basename it also asks for that
 * on a site of its own and prints the status.
 */
const [path = '', name = '', count = '0', basename] = process.argv.slice(2);
const sandbox = openSandbox({ path, token: 'writer', now: () => 0 });

async function send(method: string, address: string, body: unknown): Promise<Response> {
  const headers = { authorization: 'Bearer writer', 'content-type': 'application/json' };
  return sandbox.fetch(
    new Request(`http://sandbox.localhost${address}`, { method, headers, body: JSON.stringify(body) }),
  );
}

for (let at = 1; at <= Number(count); at++) {
  const response = await send('PUT', '/v1/orgs/org_acme/teams', {
    title: `${name} ${at}`,
    members: ['user_ada'],
  });
  const answer = (await response.json()) as { id?: string };
  writeSync(1, `${answer.id ?? `failed with ${response.status}`}\n`);
}
if (basename !== undefined) {
  const site = (await (await send('POST', '/v1/orgs/org_acme/sites', {})).json()) as { id: string };
  const response = await send('PATCH', `/v1/orgs/org_acme/sites/${site.id}`, { basename });
  writeSync(1, `${response.status}\n`);
}
sandbox.close();
