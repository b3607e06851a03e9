import { expect, test } from 'vitest';
import { restoringOf } from '../../../src/model/effects/restoring.ts';
import { fieldsOf } from '../../../src/model/effects/thing-source.ts';
import { resourceNamed } from '../../../src/model/effects/things.ts';

const item = {
  id: 'saml_okta',
  label: 'Okta',
  defaultTeam: { id: 'team_docs', title: 'Docs' },
  createdAt: '2026-01-01T00:00:00Z',
};

test('what undo restores of a thing are the fields that requests can set, where the model finds them', () => {
  expect(fieldsOf(resourceNamed('saml'), item)).toEqual({
    label: 'Okta',
    entityID: null,
    certificate: null,
    ssoURL: null,
    defaultTeam: 'team_docs',
    defaultRole: null,
  });
});

test.each([
  ['custom-field', ['title', 'description', 'placeholder', 'type', 'options']],
  ['translation-language', ['instructions']],
  ['change-request', ['subject', 'status']],
  ['adaptive-schema', ['jsonSchema']],
])('the fields of a %s are those of its requests, without its id', (kind, fields) => {
  expect(Object.keys(fieldsOf(resourceNamed(kind), {})).sort()).toEqual(fields.sort());
});

test('a kind without a way back is not known', () => {
  expect(() => restoringOf('page')).toThrow('nothing brings a page back');
});
