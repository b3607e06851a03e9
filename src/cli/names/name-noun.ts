import { UsageError } from '../../errors.ts';
import { idInAddress, surroundingInAddress } from '../../model/addresses.ts';
import { quoted } from '../../text/words.ts';
import { seeHelp } from '../command-path.ts';
import { pageKind, pageNouns } from '../page-nouns.ts';
import type { LineParts } from '../session/line-parts.ts';
import type { Verb } from '../verb.ts';

/** Adds the noun and the space from the address in `open <address>`. Throws `UsageError` if the address has none. */
export function nameNoun(command: Verb, { scope }: Pick<LineParts, 'scope'>): void {
  const [address = '', ...others] = command.args;
  if (others.length > 0) return;
  const noun = pageNouns.find((one) => {
    const kind = pageKind(one);
    return kind && idInAddress(kind, address) !== undefined;
  });
  if (noun === undefined)
    throw new UsageError(`nothing to open for ${quoted(address)}`, { hint: seeHelp(command) });
  command.args = [noun, address];
  command.processedArgs = [noun, address];
  const space = surroundingInAddress('space', address);
  if (space !== undefined) scope.supply({ space });
}
