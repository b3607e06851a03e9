import type * as z from 'zod/mini';
import type { Operation } from '../contract/operation.ts';
import {
  fieldNames,
  fieldSchemas,
  isMarked,
  isSecretField,
  type Schema,
  secretValues,
  variants,
} from '../contract/secret-fields.ts';
import { createForms, encodedForms, mask, secretForms } from './secret-forms.ts';

export { isSecretField };

/**
 * Hides secrets in everything that is shown or kept: errors, debug output, dry runs, journals. It hides registered
 * values, fields that the contract marks as secret, fields and words with the name of a secret, and the secret parts of
 * URLs.
 */
export interface Redactor {
  /** Hides `value` from now on wherever it appears, also percent-encoded, escaped in JSON or in base64. */
  addSecret(value: string): void;
  /** Registers the secrets in an operation's input, and the query parameters that URLs may show. */
  learn(op: Operation, input: { readonly query?: unknown; readonly body?: unknown }): void;
  redactText(text: string): string;
  /** Returns a URL without user name, password and the values of unknown query parameters. */
  redactUrl(url: string): string;
  /**
   * Copies `value` as plain data that fits into JSON. `schema` is its schema in the contract; fields that it does not
   * know are judged by their names.
   */
  redactValue(value: unknown, schema?: z.ZodMiniType): unknown;
}

export function createRedactor(secrets: Iterable<string> = []): Redactor {
  const known = new Set(secrets);
  /** Values whose forms have not been needed yet. */
  const fresh = new Set(known);
  const shownNames = new Set<string>();
  const forms = createForms();

  function addSecret(value: string): void {
    if (known.has(value)) return;
    known.add(value);
    fresh.add(value);
  }

  function hideKnown(text: string): string {
    for (const value of fresh) forms.add(secretForms(value));
    fresh.clear();
    return forms.mask(text);
  }

  function redactText(text: string): string {
    const known = hideKnown(text);
    // A word in the path of an address hides nothing of it: readers must see where something is sent.
    const isUrl = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(known) && URL.canParse(known);
    return hideKnown(isUrl ? redactOneUrl(known, shownNames) : redactWords(redactUrlsIn(known, shownNames)));
  }

  return {
    addSecret,
    learn(op, { query, body }) {
      for (const secret of [...secretValues(query, op.query), ...secretValues(body, op.body)])
        addSecret(secret);
      // As it is, a user name is hidden by its place alone: elsewhere, the same word must stay.
      for (const value of Object.values({ ...Object(query), ...Object(body) })) {
        const userinfo = typeof value === 'string' ? userinfoOf(value) : undefined;
        if (userinfo !== undefined) forms.add(encodedForms(userinfo));
      }
      for (const name of Object.keys(op.query?.shape ?? {})) {
        if (!isSecretField(op.query, [name])) shownNames.add(name);
      }
    },
    redactText,
    redactUrl: (url) => redactText(redactOneUrl(hideKnown(url), shownNames)),
    redactValue: (value, schema) =>
      redactNode(value, { schemas: variants(schema), hidden: false, above: [] }, redactText),
  };
}

const keyWord = '(?:token|secret|password|passwd|passphrase|(?:api|share|access|private)[-_]?key)s?';

/** Patterns of secrets in text without a schema, with their replacements. All take linear time. */
const wording: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`(${keyWord}\\s?=\\s?["']?)[^\\s&"',;]+`, 'gi'), `$1${mask}`],
  [new RegExp(`(${keyWord}\\\\?"\\s{0,4}:\\s{0,4}\\\\?")(?:[^"\\\\]|\\\\.)*`, 'gis'), `$1${mask}`],
  [
    /(authorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?)(?:(?:bearer|basic|token)\s{1,4})?[^\s"',;]+/gi,
    `$1${mask}`,
  ],
  [/(\bbearer\s{1,4})[\w.~+/=-]{16,}/gi, `$1${mask}`],
  [/(cookie\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?)[^\r\n"']+/gi, `$1${mask}`],
];

function redactWords(text: string): string {
  return wording.reduce((words, [pattern, replacement]) => words.replace(pattern, replacement), text);
}

const secretName =
  /(?:token|secret|password|passwd|passphrase|authorization|cookie|credential|(?:api|share|access|private|signing|encryption)key)s?$/;

function isSecretName(name: string): boolean {
  return secretName.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** The place in a value that the redaction has reached. */
interface Step {
  /** The schemas of the value in the contract; empty if it has none. */
  readonly schemas: readonly Schema[];
  /** Whether everything in this place belongs to a secret. */
  readonly hidden: boolean;
  /** The objects that contain the value. */
  readonly above: readonly object[];
}

/** The service's values are not so deep. The limit protects the stack against hostile values. */
const maxDepth = 200;

function redactNode(value: unknown, place: Step, redactText: (text: string) => string): unknown {
  const hidden = place.hidden || place.schemas.some(isMarked);
  if (typeof value === 'string') return hidden ? mask : redactText(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    return hidden || redactText(String(value)) !== String(value) ? mask : value;
  }
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (place.above.length >= maxDepth || place.above.includes(value) || ArrayBuffer.isView(value)) return mask;

  const above = [...place.above, value];
  const redactField = (name: string, field: unknown) => {
    const schemas = fieldSchemas(place.schemas, name);
    const named = schemas.length === 0 && isSecretName(name);
    return redactNode(field, { schemas, hidden: hidden || named, above }, redactText);
  };
  const plain = plainForm(value);
  if (typeof plain !== 'object' || plain === null)
    return redactNode(plain, { ...place, hidden, above }, redactText);
  if (Array.isArray(plain)) return plain.map((item, index) => redactField(String(index), item));
  // A word of the contract is no secret, even if a secret is the same word.
  const words = fieldNames(place.schemas);
  return Object.fromEntries(
    Object.entries(plain).map(([name, field]) => [
      words.includes(name) ? name : redactText(name),
      redactField(name, field),
    ]),
  );
}

/** Returns what JSON would make of an object, with the parts of an error that JSON leaves out. */
function plainForm(value: object): unknown {
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    const errors = value instanceof AggregateError ? value.errors : undefined;
    return {
      ...value,
      name,
      message,
      stack,
      ...(cause !== undefined && { cause }),
      ...(errors && { errors }),
    };
  }
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
}

/**
 * Masks the secrets of URLs in a text: user names and passwords, and the values of all query parameters except those in
 * `shownNames`. Takes time linear in the length of the text.
 */
function redactUrlsIn(text: string, shownNames: ReadonlySet<string>): string {
  return text
    .replace(userinfo, `$1${mask}@`)
    .replace(locator, (_, slashes: string, rest: string) => slashes + redactLocator(rest, shownNames));
}

/**
 * Masks one URL like {@link redactUrlsIn}. Masks the whole text if it is no URL with a host, because it could be
 * anything.
 */
function redactOneUrl(url: string, shownNames: ReadonlySet<string>): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || parsed.host === '') return mask;
  // `https:\\me:pass@host` and similar texts are URLs too; their normal form looks like one.
  const plain = /^[a-z][a-z0-9+.-]*:\/\/[^\\]*$/i.test(url) ? url : parsed.href;
  const whole = plain.replace(/[\s"<>`]/g, encodeURI).replaceAll("'", '%27');
  return redactUrlsIn(whole.replace(/:\/\/[^/?#]*@/, `://${mask}@`), shownNames);
}

/** Returns the user name and password of an address, as `//name:password@`; `undefined` if it has none. */
function userinfoOf(address: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:(\/\/[^/?#]*@)/i.exec(address)?.[1];
}

// JSON may escape slashes. Each pattern stops where the next URL could start, so that none needs to look back.
const userinfo = /(:(?:\\?\/){2})[^\s/?#\\"'<>]*@/g;
const locator = /(:(?:\\?\/){2})([^\s"'<>`]+)/g;

function redactLocator(rest: string, shownNames: ReadonlySet<string>): string {
  const [authority = ''] = rest.split(/[/?#\\]/, 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  // A port is a number; anything else is a password with a slash or a question mark. Our own messages say `host:port`.
  if (!host.startsWith('[') && /:\D/.test(host) && !/^host:port\)?$/.test(host)) return mask;
  const [address, fragment] = cut(rest, '#');
  const [path, query] = cut(address, '?');
  return path + redactQuery(query, shownNames) + (fragment.includes('=') ? `#${mask}` : fragment);
}

/** Splits `text` before the first `mark`. */
function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

function redactQuery(query: string, shownNames: ReadonlySet<string>): string {
  if (query === '') return '';
  const pairs = query.slice(1).split('&');
  return `?${pairs.map((pair) => redactPair(pair, shownNames)).join('&')}`;
}

function redactPair(pair: string, shownNames: ReadonlySet<string>): string {
  const [name, value] = cut(pair, '=');
  if (pair === '' || value === '=' || shownNames.has(name)) return pair;
  return value === '' ? mask : `${name}=${mask}`;
}
