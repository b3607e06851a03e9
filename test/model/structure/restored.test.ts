import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reachOfValues } from '../../../src/domain/reach/reach.ts';
import { afterRequests } from '../../../src/model/structure/after.ts';
import { planStructure } from '../../../src/model/structure/plan.ts';
import { restored } from '../../../src/model/structure/restored.ts';
import type { Structure, StructureThing } from '../../../src/model/structure/structure.ts';
import { anySites } from '../../org/plan/any-sites.ts';
import { withOrganization } from '../../support/organizations.ts';
import { sandboxClient } from '../../support/sandbox-client.ts';
import {
  carryOutSteps,
  chooser,
  natural,
  organization,
  readStructure,
  wantedStructure,
} from './any-structure.ts';

const numRuns = Number(process.env.DOCS_ADMIN_TEST_RUNS ?? 40);

/** Sites with what undo of their structure restores. */
function ofSites(structure: Structure, sites: ReadonlySet<string>): Structure {
  return structure.flatMap((thing) => {
    if (!sites.has(thing.site)) return [];
    if (thing.kind !== 'site') return [thing];
    const { defaultSiteSection, defaultSiteSpace } = thing.fields;
    return [{ ...thing, fields: { defaultSiteSection, defaultSiteSpace } }];
  });
}

test('whatever a run has done, however far it came, goes back', async () => {
  await fc.assert(
    fc.asyncProperty(anySites, anySites, fc.nat(1000), fc.nat(100), async (first, second, seed, part) => {
      await withOrganization(organization, async (store) => {
        const client = sandboxClient(store);
        const choose = chooser(seed);
        await carryOutSteps(client, planStructure([], wantedStructure(first, [], choose)), () => 0);
        const start = await readStructure(client);
        const then = wantedStructure(second, start, choose);
        const sites = new Set(
          start.flatMap(({ site }) => (then.some((one) => one.key === site) ? [site] : [])),
        );
        const before = ofSites(start, sites);
        const steps = planStructure(before, ofSites(then, sites), reachOfValues);
        const done = await carryOutSteps(client, steps, choose, Math.ceil((steps.length * part) / 100));
        const present = ofSites(await readStructure(client), sites);
        const back = restored(before, afterRequests(before, done), present);
        await carryOutSteps(client, planStructure(present, back.wanted, reachOfValues), choose);
        expect(natural(ofSites(await readStructure(client), sites))).toEqual(natural(before));
        expect(back.stays).toEqual([]);
      });
    }),
    { numRuns },
  );
}, 600_000);

const site: StructureThing = { kind: 'site', key: 'site_1', site: 'site_1', fields: {} };

function section(key: string, fields: StructureThing['fields'] = {}): StructureThing {
  return {
    kind: 'section',
    key,
    site: 'site_1',
    fields: { title: key, path: key, condition: null, ...fields },
  };
}

function siteSpace(space: string, sectionId: string | null, key = `sp_${space}`): StructureThing {
  return { kind: 'site-space', key, site: 'site_1', fields: { spaceId: space, sectionId, path: space } };
}

/** Returns the sections that are wanted back, in order, and those that may be anywhere in brackets; and what stays. */
function back(before: Structure, left: Structure, present: Structure) {
  const { wanted, stays } = restored([site, ...before], [site, ...left], [site, ...present]);
  const sections = wanted.filter(({ kind }) => kind === 'section');
  return {
    wanted,
    sections: sections.map(({ key, isAnywhere }) => (isAnywhere ? `(${key})` : key)).join(' '),
    stays: stays.map(({ why, thing, field = '', others = [] }) => {
      return [why, thing.key, field, ...others.map((one) => one.key)].join(' ').trim();
    }),
  };
}

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => section(key)) as [
  StructureThing,
  StructureThing,
  StructureThing,
  StructureThing,
];

test('what others have changed stays, and everything else goes back', () => {
  const changed = section('a', { title: 'By the run', condition: 'x' });
  const since = section('a', { title: 'By others', condition: 'x', icon: 'star' });
  const { wanted, stays } = back([a], [changed], [since]);
  expect(wanted[1]?.fields).toEqual({ title: 'By others', path: 'a', condition: null, icon: 'star' });
  expect(stays).toEqual(['changed a title']);
});

test.each([
  ['a new one in between is no change', [a, b, c], [c, a, b], [c, d, a, b], 'a b c (d)', []],
  ['a pair that others have turned stays', [a, b, c], [c, a, b], [c, b, a], 'b a c', []],
  ['what was moved by others only stays', [a, b], [a, b], [b, a], 'b a', []],
  ['what is made again has its place', [a, b, c], [a, c], [a, c], 'a b c', []],
  [
    'pairs that are no order leave the present one',
    [a, b, c],
    [a, c],
    [c, a],
    'c a (b)',
    ['changed c order'],
  ],
])('order: %s', (_, before, left, present, sections, stays) => {
  const found = back(before, left, present);
  expect([found.sections, found.stays]).toEqual([sections, stays]);
});

test('what others have deleted does not come back, and is named only if the run has changed it', () => {
  expect(back([a, b], [section('a', { title: 'By the run' }), b], [])).toMatchObject({
    sections: '',
    stays: ['deleted a'],
  });
  expect(back([a, siteSpace('one', 'a')], [a], []).stays).toEqual(['deleted a']);
});

test('a section that the run has made stays with what others have put into it', () => {
  const filled = back(
    [a],
    [a, b, siteSpace('one', 'b')],
    [a, b, siteSpace('one', 'b'), siteSpace('two', 'b')],
  );
  expect(filled.sections).toBe('a (b)');
  expect(filled.wanted.filter(({ kind }) => kind === 'site-space').map(({ key }) => key)).toEqual(['sp_two']);
  expect(filled.stays).toEqual(['filled b  sp_two']);
  const group: StructureThing = { kind: 'section-group', key: 'g', site: 'site_1', fields: { title: 'G' } };
  const grouped = section('c', { sectionGroup: 'g' });
  expect(back([a], [a, group], [a, group, grouped]).stays).toEqual(['filled g  c']);
});

test('sections do not come back where others have put a space at the root', () => {
  const before = [a, siteSpace('one', 'a')];
  const present = [siteSpace('one', null, 'sp_9'), siteSpace('two', null)];
  const found = back(before, [siteSpace('one', null, 'sp_9')], present);
  expect([found.sections, found.stays]).toEqual(['', ['filled a  sp_two']]);
});

test('a path that is taken is not given back', () => {
  const other = section('d', { path: 'a' });
  const found = back([a], [section('a', { path: 'x' })], [section('a', { path: 'x' }), other]);
  expect(found.wanted[1]?.fields.path).toBe('x');
  expect(found.stays).toEqual(['taken a path']);
});

test('a site space that has survived its section goes back into it', () => {
  const found = back([a, siteSpace('one', 'a')], [], [siteSpace('one', null)]);
  expect(found.wanted[1]).toMatchObject({ key: 'sp_one', fields: { sectionId: 'a' } });
  expect(
    planStructure([site, siteSpace('one', null)], found.wanted).map(({ operation }) => operation.id),
  ).toEqual(['site-spaces.delete', 'sections.create', 'site-spaces.update', 'sections.update']);
});
