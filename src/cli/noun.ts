import type { AnyVerb, Verb } from './verb.ts';

/**
 * The words of a noun: `export const noun` in `src/commands/<noun>.ts`. The noun has the name of its file. `npm run
 * generate` copies these words into `nouns.ts` and `noun-words.ts`, so that help and completion do not load the noun.
 */
export interface NounWords {
  readonly group: NounGroup;
  /** Its place among all nouns in help and reference; lower is earlier. @default behind the others of its group */
  readonly order?: number;
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
