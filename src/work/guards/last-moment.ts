import type { Client } from '../../api/client/client.ts';
import { ServiceError } from '../../api/client/errors.ts';
import type { AnyInput } from '../../api/client/request.ts';
import { asId, type IdOf } from '../../api/contract/ids.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { listSamlProviders } from '../../api/contract/operations/saml.ts';
import { touchesOf } from '../../model/effects/touches.ts';
import { createReader, type ServiceReader } from '../../model/read/reader.ts';
import { partOf } from '../../model/resources.ts';
import { readPeople } from '../team-members.ts';
import { assertNothingHeld } from './held-back.ts';
import { mayLower } from './lowering.ts';
import { type Objection, withoutAdministrator, withoutProvider } from './rules.ts';

/**
 * Sends a request of a run with `send`. The guards that no flag lifts judge it again before: others may have changed
 * something since the run began. Throws `UsageError` if one refuses it, and what `send` throws.
 */
export type LastMoment = <Answer>(
  client: Client,
  op: Operation,
  input: AnyInput,
  send: () => Promise<Answer>,
) => Promise<Answer>;

/** What a request would take from the last one. */
interface Concern {
  readonly org: string;
  /** The members who lose their role. */
  readonly users: readonly IdOf<'user'>[];
  readonly providers: readonly string[];
}

/**
 * Makes the last judgement for one run. It reads who administers the organization only before a request that lowers an
 * administrator or ends a provider. Of two such requests, one waits for the other: together they could leave no one.
 *
 * @param known the ids of the administrators when the run was judged; if absent, the first lower role asks who they are
 * @param inDoubt the ids of people and providers about which an earlier process has sent a request that has no outcome
 */
export function createLastMoment(known?: Iterable<string>, inDoubt: Iterable<string> = []): LastMoment {
  let administrators = known && new Set(known);
  /** People and providers who are perhaps lost: the service may still carry a request out. */
  const unclear = new Set(inDoubt);
  let earlier: Promise<unknown> = Promise.resolve();

  async function objection(
    client: Client,
    { org, users, providers }: Concern,
  ): Promise<Objection | undefined> {
    const lost = new Set([...users, ...providers, ...unclear]);
    // Nothing that was read before counts.
    const reader = createReader({ client, org });
    if (providers.length > 0) {
      const titles = await readProviders(reader, org);
      const ending = [...titles].flatMap(([id, title]) => (lost.has(id) ? title : []));
      const isThere = providers.some((id) => titles.has(id));
      return (isThere && withoutProvider(org, ending, titles.size)) || undefined;
    }
    const now = await readPeople(reader, org, { role: 'admin' });
    administrators = new Set([...(administrators ?? []), ...now.keys()]);
    const losing = new Set([...now.keys()].filter((user) => lost.has(user)));
    return (users.some((user) => now.has(user)) && withoutAdministrator(org, now, losing)) || undefined;
  }

  return async (client, op, input, send) => {
    const concern = await concernOf(op, input);
    const isConcerned =
      concern.providers.length > 0 ||
      concern.users.some((user) => administrators === undefined || administrators.has(user));
    if (!isConcerned) return send();
    const turn = earlier.then(async () => {
      const held = await objection(client, concern);
      assertNothingHeld(held ? [held] : []);
      return send().catch((error: unknown) => {
        const isRefused = error instanceof ServiceError && error.status < 500;
        if (!isRefused) for (const id of [...concern.users, ...concern.providers]) unclear.add(id);
        throw error;
      });
    });
    earlier = turn.catch(() => {});
    return turn;
  };
}

async function concernOf(op: Operation, input: AnyInput): Promise<Concern> {
  const lost = touchesOf(await partOf(op), input).filter(mayLower);
  return {
    org: lost[0]?.ids.org ?? '',
    users: lost.flatMap(({ kind, ids }) => (kind === 'member' && ids.user ? asId<'user'>(ids.user) : [])),
    providers: lost.flatMap(({ kind, ids, change }) =>
      kind === 'saml' && change === 'end' ? Object.values(ids).slice(-1) : [],
    ),
  };
}

/** Reads the titles of the sign-on providers of an organization, by their ids. */
async function readProviders(reader: ServiceReader, org: string): Promise<ReadonlyMap<string, string>> {
  const providers = await reader.needList(listSamlProviders, { org });
  return new Map(providers.map(({ id, label }) => [id, label ?? id]));
}
