import { encodingOf } from '../../formats/decode.ts';

/** The bytes of a text file, and how they are read. */
export interface TextFile {
  readonly bytes: Uint8Array;
  readonly text: string;
}

const marks = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

/** Returns the bytes of another text in the encoding of a file, with its byte order mark if the file has one. */
export function encodedLike({ bytes }: TextFile, text: string): Uint8Array {
  const encoding = encodingOf(bytes);
  const mark = marks[encoding];
  const hasMark = mark.every((byte, at) => bytes[at] === byte);
  const content = Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le');
  if (encoding === 'utf-16be') content.swap16();
  return hasMark ? Buffer.concat([Uint8Array.from(mark), content]) : content;
}

/** Returns whether two files have the same bytes. */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
