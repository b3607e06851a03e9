import { DocsAdminError, type Hint } from '../../errors.ts';
import { isLoopback } from '../../text/loopback.ts';

/** Why a base URL cannot be used; the message never holds the URL, which may carry a password. */
export class InvalidBaseUrl extends DocsAdminError {
  override readonly name = 'InvalidBaseUrl';
  constructor(message: string, hint?: Hint) {
    super('usage', message, { hint });
  }
}

/**
 * The address that `/v1/...` is added to: absolute, in URL normal form, its path prefix kept, no trailing slash, and
 * without the `/v1` that people copy along. Throws {@link InvalidBaseUrl} for anything else than a plain http(s) URL, and for `http` to another machine
 * unless `allowHttp`.
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
  return url.href.replace(/(\/+v1)*\/*$/i, '');
}

/** Whether {@link parseBaseUrl} leaves something out of `value` that commands add themselves. */
export function endsInVersion(value: string): boolean {
  return /\/v1\/*$/i.test(value);
}

const host = /^(?:localhost|\[[0-9a-f:]+\]|[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z0-9-]+(?=:))(?::\d{1,5})?(?:\/|$)/;

/**
 * The URL that an address without its scheme is meant to be: http for this machine, else https. `undefined` where
 * `value` looks like anything else, such as a password, which no message may show.
 */
export function completeBaseUrl(value: string): string | undefined {
  if (!host.test(value) || /[@?#\s\\]/.test(value)) return undefined;
  const secure = `https://${value}`;
  if (!URL.canParse(secure)) return undefined;
  return isLoopback(new URL(secure).hostname) ? `http://${value}` : secure;
}
