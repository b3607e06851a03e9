import { expect, test } from 'vitest';
import { organizationSchemaText } from '../../src/org/file/json-schema.ts';
import { scriptedCli } from '../support/cli.ts';

test('org schema prints the schema without a token and a service', async () => {
  const docs = await scriptedCli(() => ({}));
  expect(await docs('org schema')).toMatchObject({
    code: 0,
    stdout: organizationSchemaText(),
    stderr: '',
    requests: [],
  });
  expect(JSON.parse(organizationSchemaText())).toMatchObject({ type: 'object', required: ['format'] });
});
