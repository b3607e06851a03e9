import { type Change, changedFields, knownId } from '../domain/change.ts';
import {
  type ChangedMembership,
  changedMemberships,
  type ReportedMembership,
} from '../domain/memberships/report.ts';
import type { PersonFacts } from '../domain/people.ts';
import type { View } from '../output/view.ts';
import { kept } from '../text/kept.ts';
import { longest } from '../text/longest.ts';
import { changeResultView, membershipResultView, withSamples } from '../views/bulk.ts';
import type { WorkResult } from './run/supervise.ts';

/** What a row shows of the result of its change; `state` is its status. */
export type ShownResult = Pick<WorkResult, 'id' | 'error'> & { readonly state: string };

/** How the results of changes are printed. */
export interface ResultListing<Row = unknown> {
  readonly view: View;
  readonly rows: readonly Row[];
  /** Returns the index of the change that a row is about; `undefined` if nothing changes. */
  placeOf(row: Row): number | undefined;
  show(row: Row, status: string, result: ShownResult | undefined): object;
}

export function changeListing(changes: readonly Change[]): ResultListing<number> {
  const samples = [{ name: longest(changes.map(({ name }) => name)), kind: 'section-grouping' }];
  return {
    view: withSamples(changeResultView, samples),
    rows: [...changes.keys()],
    placeOf: (place) => place,
    show(place, status, result) {
      const change = changes[place] as Change;
      const { action, kind, name } = change;
      return {
        action,
        kind,
        id: result?.id ?? knownId(change) ?? null,
        name,
        fields: changedFields(change),
        status,
        error: result?.error ?? null,
      };
    },
  };
}

/** Lists one row for each membership to report on, also for those that do not change. */
export function membershipListing(
  changes: readonly Change[],
  rows: readonly ReportedMembership[],
  people: ReadonlyMap<string, PersonFacts>,
): ResultListing<ReportedMembership> {
  const changed = byTeamAndUser(changes);
  const changeOf = ([team, user]: ReportedMembership) => changed.get(team)?.get(user);
  const samples = [
    { team: longest(rows.map(([team]) => team ?? '')), user: longest(rows.map(([, user]) => user ?? '')) },
  ];
  return {
    view: withSamples(membershipResultView, samples),
    rows,
    placeOf: (row) => changeOf(row)?.place,
    show(row, status, result) {
      const [team, user] = row;
      return {
        team,
        user,
        change: changeOf(row)?.word ?? 'none',
        status,
        error: result?.error ?? null,
        name: (user !== null && people.get(user)?.name) || null,
      };
    },
  };
}

function byTeamAndUser(changes: readonly Change[]) {
  const teams = new Map<string | null, Map<string | null, ChangedMembership>>();
  for (const one of changedMemberships(changes)) kept(teams, one.team, () => new Map()).set(one.user, one);
  return teams;
}
