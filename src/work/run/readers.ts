import type { Client } from '../../api/client/client.ts';
import { calibratedName } from '../../domain/access/rule-sets.ts';
import { createReader, type ServiceReader } from '../../model/read/reader.ts';
import type { Session } from './session.ts';

/** Makes a reader that goes on with what the session has read since its last change: nothing is read twice. */
export function sessionReader(session: Pick<Session, 'reading' | 'place' | 'accessRules'>): ServiceReader {
  const { reading, place } = session;
  return createReader({
    ...reading,
    org: place().org ?? undefined,
    accessRules: calibratedName(session.accessRules),
  });
}

/** Makes a client for requests of work without a run: nothing but an interrupt stops it. */
export function bulkClient({ connectForBulk, system }: Pick<Session, 'connectForBulk' | 'system'>): Client {
  return connectForBulk({ signal: system.interrupt, onEvent: () => {} });
}

/** Makes a reader of the present, which knows nothing, for work of many requests. */
export function freshReader(
  session: Pick<Session, 'connectForBulk' | 'system' | 'place' | 'accessRules'>,
  org = session.place().org ?? undefined,
): ServiceReader {
  return createReader({ client: bulkClient(session), org, accessRules: calibratedName(session.accessRules) });
}

/** Reads are cheaper for the service than writes. */
const usualReads = 16;

/** Returns how many requests that only read run at once. */
export function readsAtOnce(concurrency = usualReads): number {
  return concurrency;
}
