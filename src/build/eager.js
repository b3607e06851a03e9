/**
 * The bundler wraps each CommonJS module into an arrow function in parentheses. V8 reads such a function twice, once
 * to skip it and once to run it; `function` in parentheses it compiles at once.
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
