import { NothingCalled, UsageError } from '../../errors.ts';
import { isObject } from '../../text/fields.ts';

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
