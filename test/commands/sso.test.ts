import { expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/sso.ts';
import { sandboxCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

test('sso list prints one array of the logins', async () => {
  const docs = await sandboxCli();
  const run = await docs('sso list --json');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.requests).toEqual([{ method: 'GET', path: '/v1/orgs/org_acme/sso' }]);
  expect(JSON.parse(run.stdout)).toMatchObject([{ id: 'saml_okta', label: 'Okta' }, { id: 'saml_entra' }]);
  expect((await docs('sso ls -o id')).stdout).toBe('saml_okta\nsaml_entra\n');
});

test('an unknown organization is not found', async () => {
  const docs = await sandboxCli();
  expect(await docs('sso list --org org_nowhere')).toMatchObject({ code: 5, stdout: '' });
});

wireCoverage(contract);
