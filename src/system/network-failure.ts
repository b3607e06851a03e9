import { errorCode } from '../disk/errno.ts';
import { type FailureFacts, TransportFailure } from '../errors.ts';
import type { ProxyServer } from './proxy.ts';

/** The request cannot have reached the service; another attempt may. */
export const notSent: FailureFacts = { mayHaveActed: false, mayBeRepeated: true };
/** The connection ended before the answer was complete. */
export const unclearFailure: FailureFacts = { mayHaveActed: true, mayBeRepeated: true };
/** The answer cannot be used; another attempt would get the same. */
export const unusableAnswer: FailureFacts = { mayHaveActed: true, mayBeRepeated: false };
/** The request was not sent; another attempt would be refused as well. */
export const final: FailureFacts = { mayHaveActed: false, mayBeRepeated: false };

/** Makes the error for a connection to `origin` that was not made. Nothing was sent. */
export function connectFailure(error: unknown, origin: URL): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const code = connectCode(error);
  const cause = { cause: error };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new TransportFailure(`cannot resolve host ${origin.hostname}`, notSent, {
      ...cause,
      hint: { code: 'check-network', data: { host: origin.hostname } },
    });
  }
  if (code === 'ECONNREFUSED') {
    return new TransportFailure(`connection refused by ${origin.origin}`, notSent, {
      ...cause,
      hint: { code: 'check-service', data: { address: origin.origin } },
    });
  }
  if (isTlsCode(code)) return tlsFailure(code, origin, error);
  return new TransportFailure(`cannot connect to ${origin.origin}: ${code}`, notSent, cause);
}

/** Makes the error for a `proxy` that cannot be reached. Nothing was sent. */
export function proxyFailure(error: unknown, { url, label, source }: ProxyServer): TransportFailure {
  const code = connectCode(error);
  if (isTlsCode(code)) return tlsFailure(code, url, error);
  return new TransportFailure(`cannot reach proxy ${label}: ${code}`, notSent, {
    cause: error,
    hint: { code: 'check-proxy', data: { source } },
  });
}

/**
 * Makes the error for a connection that failed after it was made: before the answer began (`hasHead` false) or after.
 */
export function answerFailure(error: unknown, origin: URL, hasHead: boolean): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const code = errorCode(error) ?? '';
  const cause = { cause: error };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new TransportFailure('answer headers too large', unusableAnswer, cause);
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return answerTooLarge(error);
  if (isInvalidHttp(code, error, hasHead))
    return new TransportFailure('not a valid HTTP answer', unusableAnswer, cause);
  if (isTlsCode(code)) return tlsFailure(code, origin, error, unusableAnswer);
  const message = hasHead ? 'answer cut off' : `connection closed by ${origin.origin} before an answer came`;
  return new TransportFailure(message, unclearFailure, cause);
}

export function answerTooLarge(cause: unknown): TransportFailure {
  return new TransportFailure('answer larger than 64 MiB', unusableAnswer, { cause });
}

/** Returns whether an answer breaks the protocol, other than by a missing end. */
function isInvalidHttp(code: string, error: unknown, hasHead: boolean): boolean {
  if (!(error instanceof Error)) return false;
  // undici reports this instead of the problem with the headers.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return !hasHead;
  if (error.name === 'HTTPParserError') return !error.message.includes('EOF');
  return code === 'UND_ERR_SOCKET' && /^bad (response|upgrade)$/.test(error.message);
}

/** If several addresses of a host were tried, the last one counts. */
function connectCode(error: unknown): string {
  const last = error instanceof AggregateError ? error.errors.at(-1) : error;
  return errorCode(last) ?? errorCode(error) ?? 'unknown error';
}

const certificateProblems: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an authority that this machine does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is signed by an authority that this machine does not trust',
  UNABLE_TO_GET_ISSUER_CERT: 'is signed by an authority that this machine does not trust',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is signed by an authority that this machine does not trust',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host',
};

/** Returns whether a code is from OpenSSL or a certificate check; codes of the network look like `ECONNRESET`. */
function isTlsCode(code: string): boolean {
  return (
    code === 'EPROTO' || /^(ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|INVALID_)/.test(code)
  );
}

function tlsFailure(code: string, origin: URL, cause: unknown, facts = final): TransportFailure {
  const problem = certificateProblems[code];
  const message = problem
    ? `the certificate of ${origin.host} ${problem} (${code})`
    : `no TLS connection with ${origin.host}: ${code}`;
  const hint = problem ? 'trust-authority' : 'check-tls';
  return new TransportFailure(message, facts, { hint: { code: hint, data: { host: origin.host } }, cause });
}
