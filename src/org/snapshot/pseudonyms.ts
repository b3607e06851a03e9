import { withoutCredentials } from '../../text/addresses.ts';
import { kept } from '../../text/kept.ts';
import type { FixtureRow, Tables } from '../sections/rows.ts';

/** What a pseudonym looks like. Equal texts of one kind get the same one. */
const forms = {
  person: (number) => `Person ${number}`,
  email: (number) => `person-${number}@example.invalid`,
  team: (number) => `Team ${number}`,
  collection: (number) => `Collection ${number}`,
  space: (number) => `Space ${number}`,
  site: (number) => `Site ${number}`,
  section: (number) => `Section ${number}`,
  group: (number) => `Group ${number}`,
  settings: (number) => `Settings ${number}`,
  provider: (number) => `Provider ${number}`,
  field: (number) => `field_${number}`,
  title: (number) => `Title ${number}`,
  text: (number) => `Text ${number}`,
  value: (number) => `Value ${number}`,
  path: (number) => `path-${number}`,
  basename: (number) => `site-${number}`,
  slug: (number) => `specification-${number}`,
  host: (number) => `host-${number}.example.invalid`,
  address: (number) => `https://example.invalid/${number}`,
  // An audit finds that there were some.
  'address with credentials': (number) => `https://***@example.invalid/${number}`,
  repository: (number) => `owner/repository-${number}`,
  certificate: (number) => `certificate ${number}`,
} as const satisfies Record<string, (number: number) => string>;

type Kind = keyof typeof forms;

/** What is replaced in a table: a text, or the texts in a column that holds JSON. */
interface Columns {
  readonly texts: Readonly<Record<string, Kind>>;
  readonly inJson?: Readonly<Record<string, Kind>>;
  /** Columns whose JSON says too much, with what stands for it. */
  readonly instead?: Readonly<Record<string, string>>;
  /** The columns that a search looks at. */
  readonly search?: readonly string[];
}

const columns: Readonly<Record<string, Columns>> = {
  users: { texts: { display_name: 'person', email: 'email' }, search: ['display_name', 'email'] },
  teams: { texts: { title: 'team' }, search: ['title'] },
  collections: { texts: { title: 'collection', description: 'text' } },
  spaces: { texts: { title: 'space' } },
  git_syncs: { texts: { repo_name: 'repository', url: 'address' } },
  custom_fields: {
    texts: { name: 'field', title: 'title', description: 'text', placeholder: 'text' },
    inJson: { options: 'value' },
  },
  custom_field_values: { texts: {}, inJson: { value: 'value' } },
  sites: {
    texts: { title: 'site', basename: 'basename', hostname: 'host', proxy: 'address' },
    search: ['title'],
  },
  site_adaptive_schemas: { texts: {}, instead: { json_schema: '{"type":"object"}' } },
  site_section_groups: { texts: { title: 'group' } },
  site_sections: { texts: { title: 'section', description: 'text', path: 'path', condition: 'text' } },
  site_spaces: { texts: { path: 'path', condition: 'text' } },
  openapi_specs: { texts: { slug: 'slug', source_url: 'address' } },
  translations: { texts: { title: 'settings' } },
  translation_languages: { texts: {}, instead: { instructions: '{"object":"document","nodes":[]}' } },
  saml_providers: {
    texts: { label: 'provider', sso_url: 'address', entity_id: 'text', certificate: 'certificate' },
  },
};

/**
 * Yields the tables with numbers in the place of names, e-mails, titles, texts, addresses and certificates. Numbers, other
 * than hashes, cannot be guessed back. The same organization gets the same ones. Ids stay.
 */
export function* withPseudonyms(tables: Tables): Generator<[string, Iterable<FixtureRow>]> {
  const pseudonym = pseudonyms();
  for (const [table, rows] of Object.entries(tables)) {
    const what = columns[table];
    yield [table, what ? replacedRows(rows, what, pseudonym) : rows];
  }
}

function* replacedRows(
  rows: Iterable<FixtureRow>,
  what: Columns,
  pseudonym: Pseudonym,
): Generator<FixtureRow> {
  for (const row of rows) yield replaced(row, what, pseudonym);
}

type Pseudonym = (kind: Kind, text: string) => string;

function pseudonyms(): Pseudonym {
  const known = new Map<Kind, Map<string, string>>();
  return (kind, text) => {
    const ofKind = kept(known, kind, () => new Map<string, string>());
    return kept(ofKind, text, () => forms[kind](ofKind.size + 1));
  };
}

function replaced(
  row: FixtureRow,
  { texts, inJson = {}, instead = {}, search }: Columns,
  pseudonym: Pseudonym,
): FixtureRow {
  const result: Record<string, FixtureRow[string]> = { ...row };
  for (const [column, kind] of Object.entries(texts)) {
    const text = row[column];
    if (typeof text === 'string' && text !== '') result[column] = pseudonym(kindOf(kind, text), text);
  }
  for (const [column, kind] of Object.entries(inJson)) {
    const text = row[column];
    if (typeof text === 'string') result[column] = replacedJson(text, (one) => pseudonym(kind, one));
  }
  for (const [column, text] of Object.entries(instead)) result[column] = text;
  if (search) result.search = search.map((column) => String(result[column] ?? '').toLowerCase()).join('\n');
  return result;
}

function kindOf(kind: Kind, text: string): Kind {
  return kind === 'address' && withoutCredentials(text) !== text ? 'address with credentials' : kind;
}

/** A text or a list of texts; numbers and yes or no stay. */
function replacedJson(json: string, pseudonym: (text: string) => string): string {
  const one = (value: unknown) => (typeof value === 'string' ? pseudonym(value) : value);
  const value: unknown = JSON.parse(json);
  return JSON.stringify(Array.isArray(value) ? value.map(one) : one(value));
}
