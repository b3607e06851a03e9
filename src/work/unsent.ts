import type { Client } from '../api/client/client.ts';
import { NotSent, type UnsentRequest } from '../api/client/errors.ts';
import type { ChangingRequest } from '../model/effects/facts.ts';
import { requestView } from '../views/requests.ts';
import { bulkClient, type Session } from './run/session.ts';

/** Returns the request that the client of a dry run would send. Throws what prevents it. */
export async function unsentRequest(client: Client, { op, input }: ChangingRequest): Promise<UnsentRequest> {
  const sent = await client.call(op, input).catch((error: unknown) => error);
  if (sent instanceof NotSent) return sent.request;
  throw sent;
}

/** Prints the request that a dry run would send. */
export async function showUnsent(
  session: Pick<Session, 'connectForBulk' | 'system' | 'out'>,
  request: ChangingRequest,
): Promise<void> {
  await session.out.item(await unsentRequest(bulkClient(session), request), requestView);
}
