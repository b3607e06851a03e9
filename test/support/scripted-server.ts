import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { SelfSigned } from './certificate.ts';

/** Answers the n-th request (from 0) of a server, byte by byte. */
export type Script = (socket: Socket, request: string, n: number) => void;

export interface ScriptedServer {
  readonly port: number;
  /** Every complete request, head and body. */
  readonly requests: string[];
  /** Connections made so far. */
  readonly connections: Socket[];
  /** Returns all bytes that have arrived, also of incomplete requests; inside TLS if there is one. */
  received(): string;
  close(): Promise<void>;
}

/** Makes the listener: plain, or {@link overTls}. */
export type CreateListener = (onConnection: (socket: Socket) => void) => Server;

/** Starts a server as {@link startServer} does, and closes it at the end of the test. */
export async function scriptedServer(script: Script, create?: CreateListener): Promise<ScriptedServer> {
  const server = await startServer(script, create);
  onTestFinished(server.close);
  return server;
}

/**
 * Starts a server on this machine that reads HTTP requests and answers as `script` says, until it is closed. For tests
 * that run beside others, which have no `onTestFinished`.
 */
export async function startServer(
  script: Script,
  create: CreateListener = createServer,
): Promise<ScriptedServer> {
  let everything = '';
  const requests: string[] = [];
  const connections: Socket[] = [];
  const server = create((socket) => {
    connections.push(socket);
    let received = '';
    // The client may have gone before the answer.
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      everything += text;
      received += text;
      for (let end = requestEnd(received); end !== undefined; end = requestEnd(received)) {
        const request = received.slice(0, end);
        received = received.slice(end);
        script(socket, request, requests.push(request) - 1);
      }
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server.close(), 'close');
  };
  const { port } = server.address() as AddressInfo;
  return { port, requests, connections, received: () => everything, close };
}

/** Makes a listener for TLS. Ignores clients that give up the handshake. */
export function overTls(certificate: SelfSigned): CreateListener {
  return (onConnection) => createTlsServer(certificate, onConnection).on('tlsClientError', () => {});
}

/** Makes the script of a proxy whose tunnels all lead to `port` of this machine. */
export function tunnelTo(port: number): Script {
  return (socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const inner = connect(port, '127.0.0.1').on('error', () => {});
    socket.removeAllListeners('data');
    socket.pipe(inner).pipe(socket);
  };
}

function requestEnd(received: string): number | undefined {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = Number(/^content-length: (\d+)/im.exec(received.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return received.length >= end ? end : undefined;
}

/** Returns the bytes of an answer with a length. */
export function answer(
  body: string | Uint8Array,
  headers: readonly string[] = [],
  status = '200 OK',
): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, `Content-Length: ${bytes.byteLength}`, ...headers, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** Returns an answer with a JSON body. */
export function json(value: unknown, status = '200 OK', headers: readonly string[] = []): Buffer {
  return answer(JSON.stringify(value), ['Content-Type: application/json', ...headers], status);
}

/** Makes a script that plays one step for each request, the last one again and again. Bytes are sent unchanged. */
export function inTurn(...steps: readonly (string | Uint8Array | Script)[]): Script {
  return (socket, request, n) => {
    const step = steps[Math.min(n, steps.length - 1)];
    if (typeof step === 'function') step(socket, request, n);
    else if (step !== undefined) socket.write(step);
  };
}

/** Sends `bytes`, and ends the connection like a process that dies: the client sees a reset. */
export function thenReset(bytes: string | Uint8Array): Script {
  return (socket) => void socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 20));
}

/** Sends `bytes`, and closes the connection in good order. */
export function thenClose(bytes: string | Uint8Array): Script {
  return (socket) => void socket.end(bytes);
}

/** Never answers. */
export const silent: Script = () => {};
