import { mask } from './secret-forms.ts';

/**
 * Masks the secrets of URLs in a text: user names and passwords, and the values of all query parameters except those in
 * `shownNames`. Takes time linear in the length of the text.
 */
export function redactUrlsIn(text: string, shownNames: ReadonlySet<string>): string {
  return text
    .replace(userinfo, `$1${mask}@`)
    .replace(locator, (_, slashes: string, rest: string) => slashes + redactLocator(rest, shownNames));
}

/**
 * Masks one URL like {@link redactUrlsIn}. Masks the whole text if it is no URL with a host, because it could be
 * anything.
 */
export function redactOneUrl(url: string, shownNames: ReadonlySet<string>): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || parsed.host === '') return mask;
  // `https:\\me:pass@host` and similar texts are URLs too; their normal form looks like one.
  const plain = /^[a-z][a-z0-9+.-]*:\/\/[^\\]*$/i.test(url) ? url : parsed.href;
  const whole = plain.replace(/[\s"<>`]/g, encodeURI).replaceAll("'", '%27');
  return redactUrlsIn(whole.replace(/:\/\/[^/?#]*@/, `://${mask}@`), shownNames);
}

/** Returns the user name and password of an address, as `//name:password@`; `undefined` if it has none. */
export function userinfoOf(address: string): string | undefined {
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
