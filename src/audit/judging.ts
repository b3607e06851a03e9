import type { IdIn, ItemOf } from '../model/read/snapshot.ts';
import type { ResourceKind } from '../model/resources.ts';
import { groupBy } from '../text/group-by.ts';
import { kept } from '../text/kept.ts';
import type { AuditedObject, AuditFacts } from './facts.ts';
import type { Breach, Rule, Unjudged } from './rule.ts';

/** What a rule says of a thing. It is about the thing itself if it names no other object. */
export type Judged = (Omit<Breach, 'object'> | Omit<Unjudged, 'object'>) & {
  readonly object?: AuditedObject;
};

/**
 * Makes the `find` of a rule that judges the things of a kind one by one. `judge` takes a thing with its id and that of
 * its parent. It returns nothing if the thing passes the rule.
 */
export function ofEach<Kind extends ResourceKind>(
  kind: Kind,
  judge: (item: ItemOf<Kind>, id: IdIn<Kind>, facts: AuditFacts, parent: string) => Judged | undefined,
): Rule['find'] {
  return function* (facts) {
    for (const { parent, id, item } of facts.all(kind)) {
      const verdict = judge(item, id, facts, parent);
      if (verdict) yield { object: facts.named(kind, id, parent), ...verdict };
    }
  };
}

/** Names a thing by what it is in and its own name. */
export function nameIn(around: AuditedObject, thing: AuditedObject): string {
  return `${around.name}: ${thing.name}`;
}

/** Makes the `find` of a rule about things with the title of an earlier one, in the same group. */
export function withSameTitle<Kind extends 'collection' | 'site' | 'team'>(
  kind: Kind,
  renamed: (id: IdIn<Kind>) => Breach['fix'],
  groupOf: (item: ItemOf<Kind>) => string = () => '',
): Rule['find'] {
  return function* (facts) {
    const groups = groupBy(facts.all(kind), ({ item }) => groupOf(item));
    for (const group of groups.values()) {
      const firsts = new Map<string, string>();
      for (const { id, item } of group) {
        const title = item.title ?? '';
        const first = kept(firsts, title, () => id);
        if (first === id) continue;
        yield {
          object: facts.named(kind, id),
          message: `has the same title as ${first}`,
          evidence: { title, first },
          fix: renamed(id),
        };
      }
    }
  };
}
