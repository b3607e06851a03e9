import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../../../src/api/client/client.ts';
import { operations } from '../../../src/api/contract/operations/index.ts';
import { certificateText } from '../../../src/domain/certificates.ts';
import { mapMade } from '../../../src/domain/change.ts';
import { differenceOf, type ThingDifference } from '../../../src/model/effects/difference.ts';
import { effects } from '../../../src/model/effects/effects.ts';
import type { Fields, Touch } from '../../../src/model/effects/facts.ts';
import { thingsOfService } from '../../../src/model/effects/thing-source.ts';
import { resourceNamed, touches } from '../../../src/model/effects/things.ts';
import { createReader } from '../../../src/model/read/reader.ts';
import { readSnapshot, type Snapshot } from '../../../src/model/read/snapshot.ts';
import type { ResourceKind } from '../../../src/model/resources.ts';
import { keyName, keyOfTitle } from '../../../src/org/file/names.ts';
import { namesOf } from '../../../src/org/names.ts';
import { factsOf, fileKinds } from '../../../src/org/plan/kinds.ts';
import { planOrganization } from '../../../src/org/plan/make.ts';
import type { OrganizationPlan } from '../../../src/org/plan/plan.ts';
import type { Names } from '../../../src/org/sections/names.ts';
import { titlePath } from '../../../src/org/thing.ts';
import { isObject } from '../../../src/text/fields.ts';
import { groupBy } from '../../../src/text/group-by.ts';
import { anyOrganizationFile } from '../../support/any-organization-file.ts';
import { demoStore } from '../../support/demo-store.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';
import { carryOut, loaded } from './on-sandbox.ts';

const org = 'org_acme';

/** The kinds whose fields have the names of the API. */
const compared = fileKinds.filter((kind) => factsOf(kind).section !== 'sites');

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
    const known = mapMade(input, ({ $change }) => made($change)) as never;
    return touches(op, known).map((touch) => withOwnId(touch, place));
  });
  const source = thingsOfService(createReader({ client, org }));
  const all = (await effects(touched, source, { matters: () => false })).filter(
    ({ because }) => because === undefined,
  );
  const found = differenceOf(all);
  const snapshot = await readSnapshot(
    createReader({ client, org }),
    org,
    Object.fromEntries(fileKinds.map((kind) => [kind, {}])),
  );
  const names = namesAfter(snapshot as Snapshot, found);
  return sorted(
    found
      .filter(({ kind }) => compared.some((one) => one === kind))
      .map((one): Normal => {
        const kind = one.kind as ResourceKind;
        const fields = Object.entries({ ...one.after }).flatMap(([field, after]): Change[] => {
          const before = one.before?.[field];
          if (!isObject(after) || kind !== 'openapi') return [[field, before, after]];
          return Object.entries(after).map(([inner, value]) => [`${field}.${inner}`, undefined, value]);
        });
        const key = factsOf(kind).keyOf(names, one.ids, one.after ?? one.before ?? {});
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
function named(kind: ResourceKind, field: string, value: unknown, names: Names): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'collection' && field === 'parent') return titlePath(names.collection(value));
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
  const value = (one: unknown) =>
    one === '' || one === undefined
      ? null
      : typeof one === 'string' && one.includes('CERTIFICATE')
        ? certificateText(one)
        : one;
  const known = changes.filter(
    ([field]) => field in fields && !(does === 'make' && (field === rename || field === move)),
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
function byPlan({ differences }: OrganizationPlan): Normal[] {
  const own = differences.filter(({ kind }) => compared.includes(kind));
  return sorted(
    [...groupBy(own, ({ kind, key }) => JSON.stringify([kind, key])).values()].map((all) => {
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

function sorted(all: readonly Normal[]): Normal[] {
  return all.toSorted((one, other) => (one.thing < other.thing ? -1 : 1));
}

/** Names things as a file does after its plan: by the titles that they get. */
function namesAfter(snapshot: Snapshot, found: readonly ThingDifference[]): Names {
  const own = namesOf(snapshot);
  const after = (kind: string, id: string): Fields => {
    const { key = kind } = resourceNamed(kind);
    return found.find((one) => one.kind === kind && one.ids[key] === id)?.after ?? {};
  };
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
  };
}

function made(place: number): string {
  return `made_${place}`;
}

/** A thing that a request makes has no id yet: it is known by the request. */
function withOwnId(touch: Touch, place: number): Touch {
  const { kind, ids, change } = touch;
  const { key = kind } = resourceNamed(kind);
  return change === 'make' && ids[key] === undefined
    ? { ...touch, ids: { ...ids, [key]: made(place) } }
    : touch;
}
