// One module to load: what the two share would be files of their own in the bundle.
export { beforeLoss } from './before-loss.ts';
export { takeAway } from './take-away.ts';
