import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canaries } from '../../support/canaries.ts';
import { silent } from '../../support/scripted-server.ts';
import { onStage, type Stage } from '../../support/stage.ts';

const token = JSON.stringify(canaries.token);

/** An error as a library might throw it: with the request, in a cause, in a list of errors, under a symbol. */
const thrown = `Object.assign(new TypeError('failed with ' + ${token}, {
  cause: new AggregateError([new Error(${token})], 'with ' + ${JSON.stringify(canaries.gitPassword)}),
}), {
  request: { headers: { authorization: 'Bearer ' + ${token} }, [Symbol('headers')]: [${token}] },
  proxy: process.env.HTTPS_PROXY,
})`;

const hooks: Readonly<Record<string, string>> = {
  'is thrown': `globalThis.setImmediate = () => { throw ${thrown}; };`,
  'is thrown where no one catches it': `setTimeout(() => { throw ${thrown}; }, 50);`,
  'is a promise that no one waits for': `setTimeout(() => Promise.reject(${thrown}), 50);`,
  'is no error': `setTimeout(() => { throw 'failed with ' + ${token}; }, 50);`,
};

/** Prepares an environment in which the tool fails as `hook` says. */
async function failing(stage: Stage, hook: string): Promise<Record<string, string>> {
  await stage.write({ 'hook.cjs': hook });
  return { NODE_OPTIONS: `--require ${stage.home}/hook.cjs` };
}

test.concurrent.for(Object.entries(hooks))('an internal error that %s', ([, hook]) =>
  onStage(async (stage) => {
    await stage.service(silent);
    const env = await failing(stage, hook);
    const run = await stage.run(
      'sites get s --timeout 1',
      { code: 1, stderr: /^error: internal error [a-z0-9]{8}: .*\nhint: .*\n$/, requests: expect.any(Array) },
      { env },
    );
    const log = join(stage.home, '.local/state/docs-admin/errors.log');
    const [, id] = /internal error (\w+)/.exec(run.stderr) ?? [];
    expect(run.stderr).toContain(`report it with what ${log} says of ${id}`);
    expect((statSync(log).mode & 0o777).toString(8)).toBe('600');
    expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({ id, command: 'docs-admin sites get' });
  }),
);

test.concurrent('that the system opens no more files is no bug', () =>
  onStage(async (stage) => {
    await stage.service(silent);
    const hook = `globalThis.setImmediate = () => { throw Object.assign(new Error('no'), { code: 'EMFILE' }); };`;
    await stage.run(
      'sites get s --timeout 1',
      {
        code: 3,
        stderr: /^error: the system refuses to open more files\nhint: /,
        requests: expect.any(Array),
      },
      { env: await failing(stage, hook) },
    );
  }));

test.concurrent('with --debug, its stack is shown', () =>
  onStage(async (stage) => {
    await stage.service(silent);
    const env = await failing(stage, hooks['is thrown'] as string);
    const told = {
      code: 1,
      stderr: [/^error: internal error/m, 'TypeError: failed with ***', 'hook.cjs'],
      hasStack: true,
    };
    await stage.run('sites get s --debug', told, { env });
    const asJson = await stage.run(
      'sites get s --debug --json',
      { ...told, stderr: '"kind":"internal"' },
      { env },
    );
    expect(
      JSON.parse(asJson.stderr.trimEnd().split('\n').at(-1) as string).error.details.join('\n'),
    ).toContain('hook.cjs');
  }));

test.concurrent('without a place for its report', () =>
  onStage(async (stage) => {
    await stage.service(silent);
    const env = await failing(stage, hooks['is thrown'] as string);
    await stage.run(
      'sites get s',
      { code: 1, stderr: ['error: internal error', 'hint: run it again with --debug'] },
      { env: { ...env, XDG_STATE_HOME: '/dev/null' } },
    );
  }));

test.concurrent('an error before anything can be told', () =>
  onStage(async (stage) => {
    await stage.service(silent);
    const env = await failing(stage, `URL.canParse = () => { throw ${thrown}; };`);
    await stage.run('sites get s', { code: 1, stderr: /^error: internal error\n$/ }, { env });
  }));
