import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidInput, ServiceError } from '../../../src/api/client/errors.ts';
import { prepareRequest } from '../../../src/api/client/request.ts';
import { effectOf } from '../../../src/api/contract/effect.ts';
import type { AnyInput, Operation } from '../../../src/api/contract/operation.ts';
import { operations } from '../../../src/api/contract/operations/index.ts';
import { lostOf, whyNotRestorable } from '../../../src/model/effects/restoring.ts';
import type { WireRequest } from '../../../src/ports.ts';
import type { Store } from '../../../src/sandbox/store/store.ts';
import type { JournalRecord } from '../../../src/work/journal/journal-schema.ts';
import { unpackedRecord } from '../../../src/work/journal/packed-states.ts';
import { lostWhenUndone, thingsToChange } from '../../../src/work/undo/losses.ts';
import { anyInput, type Choices, choicesOf } from '../../support/any-request.ts';
import { type CliInFolder, sandboxCli } from '../../support/cli.ts';
import { demoStore } from '../../support/demo-store.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';
import { ranked, sandboxState, type Tables, thingsIn } from '../../support/sandbox-state.ts';
import { type Difference, differencesOf, differenceText } from '../../support/state-difference.ts';

/** How many accepted requests of each operation are undone; more with `DOCS_ADMIN_TEST_RUNS`. */
const numRuns = Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 1);

const changing = operations.filter((op) => effectOf(op) !== 'read');
const env = { DOCS_ADMIN_HISTORY: 'on' };

const choicesFor = (name: string) =>
  choicesOf(
    [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), fc.readConfigureGlobal().seed ?? 0),
  );

/** A request as a command line. */
interface Request {
  readonly words: readonly string[];
  readonly stdin?: string;
}

/** Returns a request of an operation; `undefined` for one that the contract refuses. */
function anyRequest(choices: Choices, store: Store, op: Operation): Request | undefined {
  const base = 'https://docs.example';
  const input = anyInput(choices, [...thingsIn(store).values()], op);
  const { url, body } = preparedOrNothing(op, input, base) ?? {};
  if (url === undefined) return undefined;
  const words = ['api', op.method, url.slice(base.length), '--yes'];
  return body === undefined ? { words } : { words: [...words, '--input', '-'], stdin: body };
}

function preparedOrNothing(...request: Parameters<typeof prepareRequest>): WireRequest | undefined {
  try {
    return prepareRequest(...request).request;
  } catch (error) {
    if (error instanceof InvalidInput) return undefined;
    throw error;
  }
}

/**
 * Sends requests of any operations with another client until so many are accepted. With `near`, most of them are about one of
 * these ids.
 */
async function changedByOthers(
  store: Store,
  choices: Choices,
  count: number,
  near?: readonly string[],
): Promise<string[]> {
  const client = sandboxClient(store);
  const done: string[] = [];
  let things = [...thingsIn(store).values()];
  for (let attempts = 0; done.length < count && attempts < 200 * count; attempts++) {
    // What is in another organization now has lost the teams of this one.
    const op = choices.pick(changing.filter(({ id }) => id !== 'collections.transfer'));
    const input = anyInput(choices, things, op);
    const text = `${op.id} ${JSON.stringify(input)}`;
    if (near && !near.some((id) => text.includes(`"${id}"`)) && choices.below(60) > 0) continue;
    try {
      await client.call(op, input as never);
      things = [...thingsIn(store).values()];
      done.push(text);
    } catch (error) {
      if (!(error instanceof ServiceError) && !(error instanceof InvalidInput)) throw error;
    }
  }
  return done;
}

/** Something that undo has said about a thing: that it is lost, or stays. */
interface Said {
  readonly what: 'lost' | 'stays';
  readonly name: string;
  readonly reason: string;
}

function saidIn(stderr: string, request: Request): Said[] {
  return stderr.split('\n').flatMap((line): Said[] => {
    const [, lost, reason = ''] = /^ {2}cannot be restored: (.*?): (.*)$/.exec(line) ?? [];
    // A request is named without what is around its thing.
    const name = /^[a-z]/.test(lost ?? '') && !/[("]/.test(lost ?? '') ? `${lost} ${request.words[2]}` : lost;
    if (name !== undefined) return [{ what: 'lost', name, reason }];
    const [, stays, why = ''] = /^warning: (.*?) stays? as (?:it is|they are): (.*)$/.exec(line) ?? [];
    return stays === undefined ? [] : [{ what: 'stays', name: stays, reason: why }];
  });
}

const idsIn = (text: string): readonly string[] => text.match(/[\w-]+/g) ?? [];

/** Returns the ids of things, and of everything in them. */
function withContents(ids: readonly string[], states: readonly Tables[]): ReadonlySet<unknown> {
  const all = new Set<unknown>(ids);
  for (let size = -1; size < all.size; ) {
    size = all.size;
    for (const row of states.flatMap((state) => Object.values(state).flat()))
      if (Object.values(row).some((value) => all.has(value)))
        for (const name of ['id', 'revision', 'change_request'])
          if (row[name] !== undefined) all.add(row[name]);
  }
  return all;
}

const inSnakeCase = (field: string) => field.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
/** Only some lists have an order that the service does not show. */
const unordered = /^(collections|spaces)$/;

/** Returns whether what was said is about a difference. */
function explains(
  { name, reason }: Said,
  { table, column, row }: Difference,
  states: readonly Tables[],
): boolean {
  if (/place among the others/.test(reason)) return unordered.test(table) && column === 'position';
  if (/the new space/.test(reason)) return table === 'spaces' && column === '(row)';
  const ids = idsIn(name);
  if (/hostname/.test(reason)) return column === 'hostname' && ids.includes(String(row.id));
  if (/^it has been changed since/.test(reason)) return column === 'position';
  const isNamed = Object.values(row).some((value) => ids.includes(String(value)));
  const [, field] = /^(?!sections )(\w+)(?:: | has been changed)/.exec(reason) ?? [];
  if (field !== undefined && column !== '(row)') return column.startsWith(inSnakeCase(field)) && isNamed;
  const inside = withContents(ids, states);
  if (unordered.test(table) && column === 'position') return true;
  return Object.values(row).some((value) => inside.has(value));
}

/** What the service finds out by itself, later. */
const computed = /^(processing_state|last_process_error_code)$/;

function problemsOf(
  differences: Iterable<Difference>,
  said: readonly Said[],
  states: readonly Tables[],
): string[] {
  return [...differences]
    .filter((one) => !computed.test(one.column) && !said.some((each) => explains(each, one, states)))
    .map(differenceText);
}

const undo = [
  'undo',
  '--max-removals',
  '100',
  '--allow-ownerless',
  '--allow-delete',
  'sites,collections',
  '--allow-opening',
  'public,administrators',
];

/** Returns why undo will not bring things back, as plans say it before a change is made: from the values that its record has. */
async function namedBefore(folder: string): Promise<readonly string[]> {
  const text = readFileSync(join(folder, 'history', '20260601-001.jsonl'), 'utf8');
  const records: JournalRecord[] = text.split('\n').flatMap((line) => (line ? JSON.parse(line).records : []));
  const intent = records.map(unpackedRecord).findLast((record) => record.type === 'intent');
  if (intent?.type !== 'intent') throw new Error('the change has no record');
  const op = operations.find(({ id }) => id === intent.operation) as Operation;
  const input = { params: intent.params, body: intent.sent } as AnyInput;
  const final = await whyNotRestorable(op.id);
  if (final !== undefined) return [final];
  const things = thingsToChange([{ op, input, valuesBefore: intent.before ?? [] }]);
  return [lostOf({ op, input }) ?? [], lostWhenUndone(things).map(({ reason }) => reason)].flat();
}

/** A plan names the first section of a site by what makes it, and the undo by its id. */
const firstSection = /^if the site had no sections before, its spaces stay in section /;

/** A state, a change of it that the service has accepted, and what undo says about it. */
interface Changed {
  readonly store: Store;
  readonly docs: CliInFolder;
  readonly choices: Choices;
  readonly before: Tables;
  readonly left: Tables;
  /** How it came to this, for a failure. */
  readonly story: readonly string[];
  readonly request: Request;
}

/** Changes generated organizations by an operation, so often that it was accepted `count` times, and calls `check` for each. */
async function eachChange(
  op: Operation,
  purpose: string,
  count: number,
  check: (changed: Changed) => Promise<void>,
): Promise<void> {
  const choices = choicesFor(`${op.id} ${purpose}`);
  let accepted = 0;
  for (let attempts = 0; accepted < count && attempts < count * 10; attempts++) {
    const store = demoStore();
    const docs = await sandboxCli({}, undefined, store);
    const earlier = await changedByOthers(store, choices, choices.below(4));
    const before = sandboxState(store);
    const request = anyRequest(choices, store, op);
    if (!request || (await docs(request.words, { env, stdin: request.stdin })).code !== 0) continue;
    accepted++;
    const left = sandboxState(store);
    const story = [...earlier, `the change: ${[...request.words, request.stdin].join(' ')}`];
    await check({ store, docs, choices, before, left, story, request });
  }
  expect(accepted).toBeGreaterThan(0);
}

describe('a change and its undo', () => {
  const table = changing.map((op) => [op.id, op] as const);

  test.each(table)('%s: the state is as before, but for what was named', async (_, op) => {
    await eachChange(op, 'alone', numRuns, async ({ store, docs, before, left, story, request }) => {
      const named = await namedBefore(docs.folder);
      const { stderr } = await docs([...undo, '--dry-run'], { env });
      const said = saidIn(stderr, request);
      const isNamed = ({ what, reason }: Said) =>
        what !== 'lost' || firstSection.test(reason) || named.includes(reason);
      const undone = await docs([...undo, '--yes'], { env });
      const differences = differencesOf(before, sandboxState(store, before)).values();
      const wrong = problemsOf(differences, said, [before, left]);
      const stays = said.filter(({ what }) => what === 'stays');
      const unnamed = said.filter((one) => !isNamed(one));
      expect({ code: undone.code, stays, wrong, unnamed }, [...story, ...named, stderr].join('\n')).toEqual({
        ...{ code: 0, stays: [], wrong: [], unnamed: [] },
      });
    });
  });

  test.each(table)('%s: nothing that others have changed since is touched', async (_, op) => {
    await eachChange(
      op,
      'with others',
      numRuns,
      async ({ store, docs, choices, before, left, story, request }) => {
        const changedIds = [...differencesOf(before, left).values()].flatMap(({ row }) => Object.values(row));
        const near = [...(request.words[2] as string).split('/').slice(4), ...changedIds].map(String);
        const others = await changedByOthers(store, choices, 1 + choices.below(3), near);
        const between = sandboxState(store);
        const undone = await docs([...undo, '--yes'], { env });
        const said = saidIn(undone.stderr, request);
        const theirs = differencesOf(left, between);
        const now = sandboxState(store, between);
        const touched = [...differencesOf(between, now)].filter(([, { column }]) => column !== 'position');
        // Of an order, others have changed the pairs that they have turned.
        const [were, are, become] = [pairsIn(left), pairsIn(between), pairsIn(now)];
        const turned = [...are.keys()].filter((pair) => were.has(pair) && are.get(pair) !== were.get(pair));
        const undoneState = sandboxState(store, withTheirs(before, left, between));
        // What others have deleted or made is no neighbour: the order of the rest counts.
        const back = [
          ...differencesOf(
            ranked(withoutThose(before, left, between)),
            ranked(withoutThose(undoneState, between, left)),
          ),
        ];
        const problems = {
          touched: [
            ...touched.filter(([cell]) => theirs.has(cell)).map(([, one]) => differenceText(one)),
            ...turned.filter((pair) => become.has(pair) && become.get(pair) !== are.get(pair)),
          ],
          notBack: problemsOf(
            back.filter(([cell]) => !theirs.has(cell)).map(([, one]) => one),
            said,
            [before, left, between],
          ),
          // Something stays because others have changed or filled it.
          code: undone.code,
        };
        expect(problems, [...story, ...others, undone.stderr].join('\n')).toEqual({
          ...{ touched: [], notBack: [], code: said.some(({ what }) => what === 'stays') ? 6 : 0 },
        });
      },
    );
  });
});

/** Returns which of two things comes first, for all pairs of things in one list. */
function pairsIn(state: Tables): ReadonlyMap<string, boolean> {
  const listOf = ({ org, site, section, parent, collection }: Tables[string][number]) =>
    JSON.stringify([org, site, section, parent, collection]);
  return new Map(
    Object.entries(state).flatMap(([table, rows]) =>
      rows.flatMap((one) =>
        rows.flatMap((other): [string, boolean][] =>
          one.position !== undefined && String(one.id) < String(other.id) && listOf(one) === listOf(other)
            ? [[`${table} ${one.id} ${other.id}`, Number(one.position) < Number(other.position)]]
            : [],
        ),
      ),
    ),
  );
}

/** Returns a state without the rows that are in `then`, and not in `now`. */
function withoutThose(state: Tables, then: Tables, now: Tables): Tables {
  return Object.fromEntries(
    Object.entries(state).map(([table, rows]) => {
      const idsOf = (one: Tables) => new Set(one[table]?.map(({ id }) => id));
      const [was, is] = [idsOf(then), idsOf(now)];
      return [table, rows.filter(({ id }) => id === undefined || !was.has(id) || is.has(id))];
    }),
  );
}

/** Returns a state with the rows that others have made between two states, and without those that they have deleted. */
function withTheirs(state: Tables, left: Tables, between: Tables): Tables {
  const kept = withoutThose(state, left, between);
  return Object.fromEntries(
    Object.entries({ ...between, ...kept }).map(([table]) => {
      const then = new Set(left[table]?.map(({ id }) => id));
      return [table, [...(kept[table] ?? []), ...(between[table] ?? []).filter(({ id }) => !then.has(id))]];
    }),
  );
}
