import { UsageError } from '../errors.ts';
import { isLoopback } from '../text/loopback.ts';
import type { Environment } from './paths.ts';

export interface ProxyServer {
  /** An http(s) address; it may contain a user name and a password. */
  readonly url: URL;
  /** `host:port`, for messages. */
  readonly label: string;
  /** The environment variable that names it. */
  readonly source: string;
}

/**
 * Returns the proxy for requests to `origin`; `undefined` if they go directly, as requests to this machine always do.
 * Throws `UsageError`, without the value, for a proxy that cannot be used.
 */
export function proxyFor(origin: URL, env: Environment): ProxyServer | undefined {
  if (isLoopback(origin.hostname) || isExempt(origin, env.no_proxy || env.NO_PROXY || '')) return undefined;
  const upper = origin.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const source = env[upper.toLowerCase()] ? upper.toLowerCase() : upper;
  const value = env[source]?.trim();
  if (!value) return undefined;
  if (/^socks/i.test(value)) throw new UsageError(`${source}: SOCKS proxies are not supported`);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${source} is not a URL (expected http://host:port)`);
  }
  return { url, label: `${url.hostname}:${portOf(url)}`, source };
}

/** Returns the port of an http(s) address. */
export function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/**
 * Returns whether a `NO_PROXY` list contains `origin`: by host, parent domain, address or range of addresses
 * (`10.0.0.0/8`), with or without its port.
 */
function isExempt(origin: URL, list: string): boolean {
  const host = unbracketed(origin.hostname).replace(/\.$/, '');
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const { name, port } = parseEntry(entry);
    if (name === '' || (port && port !== portOf(origin))) return false;
    return isAddress(host) ? hasAddress(name, host) : isWithin(host, name);
  });
}

function parseEntry(entry: string): { name: string; port: string | undefined } {
  const [, name = entry, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  return { name: unbracketed(name), port };
}

function isWithin(host: string, name: string): boolean {
  const plain = name.replace(/^\*?\./, '').replace(/\.$/, '');
  // In the form of a URL: lower case, and letters beyond ASCII as punycode.
  const isPlain = !/[/\\?#@:]/.test(plain) && URL.canParse(`http://${plain}`);
  const domain = isPlain ? new URL(`http://${plain}`).hostname : plain.toLowerCase();
  return host === domain || host.endsWith(`.${domain}`);
}

/** Returns whether a host is an address as a URL has it: `10.1.2.3`, `fd00::1`. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^[\d.]+$/.test(host);
}

/** Returns whether `name` is the address `host`, in any spelling, or a range that contains it. */
function hasAddress(name: string, host: string): boolean {
  // Loaded here, because few command lines need it.
  const { BlockList, isIP } = process.getBuiltinModule('node:net');
  const [address = '', prefix] = name.split('/');
  const family = isIP(address);
  if (family === 0) return false;
  const bits = prefix === undefined ? largestPrefix[family] : Number(/^\d+$/.exec(prefix)?.[0]);
  if (bits === undefined || !(bits <= (largestPrefix[family] ?? 0))) return false;
  const range = new BlockList();
  range.addSubnet(address, bits, familyName(family));
  return range.check(host, familyName(isIP(host)));
}

const largestPrefix: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

function familyName(family: number): 'ipv4' | 'ipv6' {
  return family === 4 ? 'ipv4' : 'ipv6';
}

/** Returns a host as programs ask for it: the address of IPv6 in a URL has brackets. */
export function unbracketed(host: string): string {
  return host.replace(/^\[([^\]]*)\]/, '$1');
}
