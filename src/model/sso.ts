import { listSsoLogins } from '../api/contract/operations/sso.ts';
import { resource } from './resource.ts';

export const ssoLogin = resource({
  kind: 'sso-login',
  noun: 'sso',
  one: 'login',
  several: 'logins',
  parents: ['org'],
  id: 'id',
  title: 'label',
  naturalKey: ['label'],
  operations: { list: listSsoLogins },
});
