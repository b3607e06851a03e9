import type { Clock } from '../../ports.ts';
import type { Planned } from './planned.ts';

/** Milliseconds for which a plan can be carried out. */
const planLasts = 10 * 60_000;

/** Milliseconds for which a form waits for its answer. */
export const formWaits = 5 * 60_000;

export interface Waiting {
  readonly id: string;
  readonly planned: Planned;
  readonly until: number;
  /** The form that is shown for it, and until when its answer counts. */
  form?: { readonly nonce: string; readonly until: number };
}

/** Plans by their ids. Each can be taken once. */
export interface Plans {
  /** Keeps a plan. Returns its id. */
  keep(planned: Planned): string;
  /** Returns a plan; `undefined` if there is none with this id, or no longer. */
  find(id: string): Waiting | undefined;
  /** Notes that a form is shown. Returns the nonce that its answer must carry; `undefined` if one is open already. */
  show(waiting: Waiting): string | undefined;
  /** Takes a plan, so that no one can use it again. */
  take(id: string): Waiting | undefined;
}

const mostPlans = 50;

export function createPlans({ monotonic, bytes }: Pick<Clock, 'monotonic' | 'bytes'>): Plans {
  const waiting = new Map<string, Waiting>();
  function find(id: string): Waiting | undefined {
    const found = waiting.get(id);
    if (found && found.until > monotonic()) return found;
    waiting.delete(id);
    return undefined;
  }
  return {
    keep(planned) {
      const [oldest] = waiting.keys();
      if (waiting.size >= mostPlans && oldest !== undefined) waiting.delete(oldest);
      const id = Buffer.from(bytes(24)).toString('base64url');
      waiting.set(id, { id, planned, until: monotonic() + planLasts });
      return id;
    },
    find,
    show(one) {
      const now = monotonic();
      if (one.form && one.form.until > now) return undefined;
      const nonce = Buffer.from(bytes(24)).toString('base64url');
      one.form = { nonce, until: now + formWaits };
      return nonce;
    },
    take(id) {
      const found = find(id);
      waiting.delete(id);
      return found;
    },
  };
}
