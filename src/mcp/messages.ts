import { UsageError } from '../errors.ts';
import { isObject } from '../text/fields.ts';

/** The most bytes of one message. */
export const largestMessage = 10 * 1024 * 1024;

/** A message that is too large. The protocol has no answer to it: what follows cannot be read. */
export class MessageTooLarge extends UsageError {
  constructor() {
    super('a message of the client is larger than 10 MB; the server has ended', {
      hint: 'put long texts into a file of the working folder, and name the file',
    });
  }
}

/** The errors of the protocol that the library leaves to us. */
const errors = {
  parse: { code: -32700, message: 'Parse error: the line is not JSON' },
  request: { code: -32600, message: 'Invalid Request' },
  tool: { code: -32602, message: 'Tool not found' },
} as const;

/**
 * Yields the lines of the client that the library can answer, and answers others: those that are not JSON, requests that are
 * none of the protocol, and calls of a tool with a name that every object inherits. What follows the last newline is no
 * message. Throws `MessageTooLarge`.
 */
export async function* messagesIn(
  input: AsyncIterable<Uint8Array>,
  answer: (message: object) => void,
): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...pieces, chunk.subarray(from, end + 1)]);
      [pieces, bytes, from] = [[], 0, end + 1];
      assertSmall(line.length);
      const problem = problemOf(line.toString());
      if (problem) answer(problem);
      else yield line;
    }
    const rest = chunk.subarray(from);
    bytes += rest.length;
    assertSmall(bytes);
    if (rest.length > 0) pieces.push(rest);
  }
}

/** Returns the answer to a line that the library would not answer, or wrongly; `undefined` for any other. */
function problemOf(line: string): object | undefined {
  if (line.trim() === '') return undefined;
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return { jsonrpc: '2.0', id: null, error: errors.parse };
  }
  if (!isObject(message)) return { jsonrpc: '2.0', id: null, error: errors.request };
  if (message.method === undefined || message.id === undefined) return undefined;
  const { jsonrpc, id, method, params = {} } = message;
  const hasId = typeof id === 'string' || Number.isInteger(id);
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !hasId || !isObject(params))
    return { jsonrpc: '2.0', id: hasId ? id : null, error: errors.request };
  const isInherited =
    method === 'tools/call' && typeof params.name === 'string' && params.name in Object.prototype;
  return isInherited ? { jsonrpc: '2.0', id, error: errors.tool } : undefined;
}

function assertSmall(bytes: number): void {
  if (bytes > largestMessage) throw new MessageTooLarge();
}
