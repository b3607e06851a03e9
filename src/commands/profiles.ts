import { completeAddress } from '../cli/session/addresses.ts';
import { confirmByName } from '../cli/session/by-name.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { fromFolder } from '../cli/settings/context.ts';
import {
  checkedProfileName,
  checkedSetting,
  isBuiltIn,
  isProtected,
  isReadOnly,
} from '../cli/settings/settings.ts';
import { verb } from '../cli/verb.ts';
import { UsageError } from '../errors.ts';
import { profileView } from '../views/settings.ts';

export const profiles = () => [
  verb(
    'list',
    {
      summary: 'List the profiles',
      effect: 'read',
      fields: ['name', 'active', 'baseUrl', 'org', 'protected', 'readOnly', 'signedIn'],
      columns: { address: 'baseUrl' },
    },
    ['docs-admin profiles list'],
  ).run(async ({ system, context, out }) => {
    const stored = system.settings.read();
    const rows = await Promise.all(
      context.profileNames().map(async (name) => ({
        name,
        active: name === stored.activeProfile,
        baseUrl: stored.profiles[name]?.['base-url'] ?? null,
        org: stored.profiles[name]?.org ?? null,
        protected: isProtected(stored.profiles[name] ?? {}),
        readOnly: isReadOnly(stored.profiles[name] ?? {}),
        signedIn: isBuiltIn(name) || (await system.credentials.find(name)) !== undefined,
      })),
    );
    await out.list([rows], profileView);
  }),
  verb('use', { summary: 'Set the default profile', effect: 'local' }, ['docs-admin profiles use sandbox'])
    .argument('<name>', 'the profile')
    .run(async ({ system, context, out }, name) => {
      assertKnown({ system, context }, name);
      await system.settings.change((stored) => ({ ...stored, activeProfile: name }));
      await out.done(`using profile ${name}`);
      const { value, source } = context.profile;
      if (value === name) return;
      if (source === 'DOCS_ADMIN_PROFILE')
        await out.note(`DOCS_ADMIN_PROFILE is set, and goes first: commands still use profile ${value}`);
      if (fromFolder(context.profile))
        await out.note(`the ${source} goes first: commands there still use profile ${value}`);
    }),
  verb('create', { summary: 'Create a profile', effect: 'local' }, [
    'docs-admin profiles create work --base-url https://api.example.com --org org_acme',
    'docs-admin profiles create prod --base-url https://api.example.com --protected',
    'docs-admin profiles create reader --base-url https://api.example.com --read-only',
  ])
    .argument('<name>', 'the profile: letters, digits, dots, hyphens and underscores', (name: string) => {
      checkedProfileName(name, '<name>');
      return name;
    })
    .option('--protected', 'every change asks for the name of the profile')
    .option('--read-only', 'every change is refused')
    .run(async ({ system, context, out, canAsk }, name, { protected: asksForName, readOnly }) => {
      if (context.profileNames().includes(name)) throw new UsageError(`there is a profile ${name} already`);
      const { 'base-url': given, org } = context.given;
      const baseUrl = given === undefined ? undefined : await completeAddress({ system, out, canAsk }, given);
      if (baseUrl !== undefined) checkedSetting('base-url', baseUrl);
      const profile = {
        ...(baseUrl !== undefined && { 'base-url': baseUrl }),
        ...(org !== undefined && { org }),
        ...(asksForName && { protected: 'true' }),
        ...(readOnly && { 'read-only': 'true' }),
      };
      await system.settings.change((stored) => ({
        ...stored,
        profiles: { ...stored.profiles, [name]: profile },
      }));
      await out.done(`created profile ${name}; sign in with \`docs-admin auth login --profile ${name}\``);
    }),
  verb('delete', { summary: 'Delete a profile and its token', effect: 'local' }, [
    'docs-admin profiles delete work --yes',
  ])
    .argument('<name>', 'the profile')
    .run(async ({ system, context, out, canAsk, confirm, line }, name) => {
      if (isBuiltIn(name)) throw new UsageError(`the profile ${name} is built in and cannot be deleted`);
      assertKnown({ system, context }, name);
      const question = `delete profile ${name} and its stored token?`;
      const profile = system.settings.read().profiles[name] ?? {};
      const how = isProtected(profile) ? 'protected' : 'read-only';
      if (isProtected(profile) || isReadOnly(profile))
        await confirmByName({ system, canAsk, line }, name, how, question);
      else await confirm(question, 'machine');
      await system.credentials.forget(name);
      await system.settings.change(({ activeProfile, profiles }) => {
        const { [name]: _, ...others } = profiles;
        return { activeProfile: activeProfile === name ? 'default' : activeProfile, profiles: others };
      });
      await out.done(`deleted profile ${name}`);
    }),
];

/** Throws `UsageError` if there is no such profile, `LocalStateError` if the settings cannot be read. */
function assertKnown({ system, context }: Pick<LineParts, 'system' | 'context'>, name: string): void {
  system.settings.read();
  const names = context.profileNames();
  if (!names.includes(name))
    throw new UsageError(`no profile "${name}"`, { hint: `there are ${names.join(', ')}` });
}
