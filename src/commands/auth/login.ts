import { InvalidBaseUrl, parseBaseUrl } from '../../api/base-url.ts';
import { type Integration, listIntegrations } from '../../api/operations/integrations.ts';
import type { App } from '../../cli/app.ts';
import { verb } from '../../cli/command.ts';
import { checkedToken, forProfile, isBuiltIn } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { checkedSetting } from '../../cli/settings.ts';
import { administeredBy } from '../../domain/integrations.ts';

export const login = (app: App) =>
  verb('login', 'Store an API token, after checking it with a request', [
    'docs-admin auth login',
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
      const baseUrl = await loginAddress(app);
      const token = checkedToken((withToken ? await app.text('-') : await askToken(app)).trim());
      const seen = await checkToken(app, baseUrl, token);
      const org = app.context.find('org')?.value ?? (await askOrganization(app, seen));
      const { origin } = new URL(baseUrl);
      await app.system.credentials.store(profile.value, { token, origin });
      await app.context.changeProfile({ 'base-url': baseUrl, org });
      await app.out.done(`signed in to ${origin} (profile ${profile.value}${org ? `, ${org}` : ''})`);
      if (org) return;
      const config = `docs-admin config set org <id>${forProfile(profile.value)}`;
      await app.out.note(`no organization yet: name it with \`${config}\`, or --org`);
    });

/** The address of the service; whoever types it may correct it. Throws `InvalidBaseUrl` for one that was given. */
async function loginAddress(app: App): Promise<string> {
  const { find, need, baseUrlRules } = app.context;
  const known = find('base-url')?.value;
  if (known !== undefined || !app.canAsk()) return parseBaseUrl(known ?? need('base-url'), baseUrlRules);
  while (true) {
    const typed = (await app.system.prompts.text('address of the service (https://...)')).trim();
    try {
      return parseBaseUrl(typed.includes('://') ? typed : `https://${typed}`, baseUrlRules);
    } catch (error) {
      if (!(error instanceof InvalidBaseUrl)) throw error;
      await app.out.note(`${error.message}; try again`);
    }
  }
}

async function askToken(app: App): Promise<string> {
  if (app.canAsk()) return app.system.prompts.secret('API token');
  throw new UsageError('nobody can be asked for the token', {
    hint: 'give it on standard input, with --with-token',
  });
}

/** Resolves with what the service shows to the token: one integration, or all where somebody will be asked. */
async function checkToken(app: App, baseUrl: string, token: string): Promise<Integration[]> {
  const limit = app.canAsk() && !app.context.find('org') ? undefined : 1;
  const client = app.connect({ baseUrl, token });
  const seen: Integration[] = [];
  for await (const page of client.pages(listIntegrations, {}, { limit })) seen.push(...page);
  return seen;
}

/**
 * No operation lists the organizations of a token; those whose integrations it may administer are its own.
 * Resolves with `undefined` where the user knows none yet, or nobody can be asked.
 */
async function askOrganization(app: App, seen: readonly Integration[]): Promise<string | undefined> {
  if (!app.canAsk()) return undefined;
  const own = administeredBy(seen);
  const another = { value: '', label: 'another one' };
  const choices = own.map(({ id, title }) => ({ value: id, label: title ? `${title}  ${id}` : id }));
  const picked = own.length > 0 && (await app.pick('Which organization?', [...choices, another]));
  if (picked) return picked;
  const typed = (await app.system.prompts.text('id of your organization (empty: none by default)')).trim();
  if (typed === '') return undefined;
  checkedSetting('org', typed);
  return typed;
}
