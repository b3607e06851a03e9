import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../src/errors.ts';
import { sandboxBaseUrl, sandboxToken } from '../../src/sandbox/identity.ts';
import { createSandboxAccess } from '../../src/system/sandbox-access.ts';
import { neverAborted, text } from './network.ts';
import { octal, temporaryFolder } from './temporary-folder.ts';

const now = () => Date.parse('2026-06-01T12:00:00Z');

function open(env: Record<string, string>, interrupt = neverAborted) {
  const state = join(env.XDG_STATE_HOME ?? '/state', 'docs-admin');
  return createSandboxAccess({ env, state, now, interrupt });
}

function get(path: string, token = sandboxToken) {
  return { method: 'GET', url: sandboxBaseUrl + path, headers: { authorization: `Bearer ${token}` } };
}

test('its file is in the state folder, or where the environment says', () => {
  expect(open({}).path).toBe('/state/docs-admin/sandbox.db');
  expect(open({ DOCS_ADMIN_SANDBOX_DATA: '/data/x.db' }).path).toBe('/data/x.db');
});

test('the first request makes the file, for its owner only; later ones find what earlier ones did', async () => {
  const state = temporaryFolder();
  const { path, transport } = open({ XDG_STATE_HOME: state });
  expect(existsSync(path)).toBe(false);
  const made = await transport(
    {
      ...get('/v1/orgs/org_acme/sites'),
      method: 'POST',
      headers: { ...get('').headers, 'content-type': 'application/json' },
      body: '{"title":"Made here"}',
    },
    neverAborted,
  );
  expect(made.status).toBe(201);
  expect(octal(statSync(path).mode)).toBe('0600');
  expect(octal(statSync(join(state, 'docs-admin')).mode)).toBe('0700');
  const listed = await open({ XDG_STATE_HOME: state }).transport(
    get('/v1/orgs/org_acme/sites'),
    neverAborted,
  );
  expect(listed.headers['content-type']).toMatch(/^application\/json/);
  expect(text(listed)).toContain('Made here');
});

test('an aborted request is not made', async () => {
  const { path, transport } = open({ XDG_STATE_HOME: temporaryFolder() });
  const sending = transport(get('/v1/orgs/org_acme/sites'), AbortSignal.abort('asked to end'));
  await expect(sending).rejects.toBe('asked to end');
  expect(existsSync(path)).toBe(false);
});

test('it is served until the interrupt, with a random token or the one given', async () => {
  for (const token of [undefined, 'token-of-the-test']) {
    const controller = new AbortController();
    const dataFile = join(temporaryFolder(), 'sandbox.db');
    const { serve } = open({}, controller.signal);
    const answers: number[] = [];
    const serving = serve({
      port: 0,
      dataFile,
      token,
      faults: {},
      logFile: undefined,
      onReady: async (facts) => {
        for (const bearer of [facts.token, 'another']) {
          const headers = { authorization: `Bearer ${bearer}` };
          answers.push((await fetch(`${facts.baseUrl}/v1/orgs/${facts.org}/sites`, { headers })).status);
        }
        expect(facts.token).toMatch(token ?? /^[\w-]{32}$/);
        controller.abort(new Interrupted('SIGTERM'));
      },
    });
    await expect(serving).rejects.toThrow('interrupted by SIGTERM');
    expect(answers).toEqual([200, 401]);
  }
});

describe('the rules of access', () => {
  const demo = { fixture: undefined, members: undefined, teams: undefined };
  const levelIn = (body: string) => {
    const { items } = JSON.parse(body) as { items: { space: { id: string }; permission: string }[] };
    return items.find(({ space }) => space.id === 'space_legacy')?.permission;
  };
  const path = '/v1/orgs/org_acme/members/user_kim/spaces';
  const variable = (value: string) => ({ DOCS_ADMIN_SANDBOX_ACCESS_RULES: value });

  test('are those of the environment, else those of the last reset, else highest', async () => {
    const state = { XDG_STATE_HOME: temporaryFolder() };
    const level = async (env: Record<string, string> = {}) =>
      levelIn(text(await open({ ...state, ...env }).transport(get(path), neverAborted)));
    expect(await level()).toBe('create');
    expect(await level(variable('precedence'))).toBe('read');
    await open(state).reset({ ...demo, accessRules: 'precedence' });
    expect(await level(variable('highest'))).toBe('create');
    const kept = await open(state).export();
    await open(state).reset({ ...demo, accessRules: undefined });
    const fixture = { text: kept };
    await open(state).reset({ ...demo, fixture, accessRules: undefined });
    expect(await level()).toBe('read');
    await open(state).reset({ ...demo, fixture, accessRules: 'highest' });
    expect(await level()).toBe('create');
  });

  test('that are served are those of the flag, else those of the environment', async () => {
    for (const [accessRules, expected] of [
      [undefined, 'read'],
      ['highest', 'create'],
    ] as const) {
      const controller = new AbortController();
      const dataFile = join(temporaryFolder(), 'sandbox.db');
      let level: string | undefined;
      const serving = open(variable('precedence'), controller.signal).serve({
        ...{ port: 0, dataFile, accessRules, logFile: undefined },
        onReady: async ({ baseUrl, token }) => {
          const headers = { authorization: `Bearer ${token}` };
          level = levelIn(await (await fetch(`${baseUrl}${path}`, { headers })).text());
          controller.abort(new Interrupted('SIGTERM'));
        },
      });
      await expect(serving).rejects.toThrow('interrupted by SIGTERM');
      expect(level).toBe(expected);
    }
  });

  test('hold in a copy as its fixture says, whatever the environment says', async () => {
    const state = { XDG_STATE_HOME: temporaryFolder() };
    await open(state).reset({ ...demo, accessRules: 'precedence' });
    const fixture = { text: await open(state).export() };
    const copy = await open({ ...state, ...variable('highest') }).openCopy(fixture);
    expect(levelIn(text(await copy.transport(get(path), neverAborted)))).toBe('read');
    await copy.close();
  });

  test('of an unknown name in the environment are a usage error that names it and the choices', async () => {
    const { transport } = open({ XDG_STATE_HOME: temporaryFolder(), ...variable('nearest') });
    await expect(transport(get(path), neverAborted)).rejects.toMatchObject({
      name: 'UsageError',
      message: 'invalid DOCS_ADMIN_SANDBOX_ACCESS_RULES "nearest": must be highest or precedence',
    });
  });
});

test('a fixture that is missing is named', async () => {
  const fixture = { path: '/nowhere/acme.json' };
  await expect(
    open({ XDG_STATE_HOME: temporaryFolder() }).reset({
      ...{ fixture, members: undefined, teams: undefined, accessRules: undefined },
    }),
  ).rejects.toMatchObject({ name: 'UsageError', message: expect.stringContaining('/nowhere/acme.json') });
});
