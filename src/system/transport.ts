import { setFlagsFromString } from 'node:v8';
import type { Agent, Dispatcher } from 'undici';
import build from 'undici/lib/core/connect.js';
import UndiciAgent from 'undici/lib/dispatcher/agent.js';
import { errorCode } from '../disk/errno.ts';
import { TransportFailure } from '../errors.ts';
import type { NetworkOptions, Transport, WireAnswer, WireRequest } from '../ports.ts';
import { type Connector, type ConnectorOptions, createConnector } from './connect.ts';
import { answerFailure, answerTooLarge, notSent, unclearFailure, unusableAnswer } from './network-failure.ts';
import type { Environment } from './paths.ts';
import { proxyFor } from './proxy.ts';

/** Times in milliseconds, sizes in bytes. */
export interface NetworkLimits {
  /** For making a connection. */
  readonly connect: number;
  /** Between two pieces of an answer's body. */
  readonly idleBody: number;
  /** Largest body of an answer, before and after decompression. */
  readonly maxBody: number;
}

const defaultLimits: NetworkLimits = { connect: 10_000, idleBody: 15_000, maxBody: 64 * 1024 * 1024 };
const maxHeaders = 16 * 1024;

export interface NetworkEnvironment {
  /** The environment with the variables of proxies. */
  readonly env: Environment;
  readonly verifyTls: boolean;
  /** Warns the user of a danger. */
  readonly warn: (message: string) => void;
  readonly limits?: NetworkLimits;
}

interface Connections {
  readonly agent: Agent;
  readonly connector: Connector;
}

/**
 * Returns HTTP/1.1 with kept connections. Does not follow redirects. This file imports only the needed parts of undici:
 * with its index, a short command takes three times as long.
 */
export function createNetwork(environment: NetworkEnvironment): (options: NetworkOptions) => Transport {
  const { env, verifyTls, warn, limits = defaultLimits } = environment;
  let warned = verifyTls;
  return ({ timeout, onProxy, caFile }) => {
    const connectLimit = Math.min(limits.connect, 2 * timeout);
    let connections: Promise<Connections> | undefined;
    let waiting = 0;
    return async (request, signal) => {
      signal.throwIfAborted();
      const url = new URL(request.url);
      // Also checked here, because a proxy that cannot be used is the user's error.
      proxyFor(url, env);
      if (url.protocol === 'https:' && !warned) {
        warned = true;
        warn(
          'TLS verification is off (NODE_TLS_REJECT_UNAUTHORIZED=0): anyone in the network path can read the token',
        );
      }
      connections ??= openConnections({ limit: connectLimit, env, verifyTls, onProxy, caFile }, limits);
      const { agent, connector } = await connections;
      // undici releases the connection of an answer a moment later. Requests that follow each other wait for that, and
      // share one connection. Among others, a request takes another one at once: to wait would send them all together,
      // when the process has dealt with all answers, and the service would be idle until then.
      if (waiting === 0) await new Promise(setImmediate);
      signal.throwIfAborted();
      waiting++;
      try {
        const answer = await roundTrip(agent, request, url, { ...limits, timeout }, signal);
        return await decodeContent(answer, limits.maxBody);
      } finally {
        if (--waiting === 0) connector.abandon();
      }
    };
  };
}

async function openConnections(
  { caFile, ...options }: Omit<ConnectorOptions, 'ca'> & Pick<NetworkOptions, 'caFile'>,
  { maxBody }: NetworkLimits,
): Promise<Connections> {
  const ca = caFile && (await (await import('./authorities.ts')).trustedAuthorities(caFile, options.env));
  keepWasmPlain();
  const connector = createConnector(build, { ...options, ...(ca && { ca }) });
  const agent = new UndiciAgent({
    connect: connector.connect,
    maxHeaderSize: maxHeaders,
    maxResponseSize: maxBody,
    // `roundTrip` has its own limits, because undici's are accurate to half a second only.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { agent, connector };
}

/**
 * Lets V8 never optimize undici's WebAssembly parser, which is fast enough. It would do so after some answers, in 40 ms of
 * CPU time and 25 MiB. Node 20 would begin with the first answer, and wait for the end of it before it exits.
 */
function keepWasmPlain(): void {
  setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering');
}

/** Makes one request and reads its complete answer. Rejects with a `TransportFailure` or the signal's reason. */
function roundTrip(
  dispatcher: Dispatcher,
  { method, headers, body }: WireRequest,
  url: URL,
  limits: NetworkLimits & Pick<NetworkOptions, 'timeout'>,
  signal: AbortSignal,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const { timeout, idleBody } = limits;
    const chunks: Buffer[] = [];
    let head: Pick<WireAnswer, 'status' | 'headers'> | undefined;
    let controller: Dispatcher.DispatchController | undefined;
    let stopped: Error | undefined;
    let step: NodeJS.Timeout | undefined;
    let isSettled = false;
    let pieces = 0;
    /** How often what has come is read after a limit. An answer that has come whole needs a few of them. */
    let rounds = 100;

    function settle(): void {
      isSettled = true;
      clearTimeout(whole);
      clearTimeout(step);
      signal.removeEventListener('abort', onAbort);
    }
    function stop(reason: Error): void {
      settle();
      stopped = reason;
      reject(reason);
      controller?.abort(reason);
    }
    /** Stops for a limit that has passed, or calls `goOn` if a piece of the answer had come in time. */
    function judge(failure: () => TransportFailure, goOn: () => void): void {
      const before = pieces;
      void afterReading().then(() => {
        if (isSettled) return;
        if (pieces > before && rounds-- > 0) goOn();
        else stop(failure());
      });
    }
    // A piece has begun the next step, with a limit of its own.
    const judgeStep = (failure: () => TransportFailure) => judge(failure, () => {});
    const judgeWhole = () =>
      judge(() => {
        const what = controller ? 'response not complete in' : 'connect timed out after';
        return new TransportFailure(`${what} ${seconds(2 * timeout)}`, controller ? unclearFailure : notSent);
      }, judgeWhole);
    const onAbort = () => stop(signal.reason);
    const whole = setTimeout(judgeWhole, 2 * timeout);
    signal.addEventListener('abort', onAbort);

    const { origin, pathname, search } = url;
    dispatcher.dispatch(
      { origin, path: pathname + search, method, headers, body: body ?? null },
      {
        onRequestStart(started) {
          if (stopped) return started.abort(stopped);
          controller = started;
          const failure = () => new TransportFailure(`no response in ${seconds(timeout)}`, unclearFailure);
          step = setTimeout(() => judgeStep(failure), timeout);
        },
        onResponseStart(_, status, answered) {
          if (status < 200) return;
          pieces++;
          head = { status, headers: joined(answered) };
          const failure = () =>
            new TransportFailure(`no more of the answer in ${seconds(idleBody)}`, unclearFailure);
          clearTimeout(step);
          step = setTimeout(() => judgeStep(failure), idleBody);
        },
        onResponseData(_, chunk) {
          pieces++;
          step?.refresh();
          chunks.push(chunk);
        },
        onResponseEnd() {
          settle();
          if (head) resolve({ ...head, body: Buffer.concat(chunks) });
        },
        onResponseError(_, error) {
          settle();
          // Before the connection is made, errors come from the connector or are bugs.
          reject(controller ? answerFailure(error, url, head !== undefined) : error);
        },
      },
    );
  });
}

/**
 * Resolves when the sockets have been read. After a process was stopped for a while, its timers come first, although answers
 * have come in time. TLS needs the second turn.
 */
async function afterReading(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
}

function joined(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat().join(', ')]));
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

/**
 * Returns `answer` with its body decompressed. The client asks for no compression, but some proxies compress anyway.
 * Throws `TransportFailure` for several or unknown encodings, and for bodies over `maxBody` bytes.
 */
async function decodeContent(answer: WireAnswer, maxBody: number): Promise<WireAnswer> {
  const { 'content-encoding': named, 'content-length': _, ...headers } = answer.headers;
  const encoding = named?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity' || answer.body.byteLength === 0) return answer;
  const decompress = await decompressor(encoding);
  const body = await decompress(answer.body, maxBody).catch((error: unknown) => {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw answerTooLarge(error);
    throw new TransportFailure(`the answer is not valid ${encoding} data`, unusableAnswer, { cause: error });
  });
  return { ...answer, headers, body };
}

async function decompressor(
  encoding: string,
): Promise<(body: Uint8Array, max: number) => Promise<Uint8Array>> {
  const { brotliDecompress, gunzip, inflate } = await import('node:zlib');
  const { promisify } = await import('node:util');
  const known: Record<string, typeof gunzip | typeof brotliDecompress> = {
    gzip: gunzip,
    'x-gzip': gunzip,
    deflate: inflate,
    br: brotliDecompress,
  };
  const found = Object.hasOwn(known, encoding) ? known[encoding] : undefined;
  if (!found) throw new TransportFailure('unsupported content-encoding', unusableAnswer);
  return (body, maxOutputLength) => promisify(found as typeof gunzip)(body, { maxOutputLength });
}
