import type { AnyVerb, Verb } from './verb.ts';

/** What help says of a noun, whose verbs are in `src/commands/<noun>.ts`: see `noun-words.ts`. */
export interface NounWords {
  readonly group: NounGroup;
  /** A shorter word for it. */
  readonly alias?: string;
  readonly summary: string;
  /** What people do with it first: whole command lines that run against the sandbox, each with what it shows or does. */
  readonly first?: readonly (readonly [line: string, meaning: string])[];
}

/** One noun of the command line. Its commands are loaded when it is used. */
export interface Noun {
  readonly name: string;
  readonly alias?: string;
  /**
   * Resolves with a function that makes the noun's verbs. For a noun that is its own verb, it completes `command`
   * instead.
   */
  readonly load: () => Promise<(command: Verb) => readonly AnyVerb[]>;
}

/** The groups of nouns, in the order of `docs-admin --help`. */
export type NounGroup =
  | 'Publish'
  | 'People and access'
  | 'Content and review'
  | 'Connect'
  | 'Whole organization'
  | 'Bulk work'
  | 'This tool';
