import { ServiceError } from '../api/client/errors.ts';
import { listIntegrations } from '../api/contract/operations/integrations.ts';
import { verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { maskToken } from '../domain/tokens.ts';
import { authStatusView } from '../views/auth.ts';
import { login } from './auth/login.ts';

export const auth = (app: App) => [login(app), logout(app), status(app), token(app)];

const logout = (app: App) =>
  verb('logout', 'Forget the stored token', ['docs-admin auth logout']).action(async () => {
    const { profile } = app.context;
    const was = await app.system.credentials.forget(profile.value);
    await app.out.done(
      was
        ? `forgot the token of profile ${profile.value}; the service still accepts it until it is revoked there`
        : `profile ${profile.value} has no stored token`,
    );
    if (app.system.env.DOCS_ADMIN_TOKEN) await app.out.warn('DOCS_ADMIN_TOKEN is still set');
  });

const status = (app: App) =>
  verb('status', 'Show the address, where the token comes from and whether it works', [
    'docs-admin auth status',
  ]).action(async () => {
    const { profile } = app.context;
    const baseUrl = app.context.baseUrl();
    const found = await app.context.token();
    const refusal = await app.api.call(listIntegrations, { query: { limit: 1 } }).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ServiceError && error.status === 401) return error;
        throw error;
      },
    );
    const facts = {
      profile: profile.value,
      baseUrl,
      org: app.context.find('org')?.value ?? null,
      token: maskToken(found.value),
      source: found.source,
      // No operation says whose token it is.
      user: null,
      works: refusal === undefined,
    };
    await app.out.item(facts, authStatusView);
    if (refusal) throw refusal;
  });

const token = (app: App) =>
  verb('token', 'Print the token that commands would use', ['docs-admin auth token']).action(async () => {
    await app.out.raw((await app.context.token()).value);
  });
