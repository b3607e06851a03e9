import { X509Certificate } from 'node:crypto';
import { UsageError } from '../errors.ts';
import { readTextFile } from './files.ts';
import type { Environment } from './paths.ts';

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Returns the certificate authorities to trust, as PEM: those of Node, those in the file of `NODE_EXTRA_CA_CERTS`, and
 * those in `file`. Throws `UsageError` if `file` cannot be read or contains none.
 */
export async function trustedAuthorities(file: string, env: Environment): Promise<string[]> {
  const hint = { code: 'give-certificates', data: {} } as const;
  const text = await readTextFile(file).catch(({ message }: Error) => {
    throw new UsageError(message, { hint });
  });
  const own = text.match(certificate) ?? [];
  if (own.length === 0 || !own.every(isCertificate))
    throw new UsageError(`${file} contains no usable certificates`, { hint });
  // Node adds the authorities of the environment only if the caller names none.
  const { rootCertificates } = await import('node:tls');
  return [...rootCertificates, ...(await extraAuthorities(env.NODE_EXTRA_CA_CERTS)), ...own];
}

/**
 * Reads the authorities of the environment. Like Node, it warns of a file that cannot be read, and goes on without it.
 */
async function extraAuthorities(path: string | undefined): Promise<string[]> {
  const text = path ? await readTextFile(path).catch(() => '') : '';
  return (text.match(certificate) ?? []).filter(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}
