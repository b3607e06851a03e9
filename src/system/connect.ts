import type { Socket } from 'node:net';
import { TransportFailure } from '../errors.ts';
import { percentDecoded } from '../text/decode.ts';
import { connectFailure, final, notSent, proxyFailure } from './network-failure.ts';
import type { Environment } from './paths.ts';
import { type ProxyServer, portOf, proxyFor, unbracketed } from './proxy.ts';

/** The address of a connection, as undici asks for it. */
export interface Destination {
  /** Without the brackets of an IPv6 address, and without the port. */
  readonly hostname: string;
  readonly host?: string;
  readonly protocol: string;
  readonly port: string;
}

export type Connected = (...result: [error: Error, socket: null] | [error: null, socket: Socket]) => void;

/** undici's own function that connects, `undici/lib/core/connect.js`; through `httpSocket` if that is given. */
export type OpenSocket = (destination: Destination & { httpSocket?: Socket }, connected: Connected) => Socket;

/** How TLS checks the other side, in Node's own words. */
export interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string[];
}

export interface Connector {
  /** Makes connections for undici. Every error that it reports is a `TransportFailure`. */
  connect(destination: Destination, connected: Connected): void;
  /** Ends all connections that are still being made; otherwise they would keep the process running. */
  abandon(): void;
}

export interface ConnectorOptions {
  /** Limit for one connection with its tunnel and TLS, in milliseconds. */
  readonly limit: number;
  readonly env: Environment;
  readonly verifyTls: boolean;
  /** All certificate authorities to trust, as PEM; Node's own if absent. */
  readonly ca?: readonly string[];
  /** See `NetworkOptions`. */
  readonly onProxy?: ((address: string) => void) | undefined;
}

/** Makes a connector that connects directly, or through the proxy that `env` names for an address. */
export function createConnector(
  build: (options: TlsOptions & { timeout: number }) => OpenSocket,
  { limit, env, verifyTls, ca, onProxy }: ConnectorOptions,
): Connector {
  const unfinished = new Set<AbortController>();
  // undici's own limit is accurate to half a second only.
  const tls: TlsOptions = { rejectUnauthorized: verifyTls, ...(ca && { ca: [...ca] }) };
  const open = build({ timeout: 0, ...tls });

  async function establish(destination: Destination, origin: URL, signal: AbortSignal): Promise<Socket> {
    const proxy = proxyFor(origin, env);
    if (!proxy) return await openSocket(open, destination, signal);
    onProxy?.(proxy.label);
    const httpSocket = await openTunnel(proxy, origin, signal, tls);
    if (origin.protocol === 'http:') return httpSocket;
    return await openSocket(open, { ...destination, httpSocket }, signal);
  }

  return {
    connect(destination, connected) {
      const origin = new URL(`${destination.protocol}//${destination.host}`);
      const attempt = new AbortController();
      const tooLate = new TransportFailure(`connect timed out after ${limit / 1000} s`, notSent);
      // After a process was stopped for a while, timers come first, although the connection is there.
      const timer = setTimeout(() => setImmediate(() => attempt.abort(tooLate)), limit);
      unfinished.add(attempt);
      establish(destination, origin, attempt.signal)
        .finally(() => {
          clearTimeout(timer);
          unfinished.delete(attempt);
        })
        .then(
          (socket) => connected(null, socket),
          (error: unknown) => connected(connectFailure(error, origin), null),
        );
    },
    abandon() {
      const reason = new TransportFailure('connect abandoned', notSent);
      for (const attempt of unfinished) attempt.abort(reason);
    },
  };
}

function openSocket(
  open: OpenSocket,
  destination: Parameters<OpenSocket>[0],
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error);
      // If TLS fails inside a tunnel, the tunnel stays open.
      destination.httpSocket?.destroy();
    };
    const socket = open(destination, (error, connected) => (error ? fail(error) : resolve(connected)));
    const abandon = () => {
      fail(signal.reason);
      socket.destroy(signal.reason);
    };
    signal.addEventListener('abort', abandon, { once: true });
  });
}

/**
 * Opens a connection to `origin` through `proxy`. Also for http, so that the proxy never sees the header with the
 * token.
 */
async function openTunnel(
  proxy: ProxyServer,
  origin: URL,
  signal: AbortSignal,
  tls: TlsOptions,
): Promise<Socket> {
  const { request } =
    proxy.url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const authority = `${origin.hostname}:${portOf(origin)}`;
  return await new Promise<Socket>((resolve, reject) => {
    request({
      method: 'CONNECT',
      host: unbracketed(proxy.url.hostname),
      port: portOf(proxy.url),
      path: authority,
      headers: { host: authority, ...authorization(proxy.url) },
      agent: false,
      ...tls,
      signal,
    })
      .on('connect', (answer, socket, head) => {
        // The connection inside reports the errors of the tunnel.
        socket.on('error', () => {});
        if (answer.statusCode === 200) {
          socket.unshift(head);
          resolve(socket as Socket);
        } else {
          socket.destroy();
          reject(refusal(answer.statusCode ?? 0, proxy));
        }
      })
      .on('error', (error) => reject(signal.aborted ? signal.reason : proxyFailure(error, proxy)))
      .end();
  });
}

function refusal(status: number, proxy: ProxyServer): TransportFailure {
  const code = status === 407 ? 'give-proxy-password' : 'check-proxy';
  const hint = { code, data: { source: proxy.source } } as const;
  // A 5xx may be a temporary problem of the proxy; other refusals are rules.
  return new TransportFailure(`proxy answered ${status}`, status >= 500 ? notSent : final, { hint });
}

function authorization({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const plain = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(plain).toString('base64')}` };
}
