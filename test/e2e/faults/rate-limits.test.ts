import { expect, test } from 'vitest';
import { answer, inTurn, json, type Script } from '../../support/scripted-server.ts';
import { type Expected, onStage } from '../../support/stage.ts';

const get = 'GET /v1/orgs/org_acme/sites/s';
const post = 'POST /v1/orgs/org_acme/sites';
const site = json({ id: 's' });
const limited = (...headers: readonly string[]) => answer('', headers, '429 Too Many Requests');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const date = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

/** Runs a line and resolves with the milliseconds between the first two requests. */
async function pause(script: Script, line: string, expected: Expected): Promise<number> {
  const arrivals: number[] = [];
  await onStage(async (stage) => {
    await stage.service((...step) => {
      arrivals.push(Date.now());
      script(...step);
    });
    await stage.run(line, expected);
  });
  return (arrivals[1] as number) - (arrivals[0] as number);
}

const twice = { code: 0, stdout: 's\n', requests: [get, get] };
const once = { code: 0, stdout: 's\n', requests: [post, post] };

// The test only fails for requests that come too early, because a slow machine may send them late.
test.concurrent.for<[name: string, script: Script, line: string, expected: Expected, atLeast: number]>([
  ['Retry-After in seconds', inTurn(limited('Retry-After: 2'), site), 'sites get s -o id', twice, 2000],
  [
    'Retry-After as a date',
    (socket, _, n) => socket.write(n === 0 ? limited(`Date: ${date(0)}`, `Retry-After: ${date(2)}`) : site),
    'sites get s -o id',
    twice,
    1000,
  ],
  [
    'Retry-After in the past',
    inTurn(limited(`Retry-After: ${date(-60)}`), site),
    'sites get s -o id',
    twice,
    90,
  ],
  [
    'Retry-After that is nonsense',
    inTurn(limited('Retry-After: soon'), site),
    'sites get s -o id',
    twice,
    90,
  ],
  ['no word of when', inTurn(limited(), site), 'sites get s -o id', twice, 90],
  [
    'X-RateLimit-Reset alone',
    (socket, _, n) =>
      socket.write(
        n === 0
          ? limited(`Date: ${date(0)}`, 'X-RateLimit-Remaining: 0', `X-RateLimit-Reset: ${inSeconds(2)}`)
          : site,
      ),
    'sites get s -o id',
    twice,
    1000,
  ],
  [
    'a clock that is an hour off',
    (socket, _, n) =>
      socket.write(n === 0 ? limited(`Date: ${date(3600)}`, `X-RateLimit-Reset: ${inSeconds(3602)}`) : site),
    'sites get s -o id',
    twice,
    1000,
  ],
  [
    'a POST that the service asks to repeat',
    inTurn(answer('', ['Retry-After: 1'], '503 Service Unavailable'), site),
    'sites create --title Handbook -o id',
    once,
    1000,
  ],
  [
    'a POST that is limited',
    inTurn(limited('Retry-After: 1'), site),
    'sites create --title Handbook -o id',
    once,
    1000,
  ],
])('%s', async ([, script, line, expected, atLeast]) => {
  // Node's timers and the two clocks may differ by a millisecond.
  expect(await pause(script, line, expected)).toBeGreaterThanOrEqual(atLeast - 2);
});

test.concurrent.for([
  ['Retry-After: 7200', 'sites get s', get],
  ['Retry-After: 7200', 'sites create --title Handbook', post],
  [`Retry-After: ${date(7200)}`, 'sites get s', get],
  ['Retry-After: 5', 'sites get s --max-wait 1', get],
  ['Retry-After: 99999999999999999999', 'sites get s', get],
] as const)('%s is too long for %s', ([header, line, request]) =>
  onStage(async (stage) => {
    await stage.service(inTurn(limited(header)));
    await stage.run(line, {
      code: 8,
      stderr: [
        /^error: rate limited until \S+T\S+Z/,
        'hint: try again then, or allow a longer wait with --max-wait',
      ],
      requests: [request],
    });
  }),
);

test.concurrent('a limit that is too long for a change that may have been made before', () =>
  onStage(async (stage) => {
    const failure = answer('', [], '500 Internal Server Error');
    await stage.service(inTurn(failure, limited('Retry-After: 7200')));
    await stage.run('sites update s --title Handbook', {
      code: 10,
      stderr: [
        'error: request sent, no answer: outcome unknown (server error 500, then rate limited until ',
        'hint: check with `docs-admin sites get s` whether it took effect before you send it again',
      ],
      requests: Array(2).fill('PATCH /v1/orgs/org_acme/sites/s'),
    });
  }));

test.concurrent('a limit that does not end', () =>
  onStage(async (stage) => {
    await stage.service(inTurn(limited('Retry-After: 1')));
    const expected = { code: 8, stderr: 'error: rate limited', requests: [get, get] };
    await stage.run('sites get s --max-wait 2 --max-retries 0', expected);
  }));
