import type { RuleSet } from '../domain/access/rule-sets.ts';
import type { NamedResource } from '../domain/across.ts';
import { UsageError } from '../errors.ts';
import { beginningOf } from '../formats/beginning.ts';
import { type InputPorts, inputName, readInput } from '../inputs.ts';
import { createReader } from '../model/read/reader.ts';
import type { UnknownList } from '../model/read/snapshot.ts';
import { unknownTexts } from '../model/unknown-texts.ts';
import { kept } from '../text/kept.ts';
import { quoted } from '../text/words.ts';
import { withCopy } from '../work/journal/copy.ts';
import { fixtureIn, inputBytes, longestInput } from '../work/journal/kept-input.ts';
import { sessionReader } from '../work/run/session.ts';
import type { AskPorts } from './ask.ts';
import {
  type AccessDifference,
  type AccessState,
  accessDifference,
  identitiesOf,
  namedOrganization,
  namedPerson,
  stateOfFacts,
} from './difference.ts';
import { keyMarkOf, namingFor, pseudonyms, realNames } from './pseudonyms.ts';
import { mostAsked } from './questions.ts';
import { readFacts } from './read.ts';
import type { PersonAccess, ReportRow } from './report.ts';
import { flatFormatOf, parseJsonReport, readFlatReport } from './report-file.ts';
import { accessOfAll } from './report-of.ts';

/** The word for the organization as the service has it now. */
export const live = 'live';

export interface AskedDifference {
  readonly difference: AccessDifference;
  /** What could not be read now, or when a snapshot was taken, in sentences. */
  readonly unknown: readonly string[];
  /** The rules by which levels are predicted; `undefined` if two reports are compared, which have them. */
  readonly predictedBy: RuleSet | undefined;
}

/**
 * Compares the access at two times: `live`, or the path of a snapshot or of a report, `-` for standard input; with
 * `across`, by names instead of ids. Throws `UsageError` for a file that is neither.
 */
export async function askDifference(
  session: AskPorts,
  before: string,
  after: string,
  { redact, across }: { readonly redact: boolean; readonly across: boolean },
): Promise<AskedDifference> {
  const [one, other] = [await kindOf(session.system, before), await kindOf(session.system, after)];
  const isByRules = one === 'snapshot' || other === 'snapshot';
  const unknown: string[] = [];
  const read = (path: string, kind: FileKind | typeof live) =>
    kind === live
      ? readLive(session, { isByRules, redact, unknown })
      : readFile(session, path, kind, { redact, unknown });
  // One after the other: each may need much memory.
  const was = await read(before, one);
  const is = await read(after, other);
  if (!across) {
    assertSameOrganization([before, was], [after, is]);
    assertSameNames(was, is);
  }
  const identities = across ? identitiesOf(was, is) : undefined;
  const isPredicted = [one, other].some((kind) => kind === live || kind === 'snapshot');
  return {
    difference: await accessDifference(was, is, session.system, identities),
    unknown,
    predictedBy: isPredicted ? session.accessRules : undefined,
  };
}

/** Throws `UsageError` for two organizations: no one has lost in one what the other gives. */
function assertSameOrganization(...sides: readonly (readonly [source: string, AccessState])[]): void {
  const known = sides.flatMap(([source, { organization }]) =>
    organization === undefined ? [] : [[source, organization] as const],
  );
  if (new Set(known.map(([, organization]) => organization)).size < 2) return;
  const named = known.map(([source, organization]) => `${inputName(source)} is of ${quoted(organization)}`);
  throw new UsageError(`people cannot be compared: ${named.join(', ')}`, {
    hint: { code: 'compare-across', data: {} },
  });
}

/** Throws `UsageError` if people have ids on one side and pseudonyms on the other, or pseudonyms of two keys. */
function assertSameNames(before: AccessState, after: AccessState): void {
  const marks = new Set<string | undefined>();
  for (const { people } of [before, after]) for (const person of people) marks.add(keyMarkOf(person));
  if (marks.size < 2) return;
  if (!marks.has(undefined))
    throw new UsageError('people cannot be compared: their pseudonyms were made on different machines');
  throw new UsageError('people cannot be compared: one side has pseudonyms, the other has not', {
    hint: { code: 'redact-both', data: {} },
  });
}

type FileKind = 'snapshot' | 'json' | 'csv' | 'tsv';

/** Returns what is at a path, by the beginning of its text. Throws `UsageError` if that is neither a report nor a snapshot. */
async function kindOf(system: InputPorts, path: string): Promise<FileKind | typeof live> {
  if (path === live) return live;
  const start = await beginningOf(inputBytes(system, path));
  if (start.startsWith('{')) return 'snapshot';
  if (start.startsWith('[')) return 'json';
  if (start === '') throw new UsageError(`${inputName(path)} is empty`);
  return flatFormatOf(start, inputName(path));
}

/** The service is asked about each person, as for a report, unless the other side has no such answers. */
async function readLive(
  session: AskPorts,
  {
    isByRules,
    redact,
    unknown,
  }: { readonly isByRules: boolean; readonly redact: boolean; readonly unknown: string[] },
): Promise<AccessState> {
  const { scope, progress, accessRules } = session;
  const naming = await namingFor(session, redact);
  const reader = sessionReader(session);
  const facts = await readFacts(reader, scope.org(), accessRules);
  const gaps: { unknown: UnknownList[] } = { unknown: [] };
  const state = stateOfFacts(facts, naming);
  const asks = !isByRules && facts.people.size <= mostAsked;
  const asking = { reader, naming, asks, onAsked: (done: number) => progress.update({ done }) };
  if (asks) progress.start('people asked');
  const rows = asks
    ? await collectedByPerson(rowsOf(accessOfAll(facts, { ...asking, wanted: 'read' }, gaps)))
    : undefined;
  progress.stop();
  unknown.push(...(await unknownTexts([...facts.unknown, ...gaps.unknown], naming)));
  if (!rows) return state;
  const { organization, isWhole, hasAllWays } = state;
  return { ...stateOfRows(rows), organization, isWhole, hasAllWays };
}

async function readFile(
  { system, scope, accessRules }: AskPorts,
  path: string,
  kind: FileKind,
  { redact, unknown }: { readonly redact: boolean; readonly unknown: string[] },
): Promise<AccessState> {
  if (kind === 'snapshot') {
    return withCopy(system, await fixtureIn(system, path), async ({ client, organization, unread }) => {
      const facts = await readFacts(createReader({ client, org: organization }), organization, accessRules, {
        unread,
      });
      const naming = redact ? pseudonyms(await system.pseudonymKey(), organization) : realNames;
      const texts = await unknownTexts(facts.unknown, naming);
      unknown.push(...texts.map((text) => `in ${inputName(path)}: ${text}`));
      return stateOfFacts(facts, naming);
    });
  }
  const rows =
    kind === 'json'
      ? parseJsonReport(await readInput(system, path, longestInput), inputName(path))
      : readFlatReport(inputBytes(system, path), inputName(path), kind);
  const naming = await namingFor({ system, scope }, redact);
  const shown = (row: ReportRow) =>
    redact && keyMarkOf(row.user.id) === undefined ? { ...row, user: naming.user(row) } : row;
  return stateOfRows(await collectedByPerson(rows, shown));
}

async function* rowsOf(pages: AsyncIterable<readonly PersonAccess[]>): AsyncGenerator<ReportRow> {
  for await (const people of pages)
    for (const { places, ...person } of people) for (const place of places) yield { ...person, ...place };
}

type RowsByPerson = ReadonlyMap<string, readonly ReportRow[]>;

async function collectedByPerson(
  rows: AsyncIterable<ReportRow> | Iterable<ReportRow>,
  shown = (row: ReportRow) => row,
): Promise<RowsByPerson> {
  const people = new Map<string, ReportRow[]>();
  for await (const given of rows) {
    const row = shown(given);
    kept(people, row.user.id, () => []).push(row);
  }
  return people;
}

function stateOfRows(people: RowsByPerson): AccessState {
  return {
    people: [...people.keys()],
    rowsOf: (person) => people.get(person) ?? [],
    hasPaths: false,
    things: () => thingsIn(people),
    isByRules: false,
    isWhole: true,
    hasAllWays: true,
  };
}

function* thingsIn(people: RowsByPerson): Generator<NamedResource> {
  for (const rows of people.values()) {
    for (const [at, { user, target, ways }] of rows.entries()) {
      if (at === 0) yield namedPerson(user);
      for (const { kind, id, title } of [target, ...ways.flatMap(({ path }) => path)])
        yield kind === 'organization' ? namedOrganization(id) : { kind, id, names: [title] };
    }
  }
}
