import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';
import { atEndOfBlock } from '../support/at-end.ts';
import { exampleFiles } from '../support/example-files.ts';
import { type Assistant, assistant } from '../support/inner-assistant.ts';
import { words } from '../support/words.ts';

const described = describeProgram(await wholeProgram());
const operations = described.flatMap((command) => command.operations);
const all = new Map(operations.map((operation) => [operation.id, operation]));

/** Leaves out the flags of the examples that choose a format: an assistant gets JSON. */
function withoutFormats(line: string): string[] {
  const [command = ''] = line.split(/ [>|] /);
  const given = words(command).slice(1);
  return given.filter(
    (word, at) =>
      !/^(-o|--output|--json|-q|--quiet|--no-headers|--csv-raw)$/.test(word) && given[at - 1] !== '-o',
  );
}

/** The operations that a line has sent, by id. */
const sent = new Set<string>();

function operationOf(method: string, path: string): string | undefined {
  const [plain = ''] = path.split('?');
  const fits = ({ path: pattern, method: own }: (typeof operations)[number]) =>
    own === method && new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain);
  return operations.find(fits)?.id;
}

describe('no request other than a GET leaves', () => {
  const examples = described
    .filter(({ operations: own }) => own.length > 0)
    .flatMap(({ command, effect, examples: lines }) => lines.map((line) => ({ command, effect, line })));

  const atEnd = atEndOfBlock();
  let shared: Assistant;
  /** How many requests there were before a test. */
  let before = 0;
  beforeAll(async () => {
    shared = await assistant({ files: exampleFiles, atEnd });
  });
  beforeEach(() => {
    before = shared.requests.length;
  });

  test.each(examples.filter(({ effect }) => effect === 'read'))('$line', async ({ line }) => {
    const command = withoutFormats(line);
    const isAsking = command.some((word) => /^--(watch|web|download|html|wait|out)\b|^-w$/.test(word));
    const answer = await shared.call('read', { command });
    const requests = shared.requests.slice(before);
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(answer.isError, answer.text).toBe(isAsking);
    for (const { method, path } of requests) sent.add(operationOf(method, path) ?? '');
  });

  test.each(examples.filter(({ effect }) => effect !== 'read'))('not by $line', async ({ line }) => {
    for (const command of [withoutFormats(line), [...withoutFormats(line), '--dry-run']]) {
      const { isError, structured } = await shared.call('read', { command });
      expect({ isError, exitCode: structured.exitCode }).toEqual({ isError: true, exitCode: 2 });
    }
    expect(shared.requests.slice(before)).toEqual([]);
  });

  test('not by api, whatever the operation', async () => {
    const { call, requests } = await assistant();
    for (const { method, path } of all.values()) {
      const address = path.replace(/\{\w+\}/g, 'x');
      if (method === 'GET') continue;
      for (const word of [method, method.toLowerCase()]) {
        const { isError } = await call('read', { command: ['api', word, address] });
        expect(isError, `${word} ${address}`).toBe(true);
      }
    }
    expect(requests).toEqual([]);
  });

  test.each(['POST', 'GET\nX', 'GET,POST', ' GET', 'HEAD', 'OPTIONS', 'get post', ''])(
    'not by the method %j',
    async (method) => {
      const { call, requests } = await assistant();
      await call('read', { command: ['api', method, '/v1/orgs/org_acme/teams'] });
      await call('read', { command: ['api', 'GET', '/v1/orgs/org_acme/teams', '-X', method] });
      await call('read', { command: ['api', '--', method, '/v1/orgs/org_acme/teams'] });
      expect(requests.filter((request) => request.method !== 'GET')).toEqual([]);
    },
  );

  test.each([
    'batch --file changes.txt',
    'org apply --file organization.yaml',
    'apply-plan plan.json',
    'runs resume 20260601T120000-3f9a1c',
    'runs undo 20260601T120000-3f9a1c',
    'members offboard user_pat --successor user_ada',
    'teams members sync --file roster.csv --dry-run',
    'auth token',
    'auth login',
    'auth logout',
    'config set read-only false',
    'config trust',
    'config untrust',
    'profiles create other',
    'profiles use other',
    'runs prune',
    'sandbox reset',
    'sandbox serve',
    'mcp',
    'mcp --dry-run',
    '',
  ])('not by "%s", which is no reading command', async (line) => {
    const { read, requests, home } = await assistant({ files: exampleFiles });
    const { isError, structured } = await read(line === '' ? ['docs-admin'] : line);
    expect({ isError, exitCode: structured.exitCode }).toEqual({ isError: true, exitCode: 2 });
    expect(requests).toEqual([]);
    expect(home.settings).toEqual({ activeProfile: 'default', profiles: {} });
  });

  test('a change that is rehearsed stays in its private copy', async () => {
    const { read, requests } = await assistant({ files: exampleFiles });
    const { isError, text } = await read('org rehearse -- members update user_linus --role admin');
    expect(isError, text).toBe(false);
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  afterAll(() => {
    const reading = [...all.values()].filter(({ effect }) => effect === 'read').map(({ id }) => id);
    expect(reading.filter((id) => !sent.has(id))).toEqual([]);
  });
});

describe('words that name no command', () => {
  test.each([
    ['read', { command: ['teems', 'list'] }],
    ['read', { command: ['docs-admin', 'teems', 'list'] }],
    ['describe_command', { command: 'teems list' }],
    ['plan_change', { commands: ['teems list'] }],
  ])('%s %j says which one is meant', async (tool, input) => {
    const { call, requests } = await assistant({ line: '--allow teams' });
    const { isError, text } = await call(tool, input);
    expect(isError).toBe(true);
    expect(text).toContain('did you mean `docs-admin teams`?');
    expect(requests).toEqual([]);
  });

  test.each([
    ['read', { command: ['teams', 'lst'] }],
    ['describe_command', { command: 'teams lst' }],
    ['plan_change', { commands: ['teams lst'] }],
  ])('%s %j says which verb is meant', async (tool, input) => {
    const { call } = await assistant({ line: '--allow teams' });
    expect((await call(tool, input)).text).toContain('did you mean `docs-admin teams list`?');
  });

  test('a list of verbs is no suggestion for a noun alone', async () => {
    const { call } = await assistant();
    const { structured } = await call('describe_command', { command: 'teams members' });
    expect(structured).toMatchObject({ exitCode: 2, near: expect.arrayContaining(['teams members list']) });
  });
});

test('the name of the program in front of a line is left out everywhere', async () => {
  const { call } = await assistant({ line: '--allow teams' });
  const read = await call('read', { command: ['docs-admin', 'teams', 'get', 'team_docs'] });
  expect(read).toMatchObject({ isError: false, data: { id: 'team_docs' } });
  const described = await call('describe_command', { command: 'docs-admin teams ls' });
  expect(described.structured.usage).toBe('teams list');
  const planned = await call('plan_change', { commands: ['docs-admin teams delete team_docs'] });
  expect(planned.structured.commandLines).toEqual(['docs-admin teams delete team_docs --profile sandbox']);
});

test.each([
  ['', 'read', { command: ['teams', 'delete', 'team_docs'] }, 'teams'],
  ['--allow members', 'read', { command: ['teams', 'delete', 'team_docs'] }, 'teams'],
  ['--allow members', 'plan_change', { commands: ['sites delete site_docs'] }, 'sites'],
])('a refusal names what would allow a change (%s)', async (line, tool, input, noun) => {
  const { call, requests } = await assistant({ line });
  const { isError, text } = await call(tool, input);
  expect(isError).toBe(true);
  expect(text).toContain(`with --allow ${noun} or DOCS_ADMIN_MCP_ALLOW=${noun}`);
  expect(requests).toEqual([]);
});
