import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Operation, operation } from '../../src/api/contract/operation.ts';
import { operations } from '../../src/api/contract/operations/index.ts';
import { wholeProgram } from '../../src/build/help.ts';
import { commandPath } from '../../src/cli/command-path.ts';
import { allRoutes, routesOf } from '../../src/sandbox/open.ts';
import { type Found, findPlaces, whatIsMissing } from '../support/places.ts';
import { verbs } from '../support/tree.ts';

const found = await findPlaces(operations);

test('every operation is in every place: see docs/extending.md', () => {
  const missing = operations.map((op) => whatIsMissing(op, found)).filter((line) => line !== undefined);
  expect(missing.join('\n')).toBe('');
});

describe('an operation', () => {
  const archive = operation({
    id: 'sites.archive',
    method: 'POST',
    path: '/v1/orgs/{org}/sites/{site}/archive',
    summary: 'Take a site offline and keep it',
    effect: 'delete',
    takes: ['one'],
    result: z.looseObject({ archivedOn: z.string() }),
  });
  const places = {
    verb: 'no verb in src/commands/sites.ts',
    route: 'no route in src/sandbox/routes/sites.ts',
    resource: 'no resource in src/model/sites.ts',
    undo: 'no way back in src/model/effects, nor a reason in src/model/sites.ts',
    ending: 'no ending in src/model/sites.ts',
    view: 'no view in src/commands/sites.ts',
    test: 'no test in test/commands/sites.test.ts',
    line: 'no line in test/commands/guards.test.ts',
    case: 'no case in test/support/undo-cases.ts',
    row: 'no row in test/api/reference.ts',
    documentation: 'no documentation in docs/reference.md (npm run generate)',
  };

  test('without anything: one line names every place by its path', () => {
    expect(whatIsMissing(archive, found)).toBe(`sites.archive: ${Object.values(places).join('; ')}`);
  });

  test('with everything: nothing is missing', () => {
    expect(whatIsMissing(archive, complete(archive))).toBeUndefined();
  });

  test.each(Object.entries(places))('without its %s: the line names that alone', (place, message) => {
    expect(whatIsMissing(archive, without(place, complete(archive)))).toBe(`sites.archive: ${message}`);
  });

  test('that shows a thing with a page: the line names the table of these nouns', () => {
    const line = whatIsMissing(archive, { ...complete(archive), unopened: new Set([archive.id]) });
    expect(line).toBe('sites.archive: no noun with a page in src/cli/page-nouns.ts');
  });

  test('of a new noun: the line names the files of this noun', () => {
    const list = { ...archive, id: 'labels.list' };
    expect(whatIsMissing(list, found)).toContain('no verb in src/commands/labels.ts; ');
  });

  test('of a nested noun: the line names the file of its verbs', () => {
    const clear = { ...archive, id: 'teams.members.clear' };
    expect(whatIsMissing(clear, found)).toContain('no verb in src/commands/teams/members.ts; ');
  });

  test('that only reads needs no undo, no ending, and no line in the tests of both', () => {
    const { takes: _, effect: __, ...reading } = { ...archive, method: 'GET' as const };
    const all = complete(reading);
    expect(
      whatIsMissing(reading, { ...all, undone: new Set(), endings: new Set(), guards: '', undoTests: '' }),
    ).toBeUndefined();
  });

  test('without an answer needs no view', () => {
    const { result: _, ...silent } = archive;
    expect(whatIsMissing(silent, without('view', complete(silent)))).toBeUndefined();
  });

  /** Returns a repository in which nothing is missing for `op`. */
  function complete({ id, method }: Operation): Found {
    const row = {
      ...{ method, path: '/v1/orgs/{}/sites/{}/archive', query: [], body: undefined },
      ...{ answer: 'value', effect: 'update' },
    };
    return {
      verbs: new Map([[id, ['docs-admin sites archive']]]),
      routes: new Set([id]),
      resources: new Set([id]),
      undone: new Set([id]),
      endings: new Set([id]),
      unopened: new Set(),
      views: new Map([['sites', [{ id: 'id', columns: [{ field: 'archivedOn' }] }]]]),
      coveredNouns: new Set(['sites']),
      guards: `'${id}': 'sites archive {id}',`,
      undoTests: `\n  '${id}': [one('sites archive site_docs')],`,
      tests: "await cli('sites archive site_docs')",
      reference: [row],
      manual: '### docs-admin sites archive <siteId>',
    };
  }

  function without(place: string, all: Found): Found {
    const less: Record<string, Partial<Found>> = {
      verb: { verbs: new Map() },
      route: { routes: new Set() },
      resource: { resources: new Set() },
      undo: { undone: new Set() },
      ending: { endings: new Set() },
      view: { views: new Map() },
      test: { coveredNouns: new Set() },
      line: { guards: '' },
      case: { undoTests: '' },
      row: { reference: [] },
      documentation: { manual: '' },
    };
    return { ...all, ...less[place] };
  }
});

test('no operation has two routes, and no route is without operation', async () => {
  const ids = operations.map(({ id }) => id);
  const routed = (await allRoutes()).map(({ operation }) => operation.id);
  expect(new Set(routed).size).toBe(routed.length);
  expect(routed.filter((id) => !ids.includes(id))).toEqual([]);
});

test('every route is among those that are loaded for its path', async () => {
  const lost = (await allRoutes()).map(async (route) => {
    const routes = await routesOf(route.operation.path);
    return routes.includes(route) ? [] : [route.operation.id];
  });
  expect((await Promise.all(lost)).flat()).toEqual([]);
});

test('every verb has an example that starts with its own words', async () => {
  const faults = verbs(await wholeProgram()).filter((verb) => {
    const { examples } = verb.facts;
    return examples.length === 0 || !examples.every((line) => line.startsWith(commandPath(verb)));
  });
  expect(faults.map(commandPath)).toEqual([]);
});
