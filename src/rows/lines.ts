import type { Client } from '../api/client/client.ts';
import type { AnyInput } from '../api/client/request.ts';
import type { Kind } from '../api/contract/facts.ts';
import type { Operation } from '../api/contract/operation.ts';
import type { ErrorParts } from '../errors.ts';
import type { Part } from '../model/resources.ts';
import type { View } from '../output/view.ts';
import type { InputCheck } from './row-inputs.ts';
import type { Template } from './template.ts';

/** Reads and runs the commands of rows. The command line implements it. */
export interface Lines {
  /** Reads the words of a template, which contain columns. Throws `UsageError` for an unknown noun or verb. */
  readTemplate(words: Template): Promise<TemplateParts>;
  /** Makes a runner, which runs one command at a time. */
  createRunner(rules: RowRules): LineRunner;
}

/** The parsed words of a template. */
export interface TemplateParts {
  /** The words in a form in which a value of a row can only be read as a value. */
  readonly words: Template;
  /** The words of flags whose value is the next word, as the user has written them. */
  readonly withValue: ReadonlySet<string>;
  /** Flags whose value is `name=value`, with that value. */
  readonly pairs: readonly { readonly flag: string; readonly value: string }[];
}

export interface RowRules {
  /** Whether rows may read standard input; all get the same text. Not if the rows themselves come from there. */
  readonly stdin: 'shared' | 'refused';
  /** Whether a value is a cell of a file, in which a comma separates nothing. */
  readonly wholeValues?: boolean;
  /**
   * Whether a name that is not found makes only its row fail, if the row only reads, instead of the whole work at its
   * start.
   */
  readonly takesMissing?: boolean;
  readonly inputCheck: InputCheck;
}

/** Runs the commands of rows, one after the other, in this process. */
export interface LineRunner {
  /**
   * Runs a command up to its first request, which is checked and not sent. Resolves with what it would do, or with its
   * mistake. Throws errors that are not about the row.
   */
  preflight(words: readonly string[]): Promise<Preflight | RowMistake>;
  /**
   * Runs a command with the client of its row. Resolves with what it has printed; `undefined` if the thing to end does
   * not exist, and that is no error. Throws what the command throws.
   */
  run(words: readonly string[], client: Client): Promise<RowOutput | undefined>;
}

/** Why a row cannot be run. */
export interface RowMistake {
  readonly mistake: string;
  /** The way out. */
  readonly hint?: ErrorParts['hint'];
}

/** What a row is going to do first. */
export interface Preflight {
  /** The words of its command, with full names: `members update`. */
  readonly command: string;
  readonly op: Operation;
  /** Its id: so a row is a request that can be judged, and very many rows need no second object each. */
  readonly operation: string;
  readonly input: AnyInput;
  /** The operation's resource; `undefined` for an operation that is not in the contract. */
  readonly part: Part | undefined;
  /** The question that it would ask before. */
  readonly question: Question | undefined;
  /** The id of the thing that it works on, if the line names it. */
  readonly id: string | undefined;
  readonly warnings: readonly string[];
  /** Whether it names a thing that does not exist, so that it sends nothing. */
  readonly isGone?: true;
}

export interface Question {
  readonly text: string;
  /** The thing that the question is about, and its name in the question without its title. */
  readonly about?: { readonly kind: Kind; readonly id: string; readonly called: string } | undefined;
}

/** What the command of one row has printed. */
export interface RowOutput {
  readonly items: readonly { readonly value: unknown; readonly view: View }[];
  /** Lines for people. */
  readonly messages: readonly string[];
}
