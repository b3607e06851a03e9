import { parseBaseUrl } from '../api/base-url.ts';
import { ServiceError } from '../api/errors.ts';
import { listIntegrations } from '../api/operations/integrations.ts';
import type { App } from '../cli/app.ts';
import { verb } from '../cli/command.ts';
import { checkedToken, isBuiltIn } from '../cli/context.ts';
import { UsageError } from '../cli/errors.ts';
import { maskToken } from '../domain/tokens.ts';
import { authStatusView } from '../views/auth.ts';

export const auth = (app: App) => [login(app), logout(app), status(app), token(app)];

const login = (app: App) =>
  verb('login', 'Store an API token, after checking it with a request', [
    'docs-admin auth login --base-url https://api.example.com --org org_acme',
    'docs-admin auth login --with-token --profile work < token.txt',
  ])
    .option('--with-token', 'read the token from standard input')
    .action(async ({ withToken }) => {
      const { profile } = app.context;
      if (isBuiltIn(profile.value)) {
        throw new UsageError(`the profile ${profile.value} needs no sign-in`, {
          hint: 'it is the embedded service: use it with --profile sandbox as it is',
        });
      }
      const baseUrl = parseBaseUrl(await loginAddress(app), app.context.baseUrlRules);
      const secret = checkedToken((withToken ? await app.text('-') : await askToken(app)).trim());
      const client = app.connect({ baseUrl, token: secret });
      await client.call(listIntegrations, { query: { limit: 1 } });
      const { origin } = new URL(baseUrl);
      await app.system.credentials.store(profile.value, { token: secret, origin });
      await app.context.changeProfile({ 'base-url': baseUrl, org: app.context.find('org')?.value });
      await app.out.done(`signed in to ${origin} (profile ${profile.value})`);
    });

async function loginAddress(app: App): Promise<string> {
  const known = app.context.find('base-url')?.value;
  if (known !== undefined) return known;
  if (app.canAsk()) return app.system.prompts.text('address of the service (https://...)');
  return app.context.need('base-url');
}

async function askToken(app: App): Promise<string> {
  if (app.canAsk()) return app.system.prompts.secret('API token');
  throw new UsageError('nobody can be asked for the token', {
    hint: 'give it on standard input, with --with-token',
  });
}

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
      works: refusal === undefined,
    };
    await app.out.item(facts, authStatusView);
    if (refusal) throw refusal;
  });

const token = (app: App) =>
  verb('token', 'Print the token that commands would use', ['docs-admin auth token']).action(async () => {
    await app.out.raw((await app.context.token()).value);
  });
