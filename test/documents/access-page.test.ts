import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AccessDocument } from '../../src/documents/access/document.ts';
import { accessPage } from '../../src/documents/access/page.ts';
import { accessDocument, acme } from '../support/access-document.ts';
import { hostileOrganization } from '../support/hostile-organization.ts';
import { largeOrganization } from '../support/large-organization.ts';

function pageOf(document: AccessDocument): string {
  return [...accessPage(document)].join('');
}

/** Returns the section of a place as lines of text. */
function sectionOf(text: string, title: string): string[] {
  const section = text.match(new RegExp(`<section><h2>${title}</h2>(.*?)</section>`, 's'))?.[1] ?? '';
  return section
    .replace(/<\/(th|td)>/g, ' | ')
    .replace(/<[^>]+>/g, '')
    .split('\n')
    .map((line) => line.trim().replace(/ \|$/, ''))
    .filter((line) => line !== '');
}

describe('the page', () => {
  const page = pageOf(accessDocument(acme));

  test('allows nothing but its own style and scripts, by their hashes', () => {
    const hashes = (name: string) =>
      [...page.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(
        ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      );
    expect(page.match(/http-equiv="Content-Security-Policy" content="([^"]+)"/)?.[1]?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashes('script').join(' ')}`,
      `style-src ${hashes('style').join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(hashes('script')).toHaveLength(2);
    expect(hashes('style')).toHaveLength(1);
  });

  test('refers to nothing elsewhere', () => {
    expect(page).not.toMatch(/https?:|url\(|@import|\bsrc=|\bhref=| style=| on\w+="/);
  });

  test('has a table for each place, with people, levels and ways', () => {
    expect(page.match(/<section>/g)).toHaveLength(10);
    expect(sectionOf(page, 'Handbook')).toEqual([
      'Space in Product · space_handbook · default level: inherited · published by Acme Docs (public) · integrations: GitHub Sync, Slack',
      'Who | Level | Way',
      'Ada Lovelace ada@acme.test | admin | role in the organization',
      'Alan Turing alan@acme.test | edit | team Documentation on the collection Product; default level of the collection Product (read)',
      'Barbara Liskov barbara@acme.test | read | default level of the collection Product',
      'Edsger Dijkstra edsger@acme.test | disabled (would have edit) | team Documentation on the collection Product; default level of the collection Product (read)',
      'Grace Hopper grace@acme.test | edit | team Documentation on the collection Product; default level of the collection Product (read)',
      'Margaret Hamilton margaret@acme.test | read | default level of the collection Product',
      'Radia Perlman radia@acme.test | read | default level of the collection Product',
    ]);
  });

  test('names guests', () => {
    expect(sectionOf(page, 'Guides')).toContain(
      'Mary Jackson mary@partner.test | read (guest) | team Partners on the space',
    );
  });

  test('has the base of the organization at its head', () => {
    expect(page).toContain('<dt>Default role</dt><dd>read</dd>');
    expect(page).toContain('8 people · 7 spaces · 3 collections');
  });

  test('says where no one has access', () => {
    const document = accessDocument({ people: {}, teams: {}, spaces: { space_empty: { title: 'Empty' } } });
    expect(sectionOf(pageOf(document), 'Empty')).toEqual([
      'Space · space_empty · default level: inherited',
      'Nobody has access.',
    ]);
  });
});

test('the service decides: more than the ways give is not shown, less is a disagreement', () => {
  const page = pageOf({
    ...accessDocument(acme),
    differing: [
      { user: 'user_radia', target: 'space_handbook', level: 'create' },
      { user: 'user_alan', target: 'space_handbook', level: 'read' },
      { user: 'user_grace', target: 'space_handbook', level: null },
      { user: 'user_gone', target: 'space_handbook', level: 'admin' },
    ],
  });
  const lines = sectionOf(page, 'Handbook');
  expect(lines).toContain(
    'Radia Perlman radia@acme.test | create | granted in a way that the interface does not show; default level of the collection Product (read)',
  );
  expect(lines).toContain(
    'Alan Turing alan@acme.test | read | the service reports read, although the ways give edit; team Documentation on the collection Product (edit); default level of the collection Product',
  );
  expect(lines.filter((line) => line.startsWith('Grace'))).toEqual([]);
});

test('what could not be read is named, and the places that it concerns', () => {
  const page = pageOf({
    ...accessDocument(acme),
    unknown: ['the teams of the space Handbook: not allowed (403)'],
    incomplete: new Set(['space_handbook']),
  });
  expect(page).toContain('<li>the teams of the space Handbook: not allowed (403)</li>');
  expect(sectionOf(page, 'Handbook')).toContain(
    'Not everything here could be read: more people may have access.',
  );
  expect(sectionOf(page, 'Payroll').join()).not.toContain('could be read');
});

test('above 2,000 people, the tables list roles and teams', () => {
  const lines = sectionOf(pageOf(largeOrganization(2001, 40)), 'Space 3').join('\n');
  expect(lines).toMatch(/team Team \d+ \d+ people \| \w+ \| team Team \d+ on the (space|collection)/);
  expect(lines).toMatch(/members with the role \w+ \d+ people \| \w+ \| /);
  expect(lines).not.toContain('@large.test');
});

test('is written in pieces', () => {
  const longest = Math.max(...[...accessPage(largeOrganization(5000, 50))].map(({ length }) => length));
  expect(longest).toBeLessThan(600_000);
});

test('no name leaves its place, wherever it stands', () => {
  const plain = pageOf(accessDocument(hostileOrganization('Name')));
  const hostile = pageOf(
    hostileDocument('</script><script>alert(1)</script><!--\u2028"\'><img src=x onerror=alert(1)>'),
  );
  const tags = (text: string) =>
    text
      .replace(/<(style|script>)[\s\S]*?<\//g, '')
      .match(/<[^>]*>/g)
      ?.map((tag) => tag.replace(/ (title|datetime)="[^"]*"/, ''));
  expect(tags(hostile)).toEqual(tags(plain));
  expect(hostile).not.toContain('<img');
  expect(hostile).not.toContain('\u2028');
});

function hostileDocument(name: string): AccessDocument {
  return accessDocument(hostileOrganization(name));
}
