import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unusable } from '../support/failures.ts';
import { answer, scriptedServer } from '../support/scripted-server.ts';
import { failure, network, text } from './network.ts';

const plain = JSON.stringify({ title: 'Handbook' });

async function encoded(body: Uint8Array, encoding: string, maxBody = 10_000) {
  const { port } = await scriptedServer((socket) =>
    socket.write(answer(body, [`Content-Encoding: ${encoding}`])),
  );
  return network({ limits: { maxBody } }).send(`http://127.0.0.1:${port}`);
}

test.each([
  ['gzip', gzipSync(plain)],
  ['x-gzip', gzipSync(plain)],
  ['GZIP', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['br', brotliCompressSync(plain)],
])('%s is decoded, and no header speaks of it any more', async (encoding, body) => {
  const reply = await encoded(body, encoding);
  expect(text(reply)).toBe(plain);
  expect(Object.keys(reply.headers)).not.toEqual(
    expect.arrayContaining(['content-encoding', 'content-length']),
  );
});

test.each(['identity', ''])('%j is nothing', async (encoding) => {
  expect(text(await encoded(Buffer.from(plain), encoding))).toBe(plain);
});

test('an empty body needs no decoding', async () => {
  expect(text(await encoded(Buffer.alloc(0), 'gzip'))).toBe('');
});

test.each(['zstd', 'compress', 'gzip, gzip', 'gzip, br', 'constructor'])(
  '%s is not supported',
  async (encoding) => {
    expect(await failure(encoded(gzipSync(plain), encoding))).toMatchObject({
      message: 'unsupported content-encoding',
      ...unusable,
    });
  },
);

test.each([
  ['gzip', gzipSync(Buffer.alloc(5_000_000))],
  ['br', brotliCompressSync(Buffer.alloc(5_000_000))],
])('a %s bomb is not inflated', async (encoding, body) => {
  expect(body.byteLength).toBeLessThan(10_000);
  expect(await failure(encoded(body, encoding))).toMatchObject({
    message: 'answer larger than 64 MiB',
    ...unusable,
  });
});

test.each([
  ['garbage', Buffer.from('not compressed')],
  ['cut off', gzipSync(plain).subarray(0, 20)],
])('what only claims to be gzip is refused: %s', async (_, body) => {
  expect(await failure(encoded(body, 'gzip'))).toMatchObject({
    message: 'the answer is not valid gzip data',
    ...unusable,
  });
});
