import { expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

test('writes the roles of members by e-mail, from one list', async () => {
  const docs = await sandboxCli();
  const run = await docs('org export --only members');
  expect(run).toMatchObject({
    code: 0,
    stderr: '',
    requests: [{ method: 'GET', path: '/v1/orgs/org_acme/members?limit=1000' }],
  });
  expect(run.stdout.split('\n').slice(0, 6)).toEqual([
    '# yaml-language-server: $schema=node_modules/docs-admin/dist/organization.schema.json',
    'format: docs-admin-organization/1',
    'organization: org_acme',
    'members:',
    '  ada@acme.example: admin',
    '  ana@acme.example: read',
  ]);
});
