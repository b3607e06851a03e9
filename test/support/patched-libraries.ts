import Module from 'node:module';
import { patched } from '../../src/build/patches.js';

/** The part of Node's loader of CommonJS modules that compiles a file; not in its types. */
const loader = Module.prototype as unknown as {
  _compile(code: string, path: string, ...rest: unknown[]): unknown;
};
const compile = loader._compile;

// Tests use the libraries as the bundle has them, because that is what ships.
loader._compile = function patchedCompile(code, path, ...rest) {
  return compile.call(this, patched(path, code) ?? code, path, ...rest);
};
