import { UsageError } from '../../errors.ts';

/** A change that this server may not make. */
export class NotAllowed extends UsageError {
  constructor(noun: string, allowed: readonly string[]) {
    super(`this server may not change ${noun}; nothing was sent`, {
      hint: `it may change ${allowed.join(', ')}: a person chooses that when the server starts`,
    });
  }
}
