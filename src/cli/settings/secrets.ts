import { hasCredentials } from '../../api/contract/credentials.ts';
import type { System } from '../../ports.ts';

/** Returns values of the environment that are always secret. */
export function secretsOf(env: System['env']): string[] {
  const { DOCS_ADMIN_TOKEN, DOCS_ADMIN_GIT_URL, HTTPS_PROXY, HTTP_PROXY, https_proxy, http_proxy } = env;
  const urls = [DOCS_ADMIN_GIT_URL, HTTPS_PROXY, HTTP_PROXY, https_proxy, http_proxy];
  const repository =
    DOCS_ADMIN_GIT_URL && hasCredentials(DOCS_ADMIN_GIT_URL) ? DOCS_ADMIN_GIT_URL : undefined;
  const values = [DOCS_ADMIN_TOKEN, repository, ...urls.map(passwordIn)];
  return values
    .map((value) => value?.trim())
    .filter((value) => value !== undefined && value !== '') as string[];
}

/** Returns the password in an address, as people type it at a prompt. */
function passwordIn(url: string | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  const { password } = new URL(url);
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
