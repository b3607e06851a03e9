import { completeBaseUrl, parseBaseUrl } from '../../api/client/base-url.ts';
import { type Integration, listIntegrations } from '../../api/contract/operations/integrations.ts';
import { askUntil } from '../../cli/names/ask-until.ts';
import { completeAddress, noteVersion } from '../../cli/session/addresses.ts';
import { confirmByName } from '../../cli/session/by-name.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import {
  addressIn,
  checkedProfileName,
  checkedSetting,
  forProfile,
  isBuiltIn,
  isProtected,
} from '../../cli/settings/settings.ts';
import { checkedToken } from '../../cli/settings/token.ts';
import { verb } from '../../cli/verb.ts';
import { administeredBy } from '../../domain/integrations.ts';
import { UsageError } from '../../errors.ts';
import { collected } from '../../text/collected.ts';

export const login = () =>
  verb('login', { summary: 'Store an API token, after checking it with a request', effect: 'local' }, [
    'docs-admin auth login',
    'docs-admin auth login --base-url https://api.example.com --org org_acme',
    'docs-admin auth login --with-token --profile work < token.txt',
  ])
    .option('--with-token', 'read the token from standard input')
    .option('--replace', 'replace the token that the profile has for another address or organization')
    .run(
      async ({ system, context, connections, files, out, canAsk, line }, { withToken, replace = false }) => {
        const { profile } = context;
        if (isBuiltIn(profile.value)) {
          throw new UsageError(`the profile ${profile.value} needs no sign-in`, {
            hint: 'it is the embedded service: use it with --profile sandbox as it is',
          });
        }
        context.assertReadable();
        checkedProfileName(profile.value, profile.source);
        const { baseUrl, isAgreed } = await loginAddress({ system, context, out, canAsk });
        if (!isAgreed) await assertSamePlace({ system, context, canAsk, line }, baseUrl, replace);
        const token = withToken
          ? checkedToken((await files.text('-')).trim())
          : await askToken({ system, context, out, canAsk }, baseUrl);
        const seen = await checkToken({ context, connections, canAsk, line }, baseUrl, token);
        const org =
          knownOrganization({ context, line }) ?? (await askOrganization({ system, out, canAsk }, seen));
        const inFile = !(await wantsKeyring({ system, canAsk }));
        const kept = await system.credentials.store(profile.value, { token, baseUrl }, { inFile });
        await context.changeProfile({ 'base-url': baseUrl, org });
        await out.done(`signed in to ${baseUrl} (profile ${profile.value}${org ? `, ${org}` : ''})`);
        if (canAsk())
          await out.note(`the token is kept in ${kept}; the service does not say whose token it is`);
        if (org) return;
        const config = `docs-admin config set org <id>${forProfile(profile.value)}`;
        await out.note(`no organization yet: name it with \`${config}\`, or --org`);
      },
    );

/**
 * Resolves with the address of the service, which the user may correct, and with whether they have agreed that it is
 * another one than the profile's. Throws `InvalidBaseUrl` for a bad one that was given.
 */
async function loginAddress({
  system,
  context,
  out,
  canAsk,
}: Pick<LineParts, 'system' | 'context' | 'out' | 'canAsk'>): Promise<{
  baseUrl: string;
  isAgreed: boolean;
}> {
  const { find, need, baseUrlRules } = context;
  const known = find('base-url')?.value ?? (canAsk() ? undefined : need('base-url'));
  if (known === undefined) return { baseUrl: await askAddress({ system, context, out }), isAgreed: false };
  const baseUrl = parseBaseUrl(await completeAddress({ system, out, canAsk }, known), baseUrlRules);
  return { baseUrl, isAgreed: await agreedAddress({ system, context, canAsk }, baseUrl) };
}

async function askAddress({
  system,
  context,
  out,
}: Pick<LineParts, 'system' | 'context' | 'out'>): Promise<string> {
  const ask = async () =>
    withScheme({ system }, (await system.prompts.text('address of the service (https://...)')).trim());
  return askUntil({ out }, ask, async (typed) => {
    const address = parseBaseUrl(typed, context.baseUrlRules);
    await noteVersion(out, typed, address);
    return address;
  });
}

/** Adds the scheme to an address. Only a service on this machine may be without TLS. */
async function withScheme({ system }: Pick<LineParts, 'system'>, typed: string): Promise<string> {
  if (typed.includes('://')) return typed;
  const meant = completeBaseUrl(typed);
  if (meant?.startsWith('http:') && (await system.prompts.confirm(`use ${meant}, without TLS?`)))
    return meant;
  return `https://${typed}`;
}

/**
 * Asks if the environment would send the token to another service than the profile's, and resolves with whether it did.
 * Throws `UsageError` if the user does not agree or cannot be asked, or if the profile is protected.
 */
async function agreedAddress(
  { system, context, canAsk }: Pick<LineParts, 'system' | 'context' | 'canAsk'>,
  address: string,
): Promise<boolean> {
  const { profile, stored, find } = context;
  const own = stored['base-url'];
  if (own === undefined || addressIn(stored) === address) return false;
  const source = find('base-url')?.source;
  const differ = `${source} names ${address}, and the profile ${profile.value} is for ${own}`;
  if (isProtected(stored)) {
    throw new UsageError(`${differ}; it is protected and keeps its address`, {
      hint: `leave out ${source}, or sign in with another profile: --profile <name>`,
    });
  }
  if (source === '--base-url') return false;
  if (!canAsk()) {
    throw new UsageError(differ, {
      hint: `unset ${source}, or give --base-url ${address} to sign in there and change the profile`,
    });
  }
  if (!(await system.prompts.confirm(`${differ}. Sign in to ${address} and change the profile?`)))
    throw new UsageError('cancelled; nothing was sent');
  return true;
}

/**
 * Asks before a token for another address, or for another organization, replaces the one that the profile has; `replace`
 * answers that, but not for a protected profile. Throws `UsageError` if the user does not agree, or cannot be asked.
 */
async function assertSamePlace(
  { system, context, canAsk, line }: Pick<LineParts, 'system' | 'context' | 'canAsk' | 'line'>,
  address: string,
  replace: boolean,
): Promise<void> {
  const { profile, stored } = context;
  const token = await system.credentials.find(profile.value);
  if (!token) return;
  const org = line.flags.org ?? stored.org;
  if (token.baseUrl === address && (stored.org === undefined || stored.org === org)) return;
  const place = (at: string, id: string | undefined) => (id === undefined ? at : `${at}, ${id}`);
  const there = `the profile ${profile.value} has a token for ${place(token.baseUrl, stored.org)}`;
  const another = `this one is for ${place(address, org)}`;
  const question = `${there}; ${another}. Replace it?`;
  if (isProtected(stored))
    return confirmByName({ system, canAsk, line }, profile.value, 'protected', question);
  if (replace) return;
  if (!canAsk())
    throw new UsageError(`${there}; ${another}`, {
      hint: 'give --replace to replace it, or sign in with another profile: --profile <name>',
    });
  if (!(await system.prompts.confirm(question))) throw new UsageError('cancelled; nothing was sent');
}

async function askToken(
  { system, context, out, canAsk }: Pick<LineParts, 'system' | 'context' | 'out' | 'canAsk'>,
  address: string,
): Promise<string> {
  if (canAsk()) {
    await out.note('API tokens are made in the app of the service');
    const question = `API token for ${address} (profile ${context.profile.value})`;
    return askUntil({ out }, () => system.prompts.secret(question), checkedToken);
  }
  throw new UsageError('there is no terminal to ask for the token', {
    hint: 'give it on standard input, with --with-token',
  });
}

/**
 * Returns whether the token goes into the keyring of the operating system, if there is one: yes, unless the user says
 * no.
 */
async function wantsKeyring({ system, canAsk }: Pick<LineParts, 'system' | 'canAsk'>): Promise<boolean> {
  if (!system.credentials.hasKeyring()) return false;
  return !canAsk() || system.prompts.confirm('keep the token in the keyring of the operating system?');
}

/** Checks the token. Resolves with the integrations that the service shows: one, or all if the user will be asked. */
async function checkToken(
  { context, connections, canAsk, line }: Pick<LineParts, 'context' | 'connections' | 'canAsk' | 'line'>,
  baseUrl: string,
  token: string,
): Promise<Integration[]> {
  const limit = canAsk() && knownOrganization({ context, line }) === undefined ? undefined : 1;
  const client = connections.connect({ baseUrl, token });
  return collected(client.pages(listIntegrations, {}, { limit }));
}

/** Returns the organization of the profile, or that of the environment if the profile has none. Throws `UsageError` for a wrong id. */
function knownOrganization({ context, line }: Pick<LineParts, 'context' | 'line'>): string | undefined {
  const org = line.flags.org ?? context.stored.org ?? context.find('org')?.value;
  if (org !== undefined) checkedSetting('org', org);
  return org;
}

/**
 * Asks for the organization. No operation lists those of a token, so the choices are the owners of the integrations
 * that it may administer. Resolves with `undefined` if the user knows none yet, or there is no terminal.
 */
async function askOrganization(
  { system, out, canAsk }: Pick<LineParts, 'system' | 'out' | 'canAsk'>,
  seen: readonly Integration[],
): Promise<string | undefined> {
  if (!canAsk()) return undefined;
  const own = administeredBy(seen);
  const another = { value: '', label: 'another one' };
  const choices = own.map(({ id, title }) => ({ value: id, label: title ? `${title}  ${id}` : id }));
  const picked = own.length > 0 && (await system.prompts.pick('Which organization?', [...choices, another]));
  if (picked) return picked;
  const ask = () => system.prompts.text('id of your organization (empty: none by default)');
  return askUntil({ out }, ask, (typed) => {
    if (typed === '') return undefined;
    checkedSetting('org', typed);
    return typed;
  });
}
