import * as fc from 'fast-check';
import { yamlText } from '../../src/formats/yaml-text.ts';

/** How an organization file is written. */
export interface Layout {
  readonly step: 2 | 4;
  readonly eol: '\n' | '\r\n';
  readonly hasMark: boolean;
  /** Numbers that decide, one after another, where comments, empty lines and flow maps stand. */
  readonly dice: readonly number[];
  /** Which of a hundred maps with only short values stand in braces on one line. */
  readonly flow: number;
}

export const anyLayout: fc.Arbitrary<Layout> = fc.record({
  step: fc.constantFrom(2, 4),
  eol: fc.constantFrom('\n', '\r\n'),
  hasMark: fc.boolean(),
  dice: fc.array(fc.nat(99), { minLength: 31, maxLength: 31 }),
  flow: fc.constantFrom(0, 0, 30),
});

/** A line of a file, and what it is about. */
export interface LaidLine {
  readonly text: string;
  /** The keys that lead to the entry; items of lists are called by their names. */
  readonly path: readonly string[];
  readonly kind: 'entry' | 'comment' | 'flow';
}

/** Writes a value as YAML by hand: with comments, empty lines, and maps in braces. */
export function laidOut(value: object, layout: Layout): { text: string; lines: LaidLine[] } {
  const { dice, step, eol, hasMark, flow } = layout;
  const lines: LaidLine[] = [];
  let thrown = 0;
  const roll = () => dice[thrown++ % dice.length] as number;
  writeMap(value as Record<string, unknown>, 0, []);
  return { text: (hasMark ? '\ufeff' : '') + lines.map(({ text }) => text + eol).join(''), lines };

  function writeMap(
    map: Record<string, unknown>,
    column: number,
    path: readonly string[],
    mark?: string,
  ): void {
    for (const [at, [key, one]] of Object.entries(map).entries()) {
      const place = [...path, key];
      if (at > 0 || mark === undefined) comment(column, place);
      const start = at === 0 && mark !== undefined ? mark : ' '.repeat(column);
      writeEntry(start, column, key, one, place);
    }
  }

  function comment(column: number, path: readonly string[]): void {
    const rolled = roll();
    if (rolled < 8)
      lines.push({ text: `${' '.repeat(column)}# about ${path.join(' > ')}`, path, kind: 'comment' });
    else if (rolled < 14) lines.push({ text: '', path, kind: 'comment' });
  }

  function writeEntry(
    start: string,
    column: number,
    key: string,
    one: unknown,
    path: readonly string[],
  ): void {
    const name = yamlText({ [key]: 0 }).slice(0, -': 0\n'.length);
    if (isPlainMap(one) && path.length > 1 && roll() < flow) {
      lines.push({ text: `${start}${name}: ${flowText(one)}`, path, kind: 'flow' });
    } else if (Array.isArray(one) && one.length > 0 && typeof one[0] === 'object') {
      lines.push({ text: `${start}${name}:`, path, kind: 'entry' });
      const inner = column + (roll() < 50 ? 0 : step);
      for (const item of one as Record<string, unknown>[])
        writeMap(item, inner + 2, [...path, nameOf(item)], `${' '.repeat(inner)}- `);
    } else if (
      typeof one === 'object' &&
      one !== null &&
      !Array.isArray(one) &&
      Object.keys(one).length > 0
    ) {
      lines.push({ text: `${start}${name}:`, path, kind: 'entry' });
      writeMap(one as Record<string, unknown>, column + step, path);
    } else {
      const [first = '', ...more] = yamlText({ [key]: one }, step)
        .slice(0, -1)
        .split('\n');
      const behind = more.length === 0 && roll() < 8 ? ' # note' : '';
      lines.push({ text: `${start}${first}${behind}`, path, kind: 'entry' });
      for (const line of more)
        lines.push({ text: line === '' ? line : ' '.repeat(column) + line, path, kind: 'entry' });
    }
  }
}

function isPlainMap(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const values = Object.values(value);
  return values.length > 0 && values.every((one) => typeof one === 'string' && !one.includes('\n'));
}

function flowText(map: Record<string, string>): string {
  const entries = Object.entries(map).map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`);
  return `{ ${entries.join(', ')} }`;
}

/** Returns the name of an item of a list. */
export function nameOf(item: Readonly<Record<string, unknown>>): string {
  return String(item.path && !item.space ? item.path : (item.space ?? item.title));
}

/** Returns the value at the keys of a line; `undefined` if there is none. */
export function valueAtNames(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((one, step) => {
    if (Array.isArray(one)) return one.find((item) => typeof item === 'object' && nameOf(item) === step);
    return typeof one === 'object' && one !== null ? (one as Record<string, unknown>)[step] : undefined;
  }, value);
}
