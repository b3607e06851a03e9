/**
 * The one gate that all requests to a service pass. A rate limit met by one of them closes it for all; when it opens
 * again, one request goes ahead as a probe and the others wait for what becomes of it.
 */
export interface RateGate {
  /**
   * Asks to send a request at `now`: a pass, or what to wait for before asking again. Every pass must be handed back.
   */
  ask(now: number): Pass | Closed | Probing;
  /** Lets nobody through before `until`, in milliseconds since the epoch. */
  close(until: number): void;
}

export interface Pass {
  readonly may: 'send';
  /** The request has ended; `accepted` where the service answered it without asking for a pause. */
  handBack(accepted: boolean): void;
}

export interface Closed {
  readonly may: 'wait';
  /** Milliseconds since the epoch. */
  readonly until: number;
}

export interface Probing {
  readonly may: 'wait-for-probe';
  /** Resolves when the probe has ended; never rejects. */
  readonly probe: Promise<void>;
}

const freePass: Pass = { may: 'send', handBack: () => {} };

export function createRateGate(): RateGate {
  let closedUntil: number | undefined;
  let probe: Promise<void> | undefined;

  function probingPass(): Pass {
    const limit = closedUntil;
    const { promise, resolve } = withResolver();
    probe = promise;
    return {
      may: 'send',
      handBack(accepted) {
        probe = undefined;
        // A request that left before the probe may have closed the gate again in the meantime.
        if (accepted && closedUntil === limit) closedUntil = undefined;
        resolve();
      },
    };
  }

  return {
    ask(now) {
      if (closedUntil === undefined) return freePass;
      if (closedUntil > now) return { may: 'wait', until: closedUntil };
      return probe ? { may: 'wait-for-probe', probe } : probingPass();
    },
    close(until) {
      closedUntil = Math.max(closedUntil ?? 0, until);
    },
  };
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
