import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';

const head = 'format: docs-admin-organization/1\n';

describe('teams', () => {
  const file = `${head}teams:
  Writers: { previously: [Docs], members: { ADA@acme.example: owner, kim@acme.example: owner } }
  New: { members: { kim@acme.example: member } }
`;

  test('are renamed, made and filled, one request a team', async () => {
    const docs = await sandboxCli({ ...exampleFiles, 'org.yaml': file });
    const plan = JSON.parse((await docs('org plan --file org.yaml --json')).stdout);
    expect(plan).toMatchObject({
      format: 'docs-admin-plan/1',
      organization: 'org_acme',
      complete: true,
      counts: { create: 1, update: 0, rename: 1, move: 0, grant: 2, revoke: 6, delete: 0 },
    });
    expect(plan.changes.slice(0, 3)).toEqual([
      { action: 'create', kind: 'team', name: 'New', fields: [] },
      {
        action: 'rename',
        kind: 'team',
        name: 'Writers',
        id: 'team_docs',
        fields: [{ field: 'title', before: 'Docs', after: 'Writers' }],
      },
      {
        action: 'grant',
        kind: 'team-member',
        name: 'New: kim@acme.example',
        fields: [{ field: 'role', before: null, after: 'member' }],
      },
    ]);
    const run = await docs('org apply --file org.yaml --allow-opening administrators --yes');
    expect(run).toMatchObject({ code: 0 });
    // Requests about different teams leave at once, in any order.
    const writes = run.writes.map(({ method, path }) => `${method} ${path}`);
    expect(writes.filter((one) => one.includes('/team_docs'))).toEqual([
      'PATCH /v1/orgs/org_acme/teams/team_docs',
      'PUT /v1/orgs/org_acme/teams/team_docs/members',
    ]);
    expect(writes.filter((one) => !one.includes('/team_docs'))).toEqual([
      'PUT /v1/orgs/org_acme/teams',
      'PUT /v1/orgs/org_acme/teams/team_1/members',
    ]);
    const again = JSON.parse((await docs('org plan --file org.yaml --json')).stdout);
    expect(again.changes).toEqual([]);
  });
});
