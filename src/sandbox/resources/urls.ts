import { sandboxBaseUrl } from '../identity.ts';

const { protocol, host } = new URL(sandboxBaseUrl);

/** Returns the address of a resource in the API: `apiUrl('orgs', org, 'teams', team)`. */
export function apiUrl(...segments: string[]): string {
  return `${sandboxBaseUrl}/v1/${encode(segments)}`;
}

/** Returns an address in the web application. */
export function appUrl(...segments: string[]): string {
  return `${protocol}//app.${host}/${encode(segments)}`;
}

/** Returns an address for readers, on the organization's own host. */
export function readerUrl(hostname: string, ...segments: string[]): string {
  return `${protocol}//${hostname}.${host}/${encode(segments)}`;
}

function encode(segments: readonly string[]): string {
  return segments.map(encodeURIComponent).join('/');
}
