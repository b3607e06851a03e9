// One module to load: otherwise the bundle would have separate files for the code that both share.
export { beforeLoss } from './before-loss.ts';
export { askAlone, takeAway } from './take-away.ts';
