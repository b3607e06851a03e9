import { hasCredentials } from '../../api/contract/credentials.ts';
import type { System } from '../../ports.ts';
import { percentDecoded } from '../../text/decode.ts';

/** Returns values of the environment that are always secret. */
export function secretsOf(env: System['env']): string[] {
  const { DOCS_ADMIN_TOKEN, DOCS_ADMIN_GIT_URL, HTTPS_PROXY, HTTP_PROXY, https_proxy, http_proxy } = env;
  const urls = [DOCS_ADMIN_GIT_URL, HTTPS_PROXY, HTTP_PROXY, https_proxy, http_proxy];
  const values = [DOCS_ADMIN_TOKEN, ...urls.flatMap((url) => passwordsIn(url?.trim()))];
  return values
    .map((value) => value?.trim())
    .filter((value) => value !== undefined && value !== '') as string[];
}

/** A user name of so many characters may be a token. A shorter one is a word that must stay readable elsewhere. */
const tokenLength = 20;

/**
 * Returns the password or token in an address, as it is and as people type it at a prompt; the whole of a text that may be
 * an address, but cannot be read.
 */
function passwordsIn(url: string | undefined): string[] {
  if (!url || !hasCredentials(url)) return [];
  if (!URL.canParse(url)) return [url];
  const { username, password } = new URL(url);
  const secret = password || (username.length >= tokenLength ? username : '');
  return [secret, percentDecoded(secret)];
}
