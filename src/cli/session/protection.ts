import { UsageError } from '../../errors.ts';
import type { Profile, System } from '../../ports.ts';
import { percentDecoded } from '../../text/decode.ts';
import { isLoopback } from '../../text/loopback.ts';
import { shellQuote } from '../../text/shell.ts';
import type { SharedFlags } from '../flags/flag.ts';
import type { Context } from '../settings/context.ts';
import { addressIn, isProtected } from '../settings/settings.ts';
import type { Leaving, Outside, Owners } from './protected-things.ts';

/**
 * Returns the name of the profile that protects the place of a line: its own profile, or another one with the same address
 * and organization, however the line comes there. A protected profile without an organization protects all of its address,
 * and a line without one counts for each. `undefined` if there is none, or no address yet. `org` is the organization of a
 * request, if that is not the one of the line.
 */
export function protectedBy(context: Context, org = context.find('org')?.value): string | undefined {
  if (isProtected(context.stored)) return context.profile.value;
  const profiles = Object.entries(context.profiles).filter(([, profile]) => isProtected(profile));
  if (profiles.length === 0 || !context.find('base-url')) return undefined;
  const here = placeAt(context.baseUrl());
  const isHere = (profile: Profile) => {
    const address = addressIn(profile);
    return (
      (!org || !profile.org || profile.org === org) && address !== undefined && placeAt(address) === here
    );
  };
  return profiles.find(([, profile]) => isHere(profile))?.[0];
}

/** Returns an address with the host that all its names have here: this machine has several, and a dot at the end changes none. */
function placeAt(address: string): string {
  const { protocol, hostname, port, pathname } = new URL(address);
  const host = hostname.replace(/\.$/, '');
  return `${protocol}//${isLoopback(host) ? 'localhost' : host}:${port}${pathname}`;
}

/** Returns the organization that the path of a request names; `undefined` if it names none. */
function orgIn(path: string): string | undefined {
  const [, noun, org] = (path.split('?')[0] ?? '').split('/').filter((word) => word !== '');
  return org !== undefined && /^orgs$/i.test(percentDecoded(noun ?? '')) ? percentDecoded(org) : undefined;
}

/** Protects the place of a line, or of one of its requests. */
export interface Protection {
  readonly profile: string;
  /** Asks for the name of the profile that protects the place, after `question`. Throws `UsageError` for another answer. */
  askForName(question?: string): Promise<void>;
  /** Throws `UsageError` unless the line agrees beforehand, and names a protected profile. */
  assertNamed(): void;
}

interface ProtectedLine {
  readonly system: Pick<System, 'prompts'>;
  readonly flags: SharedFlags;
  readonly context: Context;
  /** The profile and the address, in words. */
  readonly place: string;
  /** Whether the line or the environment answers every question with yes. */
  readonly saidYes: boolean;
  /** Reads whose a thing is that a path names without an organization. */
  readonly owners?: Owners | undefined;
  /** The request that is about to leave, if it is known. */
  readonly leaving?: Leaving | undefined;
}

/** A profile that protects a place. */
interface Protector extends Pick<Outside, 'unowned'> {
  readonly profile: string;
}

/** Returns the profile that protects the place of a request, or of a line. What is not known to be elsewhere counts as protected. */
async function protectorOf({ context, leaving, owners }: ProtectedLine): Promise<Protector | undefined> {
  const own = protectedBy(context, orgIn(leaving?.path ?? ''));
  if (own !== undefined) return { profile: own };
  const org = context.find('org')?.value;
  if (protectedBy(context, '') === undefined || org === undefined || !leaving || !owners) return undefined;
  const { outsideOf } = await import('./protected-things.ts');
  for (const { org: other = '', unowned } of await outsideOf(leaving, org, owners)) {
    const profile = protectedBy(context, other);
    if (profile !== undefined) return { profile, unowned };
  }
  return undefined;
}

/** Returns the protection of the place of a request, or of a line; `undefined` if it is not protected. */
export async function protectionOf(line: ProtectedLine): Promise<Protection | undefined> {
  const { system, flags, context, place, saidYes } = line;
  const protector = await protectorOf(line);
  if (!protector) return undefined;
  const { profile, unowned } = protector;
  const isOwn = profile === context.profile.value;
  return {
    profile,
    async askForName(question = '') {
      const where = unowned ? `${unowned}, whose organization cannot be read` : context.baseUrl();
      const what = isOwn ? place : `${where}, by profile ${profile}`;
      const whose = isOwn ? "the profile's name" : "that profile's name";
      const answer = await system.prompts.text(
        `${question}This is protected: ${what}. Type ${whose} to go ahead`,
      );
      if (answer.trim() === profile) return;
      if (answer.trim() === '') throw new UsageError('cancelled; nothing was sent');
      throw new UsageError(`this is not the name of the profile, ${profile}; nothing was sent`, {
        hint: 'run the command again, and type the name as it is written here',
      });
    },
    assertNamed() {
      // Who names a protected profile knows what is changed.
      const isNamed = flags.profile !== undefined && isProtected(context.stored);
      if (saidYes && isNamed) return;
      const reason = isOwn
        ? `the profile ${profile} is protected`
        : unowned
          ? `the organization of ${unowned} cannot be read: it counts as protected by the profile ${profile}`
          : `${context.baseUrl()} is protected by the profile ${profile}`;
      throw new UsageError(`${reason}, and there is no terminal to ask for its name`, {
        hint: `give both --yes and --profile ${shellQuote(profile)} to change something there`,
      });
    },
  };
}
