import { createServer } from 'node:http';

/** An answer that is a thing, and a page of things. */
const answer = JSON.stringify({ id: 'user_ada', items: [{ id: 'user_ada' }], count: 1 });

const online = [
  'members list --json',
  'members list --output table',
  'members get user_ada',
  'members update user_ada --role reader',
  'teams create --title Docs',
  'teams delete team_docs --yes',
];
const inSandbox = ['members list --json', 'sites list --output table'];

/**
 * Calls `run` with the words and the variables of one line after the other. Together, these lines run the code that most
 * commands share, over the network and in the sandbox.
 *
 * @param {(words: string[], env: Record<string, string>) => Promise<unknown>} run
 */
export async function runUsualLines(run) {
  const service = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(answer),
  );
  await new Promise((resolve) => service.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (service.address());
  const account = {
    DOCS_ADMIN_BASE_URL: `http://127.0.0.1:${port}`,
    DOCS_ADMIN_TOKEN: 'token',
    DOCS_ADMIN_ORG: 'org_acme',
  };
  try {
    for (const line of online) await run(line.split(' '), account);
    for (const line of inSandbox) await run(line.split(' '), { DOCS_ADMIN_PROFILE: 'sandbox' });
  } finally {
    service.close();
  }
}
