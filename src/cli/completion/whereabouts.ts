import type { Context } from '../settings/context.ts';

/** Returns the settings that change what the service lists. */
export function whereabouts({ profile, find }: Context): (string | undefined)[] {
  const keys = ['base-url', 'org', 'site', 'space'] as const;
  return [profile.value, ...keys.map((key) => find(key)?.value)];
}
