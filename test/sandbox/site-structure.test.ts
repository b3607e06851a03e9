import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOf } from '../../src/sandbox/resources/slug.ts';
import { sandboxInFile, type TestSandbox } from './test-sandbox.ts';

const site = '/v1/orgs/org_acme/sites/site_handbook';
const spaces = ['space_drafts', 'space_guides', 'space_hr', 'space_rest', 'space_sdk', 'space_runbooks'];

interface SiteSpace {
  id: string;
  path: string;
  default: boolean;
  section?: string;
}
interface Section {
  id: string;
  path: string;
  default: boolean;
  siteSpaces: SiteSpace[];
}

/** What an administrator might do next; `pick` chooses among what is there. */
const step = fc.record({
  what: fc.constantFrom(
    'add',
    'add',
    'section',
    'section',
    'delete',
    'delete section',
    'move',
    'move section',
  ),
  pick: fc.nat(),
});

async function listOf<Item>(docs: TestSandbox, what: string): Promise<Item[]> {
  return (await docs.get(`${site}/${what}`)).json.items;
}

async function take(docs: TestSandbox, { what, pick }: { what: string; pick: number }): Promise<void> {
  const spaceId = spaces[pick % spaces.length];
  const noun = what.endsWith('section') ? 'sections' : 'site-spaces';
  if (what === 'add' || what === 'section') {
    await docs.send('POST', `${site}/${noun}`, { spaceId });
    return;
  }
  const items = await listOf<{ id: string }>(docs, noun);
  if (items.length === 0) return;
  const { id } = items[pick % items.length]!;
  if (what.startsWith('delete')) await docs.send('DELETE', `${site}/${noun}/${id}`);
  else await docs.send('POST', `${site}/${noun}/${id}/move`, {});
}

async function assertSound(docs: TestSandbox): Promise<void> {
  const sections = await listOf<Section>(docs, 'sections');
  const siteSpaces = await listOf<SiteSpace>(docs, 'site-spaces');
  const { json } = await docs.get(`${site}/published`);
  expect(json.site).toMatchObject({ siteSpaces: siteSpaces.length, published: siteSpaces.length > 0 });
  if (sections.length === 0) {
    expect(json.structure).toEqual({ type: 'siteSpaces', structure: siteSpaces });
    assertLevel(siteSpaces);
    return;
  }
  expect(json.structure).toEqual({ type: 'sections', structure: sections });
  expect(sections.flatMap((section) => section.siteSpaces)).toEqual(siteSpaces);
  assertLevel(sections);
  for (const section of sections) assertLevel(section.siteSpaces);
}

/** Neighbours have paths of their own, and where there are any, one of them is the default. */
function assertLevel(neighbours: readonly { path: string; default: boolean }[]): void {
  expect(new Set(neighbours.map(({ path }) => path)).size).toBe(neighbours.length);
  expect(neighbours.filter((one) => one.default)).toHaveLength(neighbours.length > 0 ? 1 : 0);
}

test('whatever is done to a site, its structure stays sound', async () => {
  const docs = sandboxInFile(':memory:');
  for (const one of fc.sample(step, { seed: 7, numRuns: 40 })) {
    await take(docs, one);
    await assertSound(docs);
  }
});

test.each([
  ['Getting started!', 'getting-started'],
  ['Ünïcode & Čo', 'unicode-co'],
  ['ドキュメント ガイド', 'ドキュメント-ガイド'],
  ['हिन्दी गाइड', 'हिन्दी-गाइड'],
  ['Ελλάδα', 'ελλαδα'],
  ['🎉', 'untitled'],
])('the path made of the title %s is %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
