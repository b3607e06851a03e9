import { STATUS_CODES } from 'node:http';

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
export function answerBroken(error: Error, socket: Connection): void {
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
export function errorText(code: number, message: string): string {
  return JSON.stringify({ error: { code, message } });
}
