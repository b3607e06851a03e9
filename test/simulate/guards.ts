import type { WireRequest } from '../../src/ports.ts';
import type { Clockwork } from './clockwork.ts';
import type { Service } from './service.ts';

/** The last ones of each guard that no flag lifts, by their ids. */
type LastOnes = Readonly<Record<string, readonly string[]>>;

/** Looks whether guards that no flag lifts hold. */
export interface Watchman {
  /** Guards that did not hold, with the request. */
  readonly unguarded: readonly string[];
  /** A process begins. */
  begins(pid: number): void;
  /** A process sends a request, or sends it again. */
  leaves(pid: number, request: WireRequest): void;
  /** The service has answered a read of a process. */
  served(pid: number, request: WireRequest): void;
  /** An answer has arrived at the process. */
  arrives(pid: number, request: WireRequest): void;
  /** Carries out a change of a process. */
  around<Answer>(pid: number, request: WireRequest, change: () => Promise<Answer>): Promise<Answer>;
}

/** What a process has last read of a guard, and when the answer arrived. */
interface Look {
  readonly ids: readonly string[];
  arrived?: number;
}

/** The lists that a process reads for a guard. */
const listOf: Readonly<Record<string, RegExp>> = {
  administrators: /\/members\?.*role=admin/,
  providers: /\/saml(\?|$)/,
};

/**
 * Makes a watchman. A process must read who is there immediately before its request, and that must leave someone. What
 * others change between that answer and the request cannot be seen. Nor can it be seen that someone was made an
 * administrator who was none when the process began: it reads only before requests about those who were.
 */
export function createWatchman(service: Service, { now }: Clockwork): Watchman {
  const unguarded: string[] = [];
  const atStart = new Map<number, LastOnes>();
  const looks = new Map<string, Look>();
  /** What was read immediately before a request. */
  const seen = new Map<string, readonly string[]>();

  const keyOf = (pid: number, { method, url }: WireRequest) => `${pid} ${method} ${url}`;

  function holds(guard: string, pid: number, request: WireRequest): boolean {
    const subject = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (guard === 'administrators' && !atStart.get(pid)?.[guard]?.includes(subject)) return true;
    return seen.get(`${guard} ${keyOf(pid, request)}`)?.some((id) => id !== subject) === true;
  }

  return {
    unguarded,
    begins: (pid) => void atStart.set(pid, lastOnes(service)),
    leaves(pid, request) {
      for (const guard of Object.keys(listOf)) {
        const look = looks.get(`${guard} ${pid}`);
        if (look?.arrived === now()) seen.set(`${guard} ${keyOf(pid, request)}`, look.ids);
      }
    },
    served(pid, { url }) {
      for (const [guard, list] of Object.entries(listOf))
        if (list.test(url)) looks.set(`${guard} ${pid}`, { ids: lastOnes(service)[guard] ?? [] });
    },
    arrives(pid, { url }) {
      for (const [guard, list] of Object.entries(listOf)) {
        const look = looks.get(`${guard} ${pid}`);
        if (look && list.test(url)) look.arrived = now();
      }
    },
    async around(pid, request, change) {
      const before = lastOnes(service);
      const answer = await change();
      for (const [guard, ids] of Object.entries(lastOnes(service)))
        if (ids.length === 0 && before[guard]?.length !== 0 && !holds(guard, pid, request))
          unguarded.push(`${guard}: ${request.method} ${request.url}`);
      return answer;
    },
  };
}

function lastOnes(service: Service): LastOnes {
  return {
    administrators: service.ids("user AS id FROM members WHERE role = 'admin' AND disabled = 0"),
    providers: service.ids('id FROM saml_providers'),
  };
}
