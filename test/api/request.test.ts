import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../src/api/client/errors.ts';
import { type AnyInput, prepareRequest } from '../../src/api/client/request.ts';
import type { Operation } from '../../src/api/contract/operation.ts';
import { pullChangeRequest } from '../../src/api/contract/operations/change-requests.ts';
import { getPageByPath } from '../../src/api/contract/operations/content.ts';
import { publishIntegration } from '../../src/api/contract/operations/integrations.ts';
import { listMembers } from '../../src/api/contract/operations/members.ts';
import { setOpenApiSpec } from '../../src/api/contract/operations/openapi.ts';
import { moveSection } from '../../src/api/contract/operations/sections.ts';
import { createSite, getSite, listSites, updateSite } from '../../src/api/contract/operations/sites.ts';
import { setTranslationLanguage } from '../../src/api/contract/operations/translations.ts';
import { segmentProblem } from '../../src/api/contract/segment.ts';

const base = 'https://api.example.com';

function prepare(op: Operation, input: AnyInput, baseUrl = base) {
  return prepareRequest(op, input, baseUrl).request;
}

function problems(op: Operation, input: AnyInput): string[] {
  try {
    prepareRequest(op, input, base);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    expect(error.operation).toBe(op);
    return error.problems.map(({ part, path, message }) => [part, ...path, message].join(' '));
  }
  return [];
}

describe('an id is one segment of the path', () => {
  test.each([
    ['', 'must not be empty'],
    ['.', 'must not be "." or ".."'],
    ['..', 'must not be "." or ".."'],
    ['%2e%2e', 'contains "%"'],
    ['a%2Fb', 'contains "%"'],
    ['a/b', 'contains "/"'],
    ['/', 'contains "/"'],
    ['a\\b', 'contains "\\"'],
    ['a?x', 'contains "?"'],
    ['a#f', 'contains "#"'],
    ['a\u0000b', 'contains a control character'],
    ['a\nb', 'contains a control character'],
    ['a\u007fb', 'contains a control character'],
    ['a\u0085b', 'contains a control character'],
    ['a\ud800b', 'is not well-formed Unicode'],
    ['\udc00', 'is not well-formed Unicode'],
    ['x'.repeat(257), 'has more than 256 characters'],
    ['/'.repeat(1e5), 'contains "/"'],
    [undefined, 'is required'],
  ])('%.20j is refused', (site, message) => {
    expect(segmentProblem(site)).toBe(message);
    expect(problems(getSite, { params: { org: 'o', site: site as string } })).toEqual([
      `params site ${message}`,
    ]);
  });

  test.each([
    ['site_1', 'site_1'],
    ['a b', 'a%20b'],
    ['a;b', 'a%3Bb'],
    ['a+b', 'a%2Bb'],
    ['a@b', 'a%40b'],
    ['a:b', 'a%3Ab'],
    ['a&b=c', 'a%26b%3Dc'],
    ['日本', '%E6%97%A5%E6%9C%AC'],
    ['😀', '%F0%9F%98%80'],
    ['...', '...'],
    ['a..b', 'a..b'],
    ['x'.repeat(256), 'x'.repeat(256)],
  ])('%.20j is percent-encoded once', (site, encoded) => {
    const { url } = prepare(getSite, { params: { org: 'o', site } });
    expect(url).toBe(`${base}/v1/orgs/o/sites/${encoded}`);
    expect(new URL(url).href).toBe(url);
  });

  test('every id of a path is judged', () => {
    expect(problems(getSite, { params: { org: '..', site: 'a/b' } })).toEqual([
      'params org must not be "." or ".."',
      'params site contains "/"',
    ]);
    expect(problems(getSite, {})).toEqual(['params org is required', 'params site is required']);
  });
});

describe('the path of a page is one segment too', () => {
  const at = (path: string) => ({ params: { space: 's', changeRequest: '7', path } });

  test.each([
    ['guides', 'guides'],
    ['guides/set up', 'guides%2Fset%20up'],
    ['a/b/c', 'a%2Fb%2Fc'],
    [Array(200).fill('part').join('/'), Array(200).fill('part').join('%2F')],
  ])('%.20j', (path, encoded) => {
    expect(prepare(getPageByPath, at(path)).url).toBe(
      `${base}/v1/spaces/s/change-requests/7/content/path/${encoded}`,
    );
  });

  test.each([
    ['', 'must not be empty'],
    ['/', 'has an empty part'],
    ['/a', 'has an empty part'],
    ['a/', 'has an empty part'],
    ['a//b', 'has an empty part'],
    ['a/./b', 'has a part that must not be "." or ".."'],
    ['a/../b', 'has a part that must not be "." or ".."'],
    ['..', 'has a part that must not be "." or ".."'],
    ['a/%2e%2e/b', 'has a part that contains "%"'],
    ['a/b?c', 'has a part that contains "?"'],
    ['a/b\\c', 'has a part that contains "\\"'],
  ])('%j is refused', (path, message) => {
    expect(problems(getPageByPath, at(path))).toEqual([`params path ${message}`]);
  });
});

describe('what is documented of a parameter', () => {
  test('its pattern is held', () => {
    const body = { source: { url: 'https://example.com/a.json' } };
    expect(problems(setOpenApiSpec, { params: { org: 'o', spec: 'pet-store' }, body })).toEqual([]);
    expect(problems(setOpenApiSpec, { params: { org: 'o', spec: 'Pet_Store' }, body })).toEqual([
      'params spec must be lower-case letters and digits, separated by single hyphens',
    ]);
  });

  test('that it is no segment at all is said alone', () => {
    expect(problems(publishIntegration, { params: { integration: '..' }, body: {} })).toContain(
      'params integration must not be "." or ".."',
    );
  });

  test('an unknown value is sent, and reported', () => {
    const params = { org: 'o', translation: 't', language: 'tlh' };
    const body = { instructions: { object: 'document' } };
    const { request, unknowns } = prepareRequest(setTranslationLanguage, { params, body }, base);
    expect(request.url).toBe(`${base}/v1/orgs/o/translations/t/languages/tlh`);
    expect(unknowns).toMatchObject([{ part: 'params', path: ['language'], value: 'tlh' }]);
  });
});

describe('the query', () => {
  const params = { org: 'o' };
  const search = (query: Record<string, unknown>) =>
    prepare(listSites, { params, query }).url.replace(`${base}/v1/orgs/o/sites`, '');

  test.each<[Record<string, unknown>, string]>([
    [{}, ''],
    [{ title: undefined }, ''],
    [{ title: 'a b&c=d+e#f/é' }, '?title=a%20b%26c%3Dd%2Be%23f%2F%C3%A9'],
    [{ a: '' }, '?a='],
    [{ published: false }, '?published=false'],
    [{ limit: 10, page: 'b/c==' }, '?limit=10&page=b%2Fc%3D%3D'],
    [{ type: ['basic', 'ultimate'] }, '?type=basic&type=ultimate'],
    [{ type: [] }, ''],
    [{ 'a&b': 'x' }, '?a%26b=x'],
  ])('%j', (query, expected) => {
    expect(search(query)).toBe(expected);
  });

  test('its problems are all named', () => {
    expect(
      problems(listSites, { params, query: { limit: 1001, published: 'yes', title: '\ud800' } }),
    ).toEqual([
      'query limit must be at most 1000',
      'query published must be a boolean',
      'query title is not well-formed Unicode',
    ]);
    expect(problems(listSites, { params, query: { type: ['a', '\udfff'] } })).toEqual([
      'query type is not well-formed Unicode',
    ]);
  });

  test('an unknown value or name is sent, and reported', () => {
    const { request, unknowns } = prepareRequest(
      listMembers,
      { params, query: { sort: 'age', colour: 'red' } },
      base,
    );
    expect(request.url).toMatch(/\?sort=age&colour=red$/);
    expect(unknowns).toMatchObject([
      { part: 'query', path: ['sort'], value: 'age' },
      { part: 'query', path: ['colour'], message: 'is not a documented field' },
    ]);
  });

  test('also where the operation knows none', () => {
    const { unknowns } = prepareRequest(
      getSite,
      { params: { org: 'o', site: 's' }, query: { deep: true } },
      base,
    );
    expect(unknowns).toMatchObject([{ part: 'query', path: ['deep'] }]);
  });
});

describe('the body', () => {
  const params = { org: 'o', site: 's', section: 'x' };

  test('is JSON exactly as it was given', () => {
    const body = { title: 'Häuser "1"\n\u2028', proxy: null };
    const request = prepare(updateSite, { params, body });
    expect(request.body).toBe('{"title":"Häuser \\"1\\"\\n\u2028","proxy":null}');
    expect(request.headers).toEqual({ accept: 'application/json', 'content-type': 'application/json' });
    expect(request.method).toBe('PATCH');
  });

  test('is an empty object where nothing was given', () => {
    expect(prepare(createSite, { params }).body).toBe('{}');
    expect(prepare(moveSection, { params, body: undefined }).body).toBe('{}');
  });

  test('leaves out what is undefined', () => {
    expect(prepare(createSite, { params, body: { title: undefined, visibility: 'public' } }).body).toBe(
      '{"visibility":"public"}',
    );
  });

  test('is absent where the operation has none', () => {
    const request = prepare(pullChangeRequest, { params: { space: 's', changeRequest: '7' } });
    expect(request).toEqual({
      method: 'POST',
      url: `${base}/v1/spaces/s/change-requests/7/update`,
      headers: { accept: 'application/json' },
    });
  });

  test.each([[[]], ['text'], [5]])('%j is refused', (body) => {
    expect(problems(createSite, { params, body })).toEqual(['body must be an object']);
    expect(() => prepare(createSite, { params, body })).toThrow('body must be an object');
  });

  test('unknown fields and values are sent, and reported', () => {
    const body = { visibility: 'friends', theme: { dark: true } };
    const { request, unknowns } = prepareRequest(createSite, { params, body }, base);
    expect(request.body).toBe(JSON.stringify(body));
    expect(unknowns).toMatchObject([
      { part: 'body', path: ['visibility'], value: 'friends' },
      { part: 'body', path: ['theme'] },
    ]);
  });
});

test('problems of all parts of a request are reported together', () => {
  expect(
    problems(updateSite, { params: { org: 'o', site: 'a/b' }, query: {}, body: { title: 'x', basename: 5 } }),
  ).toEqual([
    'params site contains "/"',
    'body title must have at least 2 characters',
    'body basename must be a string',
  ]);
});

test.each([
  ['https://api.example.com', 'https://api.example.com/v1/orgs/o/sites/s'],
  ['https://api.example.com/docs/api', 'https://api.example.com/docs/api/v1/orgs/o/sites/s'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/v1/orgs/o/sites/s'],
  ['http://[::1]:4010', 'http://[::1]:4010/v1/orgs/o/sites/s'],
])('paths are added to %s', (baseUrl, url) => {
  expect(prepare(getSite, { params: { org: 'o', site: 's' } }, baseUrl).url).toBe(url);
});
