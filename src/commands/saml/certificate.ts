import type { SamlProvider } from '../../api/contract/operations/saml.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { NoCertificate, readCertificate, validityProblem } from '../../domain/certificates.ts';
import { UsageError } from '../../errors.ts';
import type { View } from '../../output/view.ts';
import { kept } from '../../text/kept.ts';

interface CertificateFacts {
  readonly subject: string;
  readonly expires?: string;
  readonly fingerprint?: string;
}

/**
 * Makes a view of SAML providers. `factsOf` reads a provider's certificate; it returns `undefined` if there is none.
 */
export const samlProviderView = (
  factsOf: (provider: SamlProvider) => CertificateFacts | undefined,
): View => ({
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'label' },
    { field: 'ssoURL', label: 'SSO URL', as: 'link' },
    { field: 'defaultTeam.title', label: 'DEFAULT TEAM' },
    { field: 'defaultRole', label: 'DEFAULT ROLE', whenEmpty: 'guest' },
    {
      field: 'certificateSubject',
      label: 'CERTIFICATE',
      breaks: true,
      value: (item) => factsOf(item as SamlProvider)?.subject,
    },
    {
      field: 'certificateExpires',
      label: 'EXPIRES',
      as: 'time',
      value: (item) => factsOf(item as SamlProvider)?.expires,
    },
    { field: 'createdAt', label: 'CREATED', as: 'time', optional: true },
  ],
  wide: [
    {
      field: 'certificateFingerprint',
      label: 'FINGERPRINT',
      value: (item) => factsOf(item as SamlProvider)?.fingerprint,
    },
  ],
});

/**
 * Warns of a certificate with which people cannot sign in, now or soon; `what` is its place in the input. Throws
 * `UsageError` if `text` is not exactly one certificate, so that no private key is sent or shown.
 */
export async function assertCertificate(
  { out, system }: Pick<LineParts, 'system' | 'out'>,
  text: string,
  what: string,
): Promise<void> {
  const problem = validityProblem(certificateIn(text, what), system.clock.now());
  if (problem !== undefined) await out.warn(`${what}: the certificate ${problem}`);
}

function certificateIn(text: string, what: string) {
  try {
    return readCertificate(text);
  } catch (error) {
    if (!(error instanceof NoCertificate)) throw error;
    throw new UsageError(`${what} ${error.message}; nothing was sent`, {
      hint: 'give one X.509 certificate, as PEM or as the base64 of DER: the one with which the identity provider signs',
    });
  }
}

/** Makes a view of providers with the facts of their certificates; each certificate is read once. */
export const certifiedView = () => {
  const known = new WeakMap<object, ReturnType<typeof factsOf>>();
  return samlProviderView((provider) => kept(known, provider, () => factsOf(provider)));
};

function factsOf({ certificate }: SamlProvider) {
  if (!certificate) return undefined;
  try {
    return readCertificate(certificate);
  } catch (error) {
    if (error instanceof NoCertificate) return { subject: `(${error.message})` };
    throw error;
  }
}

/**
 * Returns a present problem of a provider's certificate, or one within a month, in words; `undefined` if there is none.
 */
export function providerProblem(provider: SamlProvider, now: number): string | undefined {
  const facts = factsOf(provider);
  if (!facts) return undefined;
  const problem = 'expires' in facts ? validityProblem(facts, now) : 'cannot be read';
  return problem && `the certificate of ${provider.label ?? 'the provider'} (${provider.id}) ${problem}`;
}
