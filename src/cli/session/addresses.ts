import { completeBaseUrl, copiedVersion, parseBaseUrl } from '../../api/client/base-url.ts';
import type { Output } from '../../output/output.ts';
import type { WorkParts } from '../../work/run/session.ts';

/**
 * Returns the address to store for `given`. If the scheme is missing, the user confirms one. A `/v1` at the end is removed
 * with a note, because commands add it. Throws `InvalidBaseUrl` if it cannot be an address, or the user does not agree.
 */
export async function completeAddress(
  { canAsk, system, out }: Pick<WorkParts, 'canAsk' | 'system'> & { readonly out: Pick<Output, 'note'> },
  given: string,
): Promise<string> {
  const meant = completeBaseUrl(given);
  const isMeant = meant !== undefined && canAsk() && (await system.prompts.confirm(`use ${meant}?`));
  const address = parseBaseUrl(isMeant ? meant : given, { allowHttp: true });
  await noteVersion(out, given, address);
  return address;
}

/** Prints that `given` contains more of the address than is used: {@link parseBaseUrl} removes `/v1`. */
export async function noteVersion(out: Pick<Output, 'note'>, given: string, address: string): Promise<void> {
  if (copiedVersion.test(given))
    await out.note(`using ${address}: commands add /v1 to the address themselves`);
}
