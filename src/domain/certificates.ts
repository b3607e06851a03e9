import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { counted } from '../text/words.ts';

/** The facts about a certificate that matter to an administrator. */
export interface Certificate {
  readonly subject: string;
  /** Time stamps in ISO 8601. */
  readonly begins: string;
  readonly expires: string;
  /** SHA-256, in the form that identity providers show. */
  readonly fingerprint: string;
}

/** A text is not one X.509 certificate. The message says what it is instead, without repeating the text. */
export class NoCertificate extends Error {
  override readonly name = 'NoCertificate';
}

/** Reads the certificate in `text`: PEM, or the base64 of DER. Throws {@link NoCertificate}. */
export function readCertificate(text: string): Certificate {
  const labels = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g)].map(([, label]) => label as string);
  const problem = labels.length > 0 ? labelProblem(labels) : textProblem(text);
  if (problem) throw new NoCertificate(problem);
  const certificate = parse(labels.length > 0 ? text : decoded(text));
  return {
    subject: certificate.subject.split('\n').join(', '),
    begins: timestamp(certificate.validFrom),
    expires: timestamp(certificate.validTo),
    fingerprint: certificate.fingerprint256,
  };
}

/**
 * Returns a certificate in one form, so that equal certificates are equal texts: PEM with lines of 64 characters, for PEM
 * with any line ends and for base64. Another text only loses the space around it and the kind of its line ends.
 */
export function certificateText(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').trim();
  const [, inside] = /^-----BEGIN CERTIFICATE-----\n([^-]*)\n-----END CERTIFICATE-----$/.exec(plain) ?? [];
  const base64 = (inside ?? plain).replace(/\s/g, '');
  if (!/^MI[A-Za-z0-9+/]+={0,2}$/.test(base64)) return plain;
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** Says why PEM with these labels is not one certificate. A private key is reported first. */
function labelProblem(labels: readonly string[]): string | undefined {
  if (labels.some((label) => label.includes('PRIVATE KEY'))) return 'holds a private key';
  const certificates = labels.filter((label) => /^(?:X509 |TRUSTED )?CERTIFICATE$/.test(label));
  if (certificates.length > 1) return `holds ${certificates.length} certificates`;
  if (labels.length > 1 && certificates.length === 1) return 'holds more than a certificate';
  const [label = ''] = labels;
  if (label.includes('CERTIFICATE REQUEST')) return 'is a certificate signing request';
  if (label.includes('PUBLIC KEY')) return 'is a public key';
  if (label.includes('CRL')) return 'is a revocation list';
  if (/^(?:PKCS7|CMS)$/.test(label)) return 'is a bundle of certificates (PKCS #7)';
  return certificates.length === 1 ? undefined : 'is no X.509 certificate';
}

function textProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (text.trimStart().startsWith('<')) return 'is XML, such as the metadata of an identity provider';
  if (/^PuTTY-User-Key-File/.test(text)) return 'holds a private key';
  if (/^ssh-|^ecdsa-/.test(text)) return 'is a public key';
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text)) return 'is no X.509 certificate';
  return derProblem(decoded(text));
}

function decoded(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

function derProblem(der: Buffer): string | undefined {
  if (isPrivateKey(der)) return 'holds a private key';
  if (works(() => createPublicKey({ key: der, format: 'der', type: 'spki' }))) return 'is a public key';
  try {
    // Anything behind the certificate would be sent along.
    return new X509Certificate(der).raw.length === der.length ? undefined : 'holds more than a certificate';
  } catch {
    return 'is no X.509 certificate';
  }
}

function isPrivateKey(der: Buffer): boolean {
  return (['pkcs8', 'pkcs1', 'sec1'] as const).some((type) => {
    try {
      return createPrivateKey({ key: der, format: 'der', type }) !== undefined;
    } catch (error) {
      return (error as { code?: unknown }).code === 'ERR_MISSING_PASSPHRASE';
    }
  });
}

function works(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

function parse(source: string | Buffer): X509Certificate {
  try {
    return new X509Certificate(source);
  } catch {
    throw new NoCertificate('is a damaged certificate');
  }
}

function timestamp(date: string): string {
  return new Date(date).toISOString();
}

const day = 86_400_000;
const soon = 30 * day;

/**
 * Returns the problem with the dates of a certificate at `now` (milliseconds since the epoch), also one in the near
 * future; `undefined` if there is none.
 */
export function validityProblem({ begins, expires }: Certificate, now: number): string | undefined {
  const left = Date.parse(expires) - now;
  if (left <= 0) return `expired on ${expires.slice(0, 10)}`;
  if (Date.parse(begins) > now) return `is not valid before ${begins.slice(0, 10)}`;
  if (left > soon) return undefined;
  // Tables count the days of a time in the same way.
  const days = Math.floor(left / day);
  const when = days === 0 ? 'in less than a day' : `in ${counted(days, 'day')}`;
  return `expires on ${expires.slice(0, 10)}, ${when}`;
}

/** Signature algorithms whose hash can be forged, by the hex of their object identifiers in DER. */
const weakSignatures: Readonly<Record<string, string>> = {
  '2a864886f70d010102': 'MD2',
  '2a864886f70d010104': 'MD5',
  '2a864886f70d010105': 'SHA-1',
  '2b0e03021d': 'SHA-1',
  '2a8648ce380403': 'SHA-1',
  '2a8648ce3d0401': 'SHA-1',
};

/**
 * Returns what is weak about a certificate: a short key, a signature with a broken hash; empty for a good one. Throws
 * {@link NoCertificate} as `readCertificate` does.
 */
export function certificateWeaknesses(text: string): string[] {
  readCertificate(text);
  const { publicKey, raw } = parse(text.includes('-----BEGIN') ? text : decoded(text));
  const { modulusLength = 0, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  const type = publicKey.asymmetricKeyType ?? 'unknown';
  const isShort = /^(?:rsa|rsa-pss|dsa)$/.test(type) && modulusLength < 2048;
  const isSmall = type === 'ec' && /^(?:secp|sect|prime|wap).*?(?:1\d\d)/.test(namedCurve ?? '');
  const hash = weakSignatures[signatureOid(raw)];
  return [
    ...(isShort ? [`its ${type.toUpperCase()} key has ${modulusLength} bits`] : []),
    ...(isSmall ? [`its key is on the short curve ${namedCurve}`] : []),
    ...(hash ? [`it is signed with ${hash}`] : []),
  ];
}

/** Returns the object identifier of a certificate's signature algorithm: the first item behind its content. */
function signatureOid(der: Buffer): string {
  const outer = contentOf(der, 0);
  const inner = contentOf(der, outer.begin);
  const algorithm = contentOf(der, inner.end);
  const oid = contentOf(der, algorithm.begin);
  return der.toString('hex', oid.begin, oid.end);
}

/** Returns where the content of the DER value at `at` begins and ends. */
function contentOf(der: Buffer, at: number): { begin: number; end: number } {
  const length = der[at + 1] ?? 0;
  if (length < 0x80) return { begin: at + 2, end: at + 2 + length };
  const begin = at + 2 + (length & 0x7f);
  return { begin, end: begin + der.readUIntBE(at + 2, length & 0x7f) };
}
