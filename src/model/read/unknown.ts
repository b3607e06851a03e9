import { isObject } from '../../text/fields.ts';

/** What was not read, and why: `2,214 requests`. */
export interface Unknown {
  readonly unknown: string;
  /** The number of requests that were too many; absent if it is unknown for another reason. */
  readonly requests?: number;
}

export function isUnknown(value: unknown): value is Unknown {
  return isObject(value) && 'unknown' in value;
}
