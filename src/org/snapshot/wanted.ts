import type { Wanted } from '../../model/read/snapshot.ts';
import { type FileKind, factsOf, fileKinds } from '../plan/kinds.ts';

/** The kinds of things that are in the copy: all that a file has. */
export type CopiedKind = FileKind;

/** All that a fixture of the sandbox holds of an organization; of things of which there are many, only that. */
export const wanted = Object.fromEntries(
  fileKinds.map((kind) => {
    const { keepInCopy: keep } = factsOf(kind);
    return [kind, keep ? { keep } : {}];
  }),
) as Required<Pick<Wanted, CopiedKind>>;
