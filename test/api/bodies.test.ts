import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { check } from '../../src/api/contract/check.ts';
import { schemaFacts } from '../../src/api/contract/facts.ts';
import { byId, least, problemsOf } from './operation-bodies.ts';

/** Operation, field, least and greatest length. */
const textLimits: [id: string, field: string, min: number, max: number][] = [
  ['sites.create', 'title', 2, 128],
  ['sites.update', 'title', 2, 128],
  ['sites.update', 'basename', 1, 100],
  ['sections.create', 'title', 2, 64],
  ['sections.update', 'title', 2, 128],
  ['sections.update', 'description', 0, 256],
  ['sections.update', 'path', 1, 100],
  ['sections.update', 'condition', 1, 1024],
  ['sections.update', 'icon', 0, 50],
  ['site-spaces.update', 'path', 1, 100],
  ['site-spaces.update', 'condition', 1, 1024],
  ['section-groups.create', 'title', 1, 100],
  ['section-groups.create', 'icon', 0, 50],
  ['section-groups.update', 'title', 1, 100],
  ['section-groups.update', 'icon', 0, 50],
  ['collections.create', 'title', 0, 50],
  ['collections.update', 'title', 0, 50],
  ['collections.update', 'description', 0, 100],
  ['change-requests.update', 'subject', 0, 100],
  ['custom-fields.create', 'name', 1, 50],
  ['custom-fields.create', 'title', 0, 100],
  ['custom-fields.create', 'description', 0, 200],
  ['custom-fields.create', 'placeholder', 0, 100],
  ['custom-fields.update', 'title', 0, 100],
  ['custom-fields.update', 'description', 0, 200],
  ['custom-fields.update', 'placeholder', 0, 100],
  ['integrations.publish', 'title', 2, 30],
  ['integrations.publish', 'description', 0, 100],
  ['integrations.publish', 'summary', 0, 2048],
  ['saml.create', 'label', 1, 30],
  ['saml.update', 'label', 1, 30],
  ['saml.create', 'entityID', 0, 1024],
  ['saml.create', 'certificate', 0, 10_000],
  ['saml.update', 'certificate', 0, 10_000],
  ['openapi.create', 'slug', 1, 100],
  ['translations.create', 'title', 1, 100],
  ['translations.update', 'title', 1, 100],
  ['teams.create', 'title', 1, 64],
  ['teams.update', 'title', 1, 64],
];

describe('limits', () => {
  test.each(textLimits)('%s %s has %i to %i characters', (id, field, min, max) => {
    const withLength = (length: number) => problemsOf(id, { [field]: 'x'.repeat(length) });
    expect(withLength(min)).toEqual([]);
    expect(withLength(max)).toEqual([]);
    expect(withLength(max + 1)).toEqual([`${field} must have at most ${max} characters`]);
    if (min === 1) expect(withLength(0)).toContain(`${field} must not be empty`);
    if (min > 1) expect(withLength(min - 1)).toEqual([`${field} must have at least ${min} characters`]);
  });

  test.each([
    ['custom-fields.create', 'options', 1, 50, 'v'],
    ['custom-fields.update', 'options', 1, 50, 'v'],
    ['integrations.publish', 'previewImages', 0, 3, 'AAAA'],
    ['integrations.publish', 'externalLinks', 0, 5, { url: 'https://example.com', label: 'L' }],
  ])('%s %s has %i to %i items', (id, field, min, max, item) => {
    const withItems = (length: number) => problemsOf(id, { [field]: Array(length).fill(item) });
    expect(withItems(min)).toEqual([]);
    expect(withItems(max)).toEqual([]);
    expect(withItems(max + 1)).toEqual([`${field} must have at most ${max} items`]);
    if (min > 0) expect(withItems(min - 1)).toEqual([`${field} must have at least ${min} item`]);
  });

  test('a page has 1 to 1000 items', () => {
    const limits = [0, 1, 1000, 1001, 1.5].map(
      (limit) => check(byId('teams.list').query!, { limit }).problems,
    );
    expect(limits.map((problems) => problems[0]?.message)).toEqual([
      'must be at least 1',
      undefined,
      undefined,
      'must be at most 1000',
      'must be a whole number',
    ]);
  });

  test('the URL of a specification has at most 2048 characters', () => {
    const url = (length: number) => ({ source: { url: 'https://example.com/'.padEnd(length, 'x') } });
    expect(problemsOf('openapi.set', url(2048))).toEqual([]);
    expect(problemsOf('openapi.set', url(2049))).toEqual(['source.url must have at most 2048 characters']);
  });

  test('the subject of a new change request has no documented limit', () => {
    expect(problemsOf('change-requests.create', { subject: 'x'.repeat(101) })).toEqual([]);
  });
});

const name = 'letters, digits, "-", "_" and "."';
const patterns: { op: string; field: string; good: string[]; bad: string[]; message: string }[] = [
  {
    op: 'custom-fields.create',
    field: 'name',
    good: ['a', 'team_name-2', '__proto__', '0'],
    bad: ['Team', 'a b', 'é', 'a\\b', 'a.b', 'a\n'],
    message: 'must be lower-case letters, digits, "_" and "-"',
  },
  {
    op: 'openapi.create',
    field: 'slug',
    good: ['a', '0', 'pet-store-2'],
    bad: ['-a', 'a-', 'a--b', 'A', 'a_b', 'a\n'],
    message: 'must be lower-case letters and digits, separated by single hyphens',
  },
  {
    op: 'git.import',
    field: 'ref',
    good: ['refs/heads/main', 'refs/heads/feature/x'],
    bad: ['main', 'refs/heads/', 'heads/main', ''],
    message: 'must have the form refs/heads/<branch>',
  },
  {
    op: 'git.import',
    field: 'timestamp',
    good: ['2025-01-31T12:00:00Z', '2025-01-31T12:00:00.123+02:00', '2024-02-29T00:00:00Z'],
    bad: ['2025-01-31', '2025-02-29T00:00:00Z', '2025-01-31T12:00:00', 'now', ''],
    message: 'must be a date and time such as 2025-01-31T12:00:00Z',
  },
  {
    op: 'git.import',
    field: 'url',
    good: ['https://me:word@g.example/a.git', 'ssh://git@g.example/a.git', 'git@g.example:a/b.git'],
    bad: [
      'g.example/a',
      'file:///etc/passwd',
      'https://',
      'https:///x',
      'javascript:alert(1)',
      'https://a b',
    ],
    message: 'must be the URL of a repository',
  },
  {
    op: 'sites.update',
    field: 'proxy',
    good: ['https://docs.example/help', 'http://docs.example', 'docs.example/help', 'docs.example:8443/a/b'],
    bad: ['ftp://docs.example', 'me:word@docs.example', 'a b', 'https://docs.example/?a', '/help'],
    message: 'must be an http(s) URL, or a host and a path',
  },
  {
    op: 'integrations.publish',
    field: 'icon',
    good: ['', 'AAAA', 'AA==', '+/8='],
    bad: ['A', 'data:image/png;base64,AAAA', 'AA=A', '-_8='],
    message: 'must be base64',
  },
];

const hostile = [
  'a'.repeat(1e5),
  'a-'.repeat(5e4),
  '1.'.repeat(5e4),
  '='.repeat(1e5),
  'refs/heads'.repeat(1e4),
];

describe('patterns', () => {
  for (const { op, field, good, bad, message } of patterns) {
    test.each(good)(`${op} takes the ${field} %j`, (value) => {
      expect(problemsOf(op, { [field]: value })).toEqual([]);
    });
    test.each(bad)(`${op} refuses the ${field} %j`, (value) => {
      expect(problemsOf(op, { [field]: value })).toContain(`${field} ${message}`);
    });
    test(`${op} refuses 100 kB of almost a ${field}`, () => {
      for (const value of hostile) expect(problemsOf(op, { [field]: `${value}!\n` })).not.toEqual([]);
    });
  }

  test.each(['mailto', '/relative', 'example.com/a', '', `http${'://'.repeat(3e4)}`])(
    '%.20j is no URL to import',
    (url) => {
      expect(problemsOf('content.import', { url, source: 'website' })).toEqual([
        'url must be an absolute http(s) URL',
      ]);
      expect(problemsOf('openapi.set', { source: { url } })).toContain(
        'source.url must be an absolute http(s) URL',
      );
    },
  );

  test('the address for signing in has at most 2048 characters', () => {
    const withLength = (length: number) => {
      return problemsOf('saml.create', { label: 'x', ssoURL: 'https://x.example/'.padEnd(length, 'x') });
    };
    expect(withLength(2048)).toEqual([]);
    expect(withLength(2049)).toEqual(['ssoURL must have at most 2048 characters']);
  });

  test('the name of a published integration is checked, also in the filter by block domain', () => {
    const published = byId('integrations.publish').params!.integration!;
    const filtered = byId('integrations.list').query!.shape.blockDomain as z.ZodMiniType;
    for (const schema of [published, filtered]) {
      const messages = (value: string) => check(schema, value).problems.map(({ message }) => message);
      expect(messages('my-Integration_1.0')).toEqual([]);
      expect(messages('x'.repeat(100))).toEqual([]);
      expect(messages('x'.repeat(101))).toEqual(['must have at most 100 characters']);
      expect(messages('a b')).toEqual([`must be ${name}`]);
      expect(messages(`${'a'.repeat(1e5)}!`)).toHaveLength(2);
    }
  });

  test('custom field values are keyed by the names of fields', () => {
    const values = { 'team-name': { value: null }, Team: { value: 1 }, tags: { value: ['a'] }, empty: {} };
    expect(problemsOf('custom-fields.values.set', { values })).toEqual([
      'values.Team must be lower-case letters, digits, "_" and "-"',
      'values.empty.value is required',
    ]);
  });
});

describe('what may be null', () => {
  test.each([
    ['sections.update', 'condition'],
    ['sections.update', 'icon'],
    ['sections.update', 'description'],
    ['section-groups.create', 'icon'],
    ['section-groups.update', 'icon'],
    ['site-spaces.update', 'condition'],
    ['sites.update', 'proxy'],
    ['collections.move', 'parent'],
    ['collections.update', 'defaultLevel'],
    ['collections.permissions.set', 'role'],
    ['spaces.permissions.set', 'role'],
    ['members.update', 'role'],
    ['saml.create', 'defaultRole'],
    ['saml.update', 'defaultRole'],
  ])('%s %s', (id, field) => {
    expect(problemsOf(id, { [field]: null })).toEqual([]);
  });

  test.each([
    ['sections.update', 'title'],
    ['sections.update', 'path'],
    ['site-spaces.update', 'path'],
    ['collections.update', 'description'],
    ['saml.update', 'defaultTeam'],
  ])('not %s %s', (id, field) => {
    expect(problemsOf(id, { [field]: null })).toEqual([`${field} must be a string`]);
  });
});

describe('a move names its neighbours as the reference says', () => {
  test.each([
    ['section-groups.move', 'site-section', 'id'],
    ['sections.move', 'site-section', 'siteSection'],
    ['site-spaces.move', 'site-space', 'siteSpace'],
    ['collections.move', 'space', 'space'],
  ])('%s: %s by %s', (id, type, keyName) => {
    const neighbour = { type, [keyName]: 'x' };
    expect(problemsOf(id, {})).toEqual([]);
    expect(problemsOf(id, { position: {} })).toEqual([]);
    expect(problemsOf(id, { position: { before: neighbour } })).toEqual([]);
    expect(problemsOf(id, { position: { before: neighbour, after: neighbour } })).toEqual([]);
    expect(problemsOf(id, { position: { after: { ...neighbour, type: 'other' } } })).toEqual([
      `position.after.type must be "${type}"`,
    ]);
    expect(problemsOf(id, { position: { after: { type } } })).toEqual([
      `position.after.${keyName} is required`,
    ]);
    expect(problemsOf(id, { position: { after: { [keyName]: 'x' } } })).toEqual([
      'position.after.type is required',
    ]);
  });
});

describe('enumerations stay open', () => {
  test.each([
    ['change-requests.update', 'status', 'open', 'someday'],
    ['custom-fields.create', 'type', 'select:multi', 'colour'],
    ['collections.update', 'defaultLevel', 'review', 'owner'],
    ['sites.create', 'visibility', 'share-link', 'secret'],
    ['integrations.publish', 'visibility', 'public', 'hidden'],
    ['integrations.publish', 'target', 'all', 'nothing'],
  ])('%s %s: %s is known, %s is unknown', (id, field, known, unknown) => {
    const found = (value: string) => check(byId(id).body!, { ...least[id], [field]: value });
    expect(found(known)).toEqual({ problems: [], unknowns: [] });
    expect(found(unknown)).toMatchObject({ problems: [], unknowns: [{ path: [field], value: unknown }] });
  });

  test('the documented values come first and are counted', () => {
    const { known, documented } = schemaFacts(
      (byId('change-requests.list').query!.shape.status as z.ZodMiniOptional<z.ZodMiniType>).def.innerType,
    );
    expect(known).toEqual(['draft', 'open', 'merged', 'archived']);
    expect(documented).toBe(2);
  });

  test('a language that no one has listed is passed on with a warning', () => {
    const language = byId('translations.languages.set').params!.language!;
    expect(check(language, 'en')).toEqual({ problems: [], unknowns: [] });
    expect(check(language, 'tlh')).toMatchObject({ problems: [], unknowns: [{ value: 'tlh' }] });
  });

  test('in a list, each value is judged by itself', () => {
    const { problems, unknowns } = check(byId('integrations.publish').body!, {
      ...least['integrations.publish'],
      scopes: ['space:views:read', 'moon:write'],
    });
    expect(problems).toEqual([]);
    expect(unknowns).toMatchObject([{ path: ['scopes', 1], value: 'moon:write' }]);
  });
});

describe('unions', () => {
  test.each([
    [{ url: 'https://example.com/a.json' }, []],
    [{ text: 'openapi: 3.1.0' }, []],
    [{}, ['source must be an object with "url" or an object with "text"']],
    [{ text: 5 }, ['source.text must be a string']],
    [undefined, ['source is required']],
  ])('the source %j', (source, problems) => {
    expect(problemsOf('openapi.set', { source })).toEqual(problems);
  });

  test('the text of a comment is Markdown; what else its object holds is passed on', () => {
    expect(problemsOf('comments.create', { body: { markdown: 'hi', mentions: [] } })).toEqual([]);
    expect(problemsOf('comments.create', {})).toEqual(['body is required']);
  });

  const Text = 'x'.repeat(2000);
  test.each([
    ['comments.create', 'body', { document: { nodes: [] } }, undefined],
    ['comments.update', 'body', 'hi', undefined],
    ['comments.replies.create', 'body', ['hi'], undefined],
    ['sections.update', 'icon', { name: 'gear', style: 'solid' }, Text],
    ['section-groups.create', 'icon', 7, Text],
    ['sections.update', 'condition', { all: [] }, Text],
    ['site-spaces.update', 'condition', true, ''],
    ['sections.update', 'description', { document: {} }, Text],
    ['openapi.set', 'source', 'https://example.com', { url: 'no address' }],
    ['openapi.create', 'source', { git: 'main' }, { text: 5 }],
    ['sites.create', 'spaces', { kind: 'all' }, ['']],
    ['sites.create', 'spaces', [{ space: 's' }], undefined],
    ['sites.update', 'proxy', { origin: 'https://example.com' }, 'no address'],
    ['collections.update', 'defaultLevel', { role: 'read' }, undefined],
  ])(
    '%s takes another variant of %s with a warning, and holds what is known to its limits',
    (id, field, other, bad) => {
      const body = byId(id).body!;
      const { problems, unknowns } = check(body, { ...least[id], [field]: other });
      expect(problems).toEqual([]);
      expect(unknowns).toMatchObject([{ path: [field], message: 'is of a kind that is not known' }]);
      if (bad !== undefined) expect(problemsOf(id, { [field]: bad })).toHaveLength(1);
    },
  );

  test('instructions are a document, whatever its nodes hold', () => {
    const document = { object: 'document', data: { schemaVersion: 2, tone: 'formal' }, nodes: [{ any: 1 }] };
    expect(problemsOf('translations.languages.set', { instructions: document })).toEqual([]);
    expect(
      problemsOf('translations.languages.set', { instructions: { ...document, object: 'page' } }),
    ).toEqual(['instructions.object must be "document"']);
    expect(problemsOf('translations.languages.set', { instructions: 'be nice' })).toEqual([
      'instructions must be an object',
    ]);
  });
});
