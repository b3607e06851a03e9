import { completeBaseUrl, InvalidBaseUrl, parseBaseUrl } from '../../api/client/base-url.ts';
import { type Integration, listIntegrations } from '../../api/contract/operations/integrations.ts';
import { verb } from '../../cli/command.ts';
import type { App } from '../../cli/session/app.ts';
import { completeAddress, noteVersion } from '../../cli/settings/addresses.ts';
import { checkedToken, forProfile, isBuiltIn } from '../../cli/settings/context.ts';
import { checkedProfileName, checkedSetting, isProtected } from '../../cli/settings/settings.ts';
import { administeredBy } from '../../domain/integrations.ts';
import { UsageError } from '../../errors.ts';

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
      app.context.assertReadable();
      checkedProfileName(profile.value, profile.source);
      const baseUrl = await loginAddress(app);
      const token = checkedToken(
        (withToken ? await app.input.text('-') : await askToken(app, baseUrl)).trim(),
      );
      const seen = await checkToken(app, baseUrl, token);
      const org = knownOrganization(app) ?? (await askOrganization(app, seen));
      const { origin } = new URL(baseUrl);
      const inFile = !(await wantsKeyring(app));
      const kept = await app.system.credentials.store(profile.value, { token, origin, baseUrl }, { inFile });
      await app.context.changeProfile({ 'base-url': baseUrl, org });
      await app.out.done(`signed in to ${baseUrl} (profile ${profile.value}${org ? `, ${org}` : ''})`);
      if (app.canAsk())
        await app.out.note(`the token is kept in ${kept}; the service does not say whose token it is`);
      if (org) return;
      const config = `docs-admin config set org <id>${forProfile(profile.value)}`;
      await app.out.note(`no organization yet: name it with \`${config}\`, or --org`);
    });

/** The address of the service; the user may correct it. Throws `InvalidBaseUrl` for one that was given. */
async function loginAddress(app: App): Promise<string> {
  const { find, need, baseUrlRules } = app.context;
  const known = find('base-url')?.value ?? (app.canAsk() ? undefined : need('base-url'));
  if (known === undefined) return askAddress(app);
  const address = parseBaseUrl(await completeAddress(app, known), baseUrlRules);
  await assertOwnAddress(app, address);
  return address;
}

async function askAddress(app: App): Promise<string> {
  while (true) {
    const typed = (await app.system.prompts.text('address of the service (https://...)')).trim();
    try {
      const address = parseBaseUrl(await withScheme(app, typed), app.context.baseUrlRules);
      await noteVersion(app, typed, address);
      return address;
    } catch (error) {
      if (!(error instanceof InvalidBaseUrl)) throw error;
      await app.out.note(`${error.message}; try again`);
    }
  }
}

/** Only a service on this machine may be one without TLS. */
async function withScheme({ system }: App, typed: string): Promise<string> {
  if (typed.includes('://')) return typed;
  const meant = completeBaseUrl(typed);
  if (meant?.startsWith('http:') && (await system.prompts.confirm(`use ${meant}, without TLS?`)))
    return meant;
  return `https://${typed}`;
}

/**
 * A token that is meant for the service of a profile does not go to another one because of the environment, and a
 * protected profile keeps its service. Throws `UsageError`.
 */
async function assertOwnAddress(app: App, address: string): Promise<void> {
  const { profile, stored, find } = app.context;
  const own = stored['base-url'];
  if (own === undefined || isSameAddress(own, address)) return;
  const source = find('base-url')?.source;
  const differ = `${source} names ${address}, and the profile ${profile.value} is for ${own}`;
  if (isProtected(stored)) {
    throw new UsageError(`${differ}; it is protected and keeps its address`, {
      hint: `leave out ${source}, or sign in with another profile: --profile <name>`,
    });
  }
  if (source === '--base-url') return;
  if (!app.canAsk()) {
    throw new UsageError(differ, {
      hint: `unset ${source}, or give --base-url ${address} to sign in there and change the profile`,
    });
  }
  if (!(await app.system.prompts.confirm(`${differ}. Sign in to ${address} and change the profile?`)))
    throw new UsageError('cancelled; nothing was sent');
}

function isSameAddress(stored: string, address: string): boolean {
  try {
    return parseBaseUrl(stored, { allowHttp: true }) === address;
  } catch {
    return false;
  }
}

async function askToken(app: App, address: string): Promise<string> {
  if (app.canAsk()) {
    await app.out.note('API tokens are made in the app of the service');
    return app.system.prompts.secret(`API token for ${address} (profile ${app.context.profile.value})`);
  }
  throw new UsageError('there is no terminal to ask for the token', {
    hint: 'give it on standard input, with --with-token',
  });
}

/** Whether the token goes into the keyring of the operating system, where there is one: as the user says, else it does. */
async function wantsKeyring({ system, canAsk }: App): Promise<boolean> {
  if (!system.credentials.hasKeyring()) return false;
  return !canAsk() || system.prompts.confirm('keep the token in the keyring of the operating system?');
}

/** Resolves with what the service shows to the token: one integration, or all where somebody will be asked. */
async function checkToken(app: App, baseUrl: string, token: string): Promise<Integration[]> {
  const limit = app.canAsk() && knownOrganization(app) === undefined ? undefined : 1;
  const client = app.connect({ baseUrl, token });
  const seen: Integration[] = [];
  for await (const page of client.pages(listIntegrations, {}, { limit })) seen.push(...page);
  return seen;
}

/** The organization that the profile is for; the environment says it only where the profile does not. */
function knownOrganization({ flags, context }: App): string | undefined {
  return flags.org ?? context.stored.org ?? context.find('org')?.value;
}

/**
 * No operation lists the organizations of a token; those whose integrations it may administer are its own.
 * Resolves with `undefined` where the user knows none yet, or there is no terminal.
 */
async function askOrganization(app: App, seen: readonly Integration[]): Promise<string | undefined> {
  if (!app.canAsk()) return undefined;
  const own = administeredBy(seen);
  const another = { value: '', label: 'another one' };
  const choices = own.map(({ id, title }) => ({ value: id, label: title ? `${title}  ${id}` : id }));
  const picked =
    own.length > 0 && (await app.system.prompts.pick('Which organization?', [...choices, another]));
  if (picked) return picked;
  const typed = (await app.system.prompts.text('id of your organization (empty: none by default)')).trim();
  if (typed === '') return undefined;
  checkedSetting('org', typed);
  return typed;
}
