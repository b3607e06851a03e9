import { describe, expect, test } from 'vitest';
import {
  type AddressDifference,
  addressDifference,
  type PublishedSites,
} from '../../../src/model/structure/addresses.ts';
import type { Structure, StructureThing } from '../../../src/model/structure/structure.ts';

/** Paths of spaces: at a site itself, or by the path of their section. The first one of each is the default. */
type Content = readonly string[] | Readonly<Record<string, readonly string[]>>;

interface SiteFacts {
  readonly basename?: string;
  readonly visibility?: string;
}

const isList = (content: Content): content is readonly string[] => Array.isArray(content);

/** A site whose sections and spaces have their first paths as ids: `start@news` is the space `start`, with the path `news`. */
function site(content: Content, { basename = 'docs', visibility = 'public' }: SiteFacts = {}): Structure {
  const named = (text: string) => [text.split('@')[0], text.split('@').at(-1)] as [string, string];
  const spaces = (paths: readonly string[], sectionId: string | null) =>
    paths.map((text): StructureThing => {
      const [key, path] = named(text);
      const fields = { spaceId: key, sectionId, path: path === '?' ? undefined : path };
      return { kind: 'site-space', key, site: 'main', fields };
    });
  const sections = isList(content) ? [] : Object.entries(content);
  const idOf = (text: string | undefined) => (text === undefined ? null : named(text)[0]);
  const defaults = isList(content)
    ? { defaultSiteSpace: idOf(content[0]) }
    : { defaultSiteSection: idOf(sections[0]?.[0]) };
  return [
    { kind: 'site', key: 'main', site: 'main', fields: { basename, visibility, ...defaults } },
    ...(isList(content) ? spaces(content, null) : []),
    ...sections.flatMap(([text, paths]): StructureThing[] => {
      const [key, path] = named(text);
      const fields = { path, defaultSiteSpace: idOf(paths[0]) };
      return [{ kind: 'section', key, site: 'main', fields }, ...spaces(paths, key)];
    }),
  ];
}

/** Addresses by the ids of things: all of a site in the usual form, below its own. */
function shown(structure: Structure, root: string): PublishedSites['published'] {
  const paths = new Map(structure.map(({ key, fields }) => [key, String(fields.path)]));
  const addressOf = ({ kind, key, fields }: StructureThing) => {
    if (kind === 'site') return root;
    const path = [fields.sectionId, key].flatMap((id) => (typeof id === 'string' ? paths.get(id) : []));
    return [root.replace(/\/$/, ''), ...path].join('/');
  };
  return new Map(structure.map((thing) => [thing.key, addressOf(thing)]));
}

const root = 'https://acme.example/docs';

/** The change of a site in short lines: `guides → help`; what is below its address without it. */
function changes(before: Structure, after: Structure, at = root, published = shown(before, at)): string[] {
  return lines(addressDifference({ structure: before, published }, after).changes);
}

function lines(all: AddressDifference['changes']): string[] {
  const short = (address: string) => address.replace(`${root}/`, '');
  return all.map(({ from, to }) => (to === null ? `${short(from)} ends` : `${short(from)} → ${short(to)}`));
}

describe('the address of what is in a site', () => {
  test.each<[string, Content, Content, string[]]>([
    ['is the same', { a: ['x', 'y'] }, { a: ['y', 'x'] }, []],
    [
      'has the path of its section',
      { a: ['x'], b: ['y'] },
      { 'a@c': ['x'], b: ['y'] },
      ['a → c', 'a/x → c/x'],
    ],
    ['has its own path', { a: ['x', 'y'] }, { a: ['x@z', 'y'] }, ['a/x → a/z']],
    ['has both', { a: ['x'] }, { 'a@b': ['x@y'] }, ['a → b', 'a/x → b/y']],
    ['is that of another section', { a: ['x', 'y'], b: ['z'] }, { a: ['x'], b: ['z', 'y'] }, ['a/y → b/y']],
    [
      'is known only to the service',
      { a: ['x', 'y'], b: ['z'] },
      { a: ['x'], b: ['z', 'y@?'] },
      ['a/y ends'],
    ],
    ['ends with its section', { a: ['x'], b: ['y'] }, { a: ['x'] }, ['b ends', 'b/y ends']],
    [
      'is below the site where its section goes',
      { a: ['x'], b: ['y'] },
      ['x', 'y'],
      ['a ends', 'a/x → x', 'b ends', 'b/y → y'],
    ],
    ['swaps with another one', ['x', 'y'], ['x@y', 'y@x'], ['x → y', 'y → x']],
    ['is used again, and does not end', ['x', 'y'], ['x', 'z@y'], []],
    ['is used again after a move', { a: ['x'], b: ['y'] }, { a: ['z@x'], b: ['y', 'x'] }, ['a/x → b/x']],
    ['can have several steps', { a: ['x'] }, { 'a@b/c d': ['x'] }, ['a → b/c%20d', 'a/x → b/c%20d/x']],
  ])('%s', (_, before, after, expected) => {
    expect(changes(site(before), site(after))).toEqual(expected);
  });

  test('ends with the site where nothing is left to read', () => {
    expect(changes(site(['x']), site([]))).toEqual([`${root} ends`, 'x ends']);
    // A space that moves is still there, wherever the service puts it.
    expect(changes(site({ a: ['x'] }), site(['x@?']))).toEqual(['a ends', 'a/x ends']);
  });

  test('ends with the site', () => {
    expect(changes(site({ a: ['x'] }), [])).toEqual([`${root} ends`, 'a ends', 'a/x ends']);
  });

  test('does not end where another site gets the address', () => {
    const other = site(['x', 'z']).map((one) => ({ ...one, key: `new ${one.key}`, site: 'new main' }));
    expect(changes(site(['x', 'y']), other)).toEqual(['y ends']);
  });

  test('is that of the service in any other form, with the new address of its site', () => {
    const before = site({ a: ['x'], b: ['y'] });
    const published = new Map([...shown(before, root), ['x', `${root}/extra/x`], ['y', 'https://y.example']]);
    const after = site({ a: ['x'], b: ['y'] }, { basename: 'help' });
    expect(changes(before, after, root, published)).toEqual([
      `${root} → https://acme.example/help`,
      'a → https://acme.example/help/a',
      'extra/x → https://acme.example/help/extra/x',
      'b → https://acme.example/help/b',
      'https://y.example ends',
    ]);
    expect(changes(before, site({ 'a@c': ['x'], b: ['y'] }), root, published)).toEqual([
      'a → c',
      'extra/x ends',
    ]);
  });

  test('is not invented where the service shows none', () => {
    const before = site(['x', 'y']);
    const published = new Map([...shown(before, root)].filter(([key]) => key !== 'x'));
    expect(changes(before, site(['x@v', 'y@w']), root, published)).toEqual(['y → w']);
    expect(changes(before, [], root, new Map())).toEqual([]);
  });

  test('is that of what it is in for a default, where the service shows it so', () => {
    const before = site({ a: ['x', 'y'], b: ['z'] });
    const published = new Map([
      ...['main', 'a', 'x'].map((key) => [key, root] as const),
      ['y', `${root}/y`],
      ['b', `${root}/b`],
      ['z', `${root}/b`],
    ]);
    const all = (after: Content) =>
      lines(addressDifference({ structure: before, published }, site(after)).changes);
    expect(all({ 'a@c': ['x@v', 'y'], b: ['z@w'] })).toEqual([]);
    expect(all({ a: ['y', 'x'], b: ['z'] })).toEqual([`${root} → x`, `y → ${root}`]);
    expect(all({ b: ['z'], a: ['x', 'y'] })).toEqual([`${root} → a`, 'y → a/y', `b → ${root}`]);
  });
});

describe('the address of a site', () => {
  test.each<[string, string, SiteFacts, SiteFacts, string[]]>([
    ['has its basename', root, {}, { basename: 'help' }, [root, 'https://acme.example/help']],
    ['ends in a slash', `${root}/`, {}, { basename: 'help' }, [`${root}/`, 'https://acme.example/help/']],
    ['is one of its own', 'https://docs.example/', {}, { basename: 'help' }, []],
    ['is the same for people who sign in', root, {}, { visibility: 'visitor-auth' }, []],
    ['is the same without a list', root, {}, { visibility: 'unlisted' }, []],
    ['is a link that only the service knows', root, {}, { visibility: 'share-link' }, [root, 'ends']],
    [
      'has a key, which is hidden',
      `${root}/s3cret`,
      { visibility: 'share-link' },
      { visibility: 'share-link', basename: 'help' },
      [`${root}/***`, 'https://acme.example/help/***'],
    ],
    [
      'loses its key',
      `${root}/s3cret`,
      { visibility: 'share-link' },
      { visibility: 'public' },
      [`${root}/***`, root],
    ],
    [
      'loses its key on a host of its own',
      'https://docs.example/s3cret/',
      { visibility: 'share-link' },
      { visibility: 'public' },
      ['https://docs.example/***', 'https://docs.example/'],
    ],
  ])('%s', (_, at, before, after, expected) => {
    const [structure, then] = [site(['x'], before), site(['x'], after)];
    const { changes: all, redirects } = addressDifference(
      { structure, published: shown(structure, at) },
      then,
    );
    const [first] = all.map(({ from, to }) => [from, to ?? 'ends']);
    expect(first ?? []).toEqual(expected);
    expect(JSON.stringify(all)).not.toContain('s3cret');
    expect(redirects).toEqual(all.filter(({ from }) => !from.includes('***')));
  });

  test('that is shared by link is hidden below as well', () => {
    const before = site({ a: ['x'] }, { visibility: 'share-link' });
    const after = site({ 'a@b': ['x'] }, { visibility: 'share-link' });
    expect(changes(before, after, `${root}/s3cret`)).toEqual(['***/a → ***/b', '***/a/x → ***/b/x']);
  });
});

test.each<[string, Content, Content, string[]]>([
  ['a swap', ['x', 'y', 'z'], ['x@y', 'y@x', 'z@w'], ['z → w']],
  ['a chain', ['x', 'y'], ['x@y', 'y@z'], ['x → y']],
  ['something new', { a: ['x'], b: ['y'] }, { a: ['z@x'], b: ['y', 'x'] }, []],
  ['nothing', ['x', 'y'], ['x'], ['y ends']],
])('a redirect would hide what is at the old address: %s', (_, before, after, expected) => {
  const structure = site(before);
  const { redirects } = addressDifference({ structure, published: shown(structure, root) }, site(after));
  expect(lines(redirects)).toEqual(expected);
});
