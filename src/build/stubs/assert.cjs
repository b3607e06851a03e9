// The functions of `node:assert` that clients use, without its explanations, which take long to load.

/** @type {(value: unknown, message?: string | Error) => void} */
function assert(value, message = 'assertion failed') {
  if (value) return;
  if (message instanceof Error) throw message;
  throw Object.assign(new Error(message), { name: 'AssertionError', code: 'ERR_ASSERTION' });
}

/** @typedef {(actual: unknown, expected: unknown, message?: string | Error) => void} Comparison */

/** @type {Comparison} */
const same = (actual, expected, message) => assert(Object.is(actual, expected), message);
/** @type {Comparison} */
const different = (actual, expected, message) => assert(!Object.is(actual, expected), message);
/** @type {(message?: string | Error) => void} */
const fail = (message) => assert(false, message);

module.exports = Object.assign(assert, {
  ok: assert,
  fail,
  equal: same,
  strictEqual: same,
  notEqual: different,
  notStrictEqual: different,
});
