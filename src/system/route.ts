import type { Route } from '../ports.ts';
import { aborted } from './interrupt.ts';
import { connectFailure } from './network-failure.ts';
import type { Environment } from './paths.ts';
import { proxyFor, unbracketed } from './proxy.ts';

/** Returns the route of requests, from `env` and the machine. `interrupt` ends a look-up at once. */
export function createRoute(env: Environment, interrupt: AbortSignal): Route {
  return {
    proxy(url) {
      const proxy = proxyFor(new URL(url), env);
      return proxy && { address: proxy.label, source: proxy.source };
    },
    async assertAuthorities(file) {
      await (await import('./authorities.ts')).trustedAuthorities(file, env);
    },
    async resolve(url) {
      const origin = new URL(url);
      const { promises } = await import('node:dns');
      interrupt.throwIfAborted();
      try {
        const found = await Promise.race([
          promises.lookup(unbracketed(origin.hostname), { all: true }),
          aborted(interrupt),
        ]);
        return found.map(({ address }) => address);
      } catch (error) {
        interrupt.throwIfAborted();
        throw connectFailure(error, origin);
      }
    },
  };
}
