import type { Transport } from '../../src/ports.ts';
import type { Tables } from '../support/audited.ts';

/** How to break one rule. */
export interface Broken {
  readonly rule: string;
  readonly breaks: (tables: Tables) => void;
  /** The ids of the objects with findings, in their order. */
  readonly objects: readonly string[];
  /** Whether there is a command that fixes it. @default true */
  readonly isFixable?: false;
  /** What the service answers, where the breach is in no table. */
  readonly through?: (sandbox: Transport) => Transport;
  readonly flags?: string;
  /** What people choose for the placeholders of the command that fixes. A name of a file stands for its text. */
  readonly chosen?: Readonly<Record<string, string>>;
  /** Paths whose refusal makes the rule impossible to judge. */
  readonly refused: RegExp;
}

/** The service shows other customizations of published sites. */
function customized(edit: (shown: Record<string, Record<string, unknown>>) => void) {
  return (sandbox: Transport): Transport =>
    async (request, signal) => {
      const answer = await sandbox(request, signal);
      if (!request.url.endsWith('/published')) return answer;
      const site = JSON.parse(new TextDecoder().decode(answer.body));
      edit(site.customizations);
      return { ...answer, body: new TextEncoder().encode(JSON.stringify(site)) };
    };
}

/** How to break the rules about what the service shows of published sites. No operation changes it. */
export const brokenCustomizations: readonly Broken[] = [
  {
    rule: 'DA407',
    breaks: () => {},
    through: customized(({ site }) => Object.assign(site ?? {}, { announcement: { enabled: true } })),
    objects: ['site_docs'],
    isFixable: false,
    refused: /\/published/,
  },
  {
    rule: 'DA408',
    breaks: () => {},
    through: customized(({ site }) => Object.assign(site ?? {}, { privacyPolicy: {} })),
    objects: ['site_docs'],
    isFixable: false,
    refused: /\/published/,
  },
  {
    rule: 'DA409',
    breaks: () => {},
    through: customized(({ site }) => Object.assign(site ?? {}, { internationalization: { locale: 'fr' } })),
    objects: ['sitesp_guide'],
    isFixable: false,
    refused: /\/published/,
  },
];

/** Gives the space Plans another value of a field. */
const plansWith = (field: string, text: string) => (tables: Tables) => {
  const found = tables.custom_field_values?.find(
    (row) => row.field === `field_${field}` && row.space === 'space_plans',
  );
  Object.assign(found ?? {}, { value: JSON.stringify(text) });
};

/** How to break the rules about custom fields that are chosen by flags. */
export const brokenFields: readonly Broken[] = [
  {
    rule: 'DA809',
    breaks: plansWith('review', '2026-05-31'),
    objects: ['space_plans'],
    flags: '--review-field review',
    chosen: { value: '2099-01-31' },
    refused: /\/custom-fields/,
  },
  {
    rule: 'DA810',
    breaks: plansWith('owner', 'eva@acme.example'),
    objects: ['space_plans'],
    flags: '--owner-field owner',
    chosen: { value: 'Docs' },
    refused: /\/custom-fields/,
  },
];
