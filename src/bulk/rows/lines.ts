import type { Client } from '../../api/client/client.ts';
import type { AnyInput } from '../../api/client/request.ts';
import type { Kind } from '../../api/contract/facts.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Part } from '../../model/resources.ts';
import type { View } from '../../output/view.ts';
import type { Witness } from './row-inputs.ts';
import type { Template } from './template.ts';

/** Reads and runs the commands of rows. The command line implements it. */
export interface Lines {
  /** Reads the words of a template, which hold columns. Throws `UsageError` for an unknown noun or verb. */
  readTemplate(words: Template): Promise<TemplateParts>;
  /** Each runner runs one command at a time. */
  createRunner(rules: RowRules): LineRunner;
}

/** The words of a template, as a row needs them. */
export interface TemplateParts {
  /** Written so that no value of a row can be taken for anything but a value. */
  readonly words: Template;
  /** The words of flags whose value is the next word, as the user wrote them. */
  readonly withValue: ReadonlySet<string>;
  /** Flags whose value is `name=value`, with that. */
  readonly pairs: readonly { readonly flag: string; readonly value: string }[];
}

/** How the commands of rows are read. */
export interface RowRules {
  /** Whether rows may read standard input, each the same; not where the rows come from there. */
  readonly stdin: 'shared' | 'refused';
  /** Whether a value is a cell of a file, in which a comma separates nothing. */
  readonly wholeValues?: boolean;
  /** Whether a name that is not found fails only its row, if the row only reads, and not the whole work at its beginning. */
  readonly takesMissing?: boolean;
  readonly witness: Witness;
}

/** Runs the commands of rows, one after the other, in this process. */
export interface LineRunner {
  /**
   * Runs a command up to its first request, which is checked and not sent. Resolves with what it would do, or with the
   * words for what is wrong with it. Throws what is not about the row.
   */
  preflight(words: readonly string[]): Promise<Preflight | string>;
  /**
   * Runs a command with the client of its row. Resolves with what it has printed; `undefined` where it was to end what
   * does not exist, and that is no error. Throws what the command throws.
   */
  run(words: readonly string[], client: Client): Promise<Printed | undefined>;
}

/** What a row is going to do first. */
export interface Preflight {
  /** The words of its command, with full names: `members update`. */
  readonly command: string;
  readonly op: Operation;
  readonly input: AnyInput;
  /** The resource that the operation belongs to; `undefined` for one that is not in the contract. */
  readonly part: Part | undefined;
  /** What it would ask before. */
  readonly question: Question | undefined;
  /** The id of what it works on, where the line names it. */
  readonly id: string | undefined;
  /** What it warns of. */
  readonly warnings: readonly string[];
  /** Whether it names what is not there, so that it sends nothing. */
  readonly isGone?: true;
}

export interface Question {
  readonly text: string;
  /** What the question is about, and how it calls it without its title. */
  readonly about?: { readonly kind: Kind; readonly id: string; readonly called: string };
}

/** What the command of one row has printed. */
export interface Printed {
  readonly items: readonly { readonly value: unknown; readonly view: View }[];
  /** Lines for people. */
  readonly messages: readonly string[];
}
