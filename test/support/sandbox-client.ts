import { type Client, type ClientOptions, createClient } from '../../src/api/client/client.ts';
import type { Transport } from '../../src/ports.ts';
import { createService } from '../../src/sandbox/http/app.ts';
import { askedOnWire } from '../../src/sandbox/http/exchange.ts';
import { routesOf } from '../../src/sandbox/open.ts';
import type { Store } from '../../src/sandbox/store/store.ts';
import { virtualClock } from './virtual-clock.ts';

const token = 'token-of-the-test';

/** Makes a client of a sandbox in this process. `around` sees every request, and may answer instead of the sandbox. */
export function sandboxClient(
  store: Store,
  { around = (transport) => transport, ...options }: Partial<ClientOptions> & Wrapping = {},
): Client {
  const exchange = createService({ store, token, now: () => Date.UTC(2026, 0, 15), routesOf });
  const transport = around((request) => exchange(askedOnWire(request)));
  return createClient({
    baseUrl: 'https://api.example.com',
    token,
    clock: virtualClock(),
    ...options,
    transport,
  });
}

interface Wrapping {
  readonly around?: (transport: Transport) => Transport;
}
