import { type Client, createClient } from '../../api/client/client.ts';
import { UsageError } from '../../errors.ts';
import { parseUnread, type UnreadLists } from '../../model/read/unread.ts';
import type { FixtureSource, SandboxCopy, System } from '../../ports.ts';

/** A private copy of an organization, with a client for its requests. */
export interface OpenedCopy extends Omit<SandboxCopy, 'close' | 'unread'> {
  readonly client: Client;
  /** What the fixture lacks, for `readSnapshot`: the copy answers with empty lists there. */
  readonly unread: UnreadLists | undefined;
}

/**
 * Opens a fixture (the JSON of a snapshot, as text or path) as a private sandbox, and resolves with what `work` does on
 * it. Nothing reaches the service, and nothing stays: the copy is deleted when `work` ends, fails or is interrupted.
 * Throws `UsageError` for a fixture that cannot be used.
 *
 *     const members = await withCopy(session.system, { path: 'acme.json' }, ({ client, organization, unread }) =>
 *       readSnapshot(createReader({ client }), organization, { member: {} }, { unread }));
 */
export async function withCopy<Result>(
  { sandbox, clock, interrupt }: Pick<System, 'sandbox' | 'clock' | 'interrupt'>,
  source: FixtureSource,
  work: (copy: OpenedCopy) => Promise<Result>,
): Promise<Result> {
  const { close, unread: json, ...copy } = await sandbox.openCopy(source);
  try {
    const { baseUrl, token, transport } = copy;
    const client = createClient({ baseUrl, token, transport, clock, signal: interrupt, allowHttp: true });
    return await work({ ...copy, client, unread: unreadOf(json, source) });
  } finally {
    await close();
  }
}

function unreadOf(json: string | undefined, source: FixtureSource): UnreadLists | undefined {
  if (json === undefined) return undefined;
  const unread = parseUnread(json);
  if (unread) return unread;
  const name = 'path' in source ? source.path : (source.name ?? 'the copy');
  throw new UsageError(
    `${name} is not a usable snapshot: its meta row "unread" says nothing that is understood`,
  );
}
