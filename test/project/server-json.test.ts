import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { environment } from '../../src/cli/settings/environment.ts';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const server = read('.github/server.json');
const packageFile = read('package.json');

/**
 * What the registry asks of the fields that we use, in version 2025-12-11 of its schema. It takes further fields; here a field
 * that is not listed is a mistake in writing.
 */
const Server = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        identifier: z.string(),
        version: z.string().min(1),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
        environmentVariables: z.array(
          z.strictObject({
            name: z.string(),
            description: z.string(),
            isSecret: z.optional(z.boolean()),
          }),
        ),
      }),
    )
    .length(1),
});

test('server.json has what the registry of servers asks for', () => {
  expect(Server.safeParse(server).error?.issues).toBeUndefined();
});

test('server.json and package.json name the same server and the same version', () => {
  const { name, version, mcpName } = packageFile;
  expect(server).toMatchObject({ name: mcpName, version, packages: [{ identifier: name, version }] });
});

test('server.json names variables of this tool, and hides the token', () => {
  const known = environment.map(([name]) => name);
  const variables: { name: string; isSecret?: boolean }[] = server.packages[0].environmentVariables;
  for (const { name } of variables) expect(known).toContain(name);
  expect(variables.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(['DOCS_ADMIN_TOKEN']);
});
