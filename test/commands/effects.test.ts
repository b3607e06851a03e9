import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { effectOf } from '../../src/api/contract/effect.ts';
import { wholeProgram } from '../../src/build/help.ts';
import { type CommandEffect, commandFacts, isVerb } from '../../src/cli/command.ts';
import { commandPath } from '../../src/cli/command-path.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';
import type { Transport } from '../../src/ports.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';

const program = await wholeProgram();
const described = describeProgram(program);
const effects = new Map(described.map(({ command, effect }) => [command, effect]));

/** Returns every command that does something, also those with further verbs below them. */
function allVerbs(command: Command): Command[] {
  return [...(isVerb(command) ? [command] : []), ...command.commands.flatMap(allVerbs)];
}
const all = allVerbs(program).map((verb) => ({ name: commandPath(verb), ...commandFacts(verb) }));

function named(effect: CommandEffect): string[] {
  return all
    .filter(({ name, operations }) => effects.get(name) === effect && operations.length === 0)
    .map(({ name }) => name.replace('docs-admin ', ''));
}

describe('the effect of a command', () => {
  test('is said of every command', () => {
    expect(all.length).toBeGreaterThan(170);
    expect(all.filter(({ name }) => effects.get(name) === undefined)).toEqual([]);
  });

  test('is not weaker than those of its operations', () => {
    const order = ['read', 'create', 'update', 'delete'];
    const rank = (effect = '') => order.indexOf(effect);
    const weaker = all.filter(({ name, operations }) =>
      operations.some((op) => rank(effectOf(op)) > rank(effects.get(name))),
    );
    expect(weaker.map(({ name }) => name)).toEqual([]);
  });

  test('is `read` only if all its operations are GETs', () => {
    const wrong = all.filter(
      ({ name, operations }) =>
        effects.get(name) === 'read' && operations.some(({ method }) => method !== 'GET'),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test.each<[string, CommandEffect]>([
    ['docs-admin', 'read'],
    ['docs-admin sites list', 'read'],
    ['docs-admin spaces get', 'read'],
    ['docs-admin teams create', 'create'],
    ['docs-admin sections move', 'update'],
    ['docs-admin teams members sync', 'update'],
    ['docs-admin members offboard', 'delete'],
    ['docs-admin apply-plan', 'delete'],
  ])('of %s is %s', (name, effect) => {
    expect(effects.get(name)).toBe(effect);
  });

  test('of those without operations', () => {
    expect({
      any: named('any'),
      create: named('create'),
      delete: named('delete'),
      local: named('local'),
      read: named('read'),
      secret: named('secret'),
      update: named('update'),
    }).toMatchInlineSnapshot(`
      {
        "any": [
          "batch",
          "mcp",
          "api",
        ],
        "create": [],
        "delete": [
          "org apply",
          "runs resume",
          "runs undo",
        ],
        "local": [
          "runs unlock",
          "runs prune",
          "auth login",
          "auth logout",
          "config set",
          "config unset",
          "profiles use",
          "profiles create",
          "profiles delete",
          "open",
          "sandbox serve",
          "sandbox reset",
          "sandbox export",
        ],
        "read": [
          "org export",
          "org plan",
          "org snapshot",
          "org validate",
          "org rehearse",
          "org audit",
          "org audit rules",
          "org audit diff",
          "runs list",
          "runs show",
          "auth status",
          "config get",
          "config list",
          "config path",
          "profiles list",
          "doctor",
          "sandbox path",
          "init",
          "commands",
          "completion",
          "version",
        ],
        "secret": [
          "auth token",
        ],
        "update": [],
      }
    `);
  });
});

test('the flags that name a file to write are marked', () => {
  const marked = described.flatMap(({ command, flags }) =>
    flags.filter(({ writesFile }) => writesFile).map(({ name }) => `${command} ${name}`),
  );
  expect(marked).toMatchInlineSnapshot(`
    [
      "docs-admin members offboard --journal",
      "docs-admin members offboard --summary",
      "docs-admin members onboard --journal",
      "docs-admin members onboard --summary",
      "docs-admin teams members sync --plan",
      "docs-admin teams members sync --journal",
      "docs-admin teams members sync --summary",
      "docs-admin access report --html",
      "docs-admin change-requests pdf --download",
      "docs-admin org export --out",
      "docs-admin org plan --summary",
      "docs-admin org plan --out",
      "docs-admin org apply --summary",
      "docs-admin org apply --journal",
      "docs-admin org snapshot --out",
      "docs-admin org rehearse --summary",
      "docs-admin org rehearse --keep",
      "docs-admin org audit --summary",
      "docs-admin batch --failed",
      "docs-admin batch --journal",
      "docs-admin batch --summary",
      "docs-admin apply-plan --journal",
      "docs-admin apply-plan --summary",
      "docs-admin runs resume --summary",
      "docs-admin runs undo --journal",
      "docs-admin runs undo --summary",
      "docs-admin sandbox serve --data",
      "docs-admin sandbox serve --token-file",
      "docs-admin sandbox serve --log",
    ]
  `);
});

/** Everything of this machine that a command may change. */
function machine({ home, folder }: CliInFolder): string {
  const files = readdirSync(folder, { recursive: true }).sort();
  return JSON.stringify({ files, settings: home.settings, tokens: [...home.tokens] });
}

/** A command line whose service refuses everything but GET. It has the snapshot or the journal that the example names. */
async function readingCli(example: string): Promise<CliInFolder> {
  let isReading = false;
  const onlyGet =
    (sandbox: Transport): Transport =>
    (request, signal) => {
      if (isReading && request.method !== 'GET') throw new Error(`a change was sent: ${request.method}`);
      return sandbox(request, signal);
    };
  const docs = await sandboxCli(exampleFiles, onlyGet);
  if (/ acme\.json/.test(example)) await docs('org snapshot --out acme.json');
  if (example.includes('20260601T120000-3f9a1c')) {
    await docs('teams members sync --file roster.csv --journal run.jsonl');
    mkdirSync(join(docs.folder, 'runs'), { recursive: true });
    renameSync(join(docs.folder, 'run.jsonl'), join(docs.folder, 'runs', '20260601T120000-3f9a1c.jsonl'));
  }
  isReading = true;
  return docs;
}

const reading = described
  .filter(({ effect }) => effect === 'read')
  .flatMap(({ flags, examples }) => examples.map((example) => ({ example, flags })));

describe('a command that says it reads only sends GETs, and leaves this machine as it is', () => {
  test.for(reading)('$example', async ({ example, flags }) => {
    const docs = await readingCli(example);
    const before = machine(docs);
    const run = await docs(example.replace('docs-admin ', '').replace(/ > .*/, ''));
    expect(run).toMatchObject({ writes: [], opened: [] });
    expect(example.endsWith(' --check') ? [0, 11] : [0]).toContain(run.code);
    expect(run.stderr).not.toContain('a change was sent');
    const names = example.split(' ');
    const writesFile = flags.some((flag) => flag.writesFile && names.includes(flag.name));
    if (!writesFile) expect(machine(docs)).toBe(before);
  });
});
