// A role of a team may hide a higher one around its place: roles end from the outside in, and begin from the inside out.
import { describe, expect, test } from 'vitest';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';
import { withoutAnswer } from '../support/refusing.ts';
import { decidedReview } from '../support/reviews.ts';

const set = ['collections permissions set col_internal', 'spaces permissions set space_runbooks'] as const;
const none = `format: docs-admin-organization/1
collections: { Internal 内部: { teams: {} } }
spaces: { Runbooks: { teams: {} } }
`;
const nested = `format: docs-admin-organization/1
collections:
  Product: { collections: { API & SDKs: { teams: {}, collections: { "Legacy (v1), do not edit": { teams: {} } } } } }
`;

/** Gives the team Platform admin on a collection, and a lower role on a space in it. */
async function withRoles(through?: Parameters<typeof sandboxCli>[1]): Promise<CliInFolder> {
  const docs = await sandboxCli({ 'none.yaml': none, 'nested.yaml': nested }, through);
  for (const [at, role] of ['admin', 'read'].entries())
    expect(await docs(`${set[at]} team_platform --role ${role} --yes`)).toMatchObject({ code: 0 });
  return docs;
}

/** Returns the requests that change roles on places, in their order: `DELETE col_internal`. */
function roleWrites({ writes }: Run): string[] {
  return writes.flatMap(({ method, path }) => {
    const [, place] = /^\/v1\/\w+\/(\w+)\/permissions\/teams\/\w+$/.exec(path) ?? [];
    return place ? [`${method} ${place}`] : [];
  });
}

const ending = ['DELETE col_internal', 'DELETE space_runbooks'];
const beginning = ['PATCH space_runbooks', 'PATCH col_internal'];

describe('a role around another one', () => {
  test('ends first: it opens nothing, and undo gives it back last', async () => {
    const docs = await withRoles();
    const run = await docs('org apply --file none.yaml --delete --yes --journal run.jsonl');
    expect([run.code, roleWrites(run)]).toEqual([0, ending]);
    expect(run.stderr).toMatch(/^loses \(2\)\n/);
    const undone = await docs('runs undo run.jsonl --yes --allow-opening administrators');
    expect([undone.code, roleWrites(undone)]).toEqual([0, beginning]);
  });

  test('ends first where collections are in one another', async () => {
    const docs = await withRoles();
    await docs('collections permissions set col_legacy team_platform --role read --yes');
    const run = await docs('org apply --file nested.yaml --delete --yes --allow-opening administrators');
    expect([run.code, roleWrites(run)]).toEqual([0, ['DELETE col_api', 'DELETE col_legacy']]);
    const undone = await docs('undo --yes --allow-opening administrators');
    expect([undone.code, roleWrites(undone)]).toEqual([0, ['PATCH col_legacy', 'PATCH col_api']]);
  });

  test('is kept with the inner one where the service refuses to end it', async () => {
    const docs = await withRoles((sandbox) => async (request, signal) => {
      const refuses = request.method === 'DELETE';
      return (refuses ? withoutAnswer(/col_internal\/permissions/, 403)(sandbox) : sandbox)(request, signal);
    });
    const run = await docs('org apply --file none.yaml --delete --yes');
    expect([run.code, roleWrites(run)]).toEqual([9, ['DELETE col_internal']]);
    expect(run.stdout).toContain('an earlier change that it needs has failed: Internal 内部: Platform');
  });

  test('begins last where a team takes over both', async () => {
    const docs = await withRoles();
    const run = await docs('teams merge team_platform team_empty --yes --allow-opening administrators');
    expect(run.code, run.stderr).toBe(0);
    const both = roleWrites(run).filter((one) => !one.endsWith('col_api'));
    expect(both).toEqual([...beginning, ...ending]);
  });

  test('ends first where a review takes both away', async () => {
    const decisions = {
      'collection-team team_platform col_internal': ['remove', '', 'not needed'],
      'space-team team_platform space_runbooks': ['remove', '', 'not needed'],
    };
    const run = await (await decidedReview(decisions, { docs: await withRoles() }))(
      'access review close q4 --yes',
    );
    expect([run.code, roleWrites(run)]).toEqual([0, ending]);
  });
});

test('a default level that the service refuses to lower keeps no other one', async () => {
  const through = withoutAnswer(/collections\/col_internal$/, 403);
  const levels =
    'collections: { Internal 内部: { default-level: guest }, Product: { default-level: read } }\n';
  const docs = await sandboxCli(
    { 'levels.yaml': `format: docs-admin-organization/1\n${levels}` },
    (sandbox) => (request, signal) =>
      (request.method === 'PATCH' ? through(sandbox) : sandbox)(request, signal),
  );
  const run = await docs('org apply --file levels.yaml --yes --concurrency 1');
  expect(run.code, run.stderr).toBe(9);
  expect(run.writes.map(({ path }) => path)).toEqual([
    '/v1/collections/col_internal',
    '/v1/collections/col_product',
  ]);
});
