import { sandboxBaseUrl } from '../identity.ts';

const { protocol, host } = new URL(sandboxBaseUrl);

/** Address of a resource in the API: `apiUrl('orgs', org, 'teams', team)`. */
export function apiUrl(...segments: string[]): string {
  return `${sandboxBaseUrl}/v1/${encode(segments)}`;
}

/** Address in the web application. */
export function appUrl(...segments: string[]): string {
  return `${protocol}//app.${host}/${encode(segments)}`;
}

/** Address that readers see: the organization's own host. */
export function readerUrl(hostname: string, ...segments: string[]): string {
  return `${protocol}//${hostname}.${host}/${encode(segments)}`;
}

function encode(segments: readonly string[]): string {
  return segments.map(encodeURIComponent).join('/');
}
