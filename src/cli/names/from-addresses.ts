import { UsageError } from '../../errors.ts';
import { idInAddress, surroundingInAddress } from '../../model/addresses.ts';
import { isAddress } from '../../model/names.ts';
import { quoted } from '../../text/words.ts';
import { surroundingsOf } from '../missing-input.ts';
import { flagOf } from '../naming.ts';
import type { Verb } from '../verb.ts';
import type { AskingParts } from './ask.ts';

/**
 * Takes the space from the address of a change request, whose number alone would mean another one in another space.
 * Throws `UsageError` if the line names another space.
 */
export function supplyFromAddresses(command: Verb, { scope, line }: AskingParts): void {
  const addresses = command.args.filter(isAddress);
  for (const name of surroundingsOf(command)) {
    const [id, ...others] = addresses.map((one) => surroundingInAddress(name, one));
    if (id === undefined || others.some((other) => other !== id)) continue;
    const given = line.flags[name];
    if (given !== undefined && (idInAddress(name, given) ?? given) !== id) {
      throw new UsageError(`${flagOf(name)} ${quoted(given)} contradicts ${addresses[0]}`, {
        hint: `leave out ${flagOf(name)}`,
      });
    }
    scope.supply({ [name]: id });
  }
}
