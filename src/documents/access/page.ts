import { isAtLeast } from '../../domain/access/levels.ts';
import { type AccessPlace, type Target, upwards } from '../../domain/access/places.ts';
import { type GrantPath, type Person, waysTo } from '../../domain/access/rules.ts';
import script from '../browser/access.ts?script';
import { type Html, html } from '../html.ts';
import { dataElement, htmlPage, incomplete } from '../page.ts';
import accessStyle from '../style/access.css?style';
import style from '../style/page.css?style';
import { pageCounted, timeText } from '../words.ts';
import { columnName, type OrderedDocument, ordered, pageData, peopleBlocks } from './columns.ts';
import { type AccessDocument, mostSinglePeople, type NamedPerson } from './document.ts';
import {
  defaultLevelText,
  disagreementText,
  peopleText,
  roleText,
  type ShownWay,
  shownWays,
  wayText,
} from './words.ts';

/**
 * Yields the page of who can do what, in pieces. Without scripts it has a table for each place. With scripts it has a
 * matrix with filters, and the tables are for printing.
 */
export function accessPage(document: AccessDocument): Generator<string> {
  const title = `Access in ${document.organization.title ?? document.organization.id}`;
  return htmlPage({ title, style: `${style} ${accessStyle}`, script }, body(title, document));
}

function* body(title: string, unordered: AccessDocument): Generator<Html> {
  const document = ordered(unordered);
  const { order, places } = document;
  const spaces = document.facts.targets.spaces.size;
  yield html`<header class="top"><h1>${title}</h1>
<p class="sum">${peopleText(order.length)} · ${pageCounted(spaces, 'space')} · ${pageCounted(places.length - spaces, 'collection')} · read <time datetime="${document.taken}">${timeText(document.taken)}</time></p>
<dl class="base">${document.base.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${document.notes.map((note) => html`<p class="sum">${note}</p>\n`)}${incomplete(document.unknown)}</header>
`;
  yield html`<main><div id="app" hidden></div>
<div id="tables">
`;
  yield* readableTables(document);
  yield html`</div></main>\n`;
  yield dataElement('page', pageData(document));
  for (const block of peopleBlocks(document)) yield dataElement('people', block);
}

/** More lines than this are no reading any more: then the tables list teams. */
const mostLines = 150_000;

/** Yields a table for each place with the people who have access, or with teams if there are too many people. */
function* readableTables(document: OrderedDocument): Generator<Html> {
  const { places, order } = document;
  const lists = order.length <= mostSinglePeople && order.length * places.length <= mostLines;
  const rows = lists ? personRows(document) : teamRows(document);
  for (const place of places) {
    yield html`<section><h2>${place.title ?? place.id}</h2>\n${facts(document, place)}`;
    yield* table(rows(targetOf(document, place)));
    yield html`</section>\n`;
  }
}

function targetOf({ facts: { targets } }: OrderedDocument, { kind, id }: AccessPlace): Target {
  return (kind === 'space' ? targets.spaces : targets.collections).get(id) as Target;
}

/** Describes what holds for a place beside its people. */
function facts(document: OrderedDocument, place: AccessPlace): Html {
  const { sites, integrations } = document.beside.get(place.id) ?? { sites: [], integrations: [] };
  const above = [...upwards(targetOf(document, place))].slice(1).reverse();
  const where =
    above.length === 0 ? '' : ` in ${above.map((one) => one.place.title ?? one.place.id).join(' / ')}`;
  const published = sites.map(({ title, visibility }) => `${title} (${visibility})`).join(', ');
  return html`<p class="facts">${place.kind === 'space' ? 'Space' : 'Collection'}${where} · ${place.id} · default level: ${defaultLevelText(place.defaultLevel)}${
    published === '' ? undefined : html` · published by ${published}`
  }${integrations.length === 0 ? undefined : html` · integrations: ${integrations.join(', ')}`}</p>
${document.incomplete.has(place.id) ? html`<p class="incomplete">Not everything here could be read: more people may have access.</p>\n` : undefined}`;
}

/** Yields a table, or a sentence if it would be empty. */
function* table(rows: Iterable<Html>): Generator<Html> {
  let isEmpty = true;
  for (const row of rows) {
    if (isEmpty) {
      yield html`<table><thead><tr><th scope="col">Who</th><th scope="col">Level</th><th scope="col">Way</th></tr></thead><tbody>\n`;
    }
    isEmpty = false;
    yield row;
  }
  yield isEmpty ? html`<p>Nobody has access.</p>\n` : html`</tbody></table>\n`;
}

/** The rows of the people who have access to a place; their attribute is the index of the person. */
function personRows(document: OrderedDocument): (target: Target) => Generator<Html> {
  const { facts: known, order, organization, rules } = document;
  const root = { kind: 'organization', ...organization } as const;
  const differing = new Map<string, string | null>();
  for (const { user, target, level } of document.differing) differing.set(`${user} ${target}`, level);
  const isShown = shownLevels(document);
  return function* rows(target) {
    for (const [index, id] of order.entries()) {
      const person = known.people.get(id) as NamedPerson;
      const ways = waysTo(rules, person, target, root);
      const reported = differing.get(`${id} ${target.place.id}`);
      const level = reported === undefined ? (ways[0]?.level ?? null) : reported;
      if (level === null || !isShown(level)) continue;
      const { email } = person.user;
      const name = columnName(person, id);
      const address = email && email !== name ? html` <small>${email}</small>` : undefined;
      yield html`<tr data-person="${index}"><th scope="row">${name}${address}</th><td>${levelText(level, person)}</td><td>${waysText(level, ways, target.place)}</td></tr>\n`;
    }
  };
}

/** Returns a function that tells whether the page shows a level. */
function shownLevels({ level }: OrderedDocument): (one: string) => boolean {
  return (one) => level === 'read' || isAtLeast(one, level);
}

function levelText(level: string, { disabled, role }: Person): string {
  if (disabled) return `disabled (would have ${level})`;
  return role === null ? `${level} (guest)` : level;
}

/** Describes the ways that lead to a place, the deciding one first. */
function waysText(level: string, ways: readonly GrantPath[], place: AccessPlace): string {
  const texts = shownWays(level, ways, place).map((way) =>
    way.level === level ? wayText(way) : `${wayText(way)} (${way.level})`,
  );
  return [...new Set([disagreementText(level, ways) ?? [], ...texts].flat())].join('; ');
}

/** The rows of the roles and teams that give a level in a place. */
function teamRows(document: OrderedDocument): (target: Target) => Generator<Html> {
  const { teams, rules } = document;
  const { people } = document.facts;
  const root = { kind: 'organization', id: '' } as const;
  const isShown = shownLevels(document);
  const roleSizes = new Map<string | null, number>();
  const teamSizes = new Map<string, number>();
  for (const { role, disabled, teams: own } of people.values()) {
    if (disabled) continue;
    roleSizes.set(role, (roleSizes.get(role) ?? 0) + 1);
    for (const team of own) teamSizes.set(team, (teamSizes.get(team) ?? 0) + 1);
  }
  return function* rows(target) {
    for (const [role, size] of roleSizes) {
      const [way] = waysTo(rules, { role, disabled: false, teams: [] }, target, root);
      if (way && isShown(way.level)) yield row(`members with the role ${roleText(role)}`, size, way);
    }
    const granted = new Set([...upwards(target)].flatMap(({ grants }) => [...grants.keys()]));
    for (const team of granted) {
      const [way] = waysTo(rules, { role: null, disabled: false, teams: [team] }, target, root);
      if (way && isShown(way.level))
        yield row(`team ${teams.get(team) ?? team}`, teamSizes.get(team) ?? 0, way);
    }
  };
}

function row(name: string, size: number, way: ShownWay): Html {
  return html`<tr><th scope="row">${name} <small>${peopleText(size)}</small></th><td>${way.level}</td><td>${wayText(way)}</td></tr>\n`;
}
