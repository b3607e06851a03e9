import {
  Composer,
  type CST,
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  Parser,
  type Range,
  visit,
} from 'yaml';
import { isInexact, isNestedTooDeeply } from '../text/json.ts';

/** A text is no usable YAML. The message never contains a part of the text, which may hold secrets. */
export class YamlFault extends Error {
  override readonly name = 'YamlFault';
  /** From 1. */
  readonly line: number;
  readonly column: number;
  constructor(message: string, { line, col }: { line: number; col: number }) {
    super(message);
    this.line = line;
    this.column = col;
  }
}

/** Far more than real files need. The library recurses, and a stack overflow in it can end the process. */
const maxDepth = 100;
const maxAliases = 100;

/**
 * Parses one YAML 1.2 document, in which `no` is a text. Throws {@link YamlFault} for tags, duplicate keys, whole
 * numbers that JavaScript would round, and several documents.
 */
export function parseYaml(text: string): unknown {
  return parseLocated(text).value;
}

/** A value, and the lines (from 1) on which the items of its outermost list begin; none if it is no list. */
export interface LocatedYaml {
  readonly value: unknown;
  readonly itemLines: readonly number[];
}

/**
 * Parses like {@link parseYaml}, and adds the lines of the items. With `asWritten`, every value that is neither quoted
 * nor null becomes the text that is written: `007` and `1e3` are ids.
 */
export function parseLocated(text: string, { asWritten = false } = {}): LocatedYaml {
  const { document, fault, placeAt } = readDocument(text);
  if (asWritten) takeAsWritten(document);
  settle(document, fault);
  const value = withAliases(document, fault);
  if (isNestedTooDeeply(value)) throw fault('a value that an alias puts into itself, or too deep');
  const items = isSeq(document.contents) ? (document.contents.items as ParsedNode[]) : [];
  return { value, itemLines: items.map(({ range }) => placeAt(range[0]).line) };
}

/** A position in a text; both numbers are from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A value, and the position of each part of it. */
export interface PlacedYaml {
  readonly value: unknown;
  /**
   * Returns the position of the key or the item at `path`; if there is none, the position of the nearest part around
   * it.
   */
  placeOf(path: readonly (string | number)[]): TextPlace;
}

/**
 * Parses one YAML 1.2 document with the positions of its parts, for files that people write by hand. In addition to
 * {@link parseYaml}, it refuses anchors, aliases and keys that are no text, because they hide the meaning of a file.
 * Throws {@link YamlFault}. With `onDouble`, duplicate keys are only told to it, and their values left out: other faults
 * of the text can then be found as well.
 */
export function parsePlaced(text: string, onDouble: OnDouble = refuse): PlacedYaml {
  const { document, fault } = readDocument(text);
  refuseAnchors(document, fault);
  settle(document, fault, onDouble);
  // The document of a large file needs much memory. It is read again for the first position that a person wants.
  let placed: ReadDocument | undefined;
  return {
    value: document.toJS(),
    placeOf(path) {
      placed ??= readDocument(text);
      return placed.placeAt(offsetOf(placed.document.contents, path));
    },
  };
}

/** Parses a text as {@link parseYaml} does, and returns its top, with the offsets of all nodes. Tags and doubles are not looked at. */
export function parseDocument(text: string): ParsedNode | null {
  return readDocument(text).document.contents;
}

/** Called with the fault for a duplicate key. */
type OnDouble = (fault: YamlFault) => void;

/** Throws the fault for a duplicate key. */
function refuse(fault: YamlFault): never {
  throw fault;
}

function offsetOf(top: ParsedNode | null, path: readonly (string | number)[]): number {
  let node: unknown = top;
  let offset = top?.range[0] ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!pair) return offset;
      offset = (pair.key as ParsedNode).range[0];
      node = pair.value;
    } else if (isSeq(node) && typeof step === 'number' && isNode(node.items[step])) {
      node = node.items[step];
      offset = (node as ParsedNode).range[0];
    } else return offset;
  }
  return offset;
}

function refuseAnchors(document: Document.Parsed<ParsedNode>, fault: FaultAt): void {
  visit(document, {
    Alias(_, node) {
      throw fault('an alias (*), which is not supported here', node.range?.[0]);
    },
    Node(_, node) {
      if ('anchor' in node && node.anchor)
        throw fault('an anchor (&), which is not supported here', node.range?.[0]);
    },
    Pair(_, { key }) {
      if (isScalar(key) && key.value !== null) return;
      throw fault('a key that is no text', isNode(key) ? (key.range?.[0] ?? 0) : 0);
    },
  });
}

interface ReadDocument {
  readonly document: Document.Parsed<ParsedNode>;
  readonly fault: FaultAt;
  readonly placeAt: (offset: number) => TextPlace;
}

const tagWords = 'a tag (!), which is not supported here';

/** What people see of faults whose codes say nothing to them. */
const faultWords: Readonly<Record<string, string>> = {
  TAG_RESOLVE_FAILED: tagWords,
  BAD_SCALAR_START: 'a text that begins with a reserved character needs quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a text with ": " needs quotes, or a line has a wrong indent',
  BLOCK_IN_FLOW: 'a comma is missing, or a text with ": " needs quotes',
  MISSING_CHAR: 'a quote, a bracket or a ":" is missing',
  MULTILINE_IMPLICIT_KEY: 'a line has no ": "',
  UNEXPECTED_TOKEN: 'a text where a comma, a quote or the end of the line is expected',
};

/**
 * Reads one document without tags, and without nesting that would overflow the library's stack. Throws {@link
 * YamlFault}.
 */
function readDocument(text: string): ReadDocument {
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const fault = (message: string, offset = 0) => new YamlFault(message, lines.linePos(offset));
  if (isDeeperThan(maxDepth, tokens)) throw fault(`nested more than ${maxDepth} deep`);
  // The library's own check for duplicate keys takes quadratic time.
  const composer = new Composer({ uniqueKeys: false, intAsBigInt: true });
  const [document, second] = composer.compose(tokens, true, text.length);
  if (!document) throw fault('empty');
  if (second) throw fault('more than one document', second.range[0]);
  const found = document.errors[0] ?? document.warnings[0];
  if (found)
    throw fault(faultWords[found.code] ?? found.code.toLowerCase().replaceAll('_', ' '), found.pos[0]);
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  return { document, fault, placeAt };
}

function withAliases(document: Document.Parsed<ParsedNode>, fault: FaultAt): unknown {
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch {
    throw fault('too many or unresolved aliases');
  }
}

function takeAsWritten(document: Document.Parsed<ParsedNode>): void {
  visit(document, {
    Scalar(_, node) {
      if (node.value !== null && node.source !== undefined) node.value = node.source;
    },
  });
}

type FaultAt = (message: string, offset?: number) => YamlFault;

/** Turns whole numbers into numbers. Refuses those that would be rounded, tags, and duplicate keys. */
function settle(document: Document.Parsed<ParsedNode>, fault: FaultAt, onDouble: OnDouble = refuse): void {
  // A set, for example, would become an empty object.
  const refuseTag = ({ tag, range }: { tag?: string; range?: Range | null }) => {
    if (tag !== undefined) throw fault(tagWords, range?.[0]);
  };
  visit(document, {
    Seq: (_, node) => refuseTag(node),
    Scalar(_, node) {
      refuseTag(node);
      const { value, source = '' } = node;
      const inexact =
        typeof value === 'number' ? !Number.isFinite(value) || isInexact(source) : isInexactBigInt(value);
      if (inexact) throw fault('a number that would be rounded', node.range?.[0]);
      if (typeof value === 'bigint') node.value = Number(value);
    },
    Map(_, node) {
      refuseTag(node);
      const keys = new Set<unknown>();
      node.items = node.items.filter(({ key }) => {
        if (!isScalar(key)) return true;
        if (keys.has(key.value)) onDouble(fault('duplicate key', key.range?.[0]));
        return keys.size < keys.add(key.value).size;
      });
    },
  });
}

/** Returns whether a value is a whole number, in any notation, that JavaScript rounds. */
function isInexactBigInt(value: unknown): boolean {
  return typeof value === 'bigint' && isInexact(String(value));
}

/** Returns whether a document is nested more deeply than `limit`. Walks level by level, without recursion. */
function isDeeperThan(limit: number, tokens: readonly CST.Token[]): boolean {
  let level = tokens;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap(children);
  }
  return false;
}

function children(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value]).filter((child) => child != null);
}
