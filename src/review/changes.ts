import { placesIn } from '../access/facts.ts';
import type { Naming } from '../access/pseudonyms.ts';
import { asId, type IdOf } from '../api/contract/ids.ts';
import { updateCollection } from '../api/contract/operations/collections.ts';
import type { Change } from '../domain/change.ts';
import { teamChanges, usualBatchSize, withMembers } from '../domain/memberships/changes.ts';
import type { MembershipChange } from '../domain/memberships/membership.ts';
import { type PersonFacts, personOf } from '../domain/people.ts';
import { roleChange } from '../domain/team-merge.ts';
import { titled } from '../text/called.ts';
import { kept } from '../text/kept.ts';
import type { PlanNames } from '../work/plan-file.ts';
import type { PlannedGrant, PresentGrants } from './state.ts';
import { targetWith } from './words.ts';

/** Returns the requests that take grants away, or lower them. */
export function decidedChanges(
  org: string,
  { facts }: Pick<PresentGrants, 'facts'>,
  planned: readonly PlannedGrant[],
): Change[] {
  const teamCalled = (team: string) => {
    const id = asId<'team'>(team);
    return { id, title: facts.teams.get(id)?.title ?? id };
  };
  const memberships = new Map<string, MembershipChange[]>();
  const others: Change[] = [];
  const people: { user: IdOf<'user'>; from: string; to: string | null }[] = [];
  for (const { action, now, decision } of planned) {
    if (action !== 'change' || !now) continue;
    const { kind, who, where, level } = now;
    const to = decision.to ?? null;
    const place = targetWith(facts, where)?.place;
    if (kind === 'team-member')
      kept(memberships, where, () => []).push({
        user: asId<'user'>(who),
        from: level,
        to: to === null ? null : 'member',
      });
    else if (kind === 'organization-role') people.push({ user: asId<'user'>(who), from: level, to });
    else if (place && who !== '')
      others.push({
        ...roleChange({ ...place, title: place.title ?? place.id }, teamCalled(who), level, to),
        requires: [],
      });
    else if (place) others.push(defaultChange(place.id, place.title ?? place.id, level, to));
  }
  const ofTeams = [...memberships].map(([id, changes]) => ({ ...teamCalled(id), changes }));
  return withMembers(org, [...teamChanges(org, ofTeams, usualBatchSize), ...others], people);
}

function defaultChange(collection: string, title: string, level: string, to: string | null): Change {
  const [params, body] = [{ collection }, { defaultLevel: to }];
  return {
    action: 'update',
    kind: 'collection',
    ref: params,
    name: titled('collection', title, collection),
    before: { defaultLevel: level },
    after: body,
    operation: updateCollection.id,
    input: { params, body },
    requires: [],
  };
}

/** Returns what a plan calls teams, places and people: under pseudonyms, if the review does so. */
export function planNames({ facts }: Pick<PresentGrants, 'facts'>, naming: Naming): PlanNames {
  const things = [...facts.teams.values(), ...[...placesIn(facts)].map(({ place }) => place)];
  const people = new Map<IdOf<'user'>, PersonFacts>();
  for (const [id, member] of facts.people) {
    const names = personOf({ user: naming.user(member) });
    for (const known of [id, asId<'user'>(naming.id(id))]) people.set(known, names);
  }
  return { titles: new Map(things.map(({ id, title = id }) => [id, title])), people };
}

/** Copies changes with the ids that stand for people. */
export function renamedChanges(
  changes: readonly Change[],
  { id: idOf, isRedacted }: Naming,
): readonly Change[] {
  if (!isRedacted) return changes;
  return changes.map((change) => {
    const { kind, ref, before, after } = change;
    if (kind === 'member') {
      const user = idOf(String(ref.user));
      const params = { ...ref, user };
      return { ...change, ref: params, name: `member ${user}`, input: { ...change.input, params } };
    }
    if (kind !== 'team-members') return change;
    const renamed = (fields: Change['before']) =>
      fields && Object.fromEntries(Object.entries(fields).map(([id, value]) => [idOf(id), value]));
    return { ...change, before: renamed(before), after: renamed(after) };
  });
}
