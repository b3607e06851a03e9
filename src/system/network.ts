import type { NetworkOptions, Transport } from '../ports.ts';
import type { NetworkEnvironment } from './transport.ts';

/** Returns the transports of `createNetwork`. Its code is loaded by the first request. */
export function networkOnDemand(environment: NetworkEnvironment): (options: NetworkOptions) => Transport {
  let network: Promise<(options: NetworkOptions) => Transport> | undefined;
  return (options) => {
    let transport: Promise<Transport> | undefined;
    return async (request, signal) => {
      network ??= import('./transport.ts').then(({ createNetwork }) => createNetwork(environment));
      transport ??= network.then((create) => create(options));
      return (await transport)(request, signal);
    };
  };
}
