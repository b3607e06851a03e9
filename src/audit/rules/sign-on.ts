import { isAtLeast } from '../../domain/access/levels.ts';
import { certificateWeaknesses, NoCertificate, readCertificate } from '../../domain/certificates.ts';
import { alternatives } from '../../text/alternatives.ts';
import { daysSince } from '../facts.ts';
import type { ProviderPart } from '../fixes.ts';
import { type Judged, ofEach } from '../judging.ts';
import type { Breach, Rule, WrittenRule } from '../rule.ts';

const certificate = { saml: ['label', 'certificate'] } as const;
const renewing =
  'Get the certificate that your identity provider uses now, and send it from the file where you have saved it.';

export const signOnRules: readonly WrittenRule[] = [
  {
    id: 'DA501',
    severity: 'critical',
    title: 'No SAML certificate has expired',
    why: 'With an expired certificate sign-on ends for everyone, or goes on unchecked.',
    howToFix: renewing,
    looksAt: certificate,
    fixes: ['set-certificate'],
    find: ofCertificates((text, now) => {
      const { expires } = readCertificate(text);
      const days = daysSince(expires, now) ?? 0;
      if (Date.parse(expires) > now) return undefined;
      return {
        message: `has a certificate that expired on ${expires.slice(0, 10)}`,
        evidence: { expires, days },
      };
    }),
  },
  {
    id: 'DA502',
    severity: 'high',
    title: 'No SAML certificate expires in the next 60 days',
    why: 'Then sign-on ends for everyone, on a day that no one expects.',
    howToFix: renewing,
    looksAt: certificate,
    fixes: ['set-certificate'],
    find: ofCertificates((text, now) => {
      const { expires } = readCertificate(text);
      const days = -(daysSince(expires, now) ?? 0);
      if (Date.parse(expires) <= now || days > 60) return undefined;
      return {
        message: `has a certificate that expires on ${expires.slice(0, 10)}`,
        evidence: { expires, days },
      };
    }),
  },
  {
    id: 'DA503',
    severity: 'medium',
    title: 'SAML certificates have strong keys and signatures',
    why: 'Short keys and old hashes can be forged: then anyone can sign in as anyone.',
    howToFix: renewing,
    looksAt: certificate,
    fixes: ['set-certificate'],
    find: ofCertificates((text) => {
      const weaknesses = certificateWeaknesses(text);
      if (weaknesses.length === 0) return undefined;
      return { message: `has a weak certificate: ${weaknesses.join(', ')}`, evidence: { weaknesses } };
    }),
  },
  {
    id: 'DA504',
    severity: 'high',
    title: 'New members of a SAML provider can only read',
    why: 'Everyone whom the identity provider lets in gets the default role at the first sign-on, unseen.',
    howToFix: 'Lower the default role, and give more to the people and teams that need it.',
    looksAt: { saml: ['label', 'defaultRole'] },
    fixes: ['set-provider-role'],
    find: ofEach('saml', ({ defaultRole }, provider) => {
      if (!isAtLeast(defaultRole ?? null, 'comment')) return undefined;
      return {
        message: `gives new members the role ${defaultRole}`,
        evidence: { defaultRole },
        fix: { code: 'set-provider-role', data: { provider, role: 'read' } },
      };
    }),
  },
  {
    id: 'DA505',
    severity: 'low',
    title: 'A SAML provider has a default team',
    why: 'New people are in no team, so they get what they need from no one, or by exceptions.',
    howToFix: 'Choose the team that new people join: they get all that it may do.',
    // A snapshot without teams has no default teams either.
    looksAt: { saml: ['label', 'defaultTeam'], team: ['title'] },
    fixes: ['set-provider-team'],
    find: ofEach('saml', ({ defaultTeam }, provider) => {
      if (defaultTeam) return undefined;
      return {
        message: 'puts new members into no team',
        evidence: { defaultTeam: null },
        fix: { code: 'set-provider-team', data: { provider } },
      };
    }),
  },
  {
    id: 'DA506',
    severity: 'medium',
    title: 'Someone signs in with SAML, if there is a provider',
    why: 'A provider that no one uses gives a feeling of safety only, and no one notices when it breaks.',
    howToFix:
      'Begin with an administrator, who can see whether it works, while another one still has a password.',
    looksAt: { saml: ['label'], member: ['role', 'disabled', 'user', 'sso'] },
    fixes: ['set-single-sign-on'],
    *find({ list, members, organization }) {
      const providers = list('saml')?.size ?? 0;
      const active = [...members.values()].filter(({ disabled }) => !disabled);
      if (providers === 0 || active.some(({ sso }) => sso)) return;
      if (active.some(({ sso }) => sso === undefined || sso === null)) {
        yield { object: organization, unjudged: 'the service does not tell how members sign in' };
        return;
      }
      yield {
        object: organization,
        message: 'has a SAML provider, but no one signs in with it',
        evidence: { providers, members: active.length },
        fix: { code: 'set-single-sign-on', data: {} },
      };
    },
  },
  {
    id: 'DA507',
    severity: 'medium',
    title: 'A SAML provider has an address, an entity id and a certificate',
    why: 'Without them no one can sign in with it, and people who are asked to get stuck.',
    howToFix: 'Complete the provider with the values of your identity provider, or delete it.',
    looksAt: { saml: ['label', 'ssoURL', 'entityID', 'certificate'] },
    fixes: ['complete-provider'],
    find: ofEach('saml', ({ ssoURL, entityID, certificate: text }, provider) => {
      const parts = { address: ssoURL, 'entity id': entityID, certificate: text };
      const lacks = (Object.keys(parts) as ProviderPart[]).filter((name) => !parts[name]);
      if (lacks.length === 0) return undefined;
      return {
        message: `has no ${alternatives(lacks)}`,
        evidence: { lacks },
        fix: { code: 'complete-provider', data: { provider, lacks } },
      };
    }),
  },
];

/** Makes the `find` of a rule about the certificates of providers. One that cannot be read cannot be judged. */
function ofCertificates(
  judge: (text: string, now: number) => Pick<Breach, 'message' | 'evidence'> | undefined,
): Rule['find'] {
  return ofEach('saml', ({ certificate }, provider, { now }): Judged | undefined => {
    // Another rule finds providers without one.
    if (!certificate) return undefined;
    try {
      const found = judge(certificate, now);
      return found && { ...found, fix: { code: 'set-certificate', data: { provider } } };
    } catch (error) {
      if (!(error instanceof NoCertificate)) throw error;
      return { unjudged: `its certificate ${error.message}` };
    }
  });
}
