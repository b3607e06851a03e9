import { type Client, createClient } from '../../api/client/client.ts';
import { UsageError } from '../../errors.ts';
import { parseUnread, type UnreadLists } from '../../model/read/unread.ts';
import type { FixtureSource, SandboxCopy, System } from '../../ports.ts';

/** A private copy of an organization, with a client for its requests. */
export interface OpenedCopy extends Omit<SandboxCopy, 'close' | 'unread' | 'again'> {
  readonly client: Client;
  /** What the fixture lacks, for `readSnapshot`: the copy answers with empty lists there. */
  readonly unread: UnreadLists | undefined;
  /** Opens another copy with the present state, as {@link withCopy} does. */
  inAnother<Result>(work: (copy: OpenedCopy) => Promise<Result>): Promise<Result>;
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
  system: Pick<System, 'sandbox' | 'clock' | 'interrupt'>,
  source: FixtureSource,
  work: (copy: OpenedCopy) => Promise<Result>,
): Promise<Result> {
  const name = 'path' in source ? source.path : (source.name ?? 'the copy');
  return usingCopy(system, await system.sandbox.openCopy(source), work, name);
}

/** Resolves with what `work` does on an open copy, and closes the copy, as {@link withCopy} does; `name` is for messages. */
export async function usingCopy<Result>(
  system: Pick<System, 'clock' | 'interrupt'>,
  { close, again, unread: json, ...copy }: SandboxCopy,
  work: (copy: OpenedCopy) => Promise<Result>,
  name = 'the copy',
): Promise<Result> {
  const { clock, interrupt } = system;
  try {
    const { baseUrl, token, transport } = copy;
    const client = createClient({ baseUrl, token, transport, clock, signal: interrupt, allowHttp: true });
    return await work({
      ...copy,
      client,
      unread: unreadOf(json, name),
      inAnother: async (work) => usingCopy(system, await again(), work, name),
    });
  } finally {
    await close();
  }
}

function unreadOf(json: string | undefined, name: string): UnreadLists | undefined {
  if (json === undefined) return undefined;
  const unread = parseUnread(json);
  if (unread) return unread;
  throw new UsageError(
    `${name} is not a usable snapshot: its meta row "unread" says nothing that is understood`,
  );
}
