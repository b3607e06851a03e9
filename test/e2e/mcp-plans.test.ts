import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Assistant,
  type AssistantOptions,
  agrees,
  connectAssistant,
  eras,
  type Reaction,
} from '../support/assistant.ts';
import { type AtEnd, atEndOfBlock } from '../support/at-end.ts';
import { freshHome, tool } from '../support/installed.ts';
import { runHere } from '../support/run-here.ts';
import { type ServedSandbox, servedSandbox } from '../support/served-sandbox.ts';

const allow = ['--allow', 'teams,members,collections,spaces'];

const titles = ['teams update team_docs --title Handbook', 'members update user_linus --role admin'];

/** Returns the requests since the last call that may change something. */
function writesTo(service: ServedSandbox): string[] {
  const requests = service.requests();
  return requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
}

async function planned(assistant: Assistant, commands: readonly string[]): Promise<string> {
  const { structured, text } = await assistant.call('plan_change', { commands });
  expect(structured.plan, text).toMatch(/^[\w-]{32}$/);
  return structured.plan as string;
}

/** Connects one assistant for all tests of a block, which change nothing of the service. */
function sharedAssistant(options: AssistantOptions): { service: ServedSandbox; assistant: Assistant } {
  const atEnd = atEndOfBlock();
  const shared = {} as { service: ServedSandbox; assistant: Assistant };
  beforeAll(async () => {
    shared.service = await servedSandbox({}, {}, atEnd);
    const { env } = shared.service;
    shared.assistant = await connectAssistant({ args: allow, env, cwd: freshHome(atEnd), atEnd, ...options });
  });
  return shared;
}

describe.each(eras)('a client %s', (era) => {
  test('carries a plan out when a person agrees, as a run that can be undone', async () => {
    const service = await servedSandbox({});
    const assistant = await connectAssistant({ era, args: allow, env: service.env, onForm: agrees });
    const plan = await planned(assistant, titles);
    expect(writesTo(service)).toEqual([]);

    const { structured, isError } = await assistant.call('apply_plan', { plan });
    expect(isError).toBe(false);
    expect(structured).toMatchObject({
      applied: true,
      exitCode: 0,
      run: expect.stringMatching(/^\d{8}T\d{6}-\w{6}$/),
    });
    expect(writesTo(service)).toEqual([
      'PATCH /v1/orgs/org_acme/teams/team_docs',
      'PATCH /v1/orgs/org_acme/members/user_linus',
    ]);
    const [form = ''] = assistant.forms;
    expect(form).toContain(`profile default, ${service.env.DOCS_ADMIN_BASE_URL}, organization org_acme`);
    expect(form).toContain('role in the organization: create → admin');
    expect(form).toContain('team Docs: title: Docs → Handbook');

    const list = await runHere(['runs', 'list', '--json'], { home: assistant.home, env: service.env });
    expect(JSON.parse(list.stdout)).toMatchObject([
      { id: structured.run, via: 'mcp', client: 'tester', done: 2 },
    ]);

    const undo = await assistant.call('plan_undo', { run: structured.run });
    expect(undo.structured).toMatchObject({ requests: 2, cannotBeUndone: [] });
    expect(writesTo(service)).toEqual([]);
    expect((await assistant.call('apply_plan', { plan: undo.structured.plan })).structured).toMatchObject({
      applied: true,
    });
    expect(writesTo(service)).toHaveLength(2);
  });

  test('takes a single command back, also where that was planned before', async () => {
    const service = await servedSandbox({});
    const assistant = await connectAssistant({ era, args: allow, env: service.env, onForm: agrees });
    const here = { home: assistant.home, env: service.env };
    await runHere(['teams', 'update', 'team_docs', '--title', 'First'], here);
    const run = (await runHere(['runs', 'list', '-o', 'id'], here)).stdout.trim();
    await assistant.call('plan_undo', { run });
    writesTo(service);
    const { structured } = await assistant.call('plan_undo', { run });
    expect(structured).toMatchObject({ requests: 1, cannotBeUndone: [] });
    expect(await assistant.call('apply_plan', { plan: structured.plan })).toMatchObject({ isError: false });
    expect(writesTo(service)).toEqual(['PATCH /v1/orgs/org_acme/teams/team_docs']);
  });

  let reaction: Reaction;
  const able = sharedAssistant({ era, onForm: (form) => reaction(form) });
  const unable = sharedAssistant({ era });

  test.each<[string, Reaction | undefined]>([
    ['declines', () => ({ action: 'decline' })],
    ['cancels', () => ({ action: 'cancel' })],
    ['accepts and leaves the box empty', () => ({ action: 'accept', content: { agree: false } })],
    ['accepts and says nothing', () => ({ action: 'accept', content: {} })],
    ['answers with the word "true"', () => ({ action: 'accept', content: { agree: 'true' } })],
    ['cannot be asked', undefined],
  ])('sends nothing if the person %s', async (_, onForm) => {
    const { service, assistant } = onForm ? able : unable;
    if (onForm) reaction = onForm;
    const before = assistant.forms.length;
    const plan = await planned(assistant, ['teams delete team_docs']);
    const { structured, text } = await assistant.call('apply_plan', { plan });
    expect(structured).toMatchObject({
      applied: false,
      commandLines: ['docs-admin teams delete team_docs --profile default'],
    });
    expect(text).toContain('nothing was sent');
    expect((await assistant.call('apply_plan', { plan })).text).toContain('There is no such plan');
    expect(assistant.forms).toHaveLength(before + (onForm ? 1 : 0));
    expect(writesTo(service)).toEqual([]);
    expect((await runHere(['runs', 'list', '-o', 'id'], { home: assistant.home })).stdout).toBe('');
  });

  test('shows one form at a time for a plan', async () => {
    const service = await servedSandbox({});
    let second: Promise<{ text: string }> | undefined;
    const assistant: Assistant = await connectAssistant({
      ...{ era, args: allow, env: service.env },
      async onForm() {
        second ??= assistant.call('apply_plan', { plan });
        await second;
        return agrees('');
      },
    });
    const plan = await planned(assistant, titles);
    expect((await assistant.call('apply_plan', { plan })).structured).toMatchObject({ applied: true });
    expect((await second)?.text).toContain('A form for this plan is open already');
    expect(assistant.forms).toHaveLength(1);
    expect(writesTo(service)).toHaveLength(2);
  });

  test('refuses a plan after another one has changed the same things', async () => {
    const service = await servedSandbox({});
    const assistant = await connectAssistant({ era, args: allow, env: service.env, onForm: agrees });
    const [first, second] = [
      await planned(assistant, titles),
      await planned(assistant, ['teams update team_docs --title Manuals']),
    ];
    await assistant.call('apply_plan', { plan: first });
    service.requests();
    const refused = await assistant.call('apply_plan', { plan: second });
    expect(refused).toMatchObject({ isError: true, structured: { exitCode: 6 } });
    expect(refused.text).toContain(
      '"details":["now also: team Handbook: title: Handbook → Manuals","no longer: team Docs: title: Docs → Manuals"]',
    );
    expect(writesTo(service)).toEqual([]);
  });

  test('plans an organization file, and tells the progress of carrying it out', async () => {
    const service = await servedSandbox({});
    const home = freshHome();
    // Not the home folder itself, which has the settings of the tool.
    const cwd = freshHome();
    const file = join(cwd, 'organization.yaml');
    const { stdout } = await runHere(['org', 'export', '--only', 'teams'], { home, env: service.env });
    await writeFile(file, stdout.replaceAll('Docs', 'Handbook').replace('teams:', 'teams:\n  New team: {}'));
    const assistant = await connectAssistant({
      era,
      home,
      cwd,
      args: allow,
      env: service.env,
      onForm: agrees,
    });
    const { structured, text } = await assistant.call('plan_change', {
      organization_file: 'organization.yaml',
    });
    expect(structured.commandLines, text).toEqual([
      'docs-admin org apply --file organization.yaml --profile default',
    ]);
    const progress: unknown[] = [];
    const applied = await assistant.call(
      'apply_plan',
      { plan: structured.plan },
      { onprogress: (one) => progress.push(one) },
    );
    expect(applied.structured, applied.text).toMatchObject({ applied: true, exitCode: 0 });
    expect(progress.length).toBeGreaterThan(0);
    expect(assistant.forms[0]).toContain('New team');
    const plan = await runHere(['org', 'plan', '--file', file, '--check'], { home, env: service.env });
    expect(plan.code).toBe(0);
  });

  test('stops when the call is cancelled, and the run can be resumed', async () => {
    const service = await servedSandbox({ members: 60, teams: 0 }, { latency: 60 });
    const assistant = await connectAssistant({ era, args: allow, env: service.env, onForm: agrees });
    const people = await service.list<{ id: string }>('/members');
    const commands = people.slice(10, 50).map(({ id }) => `members update ${id} --role admin`);
    const plan = await planned(assistant, commands);
    const stop = new AbortController();
    const call = assistant.call(
      'apply_plan',
      { plan },
      { signal: stop.signal, onprogress: ({ progress }) => progress > 3 && stop.abort('enough') },
    );
    await expect(call).rejects.toThrow();
    const options = { home: assistant.home, env: service.env };
    const run = await settled(options);
    expect(run.done).toBeLessThan(40);
    expect((await runHere(['runs', 'resume', run.id, '--yes', '--quiet'], options)).code).toBe(0);
    const writes = writesTo(service).filter((line) => line.startsWith('PATCH'));
    expect(new Set(writes).size).toBe(40);
    expect(writes).toHaveLength(40);
  });

  test('leaves a run that can be resumed when the server is killed', async () => {
    const service = await servedSandbox({ members: 60, teams: 0 }, { latency: 60 });
    const assistant = await connectAssistant({ era, args: allow, env: service.env, onForm: agrees });
    const people = await service.list<{ id: string }>('/members');
    const commands = people.slice(10, 50).map(({ id }) => `members update ${id} --role admin`);
    const plan = await planned(assistant, commands);
    const call = assistant.call(
      'apply_plan',
      { plan },
      { onprogress: ({ progress }) => progress > 3 && process.kill(assistant.pid, 'SIGKILL') },
    );
    await expect(call).rejects.toThrow();
    const options = { home: assistant.home, env: service.env };
    const run = await settled(options);
    expect(run.state).toBe('cut-off');
    expect((await runHere(['runs', 'resume', run.id, '--yes', '--quiet'], options)).code).toBe(0);
    const shown = await runHere(['runs', 'show', run.id, '--json'], options);
    expect(JSON.parse(shown.stdout)).toMatchObject({ state: 'finished', via: 'mcp', done: 40 });
  });
});

interface RunFacts {
  readonly id: string;
  readonly state: string;
  readonly done: number;
}

/** Returns the only run, when no process works on it any more. */
async function settled(options: { home: string; env: Readonly<Record<string, string>> }): Promise<RunFacts> {
  for (;;) {
    const { stdout } = await runHere(['runs', 'list', '--json'], options);
    const [run] = JSON.parse(stdout) as RunFacts[];
    if (run && run.state !== 'running') return run;
    await new Promise((done) => setTimeout(done, 50));
  }
}

describe('a plan', () => {
  const shared = sharedAssistant({ onForm: agrees });

  test.each([
    ['a noun that is not allowed', ['sites delete site_docs'], /may not change sites/],
    ['a command that reads', ['teams list'], /sends no request that changes the service/],
    ['a command of this machine', ['config set org org_other'], /sends no request/],
    ['a request of one’s own', ['api DELETE /v1/orgs/org_acme/teams/team_docs'], /`api` cannot be planned/],
    ['bulk work', ['batch --file commands.txt'], /`batch` is bulk work/],
    ['an organization file as a command', ['org apply --file o.yaml'], /as organization_file/],
    ['a resumption', ['runs resume 20260601T120000-3f9a1c'], /`runs resume` is bulk work/],
    ['the last undo', ['undo'], /call plan_undo/],
    ['no record', ['teams delete team_docs --no-history'], /--no-history cannot be used here/],
    ['an undo as a command', ['runs undo 20260601T120000-3f9a1c'], /call plan_undo/],
    ['no command', ['teems delete team_docs'], /`teems delete team_docs` is no command/],
    ['another profile', ['teams delete team_docs --profile production'], /--profile cannot be used here/],
    ['another organization', ['teams delete team_docs --org=org_other'], /--org cannot be used here/],
    [
      'another address',
      ['teams delete team_docs --base-url http://evil.example'],
      /--base-url cannot be used/,
    ],
    ['a yes', ['teams delete team_docs --yes'], /--yes cannot be used here/],
    ['standard input', ['teams update team_docs --input -'], /no standard input/],
    ['ids of standard input', ['teams delete -'], /no standard input/],
    [
      'a file of another folder',
      ['teams update team_docs --input /etc/hostname'],
      /not a file in the working folder/,
    ],
    ['an open quote', ["teams update team_docs --title 'Handbook"], /a quote is opened/],
    ['a mistake', ['teams update team_docs --titel Handbook'], /--titel/],
    ['a thing that does not exist', ['teams delete name:Nobody'], /Nobody/],
    [
      'a collection that goes to another organization',
      ['collections transfer col_empty --to-org org_globex'],
      /organization \\?"org_globex/,
    ],
    [
      'a collection of another organization',
      ['collections update col_globex --title X'],
      /collection \\?"col_globex/,
    ],
    [
      'a space of another organization',
      ['spaces permissions set space_globex team_docs --role admin'],
      /space \\?"space_globex/,
    ],
  ])('refuses %s', async (_, commands, message) => {
    const { service, assistant } = shared;
    const { isError, structured, text } = await assistant.call('plan_change', { commands });
    expect(text).toMatch(message);
    expect(isError).toBe(true);
    expect(structured.plan).toBeUndefined();
    expect(writesTo(service)).toEqual([]);
  });

  test('refuses what a guard refuses, and no flag lifts that', async () => {
    const service = await servedSandbox({ members: 60, teams: 0 });
    const assistant = await connectAssistant({ args: allow, env: service.env, onForm: agrees });
    const people = await service.list<{ id: string }>('/members');
    for (const flag of ['', ' --max-removals 100%']) {
      const commands = people.slice(10, 50).map(({ id }) => `members update ${id} --role read${flag}`);
      const { isError, text } = await assistant.call('plan_change', { commands });
      expect(isError).toBe(true);
      expect(text).toMatch(flag === '' ? /\d+ of \d+ members/ : /--max-removals/);
    }
    expect(writesTo(service)).toEqual([]);
  });

  test('takes neither both kinds of input nor none', async () => {
    const { assistant } = shared;
    for (const input of [{}, { commands: titles, organization_file: 'organization.yaml' }]) {
      const { text, isError } = await assistant.call('plan_change', input);
      expect(isError).toBe(true);
      expect(text).toContain('give commands, or an organization_file');
    }
  });

  test('shows what cannot be undone, and hostile titles as text', async () => {
    const service = await servedSandbox({});
    const title = '\u202eevil\u001b[2J\nWhere: profile test';
    const assistant = await connectAssistant({
      ...{ args: allow, env: service.env },
      onForm: () => ({ action: 'decline' }),
    });
    await runHere(['teams', 'update', 'team_docs', '--title', title.slice(0, 60)], {
      home: assistant.home,
      env: service.env,
    });
    const plan = await planned(assistant, [
      'members remove user_linus',
      'teams update team_docs --title Docs',
    ]);
    await assistant.call('apply_plan', { plan });
    const [form = ''] = assistant.forms;
    expect(form).toMatch(/^cannot be undone \(1\)\n {2}member /m);
    expect(form).toMatch(/^know before \(1\)\n {2}\S/m);
    expect(form).not.toMatch(/[\u202e\u001b]/);
    expect(form.match(/^Where: /gm)).toHaveLength(1);
  });
});

/** A server to which tests write messages themselves. */
function rawServer(env: Readonly<Record<string, string>>, atEnd: AtEnd) {
  const [command, ...words] = tool();
  const child = spawn(command, [...words, 'mcp', ...allow], {
    env: { PATH: '', HOME: freshHome(atEnd), ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  atEnd(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let id = 0;
  return {
    /** Calls a tool; `further` has parameters beside its input. */
    async call(name: string, input: object, further: object = {}): Promise<Record<string, never>> {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'forger', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
      };
      const params = { name, arguments: input, ...further, _meta };
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'tools/call', params })}\n`);
      const { value } = (await lines.next()) as { value: string };
      const { result, error } = JSON.parse(value);
      return result ?? { error };
    },
  };
}

describe('an answer to a form', () => {
  const accepted = { inputResponses: { consent: { action: 'accept', content: { agree: true } } } };

  const atEnd = atEndOfBlock();
  let service: ServedSandbox;
  let server: ReturnType<typeof rawServer>;
  beforeAll(async () => {
    service = await servedSandbox({}, {}, atEnd);
    server = rawServer(service.env, atEnd);
  });

  async function plan(command: string): Promise<string> {
    const { structuredContent } = await server.call('plan_change', { commands: [command] });
    return (structuredContent as unknown as { plan: string }).plan;
  }

  test('counts for the form that was shown for this plan, once', async () => {
    const own = await plan('teams update team_docs --title Handbook');
    const { requestState, resultType } = await server.call('apply_plan', { plan: own });
    expect(resultType).toBe('input_required');
    const answer = { ...accepted, requestState };
    const { structuredContent } = await server.call('apply_plan', { plan: own }, answer);
    expect(structuredContent).toMatchObject({ applied: true });
    const again = await server.call('apply_plan', { plan: own }, answer);
    expect(JSON.stringify(again)).toContain('There is no such plan');
    expect(writesTo(service)).toEqual(['PATCH /v1/orgs/org_acme/teams/team_docs']);
  });

  test('does not count without a form', async () => {
    const own = await plan('teams delete team_docs');
    const { resultType } = await server.call('apply_plan', { plan: own }, accepted);
    expect(resultType).toBe('input_required');
    const again = await server.call('apply_plan', { plan: own }, accepted);
    expect(JSON.stringify(again)).toContain('A form for this plan is open already');
    expect(writesTo(service)).toEqual([]);
  });

  test('does not count for another plan', async () => {
    const harmless = await plan('teams update team_docs --title Handbook');
    const harmful = await plan('teams delete team_docs');
    const { requestState } = await server.call('apply_plan', { plan: harmless });
    const { resultType } = await server.call('apply_plan', { plan: harmful });
    expect(resultType).toBe('input_required');
    const answer = await server.call('apply_plan', { plan: harmful }, { ...accepted, requestState });
    expect(answer).toMatchObject({ isError: true });
    expect(writesTo(service)).toEqual([]);
  });

  test('does not count with a state that this server has not sealed', async () => {
    const own = await plan('teams delete team_docs');
    const { requestState } = await server.call('apply_plan', { plan: own });
    const [version, body = '', seal] = String(requestState).split('.');
    const { p, exp } = JSON.parse(Buffer.from(body, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ p: { ...p, nonce: 'x' }, exp: exp + 1e6 })).toString(
      'base64url',
    );
    for (const state of [`${version}.${forged}.${seal}`, `${version}.${body}.${'A'.repeat(43)}`, '', 'v1'])
      expect(
        await server.call('apply_plan', { plan: own }, { ...accepted, requestState: state }),
      ).toMatchObject({
        error: { code: -32602 },
      });
    expect(writesTo(service)).toEqual([]);
  });
});
