/** The meaning of each exit code, for people. `errors.ts` says which error has which. */
export const exitCodes: readonly (readonly [code: string, meaning: string])[] = [
  ['0', 'done, or there was nothing to do'],
  ['1', 'the service refused the request or failed to process it, or the output could not be written'],
  ['2', 'usage: unknown word or flag, invalid or missing input, a missing confirmation; nothing was sent'],
  ['3', "local state: settings, credentials, a journal or the sandbox's file cannot be read or written"],
  ['4', 'no token, or the service refused it (401, 403)'],
  ['5', 'not found (404)'],
  ['6', 'conflict (409, 412), or a plan that is out of date or not the reviewed one'],
  [
    '7',
    'unreachable: network, TLS, time limit or 5xx after all retries; no usable answer; or `--wait` took too long',
  ],
  ['8', 'rate limited for longer than `--max-wait`'],
  ['9', 'bulk work has ended, and at least one row failed'],
  [
    '10',
    'outcome unknown: a request that is not safe to repeat got no answer, or a change got one that cannot be used',
  ],
  ['11', 'the answer is no: differences, findings, or other access than asserted'],
  ['12', 'incomplete: a part of the result cannot be read'],
  ['129, 130, 143', 'interrupted by SIGHUP, SIGINT, SIGTERM'],
];
