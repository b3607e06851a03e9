import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { answer, inTurn, json, type Script, silent } from '../../support/scripted-server.ts';
import { onStage, type Stage } from '../../support/stage.ts';

const list = 'GET /v1/orgs/org_acme/sites?limit=1000';
const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;

/** A script, and a promise that resolves when its server has played it. */
function awaited(script: Script): { script: Script; asked: Promise<void> } {
  let tell = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return {
    asked,
    script: (...step) => {
      script(...step);
      tell();
    },
  };
}

/** Much longer than the tool needs on a busy machine, and shorter than the 30 seconds that are interrupted. */
const soon = 20_000;

async function endsSoon(
  stage: Stage,
  line: string,
  when: Promise<void>,
  signal: NodeJS.Signals,
  expected: object,
) {
  const { process, comesTo } = stage.start(line);
  await when;
  const start = Date.now();
  process.kill(signal);
  await comesTo(expected as { code: number });
  expect(Date.now() - start).toBeLessThan(soon);
}

test.concurrent.for(signals)('%s while an answer is waited for', ([signal, code]) =>
  onStage(async (stage) => {
    const { script, asked } = awaited(silent);
    await stage.service(script);
    await endsSoon(stage, 'sites list --json', asked, signal, {
      code,
      stderr: `"kind":"interrupted","exitCode":${code}`,
      requests: [list],
    });
  }),
);

test.concurrent.for(signals)('%s in the middle of a list', ([signal, code]) =>
  onStage(async (stage) => {
    const first = json({ items: [{ id: 'a' }], next: { page: 'two' } });
    let requests = 0;
    const second = awaited(silent);
    await stage.service((socket, request, n) => {
      requests++;
      if (n === 0) socket.write(first);
      else second.script(socket, request, n);
    });
    // The first page is printed when the second one has been asked for.
    const settled = second.asked.then(() => sleep(300));
    const { process, comesTo } = stage.start('sites list --json');
    await settled;
    process.kill(signal);
    const run = await comesTo({
      code,
      stdout: /^\[[^\]]*"a"[^\]]*$/,
      stderr: 'interrupted',
      requests: [list, `${list}&page=two`],
    });
    expect(() => JSON.parse(run.stdout)).toThrow();
    expect(requests).toBe(2);
  }),
);

test.concurrent('SIGTERM while the reader takes nothing', () =>
  onStage(async (stage) => {
    const items = Array.from({ length: 1000 }, (_, n) => ({ id: `s${n}`, title: 'x'.repeat(1000) }));
    const { script, asked } = awaited(inTurn(json({ items })));
    await stage.service(script);
    const { process, comesTo } = stage.start('sites list --json');
    process.stdout?.pause();
    process.once('exit', () => process.stdout?.resume());
    await asked.then(() => sleep(1000));
    process.kill('SIGTERM');
    const run = await comesTo({ code: 143, stdout: /^\[/, stderr: 'interrupted', requests: [list] });
    expect(() => JSON.parse(run.stdout)).toThrow();
  }));

test.concurrent.for(signals)('%s while a long organization file is parsed', ([signal, code]) =>
  onStage(async (stage) => {
    const teams = Array.from({ length: 150_000 }, (_, n) => [`Team ${n}`, { members: {} }] as const);
    const file = { format: 'docs-admin-organization/1', teams: Object.fromEntries(teams) };
    // In JSON, a file is parsed as a whole: that takes a minute.
    await stage.write({ 'organization.json': JSON.stringify(file) });
    // What the tool says depends on whether it has begun to parse.
    const expected = { code, stdout: '', stderr: /^/ };
    await endsSoon(stage, 'org validate --file organization.json', sleep(3000), signal, expected);
  }),
);

test.concurrent.for(signals)('%s while a rate limit is waited for', ([signal, code]) =>
  onStage(async (stage) => {
    const { script, asked } = awaited(inTurn(answer('', ['Retry-After: 60'], '429 Too Many Requests')));
    await stage.service(script);
    const waiting = asked.then(() => sleep(300));
    await endsSoon(stage, 'sites list', waiting, signal, { code, stderr: 'interrupted', requests: [list] });
  }),
);

const update = 'PATCH /v1/orgs/org_acme/sites/s';
const notKnown = (shower: string) => [
  'error: interrupted by SIGINT: request sent, no answer: outcome unknown',
  `hint: check with \`docs-admin ${shower}\` whether it took effect before you send it again`,
];

test.concurrent.for([
  ['sites create --title Handbook', 'POST /v1/orgs/org_acme/sites', 'sites list'],
  ['sites update s --title Handbook', update, 'sites get s'],
] as const)('SIGINT while an answer to %s is waited for', ([line, request, shower]) =>
  onStage(async (stage) => {
    const { script, asked } = awaited(silent);
    await stage.service(script);
    await endsSoon(stage, line, asked, 'SIGINT', {
      code: 130,
      stderr: notKnown(shower),
      requests: [request],
    });
  }),
);

test.concurrent.for([
  ['sites list', list, /^error: interrupted by SIGINT\n$/],
  ['sites update s --title Handbook', update, notKnown('sites get s')],
] as const)(
  'SIGINT before another attempt of %s, after a failure of the service',
  ([line, request, stderr]) =>
    onStage(async (stage) => {
      const later = awaited(inTurn(answer('', ['Retry-After: 60'], '429 Too Many Requests')));
      const failure = inTurn(answer('', [], '500 Internal Server Error'));
      await stage.service((socket, sent, n) => (n === 0 ? failure : later.script)(socket, sent, n));
      const waiting = later.asked.then(() => sleep(300));
      await endsSoon(stage, line, waiting, 'SIGINT', { code: 130, stderr, requests: [request, request] });
    }),
);

test.concurrent('SIGINT leaves no outcome in the record of a change that may have been made', () =>
  onStage(async (stage) => {
    const change = awaited(silent);
    await stage.service((socket, request, n) => {
      if (request.startsWith('PATCH')) change.script(socket, request, n);
      else socket.write(json({ id: 's', title: 'Guide' }));
    });
    const { process, comesTo } = stage.start('sites update s --title Handbook', {
      env: { DOCS_ADMIN_HISTORY: 'on' },
    });
    await change.asked;
    process.kill('SIGINT');
    const requests = ['GET /v1/orgs/org_acme/sites/s', update];
    await comesTo({ code: 130, stderr: notKnown('sites get s'), requests });
    const listed = { code: 0, stdout: 'sites update s,unclear\n' };
    await stage.run('runs list --fields what,state -o csv --no-headers', listed);
  }));

test.concurrent('SIGINT while standard input is read', () =>
  onStage(async (stage) => {
    await stage.service(silent);
    execFileSync('mkfifo', [join(stage.home, 'pipe')]);
    // Opened for both, so that neither side waits for the other.
    const line =
      'exec 3<>pipe; docs-admin sites create --input - <&3 & pid=$!; sleep 3; kill -INT $pid; wait $pid';
    await stage.shell(line, { code: 130, stderr: 'interrupted' });
  }));

const takesOptions = inject('installed').executable === undefined;

test.skipIf(!takesOptions)(
  'SIGINT while a name is looked up, for which no one answers',
  { concurrent: true },
  () =>
    onStage(async (stage) => {
      await stage.service(silent);
      execFileSync('mkfifo', [join(stage.home, 'pipe')]);
      // A look-up occupies a thread that no one can stop; so does opening a pipe to which no one writes.
      const hook = join(stage.home, 'hook.cjs');
      writeFileSync(
        hook,
        `require('node:dns').lookup = (host, options, done) => {
        require('node:fs').open(${JSON.stringify(join(stage.home, 'pipe'))}, 'r', done);
        process.stderr.write('looking up\\n');
      };`,
      );
      const { process, comesTo } = stage.start('sites list --base-url https://docs.example', {
        env: { NODE_OPTIONS: `--require ${hook}`, HTTPS_PROXY: undefined },
      });
      await once(process.stderr as NodeJS.ReadableStream, 'data');
      const start = Date.now();
      process.kill('SIGINT');
      await comesTo({ code: 130, stderr: 'interrupted' });
      expect(Date.now() - start).toBeLessThan(soon);
    }),
);

test.concurrent('a process that was stopped for a while goes on', () =>
  onStage(async (stage) => {
    const { script, asked } = awaited((socket, _, n) => {
      if (n > 0) socket.write(json({ items: [{ id: 'a' }] }));
    });
    await stage.service(script);
    const { process, comesTo } = stage.start('sites list -o id --timeout 1');
    await asked;
    process.kill('SIGSTOP');
    await sleep(2500);
    process.kill('SIGCONT');
    await comesTo({ code: 0, stdout: 'a\n', requests: [list, list] });
  }));

test.concurrent('an answer that came while a process was stopped is read before its time is judged', () =>
  onStage(async (stage) => {
    const title = 'x'.repeat(100_000);
    const { script, asked } = awaited((socket) => {
      setTimeout(() => socket.write(json({ id: 's', title })), 500);
    });
    await stage.service(script);
    const { process, comesTo } = stage.start('sites create --title Handbook -o id --timeout 1');
    await asked;
    process.kill('SIGSTOP');
    await sleep(2500);
    process.kill('SIGCONT');
    await comesTo({ code: 0, stdout: 's\n', requests: ['POST /v1/orgs/org_acme/sites'] });
  }));

test.concurrent('the sandbox’s server', () =>
  onStage(async (stage) => {
    for (const [signal, code] of signals) {
      const { process, comesTo } = stage.start('sandbox serve --port 0 --data ./sandbox.db', {
        env: { DOCS_ADMIN_TOKEN: undefined },
      });
      await once(process.stdout as NodeJS.ReadableStream, 'data');
      process.kill(signal);
      await comesTo({ code, stdout: /127\.0\.0\.1/ });
    }
  }));
