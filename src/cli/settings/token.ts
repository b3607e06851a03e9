import { NoToken, UsageError } from '../../errors.ts';
import type { System } from '../../ports.ts';
import { sandboxToken } from '../../sandbox/identity.ts';
import { forProfile, sandboxProfile } from './settings.ts';
import type { Sourced } from './table.ts';

/** Resolves with the token for an address: of the environment, else of the profile. Throws `NoToken` if there is none. */
export async function findToken(profile: string, baseUrl: string, system: System): Promise<Sourced<string>> {
  if (profile === sandboxProfile) return { value: sandboxToken, source: 'profile sandbox' };
  const given = system.env.DOCS_ADMIN_TOKEN;
  const fromEnv = given?.trim();
  if (fromEnv === '')
    throw new NoToken('DOCS_ADMIN_TOKEN is set but empty', { hint: 'give it a token, or unset it' });
  if (fromEnv !== undefined) {
    const trimmed = fromEnv === given ? '' : ', without the white space around it';
    return { value: checkedToken(fromEnv), source: `env DOCS_ADMIN_TOKEN${trimmed}` };
  }
  const stored = await system.credentials.find(profile);
  if (stored?.baseUrl === baseUrl)
    return { value: storedToken(stored.token, profile), source: `profile ${profile}` };
  throw new NoToken(`no token for ${baseUrl}`, {
    hint: `set DOCS_ADMIN_TOKEN, or run \`docs-admin auth login${forProfile(profile)}\`; \`--profile sandbox\` needs no account`,
  });
}

/** Returns a stored token, which people may have edited, without the white space around it. */
function storedToken(token: string, profile: string): string {
  try {
    return checkedToken(token.trim());
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new NoToken(`the stored token of profile ${profile} cannot be used: ${error.message}`, {
      hint: `sign in again with \`docs-admin auth login${forProfile(profile)}\``,
    });
  }
}

/** Checks a token: a header can carry only visible ASCII. */
export function checkedToken(token: string): string {
  if (/^[\u0021-\u007e]+$/.test(token)) return token;
  if (token === '') throw new UsageError('the token is empty');
  throw new UsageError('the token contains characters that a token cannot have');
}
