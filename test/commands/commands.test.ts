import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { wholeProgram } from '../../src/build/help.ts';
import {
  type CommandDescription,
  describeProgram,
  type FlagDescription,
} from '../../src/cli/help/reference.ts';
import { scriptedCli } from '../support/cli.ts';

const commands = describeProgram(await wholeProgram());

function command(words: string): CommandDescription {
  return commands.find((one) => one.command === `docs-admin ${words}`.trim()) as CommandDescription;
}

function flag(words: string, name: string): FlagDescription | undefined {
  return command(words).flags.find((one) => one.name === name);
}

const count = z.optional(z.int().check(z.gte(0)));
const limits = {
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minimum: count,
  maximum: count,
};

/** Returns the description of the field that a flag or an argument fills. */
const filling = {
  field: z.optional(z.string().check(z.regex(/^(query|body)\.\w+(\.\w+)*$/))),
  limits: z.optional(z.strictObject(limits)),
};

const Shape = z.strictObject({
  command: z.string(),
  aliases: z.array(z.string()),
  summary: z.string(),
  effect: z.enum(['read', 'create', 'update', 'delete', 'local', 'secret', 'any']),
  arguments: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string().check(z.minLength(1)),
      ...filling,
      required: z.boolean(),
      several: z.boolean(),
    }),
  ),
  flags: z.array(
    z.strictObject({
      name: z.string().check(z.startsWith('--')),
      short: z.optional(z.string()),
      type: z.enum(['switch', 'text', 'number']),
      value: z.optional(z.string()),
      valueOptional: z.boolean(),
      required: z.boolean(),
      alternatives: z.array(z.string()),
      description: z.string().check(z.minLength(1)),
      ...filling,
      known: z.array(z.string()),
      several: z.boolean(),
      writesFile: z.optional(z.literal(true)),
    }),
  ),
  operations: z.array(
    z.strictObject({
      id: z.string(),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      path: z.string().check(z.startsWith('/v1/')),
      effect: z.enum(['read', 'create', 'update', 'delete']),
      consequence: z.optional(z.string()),
      consequenceIf: z.optional(z.record(z.string(), z.union([z.string(), z.boolean()]))),
    }),
  ),
  reads: z.optional(z.string().check(z.minLength(1))),
  examples: z.array(z.string()),
});

test('every command is described in the same shape, the tool itself first', async () => {
  const docs = await scriptedCli(() => ({ json: {} }));
  const run = await docs('commands --json');
  expect(run).toMatchObject({ code: 0, stderr: '', requests: [] });
  const printed = JSON.parse(run.stdout) as CommandDescription[];
  expect(printed).toEqual(commands);
  for (const one of printed) expect(Shape.safeParse(one).error?.issues, one.command).toBeUndefined();
  expect(printed[0]).toMatchObject({ command: 'docs-admin', operations: [] });
  expect(printed.length).toBeGreaterThan(140);
});

describe('what a command calls', () => {
  test('has its effect', () => {
    expect(command('teams create').operations).toEqual([
      { id: 'teams.create', method: 'PUT', path: '/v1/orgs/{org}/teams', effect: 'create' },
    ]);
    expect(command('sections move').operations).toMatchObject([{ method: 'POST', effect: 'update' }]);
    expect(command('sites list').operations).toMatchObject([{ effect: 'read' }]);
  });

  test('has its consequence, and what this depends on', () => {
    expect(command('sites delete').operations).toMatchObject([
      {
        effect: 'delete',
        consequence: 'It goes offline. Undo does not bring back its customizations and share links',
      },
    ]);
    expect(command('git import').operations).toMatchObject([
      { consequence: 'It replaces the content there', consequenceIf: { standalone: false } },
    ]);
    expect(command('sites create').operations).toMatchObject([{ consequenceIf: { visibility: 'public' } }]);
  });

  test.each([
    ['sites delete', 'It goes offline. Undo does not bring back its customizations and share links.'],
    ['sites update', 'With --visibility public: Everyone can read it then.'],
    ['git import', 'Without --standalone: It replaces the content there.'],
  ])('%s: the reference says so', (words, sentence) => {
    const [, section = ''] = readFileSync('docs/reference.md', 'utf8').split(`### docs-admin ${words}`);
    expect(section.split('\n### ')[0]).toContain(`\n\n${sentence}\n\n`);
  });
});

describe('what a flag takes', () => {
  test('is a switch, a text or a number, once or several times', () => {
    expect(flag('', '--dry-run')).toMatchObject({ type: 'switch', several: false });
    expect(flag('', '--fields')).toMatchObject({ type: 'text', value: 'paths', several: true });
    expect(flag('sites list', '--limit')).toMatchObject({ type: 'number', value: 'n', several: false });
    expect(command('sites list')).toMatchObject({ aliases: ['ls'] });
  });

  test.each([
    ['teams update', '--title', { field: 'body.title', limits: { minLength: 1, maxLength: 64 }, known: [] }],
    ['custom-fields create', '--option', { field: 'body.options', limits: { minItems: 1, maxItems: 50 } }],
    ['collections create', '--title', { field: 'body.title', limits: { maxLength: 50 } }],
    ['sites list', '--page-size', { field: 'query.limit', limits: { minimum: 1, maximum: 1000 } }],
    ['sites list', '--cursor', { field: 'query.page', description: 'start from this cursor' }],
    ['sites list', '--published', { field: 'query.published', description: 'only published sites' }],
    ['sites list', '--no-published', { field: 'query.published', type: 'switch' }],
    ['sections move', '--before', { field: 'body.position.before' }],
    ['sections create', '--space', { field: 'body.spaceId' }],
    ['saml create', '--entity-id', { field: 'body.entityID', limits: { maxLength: 1024 } }],
    ['comments create', '--markdown', { field: 'body.body.markdown', description: 'its text, as Markdown' }],
    ['sites create', '--visibility', { known: ['public', 'unlisted', 'share-link', 'visitor-auth'] }],
    ['members update', '--role', { field: 'body.role', known: expect.arrayContaining(['guest']) }],
  ])('%s %s says the field that it fills, its limits and known values', (words, name, description) => {
    expect(flag(words, name)).toMatchObject(description);
  });

  test.each([
    ['sites list', '--limit'],
    ['sections list', '--site'],
    ['members list', '--without-team'],
    ['openapi create', '--wait'],
    ['', '--org'],
  ])('%s %s fills no field', (words, name) => {
    expect(flag(words, name)).toBeDefined();
    expect(flag(words, name)).not.toHaveProperty('field');
    expect(flag(words, name)).not.toHaveProperty('limits');
  });

  test('an argument says the field that it fills, where it is no part of the path', () => {
    expect(command('custom-fields create').arguments).toEqual([
      {
        name: 'name',
        description: 'name of the field: lower-case letters, digits, "_" and "-"',
        field: 'body.name',
        limits: { minLength: 1, maxLength: 50 },
        required: true,
        several: false,
      },
    ]);
    expect(command('section-groups add-section').arguments).toMatchObject([
      { name: 'groupId' },
      { name: 'sectionId', field: 'body.sectionId' },
    ]);
    expect(command('teams get').arguments[0]).not.toHaveProperty('field');
  });

  test('a text that is only not empty has no limits', () => {
    expect(flag('teams list', '--owner')).not.toHaveProperty('limits');
  });
});
