import { changeRequestFlag, flag, spaceFlag } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';

/** All commands of content work in a change request of a space. */
export const contentFlags = [spaceFlag, changeRequestFlag] as const;

export const readingFlags = [
  flag('--metadata'),
  flag('--no-metadata'),
  flag('--computed'),
  flag('--no-computed'),
] as const;

/** Returns the path parameters of content. */
export function inChangeRequest({ scope }: Pick<LineParts, 'scope'>): {
  space: string;
  changeRequest: string;
} {
  return { space: scope.space(), changeRequest: scope.changeRequest() };
}
