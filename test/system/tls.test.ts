import { createServer as createPlainServer } from 'node:net';
import { expect, test } from 'vitest';
import { inWords } from '../../src/cli/report/hints.ts';
import { type SelfSigned, selfSigned } from '../support/certificate.ts';
import { final } from '../support/failures.ts';
import { answer, overTls, scriptedServer } from '../support/scripted-server.ts';
import { failure, network, text } from './network.ts';

async function tlsServer(certificate: SelfSigned) {
  const server = await scriptedServer((socket) => socket.write(answer('over TLS')), overTls(certificate));
  return { ...server, url: `https://localhost:${server.port}`, host: `localhost:${server.port}` };
}

test('a certificate that no one vouches for ends it before anything is sent', async () => {
  const { url, host, requests } = await tlsServer(selfSigned('localhost'));
  expect(await failure(network().send(url))).toMatchObject({
    message: `the certificate of ${host} is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    ...final,
    hint: { code: 'trust-authority', data: { host } },
  });
  expect(requests).toEqual([]);
});

test('no hint tells anyone to switch verification off', async () => {
  const { url } = await tlsServer(selfSigned('localhost'));
  const { message, hint } = await failure(network().send(url));
  const words = hint && inWords(hint, { shower: undefined, tokenSource: undefined });
  expect(words).toContain('NODE_EXTRA_CA_CERTS');
  expect(message + words).not.toMatch(/REJECT_UNAUTHORIZED|insecure|verif/i);
});

test('an address without TLS is named', async () => {
  const { port } = await scriptedServer(
    () => {},
    (onConnection) =>
      createPlainServer((socket) => {
        onConnection(socket);
        socket.end('hello, this is no TLS');
      }),
  );
  expect(await failure(network().send(`https://localhost:${port}`))).toMatchObject({
    message: expect.stringMatching(`^no TLS connection with localhost:${port}: `),
    ...final,
  });
});

test('without verification the request is sent, and the user warned once', async () => {
  const { url, requests } = await tlsServer(selfSigned('elsewhere', { days: -1 }));
  const { send, warnings } = network({ verifyTls: false });
  expect(text(await send(url))).toBe('over TLS');
  expect(text(await send(url))).toBe('over TLS');
  expect(requests).toHaveLength(2);
  expect(warnings).toEqual([
    'TLS verification is off (NODE_TLS_REJECT_UNAUTHORIZED=0): anyone in the network path can read the token',
  ]);
});

test('without verification nothing is said about plain http', async () => {
  const { port } = await scriptedServer((socket) => socket.write(answer('plain')));
  const { send, warnings } = network({ verifyTls: false });
  await send(`http://127.0.0.1:${port}`);
  expect(warnings).toEqual([]);
});
