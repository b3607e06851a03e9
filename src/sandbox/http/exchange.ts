import type { WireAnswer, WireRequest } from '../../ports.ts';
import { ServiceProblem } from '../problem.ts';

/** A request in the form that the service reads, from any source. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  header(name: string): string | null;
  /** Returns the whole body. Throws 413. */
  bytes(): Promise<Uint8Array>;
}

/** The whole service as a function. It rejects only with `LocalStateError`, if the file with the data cannot be used. */
export type Exchange = (asked: ReceivedRequest) => Promise<WireAnswer>;

export const maxBodySize = 10 * 1024 * 1024;

/** Wraps the service for servers and tests, which use the standard `Request` and `Response`. */
export function asFetch(exchange: Exchange): (request: Request) => Promise<Response> {
  return async (request) => {
    const asked = {
      method: request.method,
      url: request.url,
      header: (name: string) => request.headers.get(name),
      bytes: () => readBytes(request),
    };
    const { status, headers, body } = await exchange(asked).catch(unusable);
    return new Response(status === 204 ? null : body, { status, headers });
  };
}

/**
 * Converts a request of this process. Node takes longer to load its `Request` and `Response` than the service takes to
 * answer.
 */
export function askedOnWire({ method, url, headers, body = '' }: WireRequest): ReceivedRequest {
  return {
    method,
    url,
    header: (name) => headers[name] ?? null,
    bytes: async () => {
      const bytes = Buffer.from(body);
      if (bytes.byteLength > maxBodySize) throw tooLarge();
      return bytes;
    },
  };
}

/** Clients learn no path of this machine. */
function unusable(): WireAnswer {
  const error = { code: 500, message: 'the file with the data of the sandbox is damaged, or cannot be used' };
  const headers = { 'content-type': 'application/json' };
  return { status: 500, headers, body: Buffer.from(JSON.stringify({ error })) };
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > maxBodySize) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodySize) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): ServiceProblem {
  return new ServiceProblem(413, `the body is larger than ${maxBodySize} bytes`, {
    headers: { connection: 'close' },
  });
}
