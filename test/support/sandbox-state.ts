import { registry } from '../../src/model/registry.ts';
import type { Resource } from '../../src/model/resource.ts';
import { writeFixture } from '../../src/sandbox/fixtures/fixture.ts';
import { toDefaultLevel } from '../../src/sandbox/resources/access.ts';
import type { Store } from '../../src/sandbox/store/store.ts';
import { kept, once } from '../../src/text/kept.ts';
import { demoStore } from './demo-store.ts';

type Row = Readonly<Record<string, unknown>>;
/** The rows of each table. */
export type Tables = Readonly<Record<string, readonly Row[]>>;

/** Tables that do not belong to the organization itself: counters, times, the order of creation, texts of revisions. */
const noTables = ['meta', 'counters', 'revisions', 'git_events', 'users', 'organizations'];
const noColumns = /^(seq|search|share_key|doc|.*_at|resolver|resolved_by|last_version)$/;
const notNumbered = ['site_sections', 'site_section_groups', 'site_spaces', 'collections', 'spaces'];

/**
 * Returns the state of a sandbox, by table. Things that were made again get their ids in `earlier`, so that
 * states with the same meaning are equal.
 */
export function sandboxState(store: Store, earlier?: Tables): Tables {
  const rows = tables().map((name) => [name, store.all<Row>(`SELECT * FROM ${name}`)]);
  return stateOf(Object.fromEntries(rows), earlier);
}

/** The tables of every store. A fixture would also have the texts that belong to no state. */
const tables = once(() => {
  const store = demoStore();
  const { tables } = JSON.parse(writeFixture(store)) as { readonly tables: Tables };
  store.close();
  return Object.keys(tables).filter((name) => !noTables.includes(name));
});

/** Returns the same for the rows of each table. */
export function stateOf(tables: Tables, earlier?: Tables): Tables {
  const known = Object.entries(tables).filter(([name]) => !noTables.includes(name));
  const renamed = earlier ? JSON.parse(withOldIds(JSON.stringify(known), tables, earlier)) : known;
  return Object.fromEntries((renamed as typeof known).map(([name, rows]) => [name, plain(name, rows)]));
}

/** The rows of tables by their texts: most tables are the same in the next state, and then also the same object. */
const plainRows = new Map<string, readonly Row[]>();
const mostPlainRows = 2000;

/** Returns a state without some tables, and without columns of all of them. */
export function without(state: Tables, names: readonly string[]): Tables {
  const tables = Object.entries(state).filter(([name]) => !names.includes(name));
  return Object.fromEntries(
    tables.map(([name, rows]) => [
      name,
      rows
        .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !names.includes(column))))
        .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
    ]),
  );
}

/** Returns a state with each position as the rank among the neighbours that the state has. */
export function ranked(state: Tables): Tables {
  return Object.fromEntries(
    Object.entries(state).map(([name, rows]) => [name, notNumbered.includes(name) ? withRanks(rows) : rows]),
  );
}

function plain(table: string, rows: readonly Row[]): readonly Row[] {
  if (plainRows.size > mostPlainRows) plainRows.clear();
  return kept(plainRows, `${table} ${JSON.stringify(rows)}`, () => made(table, rows));
}

function made(table: string, rows: readonly Row[]): Row[] {
  const ranked = notNumbered.includes(table) ? withRanks(rows) : rows;
  const texts = ranked.map((row) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries<unknown>({ ...row, resolved: row.resolved_at != null }).filter(
          ([name, value]) => !noColumns.test(name) && value !== '' && value !== null,
        ),
      ),
    ),
  );
  return texts.sort().map((text) => JSON.parse(text));
}

/** Replaces positions with gaps by the rank among the neighbours. */
function withRanks(rows: readonly Row[]): Row[] {
  const around = ({ org, site, section, parent, collection }: Row) =>
    JSON.stringify([org, site, section, parent, collection]);
  return rows.map((row) => ({
    ...row,
    position: rows.filter((one) => around(one) === around(row) && Number(one.position) < Number(row.position))
      .length,
  }));
}

/** Replaces new ids by the missing ones of rows in the same table with the same name. */
function withOldIds(text: string, tables: Tables, earlier: Tables): string {
  let result = text;
  const oldIds = new Map<unknown, unknown>();
  for (const [name, rows] of Object.entries(tables)) {
    const then = earlier[name] ?? [];
    const isIn = (list: readonly Row[], id: unknown) => list.some((row) => row.id === id);
    for (const row of rows.filter(({ id }) => typeof id === 'string' && !isIn(then, id))) {
      const old = then.find((one) => !isIn(rows, one.id) && nameOf(one) === nameOf(row, oldIds));
      if (!old) continue;
      oldIds.set(row.id, old.id);
      result = result.replaceAll(JSON.stringify(row.id), JSON.stringify(old.id));
    }
  }
  return result;
}

const resources: Resource[] = await Promise.all(Object.values(registry).map(({ load }) => load()));
/** The columns that can hold the title of a thing, or a part of its natural key: `title`, `slug`, `section`. */
const naming = new Set(
  resources.flatMap(({ title = '', naturalKey }) => [title, ...naturalKey].map((path) => path.split('.')[0])),
);

/** Returns what people tell a row by; ids in it as they were before. */
function nameOf(row: Row, oldIds: ReadonlyMap<unknown, unknown> = new Map()): string {
  const named = Object.entries(row).filter(([column, value]) => naming.has(column) && value !== null);
  return JSON.stringify(named.map(([column, value]) => [column, oldIds.get(value) ?? value]));
}

/** A thing in the words of the model and of the API: what identifies it in paths, and the fields that requests set. */
export interface ThingInState {
  readonly kind: string;
  readonly ids: Readonly<Record<string, unknown>>;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The columns of a query that identify a thing in paths; the others are its fields. A name with a star is JSON. */
const things: readonly (readonly [kind: string, ids: string, sql: string])[] = [
  ['member', 'org user', `SELECT org, user, role, json(iif(sso, 'true', 'false')) AS "sso*" FROM members`],
  ['team', 'org team', 'SELECT org, id AS team, title FROM teams'],
  ['team-member', 'org team user', 'SELECT org, team, user, role FROM team_members'],
  [
    'collection',
    'collection',
    `SELECT id AS collection, org AS organization, parent, title, description, default_level AS defaultLevel
     FROM collections`,
  ],
  [
    'space',
    'space',
    'SELECT id AS space, org AS organization, collection AS parent, revision AS "#" FROM spaces WHERE deleted_at IS NULL',
  ],
  ['collection-team', 'collection team', 'SELECT collection, team, role FROM collection_teams'],
  ['space-team', 'space team', 'SELECT space, team, role FROM space_teams'],
  [
    'site',
    'org site',
    `SELECT org, id AS site, type, title, visibility, basename, proxy,
       json_object('enabled', json(iif(adaptive_content, 'true', 'false'))) AS "adaptiveContent*",
       (SELECT c.id FROM site_sections c WHERE c.site = s.id AND is_default) AS defaultSiteSection,
       (SELECT p.id FROM site_spaces p WHERE p.site = s.id AND section IS NULL AND is_default) AS defaultSiteSpace
     FROM sites s`,
  ],
  [
    'adaptive-schema',
    'org site',
    'SELECT org, site, json_schema AS "jsonSchema*" FROM site_adaptive_schemas JOIN sites s ON s.id = site',
  ],
  [
    'section',
    'org site section',
    `SELECT s.org, site, c.id AS section, section_group AS sectionGroup, c.title, description, path, condition, icon,
       (SELECT p.id FROM site_spaces p WHERE p.section = c.id AND p.is_default) AS defaultSiteSpace
     FROM site_sections c JOIN sites s ON s.id = site`,
  ],
  [
    'section-group',
    'org site group',
    'SELECT s.org, site, g.id AS "group", g.title, icon FROM site_section_groups g JOIN sites s ON s.id = site',
  ],
  [
    'site-space',
    'org site siteSpace',
    `SELECT s.org, site, p.id AS siteSpace, section AS sectionId, space AS spaceId, path, condition
     FROM site_spaces p JOIN sites s ON s.id = site`,
  ],
  [
    'custom-field',
    'org field',
    `SELECT org, name AS field, type, title, description, placeholder, options AS "options*" FROM custom_fields`,
  ],
  [
    'space-field',
    'space field',
    'SELECT space, name AS field, value AS "value*" FROM custom_field_values v JOIN custom_fields f ON f.id = v.field',
  ],
  [
    'saml',
    'org provider',
    `SELECT org, id AS provider, label, sso_url AS ssoURL, entity_id AS entityID, certificate,
       default_team AS defaultTeam, default_role AS defaultRole FROM saml_providers`,
  ],
  [
    'openapi',
    'org spec',
    `SELECT org, slug AS spec, iif(source_url IS NULL, json_object('text', source_text), json_object('url', source_url))
       AS "source*" FROM openapi_specs`,
  ],
  ['translation', 'org translation', 'SELECT org, id AS translation, title FROM translations'],
  [
    'translation-language',
    'org translation language',
    `SELECT org, translation, language, instructions AS "instructions*" FROM translation_languages
     JOIN translations t ON t.id = translation`,
  ],
  [
    'comment',
    'space comment',
    `SELECT space, id AS comment, page, node, json_object('markdown', markdown) AS "body*",
       json(iif(resolved_at IS NULL, 'false', 'true')) AS "resolved*",
       (SELECT json_group_object('reaction ' || emoji, users) FROM (SELECT emoji, group_concat(user) AS users
          FROM reactions n WHERE n.comment = c.id GROUP BY emoji)) AS "...*" FROM comments c`,
  ],
  [
    'reply',
    'space comment reply',
    `SELECT c.space, comment, y.id AS reply, json_object('markdown', y.markdown) AS "body*",
       (SELECT json_group_object('reaction ' || emoji, users) FROM (SELECT emoji, group_concat(user) AS users
          FROM reactions n WHERE n.reply = y.id GROUP BY emoji)) AS "...*"
     FROM comment_replies y JOIN comments c ON c.id = y.comment`,
  ],
  [
    'change-request',
    'space changeRequest',
    'SELECT space, id AS changeRequest, subject, status, revision AS "#" FROM change_requests',
  ],
  [
    'git',
    'space',
    'SELECT space, repo_name AS repoName, url, installation_provider AS installationProvider FROM git_syncs',
  ],
  [
    'integration',
    'integration',
    `SELECT name AS integration, org AS organization, title, visibility, target, script, secrets AS "secrets*",
       iif(doc ->> 'hasIcon', 'AAAA', NULL) AS icon,
       (SELECT json_group_array('AAAA') FROM json_each('[1,2,3]') WHERE value <= doc ->> 'previewImageCount')
         AS "previewImages*",
       json_remove(doc, '$.hasIcon', '$.previewImageCount') AS "...*" FROM integrations`,
  ],
  ['installation', 'integration installation', 'SELECT integration, id AS installation FROM installations'],
];

type Keyed = readonly [key: string, thing: ThingInState];

/** The things that were read, with their keys, by their rows: most are the same in every state. */
const known = new Map<string, Keyed>();
/** The things of the last state by their kinds, with the text of their rows. */
const last = new Map<string, { readonly text: string; readonly things: readonly Keyed[] }>();

/**
 * Returns all things of a sandbox, by their kind and ids: the same object for the same thing with the same values. The content of a
 * thing is its revision, in the field `#`.
 */
export function thingsIn(store: Store): Map<string, ThingInState> {
  return new Map(
    things.flatMap(([kind, names, sql]) => {
      const rows = store.all<Row>(sql);
      const text = JSON.stringify(rows);
      const before = last.get(kind);
      if (before?.text === text) return before.things;
      const found = rows.map((row) =>
        kept(known, `${kind} ${JSON.stringify(row)}`, () => thingOf(kind, names.split(' '), row)),
      );
      last.set(kind, { text, things: found });
      return found;
    }),
  );
}

function thingOf(kind: string, keys: readonly string[], row: Row): Keyed {
  const fields = Object.entries(row).filter(([name]) => !keys.includes(name));
  const ids = Object.fromEntries(keys.map((name) => [name, row[name]]));
  const thing = { kind, ids, fields: withValues(fields) };
  return [thingKey(thing), thing];
}

/** Returns the things of the demo data. */
export const demoThings = once((): readonly ThingInState[] => {
  const store = demoStore();
  const all = [...thingsIn(store).values()];
  store.close();
  return all;
});

/** Returns what tells a thing from others. */
export function thingKey({ kind, ids }: Pick<ThingInState, 'kind' | 'ids'>): string {
  const names = Object.keys(ids).sort();
  return JSON.stringify([kind, ...names.flatMap((name) => [name, ids[name]])]);
}

function withValues(fields: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const read = fields.map(([name, value]) => {
    const isJson = name.endsWith('*') && value !== null;
    return [name.replace('*', ''), isJson ? JSON.parse(String(value)) : value] as const;
  });
  const { '...': further, defaultLevel, ...own } = Object.fromEntries(read);
  const level = fields.some(([name]) => name === 'defaultLevel') && {
    defaultLevel: toDefaultLevel(defaultLevel),
  };
  const all = { ...own, ...level, ...(further as object | undefined) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** Returns the orders that people choose, as ids by what they are in: the sections of a site, a collection. */
export function ordersIn(store: Store): Map<string, readonly string[]> {
  const orders = new Map<string, string[]>();
  const lists = `
    SELECT 'section ' || site AS list, id, position, '' AS kind FROM site_sections
    UNION ALL SELECT 'section-group ' || site, id, position, '' FROM site_section_groups
    UNION ALL SELECT 'site-space ' || coalesce(section, site), id, position, '' FROM site_spaces
    UNION ALL SELECT 'collection ' || coalesce(parent, org), id, position, 'collection' FROM collections
    UNION ALL SELECT 'collection ' || coalesce(collection, org), id, position, 'space' FROM spaces
      WHERE deleted_at IS NULL
    ORDER BY position, kind, id`;
  for (const { list, id } of store.all<{ list: string; id: string }>(lists))
    orders.set(list, [...(orders.get(list) ?? []), id]);
  return orders;
}
