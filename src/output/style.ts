import { loadColors } from './color.ts';
import type { OutputOptions, Tone } from './output.ts';
import type { Column } from './view.ts';

/** Changes the look of a text, not its words. */
export type Style = (text: string) => string;

export interface Styles {
  /** The head of a table, the keys of an object. */
  readonly key: Style;
  /** Returns the style of a value, by its meaning. */
  cell(value: unknown, column: Column): Style;
}

/** The meaning of a state's word. Words that are not listed have no colour. */
const tones: Readonly<Record<string, Tone>> = {
  active: 'good',
  complete: 'good',
  done: 'good',
  merged: 'good',
  resolved: 'good',
  draft: 'attention',
  open: 'attention',
  pending: 'attention',
  unknown: 'attention',
  disabled: 'bad',
  error: 'bad',
  failed: 'bad',
};

/** Makes colours and links, as far as the options allow them. */
export async function createStyles({
  color,
  links,
}: Pick<OutputOptions, 'color' | 'links'>): Promise<Styles> {
  const { bold, green, red, yellow } = await loadColors(color);
  const styleOf: Record<Tone, Style> = { good: green, bad: red, attention: yellow };
  const unstyled: Style = (text) => text;
  return {
    key: bold,
    cell(value, column) {
      const tone = toneOf(value, column);
      if (tone) return styleOf[tone];
      const address = links && column.as === 'link' ? linkAddress(value) : undefined;
      return address === undefined ? unstyled : (text) => hyperlink(text, address);
    },
  };
}

function toneOf(value: unknown, { tone }: Column): Tone | undefined {
  if (tone === 'state')
    return typeof value === 'string' && Object.hasOwn(tones, value) ? tones[value] : undefined;
  return value === true || (typeof value === 'string' && value !== '') ? tone : undefined;
}

const longestAddress = 2000;

/**
 * Returns the address of a link in a form that is safe for a terminal: `URL` encodes everything except visible ASCII.
 * Accepts only web addresses, because a terminal may open other addresses with unexpected programs.
 */
function linkAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return /^https?:$/.test(protocol) && /^[\x21-\x7e]+$/.test(href) && href.length <= longestAddress
    ? href
    : undefined;
}

/** Makes a link of OSC 8. Some programs that measure text do not know its other terminator, `ESC \`. */
function hyperlink(text: string, address: string): string {
  return `\u001b]8;;${address}\u0007${text}\u001b]8;;\u0007`;
}
