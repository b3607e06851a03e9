import type * as z from 'zod/mini';
import type { Kind } from './kinds.ts';

/** The id of a thing of this kind, as answers have it: an id of another kind cannot be in its place. */
export type IdOf<Of extends Kind> = { [One in Kind]: string & z.core.$brand<One> }[Of];

/** Says of which kind an id is that comes from elsewhere: from a file, a journal, or a request. It is not checked. */
export function asId<Of extends Kind>(text: string): IdOf<Of> {
  return text as IdOf<Of>;
}
