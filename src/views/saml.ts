import type { SamlProvider } from '../api/contract/operations/saml.ts';
import type { View } from '../output/view.ts';

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
