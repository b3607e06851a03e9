import { ServiceError } from '../api/client/errors.ts';
import { listIntegrations } from '../api/contract/operations/integrations.ts';
import { verb } from '../cli/verb.ts';
import type { View } from '../output/view.ts';
import { login } from './auth/login.ts';

export const authStatusView: View = {
  id: 'profile',
  columns: [
    { field: 'profile' },
    { field: 'baseUrl', label: 'ADDRESS' },
    { field: 'org' },
    { field: 'token' },
    { field: 'source', label: 'TOKEN FROM' },
    { field: 'user', whenEmpty: 'the service does not say' },
    { field: 'works', as: 'yes-no' },
  ],
};

export const auth = () => [
  login(),
  verb('logout', { summary: 'Forget the stored token', effect: 'local' }, ['docs-admin auth logout']).run(
    async ({ system, context, out }) => {
      const { profile } = context;
      const was = await system.credentials.forget(profile.value);
      await out.done(
        was
          ? `forgot the token of profile ${profile.value}; the service still accepts it until it is revoked there`
          : `profile ${profile.value} has no stored token`,
      );
      if (system.env.DOCS_ADMIN_TOKEN) await out.warn('DOCS_ADMIN_TOKEN is still set');
    },
  ),
  verb(
    'status',
    {
      summary: 'Show the address, where the token comes from and whether it works',
      effect: 'read',
      fields: ['profile', 'baseUrl', 'org', 'token', 'source', 'user', 'works'],
      columns: { address: 'baseUrl' },
    },
    ['docs-admin auth status'],
  ).run(async ({ context, api, out }) => {
    const { profile } = context;
    const baseUrl = context.baseUrl();
    const found = await context.token();
    const refusal = await api.call(listIntegrations, { query: { limit: 1 } }).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ServiceError && error.status === 401) return error;
        throw error;
      },
    );
    const facts = {
      profile: profile.value,
      baseUrl,
      org: context.find('org')?.value ?? null,
      token: maskToken(found.value),
      source: found.source,
      // No operation shows the user of a token.
      user: null,
      works: refusal === undefined,
    };
    await out.item(facts, authStatusView);
    if (refusal) throw refusal;
  }),
  verb('token', { summary: 'Print the token that commands would use', effect: 'secret' }, [
    'docs-admin auth token',
  ]).run(async ({ context, out }) => {
    await out.raw((await context.token()).value);
  }),
];

/** Masks a token for people: shows its last four characters if that is safe. */
function maskToken(token: string): string {
  return token.length >= 24 ? `****${token.slice(-4)}` : '****';
}
