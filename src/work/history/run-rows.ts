import { paramNames } from '../../api/client/request.ts';
import { isCreation } from '../../api/contract/effect.ts';
import { type Change, changedFields, knownId } from '../../domain/change.ts';
import { changedMemberships, type ReportedMembership } from '../../domain/memberships/report.ts';
import { changedTies } from '../../model/effects/nouns.ts';
import { operationsById } from '../../model/operations.ts';
import { isObject } from '../../text/fields.ts';
import {
  type Attempt,
  type JournalContent,
  madeId,
  stateOfTask,
  type TaskHistory,
} from '../journal/journal.ts';
import type { RowSource, RunWork } from '../journal/journal-schema.ts';
import { plannedTies } from '../plan-document.ts';
import { idsMadeAgain } from './present-ids.ts';
import { type RecordedChange, recordedChanges } from './recorded-changes.ts';

/** The state of one row in the journal; `open` was begun and has no outcome. */
type RowState = Attempt['state'];

export interface MembershipRow {
  /** `null` means the organization itself. */
  readonly team: string | null;
  /** `null` means the team itself. */
  readonly user: string | null;
  readonly change: string;
  /** The roles before and after; `null` means not being in the team. */
  readonly from: string | null;
  readonly to: string | null;
  readonly state: RowState;
  readonly error: string | null;
}

/** A row of `batch`, or one of several ids. */
export interface CommandRow {
  readonly row: number;
  /** The user's name for it: a line of the input, an id; `null` if it was never begun. */
  readonly name: string | null;
  /** Who or what was changed, and how, in words; `null` without a request. */
  readonly what: string | null;
  readonly state: RowState;
  readonly id: string | null;
  readonly error: string | null;
  /** The last request that changes something, without secrets. */
  readonly request: { readonly operation: string; readonly params: object; readonly body?: unknown } | null;
}

export interface ChangeRow extends RecordedChange {
  readonly row: number;
  readonly error: string | null;
}

export type RunRow = MembershipRow | CommandRow | ChangeRow;

export type RowSubject = 'memberships' | 'changes' | 'rows';

export function rowSubject(work: RunWork): RowSubject {
  if (work.kind === 'rows') return 'rows';
  return work.kind === 'changes' && work.memberships ? 'memberships' : 'changes';
}

/** Returns everything that a run was meant to do, with the state in its journal. */
export function rowsOfRun(content: JournalContent): RunRow[] {
  const { work } = content.header;
  if (work.kind === 'changes') {
    const { changes, memberships } = work;
    return memberships ? membershipRows(content, changes, memberships) : changeRows(content, changes);
  }
  return work.kind === 'rows' ? commandRows(content, work) : singleRows(content);
}

/** Returns the changes of a run, each thing by name: those of its plan, else those of its requests. */
export function changesOfRun(content: JournalContent): RecordedChange[] {
  const { work } = content.header;
  if (work.kind !== 'changes') return recordedChanges(content);
  return changeRows(content, work.changes).flatMap(({ row, error: _, ...change }) => {
    const planned = work.changes[row - 1] as Change;
    const tie = changedTies.get(planned.kind);
    if (!tie) return [change];
    const ties = plannedTies(tie, planned, (id) => `${planned.name}: ${id}`);
    return ties.map((one) => ({ ...one, state: change.state }));
  });
}

function singleRows(content: JournalContent): ChangeRow[] {
  const error = content.tasks.get(0)?.end?.error ?? null;
  return changesOfRun(content).map((change, place) => ({ row: place + 1, ...change, error }));
}

function changeRows({ tasks }: JournalContent, changes: readonly Change[]): ChangeRow[] {
  const again = idsMadeAgain(changes, tasks);
  return changes.map((change, place) => {
    const { action, kind, name } = change;
    const history = tasks.get(place);
    const known = knownId(change);
    return {
      row: place + 1,
      action,
      kind,
      name,
      id: (history && madeId(history)) ?? (known === undefined ? null : (again.get(known) ?? known)),
      fields: changedFields(change),
      ...resultOf(history),
    };
  });
}

function membershipRows(
  { tasks }: JournalContent,
  changes: readonly Change[],
  reported: readonly ReportedMembership[],
): MembershipRow[] {
  const made = new Map<string, string>();
  for (const [place, { kind, before, after }] of changes.entries()) {
    const history = tasks.get(place);
    const id = kind === 'team' && before === null && history && madeId(history);
    if (id) made.set(String(after?.title), id);
  }
  const showsTeams = reported.some(([, user]) => user === null);
  return changedMemberships(changes)
    .filter(({ user }) => user !== null || showsTeams)
    .map(({ place, team, user, word: change, from, to }) => ({
      team: (team !== null && made.get(team)) || team,
      user,
      change,
      from,
      to,
      ...resultOf(tasks.get(place)),
    }));
}

/** Returns the id of the thing that an attempt was to change, if its path ends with one. */
function namedThing({ operation, params }: Attempt): string | undefined {
  const path = operationsById.get(operation)?.path ?? '';
  return path.endsWith('}') ? params[paramNames(path).at(-1) ?? ''] : undefined;
}

function commandRows({ tasks }: JournalContent, work: RunWork & { kind: 'rows' }): CommandRow[] {
  const { source, total } = work;
  const given = source.from === 'file' ? givenFile(tasks) : undefined;
  return Array.from({ length: total }, (_, index) => {
    const history = tasks.get(index);
    const attempt = history?.attempts.at(-1);
    const name = history?.end?.name ?? attempt?.name ?? nameIn(source, index);
    return {
      row: index + 1,
      name: given === undefined || name === null ? name : name.replace(beforeLine, () => given),
      what: attempt ? inWords(attempt) : null,
      id: (history && madeId(history)) ?? (attempt && namedThing(attempt)) ?? null,
      ...resultOf(history),
      request: attempt
        ? {
            operation: attempt.operation,
            params: attempt.params,
            ...(attempt.sent !== undefined && { body: attempt.sent }),
          }
        : null,
    };
  });
}

/** The file in the name of a row: `users.csv:12`. */
const beforeLine = /^.*(?=:\d+$)/s;

/** Returns the file as the run was begun with it. A resumed run names it by its whole path. */
function givenFile(tasks: JournalContent['tasks']): string | undefined {
  const [first] = tasks.values();
  return beforeLine.exec(first?.attempts[0]?.name ?? first?.end?.name ?? '')?.[0];
}

function nameIn(source: RowSource, index: number): string | null {
  if (source.from === 'ids') return source.ids[index] ?? null;
  return source.from === 'lines' ? (source.lines[index]?.join(' ') ?? null) : null;
}

/** Says what a request changes: `teams members set user_pat in team team_docs: role owner`. */
function inWords({ operation, params, before, sent }: Attempt): string {
  const around = Object.entries(params).filter(([param]) => param !== 'org');
  const id = isCreation(operation) ? undefined : around.pop()?.[1];
  const name = before?.find(({ ids }) => id !== undefined && Object.values(ids).includes(id))?.name;
  const thing = [name, id && (name === undefined ? id : `(${id})`)].filter(Boolean);
  const places = around.map(
    ([param, place]) => `in ${param.replace(/[A-Z]/g, ' $&').toLowerCase()} ${place}`,
  );
  const request = [...operation.split('.'), ...thing, ...places.reverse()].join(' ');
  const fields = isObject(sent) ? fieldsInWords(sent) : [];
  return fields.length === 0 ? request : `${request}: ${fields.join(', ')}`;
}

/** Says the fields of a body with their values, each with its path: `values.tier.value gold`. */
function fieldsInWords(body: object, above = ''): string[] {
  return Object.entries(body).flatMap(([field, value]) =>
    isObject(value) && Object.keys(value).length > 0
      ? fieldsInWords(value, `${above}${field}.`)
      : [`${above}${field} ${wordOf(value)}`],
  );
}

function wordOf(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(' and ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function resultOf(history: TaskHistory | undefined): { state: RowState; error: string | null } {
  if (!history) return { state: 'not-attempted', error: null };
  return { state: stateOfTask(history), error: history.end?.error ?? null };
}
