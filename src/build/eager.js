/**
 * Makes V8 compile modules at once. The bundler wraps each CommonJS module into an arrow function in parentheses. V8
 * reads such a function twice: to skip it, and to run it. It compiles a `function` in parentheses at once. `ahead.js` puts
 * functions in parentheses, too, but before Node 24 that has no effect on arrow functions.
 *
 * @type {import('rolldown').Plugin}
 */
export const eager = {
  name: 'eager',
  renderChunk: (code) => ({
    code: code.replace(/\(\((\(exports[^()]*\)) => \{/g, '((function $1 {'),
    map: null,
  }),
};
