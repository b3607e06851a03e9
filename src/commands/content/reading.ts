import { flag } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';

/** Flags of every command that reads content: `--[no-]metadata` and `--[no-]computed`. */
export const metadataFlag = flag('--metadata');
export const noMetadataFlag = flag('--no-metadata');
export const computedFlag = flag('--computed');
export const noComputedFlag = flag('--no-computed');

/** Returns the path parameters of content: all its commands work in a change request of a space. */
export function inChangeRequest({ scope }: Pick<LineParts, 'scope'>): {
  space: string;
  changeRequest: string;
} {
  return { space: scope.space(), changeRequest: scope.changeRequest() };
}
