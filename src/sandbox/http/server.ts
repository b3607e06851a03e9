import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../errors.ts';
import { maxBodySize } from './exchange.ts';

export interface ServerOptions {
  /** 0 chooses a free port. */
  readonly port: number;
  /** Limit for the headers of a request, in milliseconds. */
  readonly headersTimeout?: number;
  /** Limit for a whole request, in milliseconds. */
  readonly requestTimeout?: number;
  readonly maxConnections?: number;
}

export interface RunningServer {
  readonly baseUrl: string;
  /** Accepts no more requests, lets the running ones end, and resolves within two seconds. */
  close(): Promise<void>;
}

type Fetch = (request: Request) => Promise<Response>;

/** Loopback only: the sandbox is not secure enough for other machines. */
const hostname = '127.0.0.1';
const graceTime = 1500;

/** Node takes the first one of several. */
const single = ['authorization', 'content-type'];

/**
 * Puts `fetch` behind an HTTP server on 127.0.0.1. Resolves when it accepts requests. Refuses requests that name
 * another host (DNS rebinding) or come from a web page. Throws `UsageError` if the port cannot be used.
 */
export async function serve(fetch: Fetch, options: ServerOptions): Promise<RunningServer> {
  const server = createServer({
    headersTimeout: options.headersTimeout ?? 10_000,
    requestTimeout: options.requestTimeout ?? 30_000,
    // By default Node looks for overdue connections only every 30 seconds.
    connectionsCheckingInterval: 500,
    keepAliveTimeout: 5000,
    // Its answer would have no body; `answer` refuses such requests.
    requireHostHeader: false,
  });
  server.maxConnections = options.maxConnections ?? 256;
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  const origin = `http://${hostname}:${port}`;
  const hosts = [`${hostname}:${port}`, `localhost:${port}`];
  const open = new Set<ServerResponse>();
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    open.add(outgoing);
    outgoing.on('close', () => open.delete(outgoing));
    answer(incoming, outgoing, fetch, { origin, hosts, server }).catch(() => outgoing.destroy());
  };
  server.on('request', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('clientError', (error, socket) => {
    const isAnswering = [...open].some((one) => one.socket === socket && one.headersSent);
    if (isAnswering || !socket.writable) socket.destroy();
    else answerBroken(error, socket);
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
  if (![undefined, '100-continue'].includes(headers.expect?.toLowerCase()))
    return refuse(incoming, outgoing, 417, 'this expectation is not met here');
  const repeated = single.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (repeated) return refuse(incoming, outgoing, 400, `the header ${repeated} is given more than once`);
  // `Request` refuses this method.
  if (method === 'TRACE') return refuse(incoming, outgoing, 405, 'method TRACE is not allowed here');
  // `URL` would resolve dot segments and read a backslash as a slash; the raw path is refused instead.
  const url = target.startsWith('/') ? new URL(own.origin + target) : undefined;
  if (!url || url.pathname !== target.split('?')[0])
    return refuse(incoming, outgoing, 400, 'the path is not a plain URL path');

  const response = await fetch(toRequest(incoming, url));
  // A connection that is kept alive would delay the closing of the server.
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
  const text = errorText(status, message);
  const headers = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(text)}` };
  return respond(incoming, outgoing, new Response(text, { status, headers }));
}

/** Sends an answer. If a body is still arriving, the client gets the answer at once, and the connection is closed. */
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
 * Reads the unused rest of a body, up to a limit: closing the connection while the client still sends would lose the
 * answer.
 */
async function discardBody(incoming: IncomingMessage): Promise<void> {
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBodySize) return;
  }
}

/** The statuses of what Node's parser refuses; 400 for all else. */
const statuses: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the body has too many chunk extensions'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request takes too long'],
};

/** The part of a connection that is used here. */
interface Connection {
  end(text: string, onEnd: () => void): unknown;
  destroy(): unknown;
}

/** Answers bytes that are no request, in the form of all other errors, and closes the connection. */
function answerBroken(error: Error, socket: Connection): void {
  const code = 'code' in error ? String(error.code) : '';
  const [status, message] = statuses[code] ?? [400, 'this is not a valid HTTP request'];
  const text = errorText(status, message);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
    '',
    text,
  ];
  socket.end(lines.join('\r\n'), () => socket.destroy());
}

/** Returns the body of an error answer. */
function errorText(code: number, message: string): string {
  return JSON.stringify({ error: { code, message } });
}
