import type { WireAnswer } from '../../ports.ts';
import { parsedJson } from '../../text/json.ts';

/** The readable parts of an error answer. */
export interface ErrorBody {
  readonly message?: string | undefined;
  /** The service's own error code, if it is not the status. */
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  /** Further messages, usually one for each field. */
  readonly fields?: readonly FieldMessage[];
}

export interface FieldMessage {
  /** The field of the request that it is about, in the words of the service; absent if the body names none. */
  readonly field?: string;
  readonly message: string;
}

const maxMessage = 300;
const maxField = 100;
const maxDetails = 50;
/** A longer body, in bytes, is no description of an error. */
const maxJson = 1 << 20;
/** The part of a body without JSON that is searched for text, in bytes. */
const maxText = 1 << 16;

/** Reads the body of an error answer in any shape, because the reference fixes none. Never throws. */
export function readErrorBody({ status, headers, body }: WireAnswer): ErrorBody {
  const json = body.length > maxJson ? undefined : parsedJson(new TextDecoder().decode(body));
  if (json === undefined) return { message: excerpt(body, headers['content-type'] ?? '') };
  if (typeof json === 'string') return { message: shorten(json) };
  const outer = Array.isArray(json) ? { errors: json } : record(json);
  const inner = record(outer.error);
  const details = fields(outer, inner);
  return {
    message: message(outer, inner) ?? (details.length === 0 ? unknownWords(body) : undefined),
    code: [inner.code, outer.code, inner.type].map((code) => codeText(code, status)).find(Boolean),
    requestId: [outer.requestId, inner.requestId, outer.request_id].find(isText),
    fields: details,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function message(outer: Fields, inner: Fields): string | undefined {
  const words = [
    inner.message,
    inner.detail,
    outer.message,
    outer.detail,
    outer.error_description,
    outer.error,
    outer.title,
    outer.msg,
  ];
  const found = words.find(isText);
  return found && shorten(found);
}

function codeText(code: unknown, status: number): string | undefined {
  if (typeof code === 'number' && code !== status) return String(code);
  return isText(code) && code !== String(status) ? shorten(code) : undefined;
}

/** Returns the messages about single fields: from a list of texts or objects, or from an object of lists by field. */
function fields(outer: Fields, inner: Fields): FieldMessage[] {
  const candidates = [inner.details, inner.errors, outer.details, outer.errors, outer.detail];
  const found = candidates.find((value) => typeof value === 'object' && value !== null);
  const all = Array.isArray(found)
    ? found.slice(0, maxDetails).map(detail)
    : Object.entries(record(found)).map(([field, value]) => about(field, [value].flat().find(isText)));
  return all.filter((one) => one !== undefined).slice(0, maxDetails);
}

function detail(value: unknown): FieldMessage | undefined {
  if (isText(value)) return about(undefined, value);
  const { field, path, param, loc, message, detail: words, msg, ...others } = record(value);
  const where = [field, path, param, loc].find((place) => isText(place) || Array.isArray(place));
  const said = [message, words, msg, Object.values(others).filter(isText).join(', ')].find(isText);
  return about(Array.isArray(where) ? where.join('.') : where, said);
}

function about(where: unknown, what: string | undefined): FieldMessage | undefined {
  if (what === undefined) return undefined;
  if (!isText(where)) return { message: shorten(what) };
  const field = shorten(where, maxField);
  return { field, message: shorten(what, maxMessage - `${field}: `.length) };
}

/** Returns JSON whose parts have other names as it is, if it says anything: `{"reason":"over quota"}`. */
function unknownWords(body: Uint8Array): string | undefined {
  const text = excerpt(body, '');
  return text && /:\s*"[^"]/.test(text) ? text : undefined;
}

/** Returns the readable text of a body that is no JSON. */
function excerpt(body: Uint8Array, contentType: string): string | undefined {
  const text = new TextDecoder().decode(body.subarray(0, maxText));
  const isMarkup = /html/i.test(contentType) || /^\s*</.test(text);
  const plain = isMarkup ? text.replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)|<[^<>]*>?/gi, ' ') : text;
  return shorten(plain.replace(/\s+/g, ' ').trim()) || undefined;
}

function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function shorten(text: string, length = maxMessage): string {
  return text.slice(0, length).toWellFormed();
}
