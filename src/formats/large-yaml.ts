import { parsePlain } from './plain-yaml.ts';
import { type OnDouble, type PlacedYaml, parsePlaced, refuse, type TextPlace, YamlFault } from './yaml.ts';

/** The length of a piece in characters: the YAML library needs some 30 times as many bytes. */
const pieceLength = 128 * 1024;

/** Some entries of a map at the top of a text. */
interface Piece {
  /** The line of the key above the entries, with its end. */
  readonly head: string;
  /** The number of this line, and of the first line of the entries; from 1. */
  readonly headLine: number;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Parses like `parsePlaced`, and needs far less time and memory for a long text: maps at the top are parsed in pieces of
 * some entries, and simple pieces without the YAML library. A text whose top is no block map is parsed as a whole.
 * Throws `YamlFault`; tells `onDouble` of duplicate keys as `parsePlaced` does.
 */
export function parseLarge(text: string, onDouble: OnDouble = refuse): PlacedYaml {
  const pieces = piecesOf(text);
  if (!pieces) return parsePlaced(text, onDouble);
  const value: Record<string, unknown> = {};
  const headLines = new Map<string, number>();
  const doubles: YamlFault[] = [];
  const keep: OnDouble = (fault) => doubles.push(fault);
  for (const { piece, content } of contentsOf(text, pieces, keep)) {
    for (const [key, section] of Object.entries(content)) {
      const known = value[key];
      const isKnown = Object.hasOwn(value, key);
      const isOther = isKnown && headLines.get(key) !== piece.headLine;
      if (isOther) throw duplicate(parsePiece(text, piece, ignore).placeOf([key]));
      if (isKnown && !(isMap(section) && isMap(known))) return parsePlaced(text, onDouble);
      headLines.set(key, piece.headLine);
      if (isKnown) {
        let parsed: PlacedYaml | undefined;
        addEntries(known as Record<string, unknown>, section as Record<string, unknown>, (name) => {
          parsed ??= parsePiece(text, piece, ignore);
          keep(duplicate(parsed.placeOf([key, name])));
        });
      } else define(value, key, section);
    }
  }
  doubles.forEach(onDouble);
  return { value, placeOf: placesIn(text, pieces) };
}

/** Where duplicate keys have been told already. */
const ignore: OnDouble = () => {};

/** Adds entries to a map; those whose names it has are left out and told to `onDouble`. */
function addEntries(
  target: Record<string, unknown>,
  entries: Readonly<Record<string, unknown>>,
  onDouble: (name: string) => void,
): void {
  for (const name of Object.keys(entries)) {
    if (Object.hasOwn(target, name)) onDouble(name);
    else define(target, name, entries[name]);
  }
}

/**
 * Yields the pieces with their values. Those below one key are one piece if all of it is simple: then their entries need
 * not be put together.
 */
function* contentsOf(
  text: string,
  pieces: readonly Piece[],
  onDouble: OnDouble,
): Generator<{ piece: Piece; content: object }> {
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as Piece;
    const isFirst = pieces[at - 1]?.headLine !== piece.headLine;
    const last = isFirst ? pieces.findLastIndex(({ headLine }) => headLine === piece.headLine) : at;
    const whole = last > at && parsePlain(text, piece.start - piece.head.length, (pieces[last] as Piece).end);
    if (whole) at = last;
    yield { piece, content: whole || pieceValue(text, piece, onDouble) };
  }
}

/** Returns the value of a piece, which is a map. */
function pieceValue(text: string, piece: Piece, onDouble: OnDouble): object {
  return (
    parsePlain(piece.head + text.slice(piece.start, piece.end)) ??
    (parsePiece(text, piece, onDouble).value as object)
  );
}

/** Returns a function that finds places. The pieces are read again for the first place that somebody wants. */
function placesIn(text: string, pieces: readonly Piece[]): PlacedYaml['placeOf'] {
  let known: ReadonlyMap<string, ReadonlyMap<string, Piece>> | undefined;
  let last: { readonly piece: Piece; readonly parsed: PlacedYaml } | undefined;
  return (path) => {
    known ??= piecesByName(text, pieces);
    const names = known.get(String(path[0]));
    const piece = names?.get(`.${path[1]}`) ?? names?.get('');
    if (!piece) return { line: 1, column: 1 };
    if (last?.piece !== piece) last = { piece, parsed: parsePiece(text, piece, ignore) };
    return last.parsed.placeOf(path);
  };
}

/** Returns, for each key at the top, the pieces by the names in it, with a point before them; `''` is the first one. */
function piecesByName(text: string, pieces: readonly Piece[]): Map<string, Map<string, Piece>> {
  const known = new Map<string, Map<string, Piece>>();
  for (const piece of pieces) {
    for (const [key, section] of Object.entries(pieceValue(text, piece, ignore))) {
      const names = known.get(key) ?? new Map<string, Piece>([['', piece]]);
      known.set(key, names);
      for (const name of isMap(section) ? Object.keys(section) : [])
        if (!names.has(`.${name}`)) names.set(`.${name}`, piece);
    }
  }
  return known;
}

function duplicate({ line, column }: TextPlace): YamlFault {
  return new YamlFault('duplicate key', { line, col: column });
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets a property, also the one that is called `__proto__`. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Parses one piece, with the lines of the whole text. */
function parsePiece(
  text: string,
  { head, headLine, line, start, end }: Piece,
  onDouble: OnDouble,
): PlacedYaml {
  const lineOf = (one: number) => (one === 1 ? headLine : one - 2 + line);
  const inText = (fault: YamlFault) =>
    new YamlFault(fault.message, { line: lineOf(fault.line), col: fault.column });
  try {
    const { value, placeOf } = parsePlaced(head + text.slice(start, end), (fault) => onDouble(inText(fault)));
    return {
      value,
      placeOf(path) {
        const place = placeOf(path);
        return { line: lineOf(place.line), column: place.column };
      },
    };
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw inText(error);
  }
}

/**
 * Cuts a text before keys of the top, and before entries of long maps in it: a line that is indented as the first entry
 * begins another one. Returns `undefined` if the top is no block map of plain keys.
 */
function piecesOf(text: string): Piece[] | undefined {
  const pieces: Piece[] = [];
  let head: { readonly text: string; readonly line: number; readonly next: number } | undefined;
  let indent = 0;
  let piece: { readonly start: number; readonly line: number } | undefined;
  const close = (end: number) => {
    if (!head) return;
    const { start, line } = piece ?? { start: head.next, line: head.line + 1 };
    pieces.push({ head: head.text, headLine: head.line, line, start, end });
    piece = undefined;
  };
  let line = 1;
  for (let start = text.charCodeAt(0) === 0xfeff ? 1 : 0; start < text.length; line++) {
    const found = text.indexOf('\n', start);
    const next = found < 0 ? text.length : found + 1;
    const depth = depthAt(text, start);
    if (depth === 0) {
      close(start);
      const own = text.slice(start, next);
      if (!/^[\w-]+:(\s|$)/.test(own)) return undefined;
      head = { text: own, line, next };
      // Only a key without a value on its line has entries below it.
      indent = /^[\w-]+:\s*(#.*)?$/.test(own) ? Number.POSITIVE_INFINITY : 0;
    } else if (depth !== undefined && head) {
      if (indent === Number.POSITIVE_INFINITY) indent = depth;
      const isLong = start - (piece?.start ?? head.next) > pieceLength;
      if (depth === indent && isLong && !/[-?:]/.test(text[start + depth] ?? '')) {
        close(start);
        piece = { start, line };
      }
    }
    start = next;
  }
  close(text.length);
  return pieces.length > 0 ? pieces : undefined;
}

/** Returns by how many spaces a line is indented; `undefined` for an empty line and a comment. */
function depthAt(text: string, start: number): number | undefined {
  let at = start;
  while (text[at] === ' ') at++;
  return at >= text.length || '\r\n#'.includes(text[at] as string) ? undefined : at - start;
}
