import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Explanation, WhatCan, WhoCan } from '../../src/access/questions.ts';
import type { ReportedWay, ReportRow } from '../../src/access/report.ts';
import { asId } from '../../src/api/contract/ids.ts';
import { isAtLeast, levels } from '../../src/domain/access/levels.ts';
import type { AccessPlace } from '../../src/domain/access/places.ts';
import type { Person } from '../../src/domain/access/rules.ts';
import type { Transport } from '../../src/ports.ts';
import { createService } from '../../src/sandbox/http/app.ts';
import { askedOnWire } from '../../src/sandbox/http/exchange.ts';
import { sandboxToken } from '../../src/sandbox/identity.ts';
import { routesOf } from '../../src/sandbox/open.ts';
import { sandboxCli } from '../support/cli.ts';
import {
  anyOrganization,
  type GeneratedOrganization,
  generatedAdmin,
  generatedOrg,
  withOrganization,
} from '../support/organizations.ts';
import { testNow } from '../support/test-system.ts';

interface Asked {
  /** Runs a command and returns its JSON. */
  readonly json: <Value>(line: string) => Promise<Value>;
  readonly code: (line: string) => Promise<number>;
  readonly organization: GeneratedOrganization;
  /** All people, the administrator included, by id. */
  readonly people: ReadonlyMap<string, Person>;
}

/** Checks the answers for generated organizations, through the command line. */
async function everyOrganization(numRuns: number, check: (asked: Asked) => Promise<void>): Promise<void> {
  let service: Transport = () => Promise.reject(new Error('no organization'));
  const docs = await sandboxCli({}, () => (request, signal) => service(request, signal));
  const env = { DOCS_ADMIN_ORG: generatedOrg };
  const json = async <Value>(line: string): Promise<Value> => {
    const run = await docs(`${line} --json`, { env });
    expect([line, run.code, run.stderr]).toEqual([line, 0, expect.any(String)]);
    return JSON.parse(run.stdout) as Value;
  };
  const code = async (line: string) => (await docs(line, { env })).code;
  await fc.assert(
    fc.asyncProperty(anyOrganization, (organization) =>
      withOrganization(organization, async (store) => {
        const exchange = createService({ store, token: sandboxToken, now: () => testNow, routesOf });
        service = (request) => exchange(askedOnWire(request));
        await docs(`config set access-rules ${organization.rules?.name}`);
        const admin: Person = { role: 'admin', disabled: false, teams: [] };
        const others = organization.people.map((person, at) => [`user_${at}`, person] as const);
        await check({ json, code, organization, people: new Map([[generatedAdmin, admin], ...others]) });
      }),
    ),
    { numRuns },
  );
}

const keyOf = (user: string, { kind, id }: Pick<AccessPlace, 'kind' | 'id'>, level: unknown) =>
  `${user} ${kind} ${id} ${level}`;

test('who-can, what-can, the report and the service agree about every pair, and every way is a real grant', async () => {
  await everyOrganization(12, async ({ json, organization, people }) => {
    const { spaces, collections } = organization;
    const [byPlace, byPerson, byService] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const place of [...collections, ...spaces]) {
      const found = await json<WhoCan[]>(`access who-can read --${place.kind} ${place.id}`);
      for (const { user, level, disabled, ways } of found) {
        byPlace.add(keyOf(user.id, place, level));
        expect(disabled).toBe(people.get(user.id)?.disabled);
        assertReal(ways, people.get(user.id) as Person, place, organization);
      }
    }
    for (const user of people.keys()) {
      const can = await json<WhatCan[]>(`access what-can ${user}`);
      for (const { target, level } of can) byPerson.add(keyOf(user, target, level));
      if (people.get(user)?.disabled) continue;
      const answers = await json<{ space: { id: string }; permission: string }[]>(`members spaces ${user}`);
      for (const { space, permission } of answers)
        byService.add(keyOf(user, { kind: 'space', id: asId<'space'>(space.id) }, permission));
    }
    const report = await json<ReportRow[]>('access report');
    expect(report.filter(({ disagreement }) => disagreement)).toEqual([]);
    const inReport = report.map(({ user, target, level }) => keyOf(user.id, target, level));
    expect([...byPerson].sort()).toEqual([...byPlace].sort());
    expect(inReport.sort()).toEqual([...byPlace].sort());
    const enabled = [...byPlace].filter(
      (key) => key.includes(' space ') && !people.get(key.split(' ')[0] as string)?.disabled,
    );
    expect(enabled.sort()).toEqual([...byService].sort());
  });
});

test('explain and check agree with the report, at every level', async () => {
  await everyOrganization(5, async ({ json, code, organization, people }) => {
    const report = await json<ReportRow[]>('access report');
    const levelIn = (user: string, id: string) =>
      report.find((row) => row.user.id === user && row.target.id === id && !row.disabled)?.level ?? null;
    for (const user of [...people.keys()].slice(0, 3)) {
      for (const { id, kind } of [...organization.spaces, ...organization.collections].slice(0, 3)) {
        const level = levelIn(user, id);
        for (const wanted of [levels[0], levels[2], levels[5]] as string[]) {
          const answer = isAtLeast(level, wanted);
          const why = await json<Explanation>(`access explain ${user} --${kind} ${id} --level ${wanted}`);
          expect([why.answer, why.level]).toEqual([answer ? 'yes' : 'no', level]);
          // A change that would help is named for every no.
          expect(why.nearest.length > 0).toBe(!answer);
          if (kind === 'collection') continue;
          expect(await code(`access check ${user} ${wanted} --space ${id}`)).toBe(answer ? 0 : 11);
          expect(await code(`access check ${user} ${wanted} --space ${id} --not`)).toBe(answer ? 11 : 0);
        }
      }
    }
  });
});

/** Checks that the settings of the organization hold each way, without the rules of the tool. */
function assertReal(
  ways: readonly ReportedWay[],
  person: Person,
  target: Pick<AccessPlace, 'id' | 'kind'>,
  { collections, spaces }: GeneratedOrganization,
): void {
  const places = new Map<string, AccessPlace>([...collections, ...spaces].map((place) => [place.id, place]));
  expect(ways.filter(({ deciding }) => deciding)).toHaveLength(1);
  expect(new Set(ways.map((way) => JSON.stringify(way))).size).toBe(ways.length);
  for (const { kind, level, path } of ways) {
    expect(path.at(-1)?.id).toBe(target.id);
    const onWay = path.flatMap(({ id }) => places.get(id) ?? []);
    expect(onWay.slice(1).map(({ parent }) => parent)).toEqual(onWay.slice(0, -1).map(({ id }) => id));
    const [first] = path;
    const [granting] = onWay;
    if (kind === 'organization-role') expect(person.role).toBe(level);
    else if (kind === 'collection-team' || kind === 'space-team') {
      expect(person.teams).toContain(first?.id);
      expect(granting?.teams.find(({ team }) => team.id === first?.id)?.level).toBe(level);
    } else {
      expect(kind).not.toBe('not-shown');
      expect(granting?.defaultLevel).toBe(level);
      expect(onWay.slice(1).every(({ defaultLevel }) => defaultLevel === 'inherit')).toBe(true);
    }
  }
}
