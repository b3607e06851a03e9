import type { Intent, JournalRecord, Outcome } from '../../src/work/journal/journal-schema.ts';
import { exposureOf, openBeyond } from '../support/exposure.ts';
import { stateOf, type Tables } from '../support/sandbox-state.ts';
import { type Announced, announcedBy, recordsIn } from './announced.ts';
import { isBulk, type Line, password } from './lines.ts';
import { org } from './organization.ts';
import type { Played } from './play.ts';
import { type Served, token } from './service.ts';
import { isHistory, isJournal, type Ran } from './stage.ts';

/** What must hold after every history, by its name in reports. Each returns what does not hold, in words. */
const checks: Readonly<Record<string, (history: readonly Played[]) => string[]>> = {
  'the program does not fail': ofActs(internalErrors),
  'guards that no flag lifts hold at every moment': ofActs(({ unguarded }) => [...unguarded]),
  'nothing is made twice': ofActs(madeTwice),
  'a resumed run ends as the undisturbed one': ofActs(unlikeCalm),
  'an undo gives back what was there': ofActs(notUndone),
  'an undo that no one has disturbed blames no one': ofActs(blaming),
  'an undo leaves what a colleague has set': ofActs(colleagueTouched),
  'nothing is open in between': ofActs(openInBetween),
  'an exit code says what has happened': ofActs(untrueCodes),
  'no request leaves without a record': unrecorded,
  'a record says what has happened': untrueRecords,
  'no file but that of the tokens holds a secret': ofActs(secrets),
  'no file is left behind': leftovers,
};

export interface Violation {
  readonly rule: string;
  readonly text: string;
}

/** Returns what does not hold in a history; empty if all is well. */
export function violations(history: readonly Played[]): Violation[] {
  return Object.entries(checks).flatMap(([rule, check]) => check(history).map((text) => ({ rule, text })));
}

function ofActs(check: (played: Played) => string[]): (history: readonly Played[]) => string[] {
  return (history) => history.flatMap(check);
}

const shown = ({ words, code }: Ran) => `docs-admin ${words.join(' ')} (exit ${code ?? 'died'})`;

function internalErrors({ ran }: Played): string[] {
  const ended = ran.filter(({ code }) => code !== undefined);
  return [
    ...ended
      .filter(({ stderr }) => /internal error/.test(stderr))
      .map((one) => `internal error: ${shown(one)}`),
    ...ended
      .filter(({ code, stderr }) => code !== 0 && !/^error:/m.test(stderr))
      .map((one) => `no reason: ${shown(one)}`),
  ];
}

/** Whether a line says what is to be there, so that a second one like it has nothing to do. */
function saysTarget(line: Line | undefined): boolean {
  return /^(org apply|apply-plan|teams members sync)/.test(line?.words.join(' ') ?? '');
}

/** Whether all lines of an act are about the same work. */
function isOneWork({ lines: [first, second] }: Played['act']): boolean {
  return !second || (saysTarget(first) && second.words.join(' ') === first?.words.join(' '));
}

/** Neither a request that is sent again, nor two processes with the same work, make a thing twice. */
function madeTwice({ served, act, interference }: Played): string[] {
  if (!isOneWork(act) || interference.length > 0) return [];
  const made = served.filter(({ pid, status }) => pid > 0 && status === 201);
  const keys = made.map(({ method, path, body }) => `${method} ${path} ${body}`);
  return keys.filter((key, at) => keys.indexOf(key) < at);
}

/** An act that ends well ends as it does when nothing goes wrong. */
function unlikeCalm({ act, calm, ran, after, before }: Played): string[] {
  if (!calm || act.afterwards.endsWith('undo') || !isOneWork(act)) return [];
  const ends = act.lines.length > 1 ? ran : ran.slice(-1);
  if (calm.code !== 0 || ends.some(({ code }) => code !== 0)) return [];
  const moves = act.lines.some(({ words }) => words[0] === 'batch' && words.includes('move'));
  const tables = [calm.rows, after, before].map((one) => withoutOrder(one, moves));
  return differences(...(tables as [Tables, Tables, Tables]));
}

/**
 * Leaves out the orders that depend on the order of requests: a resume sends what was refused behind the others. A collection
 * is the last one when it is made, and rows of `batch` may move things to the end, one after the other.
 */
function withoutOrder(tables: Tables, moves: boolean): Tables {
  const names = moves ? Object.keys(tables) : ['collections'];
  const unordered = names.map((name) => [name, tables[name]?.map(({ position: _, ...row }) => row) ?? []]);
  return { ...tables, ...Object.fromEntries(unordered) };
}

/** An undo that ends well, and names no loss, gives back what was there before. */
function notUndone({ act, ran, before, after, interference }: Played): string[] {
  const undo = ran.filter(({ role }) => role === 'undo' || role === 'resume of the undo');
  if (undo.length === 0 || interference.length > 0 || act.lines.length > 1) return [];
  if (undo.at(-1)?.code !== 0 || undo.some(({ stderr, stdout }) => namesLoss(stderr + stdout))) return [];
  return differences(before, after);
}

/** Where only one process has changed anything, nothing stays because others have changed it. */
function blaming({ act, ran, interference }: Played): string[] {
  if (interference.length > 0 || act.lines.length > 1) return [];
  const undo = ran.filter(({ role }) => role === 'undo' || role === 'resume of the undo');
  return undo.flatMap(
    ({ stderr }) => stderr.match(/^warning: .*(since|others have|no longer exists|there again).*$/gm) ?? [],
  );
}

function namesLoss(text: string): boolean {
  return /cannot be|is lost|are lost|no operation|stays|not known/.test(text);
}

/** What only the colleague has set, and stood when the undo began, stands after it. */
function colleagueTouched({ act, interference, beforeUndo, after, served, ran }: Played): string[] {
  if (!beforeUndo || act.lines.length > 1) return [];
  const own = new Set(ran.filter(({ role }) => role === 'line').map(({ pid }) => pid));
  return interference.flatMap(({ at, change, before, after: then }, place) => {
    // A colleague may change it again while the undo runs.
    const later = interference.slice(place + 1).map(({ after: last }) => cellsOf(last));
    const isOwn = served.some(
      ({ pid, method, path, at: time }) =>
        own.has(pid) &&
        method !== 'GET' &&
        time >= at &&
        (path.endsWith(change.path) || `/v1/orgs/${org}${change.path}`.startsWith(path)),
    );
    if (isOwn) return [];
    const [was, kept, now] = [cellsOf(before), cellsOf(beforeUndo), cellsOf(after)];
    return [...cellsOf(then)]
      .filter(
        ([cell, value]) => was.get(cell) !== value && kept.get(cell) === value && now.get(cell) !== value,
      )
      .filter(([cell]) => !later.some((cells) => cells.get(cell) === now.get(cell)))
      .map(([cell, value]) => `${cell} = ${value} of ${change.method} ${change.path}, now ${now.get(cell)}`);
  });
}

/**
 * At no moment, whatever goes wrong, more is reached than before the act or after undisturbed work. Rows of `batch` keep the
 * order that a person gave them: what they open in between is named before. So is a space, or its new section, that the
 * service shows for a moment, before it takes a condition.
 */
function openInBetween({ act, before, calm, served, ran }: Played): string[] {
  if (calm?.code !== 0 || act.lines.length > 1 || act.lines[0]?.words[0] === 'batch') return [];
  const allowed = [before, calm.rows].map(exposureOf);
  const asMade = [asMadeBeside(before, calm.rows), asMadeBeside(calm.rows, before)].map(exposureOf);
  const named = ran.map(({ stderr }) => /^opens \(\d+\)\n(?: {2}.*\n)+/m.exec(stderr)?.[0] ?? '').join('');
  const isNamed = (text: string) => {
    const [, space] = /^the public reaches space_(\w+)/.exec(text) ?? [];
    if (space === undefined) return false;
    const joins = new RegExp(
      ` space ${space} | spaces join site .*: .*\\b${space}\\b| section .* joins site `,
    );
    return joins.test(named);
  };
  // Who gives a site back that may stay public has agreed to what it shows then.
  const siteStays = ran.some(({ stderr }) =>
    /^warning: site .* stays as it is: it is not known/m.test(stderr),
  );
  const opened = served.flatMap(({ method, path, body = '', exposure = new Map() }) =>
    openBeyond(exposure, allowed)
      .filter((text) => !(siteStays && text.startsWith('the public reaches ')))
      .filter((text) => !isNamed(text) || openBeyond(exposure, asMade).includes(text))
      .map((text) => `${text} after ${method} ${path} ${body}`),
  );
  return opened.slice(0, 1);
}

/** Returns a state in which the sections and site spaces that another one lacks have no conditions: so the service makes them. */
function asMadeBeside(state: Tables, other: Tables): Tables {
  const made = ['site_sections', 'site_spaces'].map((table) => {
    const there = new Set(other[table]?.map(({ id }) => id));
    const rows = (state[table] ?? []).map((row) => (there.has(row.id) ? row : { ...row, condition: null }));
    return [table, rows];
  });
  return { ...state, ...Object.fromEntries(made) };
}

/** Columns that are no part of what a row is about. */
const values = /role|level|value|sso|disabled|resolved|position/;

/** Returns each value of a state by its table, row and column. */
function cellsOf(rows: Tables): Map<string, unknown> {
  const cells = new Map<string, unknown>();
  for (const [table, list] of Object.entries(stateOf(rows))) {
    for (const row of list) {
      const about = Object.entries(row).filter(([name]) => !values.test(name));
      const key = row.id ?? about.map(([, value]) => value).join('/');
      for (const [name, value] of Object.entries(row))
        if (name !== 'position') cells.set(`${table} ${key} ${name}`, value);
    }
  }
  return cells;
}

/** A single command that says that it has failed has changed nothing. */
function untrueCodes({ act, ran, before, after, interference }: Played): string[] {
  const [only, ...others] = ran;
  if (!only || others.length > 0 || act.lines.length > 1 || interference.length > 0) return [];
  const { code } = only;
  // 7 and 10 say that no answer came.
  if (code === undefined || [0, 7, 10].includes(code) || isBulk(only.words)) return [];
  return differences(before, after).map((text) => `${shown(only)}: ${text}`);
}

type Records = readonly JournalRecord[];

function journalsOf(history: readonly Played[]): Records[] {
  const { files } = history.at(-1) as Played;
  const journals = [...files].filter(([path]) => isJournal(path)).map(([, text]) => recordsIn(text));
  const single = [...files].filter(([path]) => isHistory(path)).flatMap(([, text]) => commandsIn(text));
  return [...journals, ...single];
}

/** Returns the records of each command in a file of history. */
function commandsIn(text: string): Records[] {
  const lines = text.split('\n');
  const runs = [...new Set(lines.flatMap((line) => /^\{"run":"([^"]+)"/.exec(line)?.[1] ?? []))];
  return runs.map((run) =>
    recordsIn(lines.filter((line) => line.startsWith(`{"run":${JSON.stringify(run)}`)).join('\n')),
  );
}

/** A command writes down what it is going to send, and no power failure takes that away. */
function unrecorded(history: readonly Played[]): string[] {
  const textOf = (announced: Announced) => Object.values(announced).join(' ');
  const intents = journalsOf(history).flatMap((records) => records.filter((one) => one.type === 'intent'));
  const known = new Set(intents.map((intent) => textOf(announcedBy(intent))));
  return history
    .flatMap(({ served }) => served)
    .filter(({ pid, method }) => pid > 0 && method !== 'GET')
    .filter(({ intent }) => !intent || !known.has(textOf(intent)))
    .map(({ method, path }) => `${method} ${path}`);
}

/** A record says done only of what was done, and failed only of what was not. */
function untrueRecords(history: readonly Played[]): string[] {
  // A colleague, or another process, may have done what a record calls done.
  if (history.some(({ act, interference }) => act.lines.length > 1 || interference.length > 0)) return [];
  const served = history.flatMap((played) => played.served);
  const hasDied = history.some(({ ran }) => ran.some(({ code }) => code === undefined));
  return journalsOf(history).flatMap((records) => {
    const intents = new Map<string, Intent>();
    return records.flatMap((record) => {
      if (record.type === 'intent') intents.set(`${record.task} ${record.call}`, record);
      if (record.type !== 'outcome') return [];
      const intent = intents.get(`${record.task} ${record.call}`);
      return intent
        ? untrueOutcome(record, intent, served, hasDied)
        : [`an outcome without an intent: ${JSON.stringify(record)}`];
    });
  });
}

function untrueOutcome(
  { state }: Outcome,
  intent: Intent,
  served: readonly Served[],
  hasDied: boolean,
): string[] {
  const { method, path } = announcedBy(intent);
  const same = served.filter((one) => one.method === method && one.path === path && one.pid > 0);
  const own = same.filter(
    ({ intent: of }) => of?.task === intent.task && of.call === intent.call && of.at === intent.at,
  );
  if (state === 'failed' && own.some(({ status }) => status < 300))
    return [`recorded as failed, and done: ${method} ${path}`];
  // What a process has announced before it died may be there already: the next one reads it.
  if (own.length === 0 && hasDied) return [];
  const isGone = method === 'DELETE' && own.some(({ status }) => status === 404);
  if (state === 'done' && !isGone && !same.some(({ status }) => status < 300))
    return [`recorded as done, and not done: ${method} ${path}`];
  return [];
}

function secrets({ files, ran }: Played): string[] {
  const texts: [string, string][] = [
    ...[...files].filter(([path]) => !/credentials\.json$|^\/desk\//.test(path)),
    ...ran.map((one): [string, string] => [`stderr of ${one.words[0]}`, one.stderr]),
  ];
  return texts.filter(([, text]) => text.includes(token) || text.includes(password)).map(([place]) => place);
}

/** Locks and drafts are there only while a process works. What a dead one has left is allowed. */
function leftovers(history: readonly Played[]): string[] {
  if (history.some(({ met }) => met.some(({ what }) => /disk|death|power/.test(what)))) return [];
  const { files } = history.at(-1) as Played;
  return [...files.keys()].filter((path) => /\.tmp-|\.lock$|\.takeover$/.test(path));
}

/** Returns where two states differ, at most three places. Ids of things that are new in both are compared by name. */
function differences(wanted: Tables, found: Tables, earlier: Tables = wanted): string[] {
  const expected = stateOf(wanted, earlier);
  const actual = stateOf(found, wanted);
  const lines = (rows: readonly object[] = []) => rows.map((row) => JSON.stringify(row));
  const texts = Object.entries(expected).flatMap(([table, rows]) => {
    const [one, other] = [lines(rows), lines(actual[table])];
    return [
      ...one.filter((line) => !other.includes(line)).map((line) => `${table} lacks ${line}`),
      ...other.filter((line) => !one.includes(line)).map((line) => `${table} has ${line}`),
    ];
  });
  return texts.slice(0, 3);
}
