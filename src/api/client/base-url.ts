import { DocsAdminError, type Hint } from '../../errors.ts';
import { isLoopback } from '../../text/loopback.ts';

/** The end of an address that was copied from a request. */
export const copiedVersion = /(?:\/+v1)+\/*$/i;

/** A base URL cannot be used. The message never contains the URL, which may hold a password. */
export class InvalidBaseUrl extends DocsAdminError {
  constructor(message: string, hint?: Hint) {
    super('usage', message, { hint });
  }
}

/**
 * Returns the address that `/v1/...` is added to: absolute, in URL normal form, with its path prefix, without a
 * trailing slash, and without a copied `/v1`. Throws {@link InvalidBaseUrl} for anything but a plain http(s) URL, and
 * for `http` to another machine unless `allowHttp`.
 */
export function parseBaseUrl(value: string, { allowHttp = false }: { allowHttp?: boolean } = {}): string {
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(value)) {
    throw new InvalidBaseUrl('the base URL contains a space, a control character or a backslash');
  }
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\/[^/]/i.test(value)) {
    const meant = completeBaseUrl(value);
    throw new InvalidBaseUrl(
      'the base URL is not an http(s) URL',
      meant === undefined
        ? { code: 'give-address', data: {} }
        : { code: 'complete-address', data: { address: meant } },
    );
  }
  if (url.username || url.password || value.split('/')[2]?.includes('@')) {
    throw new InvalidBaseUrl('the base URL contains a user name or password', {
      code: 'keep-token-out-of-address',
      data: {},
    });
  }
  if (value.includes('?') || value.includes('#')) {
    throw new InvalidBaseUrl('the base URL contains a query or a fragment');
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw new InvalidBaseUrl(`refusing to send a token over http to ${url.host}`, {
      code: 'use-https',
      data: { host: url.host },
    });
  }
  return url.href.replace(copiedVersion, '').replace(/\/+$/, '');
}

const host = /^(?:localhost|\[[0-9a-f:]+\]|[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z0-9-]+(?=:))(?::\d{1,5})?(?:\/|$)/;

/**
 * Completes an address without a scheme: http for this machine, else https. Returns `undefined` if `value` looks like
 * anything else, such as a password, which no message may show.
 */
export function completeBaseUrl(value: string): string | undefined {
  if (!host.test(value) || /[@?#\s\\]/.test(value)) return undefined;
  const secure = `https://${value}`;
  if (!URL.canParse(secure)) return undefined;
  return isLoopback(new URL(secure).hostname) ? `http://${value}` : secure;
}
