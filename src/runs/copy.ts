import { type Client, createClient } from '../api/client/client.ts';
import type { FixtureSource, SandboxCopy, System } from '../ports.ts';

/** A private copy of an organization, with a client for its requests. */
export interface OpenedCopy extends Omit<SandboxCopy, 'close'> {
  readonly client: Client;
}

/**
 * Opens a fixture (the JSON of a snapshot, as text or path) as a private sandbox, and resolves with what `work` does on
 * it. Nothing reaches the service, and nothing stays: the copy is deleted when `work` ends, fails or is interrupted.
 * Throws `UsageError` for a fixture that cannot be used.
 *
 *     const members = await withCopy(session.system, { path: 'acme.json' }, ({ client, organization }) =>
 *       readSnapshot(client, organization, { member: {} }));
 */
export async function withCopy<Result>(
  { sandbox, clock, interrupt }: Pick<System, 'sandbox' | 'clock' | 'interrupt'>,
  source: FixtureSource,
  work: (copy: OpenedCopy) => Promise<Result>,
): Promise<Result> {
  const { close, ...copy } = await sandbox.openCopy(source);
  try {
    const { baseUrl, token, transport } = copy;
    const client = createClient({ baseUrl, token, transport, clock, signal: interrupt, allowHttp: true });
    return await work({ ...copy, client });
  } finally {
    close();
  }
}
