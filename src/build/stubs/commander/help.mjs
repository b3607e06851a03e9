// @ts-nocheck The files of a library have no types.
// What src/cli/help/help.ts imports as `commander`.
export { Help } from '../../../../node_modules/commander/lib/help.js';
export { Option } from '../../../../node_modules/commander/lib/option.js';
