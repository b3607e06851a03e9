import { expect, test } from 'vitest';
import { connectFailure } from '../../src/system/network-failure.ts';
import { final, notSent } from '../support/failures.ts';

const origin = new URL('https://docs.example');

function systemError(code: string): Error {
  return Object.assign(new Error('with 203.0.113.9 in its text'), { code });
}

test.each([
  ['ENOTFOUND', 'cannot resolve host docs.example', notSent],
  ['EAI_AGAIN', 'cannot resolve host docs.example', notSent],
  ['ECONNREFUSED', 'connection refused by https://docs.example', notSent],
  ['EHOSTUNREACH', 'cannot connect to https://docs.example: EHOSTUNREACH', notSent],
  ['ECONNRESET', 'cannot connect to https://docs.example: ECONNRESET', notSent],
  ['CERT_HAS_EXPIRED', 'the certificate of docs.example has expired (CERT_HAS_EXPIRED)', final],
  ['CERT_NOT_YET_VALID', 'the certificate of docs.example is not valid yet (CERT_NOT_YET_VALID)', final],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'the certificate of docs.example is for another host (ERR_TLS_CERT_ALTNAME_INVALID)',
    final,
  ],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'the certificate of docs.example is signed by an authority that this machine does not trust (UNABLE_TO_GET_ISSUER_CERT_LOCALLY)',
    final,
  ],
  [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'no TLS connection with docs.example: ERR_SSL_WRONG_VERSION_NUMBER',
    final,
  ],
])('%s is told in words', (code, message, facts) => {
  expect(connectFailure(systemError(code), origin)).toMatchObject({ message, ...facts });
});

test('of several addresses, the last one tells', () => {
  const errors = [systemError('ENETUNREACH'), systemError('ECONNREFUSED')];
  const error = Object.assign(new AggregateError(errors), { code: 'ENETUNREACH' });
  expect(connectFailure(error, origin).message).toBe('connection refused by https://docs.example');
});
