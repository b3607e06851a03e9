import type { ParsedNode } from 'yaml';
import { parsedJson } from '../../text/json.ts';
import { yamlText } from '../yaml-text.ts';
import type { Tree } from './tree.ts';

/** How new text in a file looks. */
export interface TextStyle {
  /** The end of a line. */
  readonly eol: string;
  /** The number of spaces for each level. */
  readonly step: number;
  /** Whether the text is JSON, and not only YAML. */
  readonly isJson: boolean;
  /** Whether there is a space behind a colon and a comma of JSON. */
  readonly isSpaced: boolean;
}

export function styleOf(text: string): TextStyle {
  const isJson = /^\s*[[{]/.test(text) && parsedJson(text) !== undefined;
  const step = isJson
    ? /^[[{]\r?\n( +)\S/.exec(text)?.[1]
    : /^[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n(?:[ \t]*#[^\n]*\r?\n)*( +)\S/m.exec(text)?.[1];
  return {
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    step: step?.length ?? 2,
    isJson,
    isSpaced: !isJson || /":\s/.test(text) || !text.includes('":'),
  };
}

/** Returns an entry of a block map as lines; `column` spaces are before each. */
export function entryLines(key: string, value: Tree, column: number, style: TextStyle): string[] {
  return blockLines(new Map([[key, value]]), column, style);
}

/** Returns a block map, or a list, as lines; `column` spaces are before each. */
export function blockLines(value: Tree, column: number, { step }: TextStyle): string[] {
  const lines = yamlText(value, step).slice(0, -1).split('\n');
  return lines.map((line) => (line === '' ? line : ' '.repeat(column) + line));
}

/** Returns a value as the text behind a colon, if it fits on one line. */
export function inlineText(value: Tree): string | undefined {
  const [line = '', ...more] = entryLines('k', value, 0, blockStyle);
  return more.length === 0 ? line.slice('k: '.length) : undefined;
}

const blockStyle: TextStyle = { eol: '\n', step: 2, isJson: false, isSpaced: true };

/** Returns a key as the text before a colon. */
export function keyInBlock(key: string): string {
  return entryLines(key, 0, 0, blockStyle)[0]?.slice(0, -': 0'.length) ?? key;
}

/** Returns a value as a flow collection or a scalar in one. With `column`, collections have a line for each item. */
export function flowText(value: Tree, style: TextStyle, column?: number): string {
  const inner = column === undefined || !style.isJson ? undefined : column + style.step;
  const items =
    value instanceof Map
      ? [...value].map(([key, one]) => flowEntry(key, one, style, inner))
      : Array.isArray(value)
        ? value.map((one) => flowText(one, style, inner))
        : undefined;
  if (!items) return flowScalar(value, style);
  const [open, close] = value instanceof Map ? ['{', '}'] : ['[', ']'];
  if (items.length === 0) return open + close;
  if (inner !== undefined) {
    const line = (indent: number) => style.eol + ' '.repeat(indent);
    return `${open}${line(inner)}${items.join(`,${line(inner)}`)}${line(inner - style.step)}${close}`;
  }
  const space = value instanceof Map && !style.isJson ? ' ' : '';
  return `${open}${space}${items.join(style.isSpaced ? ', ' : ',')}${space}${close}`;
}

/** Returns a value in the place of a flow collection, with blanks inside of its brackets if those have some. */
export function flowLike(
  { text, style }: { readonly text: string; readonly style: TextStyle },
  { range: [start, end] }: ParsedNode,
  value: Tree,
): string {
  const written = flowText(value, style);
  const old = text.slice(start, end);
  if (style.isJson || !/^[[{].+[\]}]$/.test(old) || !/^[[{].+[\]}]$/.test(written)) return written;
  const space = /^.\s/.test(old) ? ' ' : '';
  return written[0] + space + written.slice(1, -1).trim() + space + written.at(-1);
}

export function flowEntry(key: string, value: Tree, style: TextStyle, column?: number): string {
  return `${flowKey(key, style)}:${style.isSpaced ? ' ' : ''}${flowText(value, style, column)}`;
}

export function flowKey(key: string, { isJson }: TextStyle): string {
  const plain = keyInBlock(key);
  return isJson || !fitsInFlow(plain) ? JSON.stringify(key) : plain;
}

function flowScalar(value: Tree, { isJson }: TextStyle): string {
  const plain = isJson ? undefined : inlineText(value);
  return plain !== undefined && fitsInFlow(plain) ? plain : JSON.stringify(value);
}

/** Signs of flow collections need quotes in one. */
function fitsInFlow(text: string): boolean {
  return text.startsWith('"') || text.startsWith("'") || !/[,[\]{}?\n]/.test(text);
}

/** Returns a value for people, on one line. */
export function shortText(key: string | undefined, value: Tree): string {
  const text = key === undefined ? flowText(value, blockStyle) : flowEntry(key, value, blockStyle);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

/**
 * Returns where a new name belongs among the names of a list: the index of the one before it, -1 for the start. A list
 * that is in alphabetical order stays so if it may be; else the place is the end.
 */
export function placeAmong(names: readonly string[], name: string, mayBeSorted = true): number {
  const isSorted = mayBeSorted && names.every((one, at) => at === 0 || (names[at - 1] as string) < one);
  const after = isSorted ? names.findIndex((one) => one > name) : -1;
  return (after < 0 ? names.length : after) - 1;
}
