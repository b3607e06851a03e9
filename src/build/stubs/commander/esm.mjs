// @ts-nocheck The files of a library have no types.
// Without help, which src/cli/help/help.ts alone needs: see help.mjs.
export { Command } from './lib/command.js';
export { CommanderError } from './lib/error.js';
export { Option } from './lib/option.js';
