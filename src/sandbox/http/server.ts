import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../errors.ts';
import { maxBodySize } from './exchange.ts';

export interface ServerOptions {
  /** 0 for a free one. */
  readonly port: number;
  /** Limit for the headers of a request, in milliseconds. */
  readonly headersTimeout?: number;
  /** Limit for a whole request, in milliseconds. */
  readonly requestTimeout?: number;
  readonly maxConnections?: number;
}

export interface RunningServer {
  readonly baseUrl: string;
  /** Takes no more requests, lets those under way end, and is done within two seconds. */
  close(): Promise<void>;
}

type Fetch = (request: Request) => Promise<Response>;

/** Loopback only: nothing here is fit to be reached from another machine. */
const hostname = '127.0.0.1';
const graceTime = 1500;

/**
 * Puts `fetch` behind an HTTP server on 127.0.0.1 and resolves when it takes requests. A request that names another
 * host (DNS rebinding) or comes from a web page is refused before `fetch` sees it.
 * Throws `UsageError` where the port cannot be had.
 */
export async function serve(fetch: Fetch, options: ServerOptions): Promise<RunningServer> {
  const server = createServer({
    headersTimeout: options.headersTimeout ?? 10_000,
    requestTimeout: options.requestTimeout ?? 30_000,
    // Node looks for overdue connections only every 30 seconds otherwise.
    connectionsCheckingInterval: 500,
    keepAliveTimeout: 5000,
  });
  server.maxConnections = options.maxConnections ?? 256;
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  const origin = `http://${hostname}:${port}`;
  const hosts = [`${hostname}:${port}`, `localhost:${port}`];
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answer(incoming, outgoing, fetch, { origin, hosts, server }).catch(() => outgoing.destroy());
  });
  return { baseUrl: origin, close: () => close(server) };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new UsageError(`cannot listen on ${hostname}:${port}: ${error.message}`, {
          hint: { code: 'choose-port', data: { port } },
        }),
      ),
    );
    server.listen(port, hostname, resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceTime);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fetch: Fetch,
  own: { origin: string; hosts: readonly string[]; server: Server },
): Promise<void> {
  const { headers, headersDistinct, method = '', url: target = '' } = incoming;
  const [host = '', ...otherHosts] = headersDistinct.host ?? [];
  if (!own.hosts.includes(host.toLowerCase()) || otherHosts.length > 0)
    return refuse(incoming, outgoing, 421, 'this host is not served here');
  if (headers.origin !== undefined && headers.origin !== own.origin) {
    return refuse(incoming, outgoing, 403, 'requests of web pages are not answered');
  }
  // `Request` takes no such method.
  if (method === 'TRACE') return refuse(incoming, outgoing, 405, 'method TRACE is not allowed here');
  // `URL` would resolve dot segments and read a backslash as a slash; such a path is refused as it came.
  const url = target.startsWith('/') ? new URL(own.origin + target) : undefined;
  if (!url || url.pathname !== target.split('?')[0])
    return refuse(incoming, outgoing, 400, 'the path is not a plain URL path');

  const response = await fetch(toRequest(incoming, url));
  // While the server closes, a connection kept alive would hold it up.
  if (!own.server.listening) outgoing.shouldKeepAlive = false;
  await respond(incoming, outgoing, response);
}

function toRequest(incoming: IncomingMessage, url: URL): Request {
  const { method = 'GET', headers } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(url, {
    method,
    headers: pairs,
    ...(hasBody && {
      body: ReadableStream.from(incoming.iterator({ destroyOnReturn: false })),
      duplex: 'half',
    }),
  });
}

function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  status: number,
  message: string,
): Promise<void> {
  const text = JSON.stringify({ error: { code: status, message } });
  const headers = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(text)}` };
  return respond(incoming, outgoing, new Response(text, { status, headers }));
}

/** Where a body is still on its way, the client gets the answer at once and the connection does not live on. */
async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: Response,
): Promise<void> {
  if (!incoming.complete) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  await discardBody(incoming);
  outgoing.end();
}

/**
 * Reads what nobody wants of a body, but not without end: a connection that is closed on a client which is still
 * sending takes the answer with it.
 */
async function discardBody(incoming: IncomingMessage): Promise<void> {
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBodySize) return;
  }
}
