import { expect, test } from 'vitest';
import { changed } from '../../src/domain/changed.ts';

const uma = { id: 'user_uma', user: { displayName: 'Uma Thurgood' } };
const team = { id: 'team_docs', title: 'Docs' };

test.each([
  [changed('created', 'team', team), 'created team "Docs" (team_docs)'],
  [changed('updated', 'team', { id: 'team_docs' }), 'updated team team_docs'],
  [changed('updated', 'comment', { id: 'c_1' }, { body: { markdown: 'x' } }), 'updated comment c_1: body'],
  [changed('updated', 'custom field', { name: 'x' }, { title: null }), 'updated custom field x: title none'],
  [
    changed('updated', 'member', uma, { role: 'edit' }, { role: 'read' }),
    'updated member Uma Thurgood (user_uma): role read → edit',
  ],
  [
    changed('updated', 'member', uma, { role: null }, { role: 'read' }),
    'updated member Uma Thurgood (user_uma): role read → guest',
  ],
  [changed('updated', 'member', uma, { role: 'edit' }), 'updated member Uma Thurgood (user_uma): role edit'],
  [
    changed(
      'updated',
      'site',
      { id: 's', title: 'x' },
      { title: 'a b', defaultSiteSpace: 'sp', published: false },
    ),
    'updated site "x" (s): title "a b", default site space sp, published no',
  ],
  [
    changed('updated', 'site', { id: 's' }, { proxy: 'https://me:secret@x.example', title: 'x'.repeat(61) }),
    'updated site s: proxy, title',
  ],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});
