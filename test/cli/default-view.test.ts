import { expect, test } from 'vitest';
import { defaultView } from '../../src/cli/default-view.ts';
import { saml } from '../../src/model/saml.ts';
import { ssoLogin } from '../../src/model/sso.ts';
import { team } from '../../src/model/teams.ts';

test('a view of every field: nested ones are further columns, times and links are read as such', () => {
  const { id, columns, wide } = defaultView(saml);
  expect(id).toBe('id');
  expect(columns).toEqual(
    expect.arrayContaining([
      { field: 'id', label: 'ID' },
      { field: 'defaultRole', label: 'DEFAULT ROLE' },
      { field: 'ssoURL', label: 'SSO URL', as: 'link' },
      { field: 'createdAt', label: 'CREATED AT', as: 'time' },
    ]),
  );
  expect(wide).toEqual(
    expect.arrayContaining([
      { field: 'defaultTeam.title', label: 'DEFAULT TEAM TITLE' },
      { field: 'urls.location', label: 'LOCATION', as: 'link' },
    ]),
  );
});

test('its columns keep the order of the contract, without the word for the kind of object', () => {
  expect(defaultView(team).columns.map(({ field }) => field)).toEqual([
    'id',
    'title',
    'members',
    'spaces',
    'createdAt',
  ]);
});

test('a resource without operations that show it has no columns', () => {
  expect(defaultView({ ...ssoLogin, operations: {} })).toEqual({ id: 'id', columns: [], wide: [] });
});
