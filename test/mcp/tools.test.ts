import { describe, expect, test } from 'vitest';
import { effectOf } from '../../src/api/contract/effect.ts';
import { wholeProgram } from '../../src/build/help.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';
import { assistant, eras } from '../support/inner-assistant.ts';

const reading = [
  'search_commands',
  'describe_command',
  'read',
  'organization_overview',
  'find',
  'explain_access',
  'audit',
];
const changing = ['plan_change', 'apply_plan', 'plan_undo'];

test.each(eras)('the tools of a server that only reads (%j)', async (era) => {
  const { client } = await assistant({ era });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...reading, 'runs']);
  expect(client.getInstructions()).toContain('It cannot change anything.');
});

test('with --allow, the tools that plan and apply stand before the runs', async () => {
  const { client } = await assistant({ line: '--allow teams,members' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...reading, ...changing, 'runs']);
  expect(client.getInstructions()).toContain('Changes of teams, members are planned with plan_change');
});

describe('every tool', async () => {
  const listed = async () => (await (await assistant({ line: '--allow all' })).client.listTools()).tools;

  test('is listed in the same way each time', async () => {
    expect(await listed()).toEqual(await listed());
  });

  test.for([...reading, ...changing, 'runs'])('%s', async (name, { expect }) => {
    const tools = await listed();
    await expect(
      `${JSON.stringify(
        tools.find((tool) => tool.name === name),
        null,
        2,
      )}\n`,
    ).toMatchFileSnapshot(`tools/${name}.txt`);
  });

  test('all descriptions and schemas together are small, and the tools are few', async () => {
    const tools = await listed();
    expect(tools.length).toBeLessThanOrEqual(15);
    // A token has four characters of such text, or a few more.
    expect(JSON.stringify(tools).length / 4).toBeLessThan(8000);
  });

  test('has a flat schema that refuses what it does not know', async () => {
    for (const { name, inputSchema } of await listed()) {
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      const fields = Object.values(inputSchema.properties ?? {}) as {
        type: string;
        items?: { type: string };
      }[];
      for (const { type, items } of fields) {
        expect(['string', 'integer', 'boolean', 'array'], name).toContain(type);
        // Only several command lines, each a list of words, are a list of lists.
        if (items && name !== 'plan_change') expect(items.type, name).toBe('string');
      }
    }
  });
});

describe('annotations', async () => {
  const program = await wholeProgram();
  const effects = new Map(
    describeProgram(program).flatMap(({ operations }) =>
      operations.map(({ id, effect, method }) => [id, { effect, method }] as const),
    ),
  );
  /** The operations that a tool can send. */
  const sent: Readonly<Record<string, (effect: string) => boolean>> = {
    search_commands: () => false,
    describe_command: () => false,
    read: (effect) => effect === 'read',
    organization_overview: (effect) => effect === 'read',
    find: (effect) => effect === 'read',
    explain_access: (effect) => effect === 'read',
    audit: (effect) => effect === 'read',
    plan_change: (effect) => effect === 'read',
    apply_plan: () => true,
    plan_undo: (effect) => effect === 'read',
    runs: () => false,
  };

  test.each(Object.entries(sent))('of %s are what the contract says', async (name, sends) => {
    const { client } = await assistant({ line: '--allow all' });
    const tool = (await client.listTools()).tools.find((one) => one.name === name);
    const own = [...effects.values()].filter(({ effect }) => sends(effect)).map(({ effect }) => effect);
    const onlyReads = own.every((effect) => effect === 'read');
    expect(tool?.annotations).toMatchObject({
      readOnlyHint: onlyReads,
      destructiveHint: own.includes('delete'),
      openWorldHint: own.length > 0,
    });
    expect(typeof tool?.annotations?.idempotentHint).toBe('boolean');
  });

  test('only GETs have the effect of reading', () => {
    const wrong = [...effects.values()].filter(
      ({ effect, method }) => (effect === 'read') !== (method === 'GET'),
    );
    expect(wrong).toEqual([]);
    expect(effectOf({ method: 'GET' } as never)).toBe('read');
  });
});
