import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a server does with its n-th request (from 0), given byte by byte. */
export type Script = (socket: Socket, request: string, n: number) => void;

export interface ScriptedServer {
  readonly port: number;
  /** Every complete request, head and body. */
  readonly requests: string[];
  /** Connections made so far. */
  readonly connections: Socket[];
  close(): Promise<void>;
}

/** Starts a server on this machine that reads HTTP requests and answers as `script` says; it ends with the test. */
export async function scriptedServer(
  script: Script,
  create: (onConnection: (socket: Socket) => void) => Server = createServer,
): Promise<ScriptedServer> {
  const requests: string[] = [];
  const connections: Socket[] = [];
  const server = create((socket) => {
    connections.push(socket);
    let received = '';
    // The client may be gone before it is answered.
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
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
  onTestFinished(close);
  return { port: (server.address() as AddressInfo).port, requests, connections, close };
}

function requestEnd(received: string): number | undefined {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = Number(/^content-length: (\d+)/im.exec(received.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return received.length >= end ? end : undefined;
}

/** The bytes of an answer with a length. */
export function answer(
  body: string | Uint8Array,
  headers: readonly string[] = [],
  status = '200 OK',
): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, `Content-Length: ${bytes.byteLength}`, ...headers, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), bytes]);
}
