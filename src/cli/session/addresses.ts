import { completeBaseUrl, endsInVersion, parseBaseUrl } from '../../api/client/base-url.ts';
import type { Kind } from '../../api/contract/facts.ts';
import { isAddress } from '../../model/names.ts';
import type { Output } from '../../output/output.ts';
import type { System } from '../../ports.ts';
import type { Questions } from '../../work/run/session.ts';
import type { Context } from '../settings/context.ts';

interface Noting {
  readonly out: Pick<Output, 'note'>;
}

/**
 * Returns the address to store for `given`. If the scheme is missing, the user confirms one. A `/v1` at the end is removed
 * with a note, because commands add it. Throws `InvalidBaseUrl` if it cannot be an address, or the user does not agree.
 */
export async function completeAddress(
  { canAsk, system, out }: Pick<Questions, 'canAsk'> & { readonly system: Pick<System, 'prompts'> } & Noting,
  given: string,
): Promise<string> {
  const meant = completeBaseUrl(given);
  const isMeant = meant !== undefined && canAsk() && (await system.prompts.confirm(`use ${meant}?`));
  const address = parseBaseUrl(isMeant ? meant : given, { allowHttp: true });
  await noteVersion({ out }, given, address);
  return address;
}

/** Prints that `given` contains more of the address than is used. */
export async function noteVersion({ out }: Noting, given: string, address: string): Promise<void> {
  if (endsInVersion(given)) await out.note(`using ${address}: commands add /v1 to the address themselves`);
}

/**
 * Returns the id in `given` if that is the address of a thing of the service, else `given` itself. Throws `UsageError`
 * for any other address; `input` is the name of the input in the message.
 */
export async function idFromAddress(
  { context }: { readonly context: Pick<Context, 'baseUrl'> },
  kind: Kind,
  given: string,
  input: string,
): Promise<string> {
  if (!isAddress(given)) return given;
  const { idOfAddress: ownId } = await import('../../model/addresses.ts');
  return ownId(kind, given, { baseUrl: context.baseUrl(), input });
}
