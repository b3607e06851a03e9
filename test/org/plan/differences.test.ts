import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../../../src/api/client/client.ts';
import { operations } from '../../../src/api/contract/operations/index.ts';
import { certificateText } from '../../../src/domain/certificates.ts';
import { mapMade } from '../../../src/domain/change.ts';
import { effects } from '../../../src/model/effects/effects.ts';
import { chosen, type Fields, type Touch } from '../../../src/model/effects/facts.ts';
import { thingsFrom } from '../../../src/model/effects/thing-reader.ts';
import { resourceNamed, touches } from '../../../src/model/effects/things.ts';
import { createReader } from '../../../src/model/read/reader.ts';
import { readSnapshot, type Snapshot } from '../../../src/model/read/snapshot.ts';
import type { ResourceKind } from '../../../src/model/resources.ts';
import { keyName, keyOfTitle } from '../../../src/org/key-names.ts';
import { namesOf } from '../../../src/org/names.ts';
import { planOrganization } from '../../../src/org/plan/make.ts';
import type { OrganizationPlan } from '../../../src/org/plan/plan.ts';
import { factsOf, fileKinds } from '../../../src/org/sections/kinds.ts';
import type { FileNaming } from '../../../src/org/sections/names.ts';
import { titlePath } from '../../../src/org/thing.ts';
import { isEqual } from '../../../src/text/equal.ts';
import { isObject } from '../../../src/text/fields.ts';
import { groupBy } from '../../../src/text/group-by.ts';
import { anyOrganizationFile } from '../../support/any-organization-file.ts';
import { demoStore } from '../../support/demo-store.ts';
import { differenceOf, type ThingDifference } from '../../support/difference.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';
import { carryOut, loaded } from './on-sandbox.ts';

const org = 'org_acme';

/** Said by the keys of things, or by their places in lists. */
const inKeys = ['spaceId', 'position', 'default', 'defaultSiteSection', 'defaultSiteSpace'];

/** A difference in a form in which both sides are equal: by names, without what a thing is known by. */
interface Normal {
  readonly thing: string;
  readonly does: 'make' | 'end' | 'change';
  readonly fields: Record<string, unknown>;
}

test('what a plan shows is what its requests do to each thing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyOrganizationFile, { minLength: 2, maxLength: 2 }), async (files) => {
      const client = sandboxClient(demoStore());
      for (const file of files) {
        const plan = await planOrganization(client, org, await loaded(file), { deletes: true });
        expect(await byRequests(client, plan)).toEqual(byPlan(plan));
        await carryOut(client, plan.requests, () => 0);
      }
    }),
    { numRuns: Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 6), endOnFailure: true },
  );
});

/** Folds what the requests of a plan touch. */
async function byRequests(client: Client, { requests }: OrganizationPlan): Promise<Normal[]> {
  const touched = requests.flatMap(({ operation, input }, place) => {
    const op = operations.find(({ id }) => id === operation);
    if (!op) throw new Error(operation);
    const known = mapMade(input, ({ $change, at }) => made($change, at && 'site-space')) as never;
    const touched = touches(op, known);
    return touched.map((touch) => withOwnId(touch, place, touched[0]?.kind));
  });
  const reader = createReader({ client, org });
  const things = thingsFrom(reader);
  const found = await effects(touched, things, {
    matters: ({ kind, by }) => kind === 'site-space' || by === 'sectionGroup',
  });
  // What ends with a section, and the groups that sections lose, no request says.
  const own = found.filter(({ kind, sets = {}, because }) => {
    if (because === undefined) return true;
    return kind === 'site-space' ? found[because]?.kind === 'section' : 'sectionGroup' in sets;
  });
  const all = differenceOf(own);
  const snapshot = await readSnapshot(reader, org, Object.fromEntries(fileKinds.map((kind) => [kind, {}])));
  const names = namesAfter(snapshot as Snapshot, all);
  return sorted(
    all.map((one): Normal => {
      const kind = one.kind as ResourceKind;
      const fields = Object.entries({ ...one.after }).flatMap(([field, after]): Change[] => {
        const before = one.before?.[field];
        if (!isObject(after) || kind !== 'openapi') return [[field, before, after]];
        return Object.entries(after).map(([inner, value]) => [`${field}.${inner}`, undefined, value]);
      });
      const key = factsOf(kind).keyOf(names, one.ids, {
        ...placeOf(snapshot as Snapshot, one),
        ...one.after,
      });
      const does = one.before === null ? 'make' : one.after === null ? 'end' : 'change';
      return normal(
        kind,
        key,
        does,
        fields.map(
          ([field, ...values]) => [field, ...values.map((id) => named(kind, field, id, names))] as Change,
        ),
      );
    }),
  );
}

/** Returns the name for a field with the id of another thing. */
function named(kind: ResourceKind, field: string, value: unknown, names: FileNaming): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'collection' && field === 'parent') return titlePath(names.collection(value));
  if (field === 'sectionId') return names.section('', value);
  if (field === 'sectionGroup') return names.sectionGroup('', value);
  return factsOf(kind).fields[field]?.names === 'team' ? names.titled('team', value) : value;
}

type Change = [field: string, before: unknown, after: unknown];

/** Puts one thing into the common form: values that say nothing, and those that its key says, are left out. */
function normal(
  kind: ResourceKind,
  key: readonly string[],
  does: Normal['does'],
  changes: readonly Change[],
): Normal {
  const { fields, rename, move } = factsOf(kind);
  const value = (one: unknown) => {
    // Where nothing is said, a space stands at the site itself, and a text clears nothing.
    if (one === '' || one === undefined || isEqual(one, chosen)) return null;
    return typeof one === 'string' && one.includes('CERTIFICATE') ? certificateText(one) : one;
  };
  const known = changes.filter(
    ([field]) =>
      field in fields &&
      !inKeys.includes(field) &&
      !(does === 'make' && (field === rename || field === move)),
  );
  const shown = known.map(
    ([field, before, after]): Change => [
      field,
      kind === 'openapi' || does === 'make' ? null : value(before),
      value(after),
    ],
  );
  return {
    thing: `${kind} ${key.map((one) => keyName(one).title).join(' / ')}`,
    does,
    fields:
      does === 'end'
        ? {}
        : Object.fromEntries(
            shown.flatMap(([field, before, after]) =>
              does === 'make' && after === null ? [] : [[field, [before, after]]],
            ),
          ),
  };
}

/** Returns the changes that a plan shows of things themselves, each thing once. */
function byPlan({ differences: own, along }: OrganizationPlan): Normal[] {
  const sites = new Set(
    own.flatMap(({ kind, action, key }) => (kind === 'site' && action === 'delete' ? key : [])),
  );
  const withSections = along.filter(
    ({ kind, key: [site = ''] }) => kind === 'site-space' && !sites.has(site),
  );
  const differences = [...own, ...withSections];
  return sorted(
    [...groupBy(differences, ({ kind, key }) => JSON.stringify([kind, key])).values()].map((all) => {
      const [{ kind, key, present, declared }] = all;
      const does = !present ? 'make' : !declared ? 'end' : 'change';
      return normal(
        kind,
        key,
        does,
        all.flatMap(({ fields }) => fields.map(({ field, before, after }): Change => [field, before, after])),
      );
    }),
  );
}

/** Sorts things by name. Those that only have another place in their list are left out: a plan moves the fewest. */
function sorted(all: readonly Normal[]): Normal[] {
  const different = all.filter(({ does, fields }) => does !== 'change' || Object.keys(fields).length > 0);
  return different.toSorted((one, other) => (one.thing < other.thing ? -1 : 1));
}

/** Names things as a file does after its plan: by the titles that they get. */
function namesAfter(snapshot: Snapshot, found: readonly ThingDifference[]): FileNaming {
  const own = namesOf(snapshot);
  const after = (kind: string, id: string): Fields => {
    const { key = kind } = resourceNamed(kind);
    return found.find((one) => one.kind === kind && one.ids[key] === id)?.after ?? {};
  };
  const siteOf = (kind: 'section' | 'section-group', id: string) =>
    [...snapshot.parts[kind].lists].find(([, list]) => (list as ReadonlyMap<string, unknown>).has(id))?.[0] ??
    '';
  const present = snapshot.parts.collection.lists.get(org);
  const collection = (id: string): readonly string[] => {
    const { title, parent } = { ...present?.get(id as never), ...after('collection', id) } as {
      title: string;
      parent?: string | null;
    };
    return [...(parent ? collection(parent) : []), keyOfTitle(title)];
  };
  return {
    ...own,
    titled(kind, id) {
      const title = after(kind, id)[factsOf(kind).rename ?? 'title'];
      return title === undefined ? own.titled(kind, id) : keyOfTitle(String(title));
    },
    collection,
    section: (site, id) =>
      String(after('section', id).path ?? own.section(site || siteOf('section', id), id)),
    sectionGroup(site, id) {
      const { title } = after('section-group', id);
      return title === undefined
        ? own.sectionGroup(site || siteOf('section-group', id), id)
        : keyOfTitle(String(title));
    },
  };
}

function made(place: number, inside?: string): string {
  return inside === undefined ? `made_${place}` : `made_${place}_${inside}`;
}

/** A thing that a request makes has no id yet: it is known by the request, and by its space if others are made with it. */
function withOwnId(touch: Touch, place: number, main: string | undefined): Touch {
  const own = JSON.parse(JSON.stringify(touch).replaceAll('"$made"', `"${made(place)}"`)) as Touch;
  const { kind, ids, change, sets } = own;
  const { key = kind } = resourceNamed(kind);
  if (change !== 'make' || ids[key] !== undefined) return own;
  const inside = kind === main ? undefined : main === 'site' ? String(sets?.spaceId) : kind;
  return { ...own, ids: { ...ids, [key]: made(place, inside) } };
}

/** Returns the section and the space of a site space, as far as the service has it. */
function placeOf({ parts }: Snapshot, { kind, ids, before }: ThingDifference): Fields {
  const list:
    | ReadonlyMap<string, { section?: unknown; space?: { readonly id: string } | null | undefined }>
    | undefined = kind === 'site-space' ? parts['site-space'].lists.get(ids.site ?? '') : undefined;
  const item = list?.get(ids.siteSpace ?? '');
  return { ...before, ...(item && { sectionId: item.section, spaceId: item.space?.id }) };
}
