import type { Pager, Sink } from '../ports.ts';
import type { AnswerField } from './absent-fields.ts';
import type { Query } from './query.ts';
import type { View } from './view.ts';

export const formats = ['table', 'wide', 'json', 'jsonl', 'csv', 'tsv', 'yaml', 'id'] as const;
/** `wide` is a table with all columns of its view. */
export type Format = (typeof formats)[number];

export function isTable(format: Format): boolean {
  return format === 'table' || format === 'wide';
}

/** Returns whether a format has a row of cells for each item, for programs. */
export function isFlat(format: Format): boolean {
  return format === 'csv' || format === 'tsv';
}

export function hasCells(format: Format): boolean {
  return isTable(format) || isFlat(format);
}

/** Returns whether a format shows an object with all that is in it. */
export function isWhole(format: Format): boolean {
  return !hasCells(format) && format !== 'id';
}

export interface OutputOptions {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly format: Format;
  /** Whether the user has chosen the format, by a flag or a setting. */
  readonly isFormatChosen: boolean;
  /** Dot paths; `undefined` for the view's own columns. */
  readonly fields: readonly string[] | undefined;
  /** The facts about fields that the user may ask for; `undefined` if there are none. */
  readonly fieldFacts: AnswerField | undefined;
  /** Changes a result before it is printed; `fields` then apply to the new result. */
  readonly query: Query | undefined;
  /** The query as the user has written it. */
  readonly queryText?: string | undefined;
  /** Whether a change prints one line in words, because the user has given no format. */
  readonly brief?: boolean;
  /** Returns a sentence about a list of which this many items are shown. */
  readonly summary?: ((shown: number) => string | undefined) | undefined;
  readonly headers: boolean;
  readonly quiet: boolean;
  /** Leaves CSV cells as they are, even if a spreadsheet would run them as formulas. */
  readonly csvRaw: boolean;
  readonly color: boolean;
  /** Whether messages on stderr have colour. */
  readonly messageColor: boolean;
  /** Prints tables and objects as lines `key: value` without drawing, for screen readers. */
  readonly plain: boolean;
  /** Whether the terminal can show more than ASCII. */
  readonly unicode: boolean;
  /** Whether the terminal is known to support links of OSC 8. */
  readonly links: boolean;
  /** Shows plans that are longer than the screen; absent where no person is asked about them. */
  readonly planPager?: PlanPager | undefined;
  /** Called once in a list of several pages: see `System.pageFreer`. */
  readonly pageFreer?: () => Promise<() => void>;
  /** Milliseconds since the epoch, for ages. */
  readonly now: () => number;
}

/** The pager, for a plan of more lines than `most`. */
export interface PlanPager extends Pick<Pager, 'write' | 'close'> {
  readonly most: number;
}

/** The meaning of a line or a word: something is added, is lost, or changes. */
export type Tone = 'good' | 'bad' | 'attention';

/** A line of a text for people. */
export interface ShownLine {
  readonly text: string;
  readonly tone?: Tone | 'heading';
}

/** The result of a change that the service answers without a body. */
export type OutcomeKind = 'deleted' | 'removed' | 'set' | 'started';

/** The thing that an outcome is about; further fields name its surroundings. */
export interface OutcomeOf {
  readonly kind: string;
  readonly id: string;
  readonly title: string | null;
  readonly [further: string]: unknown;
}

/**
 * Several rows that begin alike: each has the fields of `first`, then those of one of `rest`. Many can have the same
 * objects in their `rest`: their text is made once. Neither part is empty, and a view for them has two or more columns of
 * `first`, then two or more of `rest`.
 */
export interface Joined {
  readonly first: object;
  readonly rest: readonly object[];
}

export type JoinedPages = AsyncIterable<readonly Joined[]>;

/** Everything that a command prints. stdout gets only data; messages go to stderr. */
export interface Output {
  /** Whether an object's tree would be drawn, and a list has titles for ids. Their data may cost a request of its own. */
  readonly drawsTrees: boolean;
  /** Whether a change prints one line in words, so that a request for the values before is worthwhile. */
  readonly saysChanges: boolean;
  /** Prints one object, and `done`, a line on stderr that says what was done. With `brief`, prints only that line. */
  item(value: unknown, view: View, done?: string): Promise<void>;
  /** Prints items while the pages come. If `pages` throws, JSON stays an unclosed array. */
  list(pages: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>, view: View): Promise<void>;
  /** Prints rows that share parts, as `list` does; faster, if there are very many. */
  joined(pages: JoinedPages, view: View): Promise<void>;
  /**
   * Prints a result without an answer of the service: something was deleted or set. JSON and YAML print an object with
   * the field `how`, `-o id` prints its identifier, other formats a line on stderr.
   */
  outcome(how: OutcomeKind, what: OutcomeOf, message: string): Promise<void>;
  /** Whether the format prints {@link outcome} on stdout. */
  readonly showsOutcomes: boolean;
  /** Prints a line on stderr, the only result of an operation without an answer. */
  done(message: string): Promise<void>;
  /** Prints a line on stderr unless `--quiet`; `tone` decides its colour. */
  note(message: string, tone?: Tone): Promise<void>;
  /** Prints a `warning:` line on stderr unless `--quiet`. */
  warn(message: string): Promise<void>;
  /**
   * Prints a plan, with the messages of `print`. Where a person is asked about it, one that is longer than the screen goes
   * through the pager; it `isWhole` then: nothing of it has to be cut.
   */
  plan(print: (out: Pick<Output, 'note' | 'warn'>, isWhole: boolean) => Promise<void>): Promise<void>;
  /** Prints lines for people as the result; text of the service in them is made safe. */
  lines(lines: readonly ShownLine[]): Promise<void>;
  /** Prints several texts, on a terminal as one: the pager takes all of them, or none. */
  together(print: (out: Output) => Promise<void>): Promise<void>;
  /** Prints text unchanged that is itself the result: a token, a path, a script. A long one may come in pieces. */
  raw(text: string | Iterable<string>): Promise<void>;
}
