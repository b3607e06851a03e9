import type { View } from './view.ts';

/** One output format: makes the text that a command prints for an object or a list. */
export interface Formatter {
  /** The text of one object, whole lines. */
  item(value: unknown, view: View): string | Promise<string>;
  /** Starts a list. */
  list(view: View): ListText;
}

/** The text of one list, in the order of the calls. */
export interface ListText {
  /** What a page adds; `items` is never empty. */
  page(items: readonly unknown[]): string;
  /** What follows the last page. */
  end(): string;
}
