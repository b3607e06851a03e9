import type { OutputOptions } from './output.ts';
import type { View } from './view.ts';

export type LoadFormatter = (options: OutputOptions) => Formatter | Promise<Formatter>;

/** One output format. It makes the text that a command prints for an object or a list. */
export interface Formatter {
  /** Returns the text of one object, in whole lines. */
  item(value: unknown, view: View): string | Promise<string>;
  list(view: View): ListText;
}

/** The text of one list; the calls come in the order of the list. */
export interface ListText {
  /** Returns the text for a page; `items` is never empty. */
  page(items: readonly unknown[]): string;
  /** Returns the text after the last page. */
  end(): string;
}
