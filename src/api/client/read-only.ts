import { UsageError } from '../../errors.ts';

/** Only reading is allowed, so a change was not sent. `places` say where that is set: `profile prod`, a variable. */
export class ReadOnly extends UsageError {
  constructor(places: readonly string[]) {
    super(`only reading is allowed (from ${places.join(' and ')}): the change was not sent`, {
      hint: { code: 'allow-changes', data: { places } },
    });
  }
}
