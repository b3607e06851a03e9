import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { ServiceError, Unreachable } from '../../../src/api/client/errors.ts';
import { asId } from '../../../src/api/contract/ids.ts';
import type { AccessPlace } from '../../../src/domain/access/places.ts';
import { TransportFailure } from '../../../src/errors.ts';
import { createReader } from '../../../src/model/read/reader.ts';
import {
  readSnapshot,
  type SnapshotPart,
  type SnapshotProgress,
  thingsOf,
} from '../../../src/model/read/snapshot.ts';
import { registry } from '../../../src/model/registry.ts';
import type { ResourceKind } from '../../../src/model/resources.ts';
import type { Transport } from '../../../src/ports.ts';
import { openSeededStore } from '../../../src/sandbox/open-seeded.ts';
import { notSent } from '../../support/failures.ts';
import {
  anyOrganization,
  generatedAdmin,
  generatedOrg,
  withOrganization,
} from '../../support/organizations.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';
import { answer } from '../../support/scripted-transport.ts';

const demo = openSeededStore(':memory:');
afterAll(() => demo.close());

const org = 'org_acme';

/** A client of the demo data that notes its requests; `faulty` answers some of them in place of the sandbox. */
function client(faulty: (path: string) => ReturnType<Transport> | undefined = () => undefined) {
  const requests: string[] = [];
  const api = sandboxClient(demo, {
    around: (transport) => (request, signal) => {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
      return faulty(`${pathname}${search}`) ?? transport(request, signal);
    },
  });
  return { api, requests };
}

const idsIn = (lists: ReadonlyMap<string, ReadonlyMap<string, unknown>>) =>
  Object.fromEntries([...lists].map(([parent, list]) => [parent, [...list.keys()]]));

describe('reads', () => {
  test('each list once, with the largest pages, and nothing for single members', async () => {
    const { api, requests } = client();
    const { parts } = await readSnapshot(createReader({ client: api }), org, {
      member: {},
      team: {},
      'team-member': {},
    });
    const base = `GET /v1/orgs/${org}`;
    const teams = [...(parts.team.lists.get(org)?.keys() ?? [])];
    expect(teams).toContain('team_docs');
    expect(requests).toEqual([
      `${base}/members?limit=1000`,
      `${base}/teams?limit=1000`,
      ...teams.map((team) => `${base}/teams/${team}/members?limit=1000`),
    ]);
    expect(parts.member.lists.get(org)?.get(asId<'user'>('user_ada'))).toMatchObject({ role: 'admin' });
    expect(parts['team-member'].lists.get('team_tokyo')?.get(asId<'user'>('user_yuki'))).toEqual({
      organization: { id: 'user_yuki' },
      team: { role: 'owner' },
    });
  });

  test('the spaces as an administrator reaches them', async () => {
    const { api, requests } = client();
    const { parts } = await readSnapshot(createReader({ client: api }), org, {
      space: { query: { order: 'asc' } },
    });
    expect(requests).toEqual([
      `GET /v1/orgs/${org}/members?role=admin&limit=50`,
      `GET /v1/orgs/${org}/members/user_grace/spaces?order=asc&limit=1000`,
    ]);
    expect(parts.space.lists.get(org)?.get(asId<'space'>('space_handbook'))).toMatchObject({
      title: 'Handbook',
    });
  });

  test('what leads to the things that are wanted, without keeping it', async () => {
    const { api, requests } = client();
    const snapshot = await readSnapshot(createReader({ client: api }), org, { 'collection-team': {} });
    expect(Object.keys(snapshot.parts)).toEqual(['collection-team']);
    expect(idsIn(snapshot.parts['collection-team'].lists)).toMatchObject({ col_internal: ['team_platform'] });
    expect(requests[0]).toBe(`GET /v1/orgs/${org}/collections?limit=1000`);
  });

  test('only what is in the things that are chosen', async () => {
    const { api, requests } = client();
    const { parts } = await readSnapshot(createReader({ client: api }), org, {
      'team-member': { of: ({ id, title }) => id === 'team_docs' || title === 'Nobody yet' },
    });
    expect(idsIn(parts['team-member'].lists)).toMatchObject({ team_empty: [] });
    expect(requests).toHaveLength(3);
  });

  test('nothing where nothing is wanted', async () => {
    const { api, requests } = client();
    expect(await readSnapshot(createReader({ client: api }), org, {})).toEqual({
      organization: org,
      parts: {},
    });
    expect(requests).toEqual([]);
  });

  test('every kind that has a list, each address once', async () => {
    const { api, requests } = client();
    const wanted = Object.fromEntries(everyKind.map((kind) => [kind, {}])) as Record<ResourceKind, object>;
    const { parts } = await readSnapshot(createReader({ client: api }), org, wanted);
    expect(Object.values(parts).flatMap(({ unknown }) => unknown)).toEqual([]);
    expect(new Set(requests).size).toBe(requests.length);
    expect(requests.filter((request) => /\/members\/(?!user_grace\/spaces)/.test(request))).toEqual([]);
    const counts = Object.entries(parts).map(([kind, part]) => [kind, [...thingsOf(part)].length]);
    expect(counts.filter(([, count]) => count === 0)).toEqual([]);
  });
});

/** The kinds of the content of change requests, and those that only their parents show. */
const shownElsewhere: readonly string[] = ['content', 'file', 'grouped-section', 'page', 'reusable-content'];
const everyKind = Object.keys(registry).filter((kind) => !shownElsewhere.includes(kind)) as ResourceKind[];

describe('keeps', () => {
  test('what it is told of a thing', async () => {
    const { api } = client();
    const { parts } = await readSnapshot(createReader({ client: api }), org, {
      member: { keep: ({ id, role, disabled }) => (disabled ? undefined : { id, role }) },
    });
    const list = parts.member.lists.get(org);
    expect(list?.get(asId<'user'>('user_ada'))).toEqual({ id: 'user_ada', role: 'admin' });
    expect(list?.has(asId<'user'>('user_dee'))).toBe(false);
  });

  test('nothing, for a caller that only looks', async () => {
    const { api } = client();
    const seen: string[] = [];
    const { parts } = await readSnapshot(createReader({ client: api }), org, {
      'translation-language': { keep: ({ language }, parent) => void seen.push(`${parent} ${language}`) },
    });
    expect(seen).toEqual(['translation_docs en', 'translation_docs fr', 'translation_docs ja']);
    expect([...thingsOf(parts['translation-language'])]).toEqual([]);
  });
});

describe('what cannot be read', () => {
  const refuse = (status: number, fits: (path: string) => boolean) => (path: string) =>
    fits(path) ? Promise.resolve(answer(status, { error: { message: 'not for you' } })) : undefined;

  test('is unknown with its reason and its place; the rest is there', async () => {
    const { api } = client(refuse(403, (path) => path.includes('/teams/team_docs/members')));
    const { parts } = await readSnapshot(createReader({ client: api }), org, { team: {}, 'team-member': {} });
    const reason = { status: 403, message: 'not for you' };
    expect(parts['team-member'].unknown).toEqual([
      { kind: 'team-member', in: { kind: 'team', id: 'team_docs' }, reason },
    ]);
    expect(parts['team-member'].lists.has('team_docs')).toBe(false);
    expect(parts['team-member'].lists.get('team_tokyo')?.size).toBe(2);
    expect(parts.team.unknown).toEqual([]);
  });

  test('makes unknown what is in it, at any depth', async () => {
    const { api, requests } = client(refuse(403, (path) => path.includes('/user_grace/spaces')));
    const { parts } = await readSnapshot(createReader({ client: api }), org, {
      space: {},
      comment: {},
      reply: {},
      team: {},
    });
    const unknown = [
      {
        kind: 'space',
        in: { kind: 'organization', id: org },
        reason: { status: 403, message: 'not for you' },
      },
    ];
    expect(parts).toMatchObject({ space: { unknown }, comment: { unknown }, reply: { unknown } });
    expect(parts.team.unknown).toEqual([]);
    expect(requests).toHaveLength(3);
  });

  test.each([500, 503, 404, 400])('is unknown after a %i', async (status) => {
    const { api } = client(refuse(status, (path) => path.includes('/saml')));
    const { parts } = await readSnapshot(createReader({ client: api }), org, { saml: {}, team: {} });
    expect(parts.saml.unknown).toMatchObject([{ kind: 'saml', reason: { status } }]);
    expect(parts.team.unknown).toEqual([]);
  });

  test('is not asked for any more after ten faults of one kind in a row', async () => {
    const { api, requests } = client(refuse(500, (path) => path.endsWith('/custom-fields')));
    const { parts } = await readSnapshot(
      createReader({ client: api }),
      org,
      { space: {}, 'space-field': {} },
      { concurrency: 1 },
    );
    const spaces = parts.space.lists.get(org)?.size;
    expect(parts['space-field'].unknown).toHaveLength(spaces as number);
    expect(new Set(requests.filter((path) => path.endsWith('/custom-fields'))).size).toBe(10);
  });

  test('is asked for everywhere where the token may not read it: another one may be open', async () => {
    const { api, requests } = client(refuse(403, (path) => path.endsWith('/custom-fields')));
    const { parts } = await readSnapshot(createReader({ client: api }), org, { 'space-field': {} });
    expect(parts['space-field'].unknown).toHaveLength(requests.length - 2);
  });

  test('is unknown where a later page is refused: a list is whole or unknown', async () => {
    const next = { page: 'second' };
    const { api } = client((path) => {
      if (!path.includes('/saml')) return undefined;
      const second = path.includes('page=second');
      return Promise.resolve(second ? answer(403, {}) : answer(200, { items: [{ id: 'saml_x' }], next }));
    });
    const { parts } = await readSnapshot(createReader({ client: api }), org, { saml: {} });
    expect(parts.saml.lists.size).toBe(0);
    expect(parts.saml.unknown).toHaveLength(1);
  });

  test.each([
    ['not JSON', '<html>'],
    ['not a page', { items: 'none' }],
  ])('is unknown where the answer is %s', async (_, body) => {
    const { api } = client((path) =>
      path.includes('/openapi') ? Promise.resolve(answer(200, body)) : undefined,
    );
    const { parts } = await readSnapshot(createReader({ client: api }), org, { openapi: {} });
    expect(parts.openapi.unknown).toMatchObject([
      { kind: 'openapi', reason: { message: expect.any(String) } },
    ]);
    expect(parts.openapi.unknown[0]?.reason).not.toHaveProperty('status');
  });

  test('are the spaces where no administrator is shown', async () => {
    const { api, requests } = client((path) =>
      path.includes('role=admin') ? Promise.resolve(answer(200, { items: [] })) : undefined,
    );
    const { parts } = await readSnapshot(createReader({ client: api }), org, { 'space-team': {} });
    expect(parts['space-team'].unknown).toMatchObject([
      {
        kind: 'space',
        reason: { message: 'the service shows no administrator, whose spaces are all spaces' },
      },
    ]);
    expect(requests).toHaveLength(1);
  });

  test('are the kinds that the service does not list', async () => {
    const { api } = client();
    const { parts } = await readSnapshot(createReader({ client: api }), org, { 'grouped-section': {} });
    expect(parts['grouped-section'].unknown.map(({ in: place }) => place.id)).toContain('group_learn');
  });

  test('a thing that its parent need not have is no gap', async () => {
    const { api } = client();
    const { parts } = await readSnapshot(createReader({ client: api }), org, {
      site: {},
      'adaptive-schema': {},
    });
    expect(parts['adaptive-schema'].unknown).toEqual([]);
    expect([...parts['adaptive-schema'].lists.keys()]).toEqual([
      ...(parts.site.lists.get(org)?.keys() ?? []),
    ]);
  });

  test('ends the reading where the token is refused', async () => {
    const { api, requests } = client(refuse(401, (path) => path.includes('/team_docs/members')));
    const reading = readSnapshot(
      createReader({ client: api }),
      org,
      { 'team-member': {} },
      { concurrency: 1 },
    );
    await expect(reading).rejects.toThrow(ServiceError);
    expect(requests).toHaveLength(2);
  });

  test('ends the reading where the service cannot be reached', async () => {
    const { api } = client(() => Promise.reject(new TransportFailure('no route', notSent)));
    await expect(readSnapshot(createReader({ client: api }), org, { team: {}, saml: {} })).rejects.toThrow(
      Unreachable,
    );
  });
});

describe('several lists at once', () => {
  const wanted = { team: {}, 'team-member': {}, space: {}, 'space-team': {}, comment: {} };

  test('are never more than allowed, and as many where there is work', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (concurrency) => {
        let flying = 0;
        let most = 0;
        const api = sandboxClient(demo, {
          around: (transport) => async (request, signal) => {
            flying += 1;
            most = Math.max(most, flying);
            await new Promise(setImmediate);
            flying -= 1;
            return transport(request, signal);
          },
        });
        await readSnapshot(createReader({ client: api }), org, wanted, { concurrency });
        expect(most).toBe(concurrency);
      }),
      { numRuns: 12 },
    );
  });

  test('give the same, in whatever order the answers come', async () => {
    const { api } = client();
    const expected = await readSnapshot(createReader({ client: api }), org, wanted);
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const around = (transport: Transport): Transport => scheduler.scheduleFunction(transport);
        const shuffled = sandboxClient(demo, { around });
        const reading = readSnapshot(createReader({ client: shuffled }), org, wanted);
        const snapshot = await scheduler.waitFor(reading);
        expect(snapshot).toEqual(expected);
        const keys = (of: typeof expected) => Object.values(of.parts).map(({ lists }) => idsIn(lists));
        expect(JSON.stringify(keys(snapshot))).toBe(JSON.stringify(keys(expected)));
      }),
      { numRuns: 20 },
    );
  });
});

test('the progress is told for each page and each list', async () => {
  const told: SnapshotProgress[] = [];
  const { api } = client();
  await readSnapshot(
    createReader({ client: api }),
    org,
    { team: {}, 'team-member': {} },
    { onProgress: (one) => told.push(one) },
  );
  expect(told[0]).toEqual({ kind: 'team', items: 6, done: 0, lists: 1 });
  expect(told[1]).toEqual({ kind: 'team', items: 6, done: 1, lists: 1 });
  expect(told.at(-1)).toMatchObject({ kind: 'team-member', done: 6, lists: 6 });
});

test('a generated organization is read as it was generated', async () => {
  await fc.assert(
    fc.asyncProperty(anyOrganization, (organization) =>
      withOrganization(organization, async (store) => {
        const { people, collections, spaces } = organization;
        const { parts } = await readSnapshot(createReader({ client: sandboxClient(store) }), generatedOrg, {
          member: {},
          'team-member': {},
          collection: {},
          'collection-team': {},
          space: {},
          'space-team': {},
        });
        const members = [...thingsOf(parts.member)].map(({ id, item: { role = null, disabled } }) => {
          const teams = [...parts['team-member'].lists].flatMap(([team, list]) =>
            list.has(id) ? [team] : [],
          );
          return [id, { role, disabled, teams }];
        });
        const everyone = people.map((person, at) => [
          `user_${at}`,
          { ...person, teams: [...person.teams].sort() },
        ]);
        const admin = { role: 'admin', disabled: false, teams: [] };
        expect(Object.fromEntries(members)).toEqual({
          ...Object.fromEntries(everyone),
          [generatedAdmin]: admin,
        });
        const places = [
          ...placesOf('collection', parts.collection, parts['collection-team']),
          ...placesOf('space', parts.space, parts['space-team']),
        ];
        expect(sorted(places)).toEqual(sorted([...collections, ...spaces]));
      }),
    ),
    { numRuns: 100 },
  );
});

function sorted(places: readonly AccessPlace[]) {
  return places.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function placesOf(
  kind: AccessPlace['kind'],
  things: SnapshotPart<'collection'> | SnapshotPart<'space'>,
  permissions: SnapshotPart<'collection-team'> | SnapshotPart<'space-team'>,
): AccessPlace[] {
  return [...thingsOf(things as SnapshotPart<'space'>)].map(({ id, item }) => ({
    kind,
    id,
    parent: item.parent ?? null,
    defaultLevel: item.defaultLevel ?? null,
    teams: [...(permissions.lists.get(id) ?? [])].map(([team, { permission = null }]) => ({
      team: { kind: 'team' as const, id: team },
      level: permission,
    })),
  }));
}
