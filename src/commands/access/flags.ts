import { flag } from '../../cli/flags/flag.ts';
import { NothingCalled, UsageError } from '../../errors.ts';
import { isObject } from '../../text/fields.ts';

export const verifyFlag = () =>
  flag('--verify', 'ask the service about each person, also where there are more than 2,000 members');

export const redactFlag = () =>
  flag('--redact', 'show people under pseudonyms: no names, e-mail addresses and ids');

export const acrossFlag = () =>
  flag('--across', 'compare two organizations: people match by e-mail address, other things by title');

/** What questions about one person in one place read. */
export const readsOfPerson =
  'the member with teams and spaces, the teams, collections and spaces, and the roles of teams on the place and the collections around it';

/** What answers about everyone read. */
export const readsOfAll =
  'the members, teams, collections and spaces, the members of each team, the roles of teams on each collection and space and, for each of up to 2,000 members, the list of their spaces';

/** Wraps the action of a verb with `--redact`: if the flag is given, errors name no one either. */
export function redacted<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    try {
      await action(...args);
    } catch (error) {
      if (!args.some((one) => isObject(one) && one.redact === true)) throw error;
      const { anonymousError } = await import('../../access/anonymous.ts');
      throw withoutOperand(anonymousError(error));
    }
  };
}

/** Leaves out the member that the user has given, also in the place of a level: it may be a name or an address. */
function withoutOperand(error: unknown): unknown {
  if (!(error instanceof UsageError || error instanceof NothingCalled)) return error;
  const message = error.message.replace(/(<userId>|<level>|--level) "(?:[^"\\]|\\.)*"/, '$1');
  const { hint } = error;
  return error instanceof UsageError
    ? new UsageError(message, { hint })
    : new NothingCalled(message, { hint });
}
