import {
  createSamlProvider,
  deleteSamlProvider,
  updateSamlProvider,
} from '../../../api/contract/operations/saml.ts';
import { certificateText, NoCertificate, readCertificate } from '../../../domain/certificates.ts';
import { withoutCredentials } from '../../../text/addresses.ts';
import { groupBy } from '../../../text/group-by.ts';
import { keyName } from '../../file/names.ts';
import type { Organization } from '../../file/schema.ts';
import type { LoadedFile } from '../../file/side-files.ts';
import { keyText, type Thing } from '../../thing.ts';
import type { Difference } from '../compare.ts';
import type { FileNames } from '../file-names.ts';
import type { RequestWriter } from '../writer.ts';
import type { PlannedSection } from './section.ts';

/** The SAML providers. */
export const saml: PlannedSection = {
  name: 'saml',
  kinds: { saml: ['saml', 'team'] },
  reads({ organization }) {
    const providers = Object.values(organization.saml ?? {});
    return {
      saml: {},
      ...(providers.some((provider) => provider['default-team'] !== undefined) && { team: {} }),
    };
  },
  declared: (file, names) => ({
    things: Object.keys(file.organization.saml ?? {}).map(
      (label): Thing => ({
        kind: 'saml',
        key: [label],
        keyed: { title: keyName(label).title },
        ...valuesOf(file, label, names),
        path: ['saml', label],
      }),
    ),
    lists: new Set(),
  }),
  check(differences, complain) {
    for (const { declared, fields } of differences) {
      const after = fields.find(({ field }) => field === 'certificate')?.after;
      const wrong = typeof after === 'string' && after !== '' && certificateProblem(after);
      if (wrong && declared?.path) complain([...declared.path, 'certificate'], wrong);
    }
  },
  requests(differences, writer) {
    for (const own of groupBy(differences, ({ key }) => keyText(key)).values()) change(own, writer);
  },
};

type Provider = NonNullable<Organization['saml']>[string];

function valuesOf(file: LoadedFile, label: string, names: FileNames): Pick<Thing, 'fields' | 'unshown'> {
  const provider = file.organization.saml?.[label] ?? {};
  const url = provider['sso-url'];
  const shown = url && withoutCredentials(url);
  const certificate = certificateOf(file, label);
  const team = provider['default-team'];
  const found = team === undefined ? undefined : names.findTeam(team, ['saml', label, 'default-team']);
  const fields = {
    'entity-id': provider['entity-id'],
    'sso-url': shown,
    certificate: certificate && certificateText(certificate),
    'default-team': found?.key,
    'default-role': provider['default-role'],
  };
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(shown !== url && { unshown: { credentials: 'in sso-url' } }),
  };
}

function certificateOf(file: LoadedFile, label: string): string | undefined {
  const path = ['saml', label, 'certificate'];
  return (file.side(path) ?? file.organization.saml?.[label]?.certificate) as string | undefined;
}

/** Returns why a text is not one certificate, without repeating the text, which may be a private key. */
function certificateProblem(text: string): string | undefined {
  try {
    readCertificate(text);
    return undefined;
  } catch (error) {
    if (error instanceof NoCertificate) return error.message;
    throw error;
  }
}

/** Makes, changes and renames a provider in one request. */
function change(differences: readonly [Difference, ...Difference[]], writer: RequestWriter): void {
  const [first] = differences;
  const { action, id = '' } = first;
  const { add } = writer;
  const params = { provider: id };
  if (action === 'delete') return void add({ operation: deleteSamlProvider, params, for: differences });
  // A new provider has nothing to clear.
  const given = differences.flatMap(({ fields }) =>
    fields.filter(({ after }) => action !== 'create' || after !== ''),
  );
  const body = Object.fromEntries(given.map(({ field }) => inputOf(field, first, writer)));
  if (action === 'create')
    add({
      operation: createSamlProvider,
      params: {},
      body: { label: first.declared?.keyed?.title, ...body },
      for: differences,
      makes: true,
    });
  else add({ operation: updateSamlProvider, params, body, for: differences });
}

/** Returns the input for a field: as the file has it, not as it is compared. */
function inputOf(
  field: string,
  { key: [label = ''], declared }: Difference,
  { file, idOf, names }: RequestWriter,
): [string, unknown] {
  const provider: Provider = file.organization.saml?.[label] ?? {};
  switch (field) {
    case 'title':
      return ['label', declared?.keyed?.title];
    case 'entity-id':
      return ['entityID', provider['entity-id']];
    case 'sso-url':
    case 'credentials':
      return ['ssoURL', provider['sso-url']];
    case 'certificate':
      return ['certificate', certificateOf(file, label)];
    case 'default-team': {
      const team = names.findTeam(provider['default-team'] ?? '', ['saml', label, 'default-team']);
      return ['defaultTeam', team?.id ?? idOf('team', [team?.key ?? ''])];
    }
    default:
      return ['defaultRole', provider['default-role'] === 'guest' ? null : provider['default-role']];
  }
}
