import { completeBaseUrl, endsInVersion, parseBaseUrl } from '../api/base-url.ts';
import type { App } from './app.ts';

/**
 * The address that is stored for `given`: with the scheme that the user agrees to where it lacks one, and without the
 * `/v1` that commands add themselves, which is told. Throws `InvalidBaseUrl` where it can be none, or nobody agrees.
 */
export async function completeAddress(app: App, given: string): Promise<string> {
  const meant = completeBaseUrl(given);
  const isMeant = meant !== undefined && app.canAsk() && (await app.system.prompts.confirm(`use ${meant}?`));
  const address = parseBaseUrl(isMeant ? meant : given, { allowHttp: true });
  await noteVersion(app, given, address);
  return address;
}

/** Tells the user that `given` holds more of the address than is used. */
export async function noteVersion({ out }: App, given: string, address: string): Promise<void> {
  if (endsInVersion(given)) await out.note(`using ${address}: commands add /v1 to the address themselves`);
}
