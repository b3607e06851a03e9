import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { resource } from '../schemas.ts';

/** One way to sign in to an organization. */
export const SsoLogin = resource({ id: z.string() }, () => ({ label: z.string(), startURL: z.string() }));
export type SsoLogin = z.output<typeof SsoLogin>;

export const listSsoLogins = operation({
  id: 'sso.list',
  method: 'GET',
  path: '/v1/orgs/{org}/sso',
  summary: 'List the ways to sign in to an organization',
  result: resource({ items: z.array(SsoLogin) }, () => ({})),
});
