import type { Sink } from '../ports.ts';
import type { FieldFacts } from './absent-fields.ts';
import type { Query } from './query.ts';
import type { View } from './view.ts';

export const formats = ['table', 'wide', 'json', 'jsonl', 'csv', 'tsv', 'yaml', 'id'] as const;
/** `wide` is a table with all columns of its view. */
export type Format = (typeof formats)[number];

export function isTable(format: Format): boolean {
  return format === 'table' || format === 'wide';
}

export interface OutputOptions {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly format: Format;
  /** Whether somebody asked for the format, by a flag or a setting. */
  readonly isFormatChosen: boolean;
  /** Dot paths; `undefined` for the view's own columns. */
  readonly fields: readonly string[] | undefined;
  /** What is known of the fields that may be asked for; `undefined` where nothing is. */
  readonly fieldFacts: FieldFacts | undefined;
  /** Makes of a result what is printed instead; fields are then those of what it made. */
  readonly query: Query | undefined;
  /** A change prints one line in words, because no format was given. */
  readonly brief?: boolean;
  /** What to say of a list when so many of its items are shown. */
  readonly summary?: ((shown: number) => string | undefined) | undefined;
  readonly headers: boolean;
  readonly quiet: boolean;
  /** CSV cells that a spreadsheet would run as formulas are left as they are. */
  readonly csvRaw: boolean;
  readonly color: boolean;
  /** Whether messages on stderr have colour. */
  readonly messageColor: boolean;
  /** Tables and objects as lines `key: value`, without drawing, for those who listen instead of looking. */
  readonly plain: boolean;
  /** Whether the terminal has more than ASCII. */
  readonly unicode: boolean;
  /** Whether the terminal is known to make links of OSC 8. */
  readonly links: boolean;
  /** Milliseconds since the epoch, for ages. */
  readonly now: () => number;
}

/** What a line or a word means: something comes, is lost, or changes. */
export type Tone = 'good' | 'bad' | 'attention';

/** The result of a change that the service answers without a body. */
export type Deed = 'deleted' | 'removed' | 'set' | 'started';

/** What that was; further fields say what surrounds it. */
export interface OutcomeOf {
  readonly kind: string;
  readonly id: string;
  readonly title: string | null;
  readonly [further: string]: unknown;
}

/** Everything that a command prints. stdout gets data only; messages go to stderr. */
export interface Output {
  /** Whether an object's tree would be drawn for somebody to look at: what it takes may cost a request of its own. */
  readonly drawsTrees: boolean;
  /** Whether a change is one line in words, so that it is worth a request to know what was there before. */
  readonly saysChanges: boolean;
  /** One object, and a line on stderr that says what was done, where something was; `brief`, only that line. */
  item(value: unknown, view: View, done?: string): Promise<void>;
  /** Items, written as the pages come. JSON stays an unclosed array where `pages` throws. */
  list(pages: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>, view: View): Promise<void>;
  /**
   * A result without an answer of the service: something was deleted or set. JSON and YAML get it as an object under the word
   * `how`, `-o id` its identifier; for the rest it is a line on stderr.
   */
  outcome(how: Deed, what: OutcomeOf, message: string): Promise<void>;
  /** Whether the format has {@link outcome} on stdout. */
  readonly showsOutcomes: boolean;
  /** The only result of an operation without an answer: a line on stderr. */
  done(message: string): Promise<void>;
  /** A line on stderr that `--quiet` silences; its colour, where there is one, says what it means. */
  note(message: string, tone?: Tone): Promise<void>;
  /** A `warning:` line on stderr that `--quiet` silences. */
  warn(message: string): Promise<void>;
  /** Text that is itself the result, as it is: a token, a path, a script. */
  raw(text: string): Promise<void>;
}
