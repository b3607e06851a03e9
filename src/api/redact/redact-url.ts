import { mask } from './secret-forms.ts';

/**
 * Text with the secrets masked that the shape of a URL gives away: user names and passwords, and the values of all
 * query parameters but those in `shownNames`. Takes time linear in the text, whatever it holds.
 */
export function redactUrlsIn(text: string, shownNames: ReadonlySet<string>): string {
  return text
    .replace(userinfo, `$1${mask}@`)
    .replace(locator, (_, slashes: string, rest: string) => slashes + redactLocator(rest, shownNames));
}

/** One URL, masked as in {@link redactUrlsIn}; whole where it is no URL with a host, and could be anything. */
export function redactOneUrl(url: string, shownNames: ReadonlySet<string>): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || parsed.host === '') return mask;
  // `https:\\me:pass@host` and the like are URLs too; in normal form they look like one.
  const plain = /^[a-z][a-z0-9+.-]*:\/\/[^\\]*$/i.test(url) ? url : parsed.href;
  return redactUrlsIn(plain.replace(/\s/g, '%20'), shownNames);
}

// In JSON the slashes may be escaped. Each pattern stops where the next URL could start, so none looks back.
const userinfo = /(:(?:\\?\/){2})[^\s/?#\\"'<>]*@/g;
const locator = /(:(?:\\?\/){2})([^\s"'<>`]+)/g;

function redactLocator(rest: string, shownNames: ReadonlySet<string>): string {
  const [authority = ''] = rest.split(/[/?#\\]/, 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  // A port is a number; anything else is a password that holds a slash or a question mark. Our own messages say `host:port`.
  if (!host.startsWith('[') && /:\D/.test(host) && !/^host:port\)?$/.test(host)) return mask;
  const [address, fragment] = cut(rest, '#');
  const [path, query] = cut(address, '?');
  return path + redactQuery(query, shownNames) + (fragment.includes('=') ? `#${mask}` : fragment);
}

/** `text` up to the first `mark`, and from there on. */
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
