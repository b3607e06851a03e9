import { isObject } from '../../text/fields.ts';

/** Wraps the action of a verb with `--redact`: if the flag is given, errors name nobody either. */
export function redacted<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    try {
      await action(...args);
    } catch (error) {
      if (!args.some((one) => isObject(one) && one.redact === true)) throw error;
      const { namelessError } = await import('../../access/nameless.ts');
      throw namelessError(error);
    }
  };
}
