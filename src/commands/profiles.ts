import { verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { completeAddress } from '../cli/settings/addresses.ts';
import { confirmByName } from '../cli/settings/by-name.ts';
import { isBuiltIn } from '../cli/settings/context.ts';
import { checkedProfileName, checkedSetting, isProtected } from '../cli/settings/settings.ts';
import { UsageError } from '../errors.ts';
import { profileView } from '../views/settings.ts';

export const profiles = (app: App) => [list(app), use(app), create(app), remove(app)];

const list = (app: App) =>
  verb('list', 'List the profiles', ['docs-admin profiles list']).action(async () => {
    const stored = app.system.settings.read();
    const rows = await Promise.all(
      app.context.profileNames().map(async (name) => ({
        name,
        active: name === stored.activeProfile,
        baseUrl: stored.profiles[name]?.['base-url'] ?? null,
        org: stored.profiles[name]?.org ?? null,
        protected: isProtected(stored.profiles[name] ?? {}),
        signedIn: isBuiltIn(name) || (await app.system.credentials.find(name)) !== undefined,
      })),
    );
    await app.out.list([rows], profileView);
  });

const use = (app: App) =>
  verb('use', 'Set the default profile', ['docs-admin profiles use sandbox'])
    .argument('<name>', 'the profile')
    .action(async (name) => {
      assertKnown(app, name);
      await app.system.settings.change((stored) => ({ ...stored, activeProfile: name }));
      await app.out.done(`using profile ${name}`);
    });

const create = (app: App) =>
  verb('create', 'Create a profile', [
    'docs-admin profiles create work --base-url https://api.example.com --org org_acme',
    'docs-admin profiles create prod --base-url https://api.example.com --protected',
  ])
    .argument('<name>', 'the profile: letters, digits, dots, hyphens and underscores')
    .option('--protected', 'every change asks for the name of the profile')
    .action(async (name, { protected: isProtected }) => {
      checkedProfileName(name, '<name>');
      if (app.context.profileNames().includes(name))
        throw new UsageError(`there is a profile ${name} already`);
      const { 'base-url': given, org } = app.context.given;
      const baseUrl = given === undefined ? undefined : await completeAddress(app, given);
      if (baseUrl !== undefined) checkedSetting('base-url', baseUrl);
      const profile = {
        ...(baseUrl !== undefined && { 'base-url': baseUrl }),
        ...(org !== undefined && { org }),
        ...(isProtected && { protected: 'true' }),
      };
      await app.system.settings.change((stored) => ({
        ...stored,
        profiles: { ...stored.profiles, [name]: profile },
      }));
      await app.out.done(`created profile ${name}; sign in with \`docs-admin auth login --profile ${name}\``);
    });

const remove = (app: App) =>
  verb('delete', 'Delete a profile and its token', ['docs-admin profiles delete work --yes'])
    .argument('<name>', 'the profile')
    .action(async (name) => {
      if (isBuiltIn(name)) throw new UsageError(`the profile ${name} is built in and cannot be deleted`);
      assertKnown(app, name);
      const question = `delete profile ${name} and its stored token?`;
      if (isProtected(app.system.settings.read().profiles[name] ?? {}))
        await confirmByName(app, name, question);
      else await app.confirm(question, 'machine');
      await app.system.credentials.forget(name);
      await app.system.settings.change(({ activeProfile, profiles }) => {
        const { [name]: _, ...others } = profiles;
        return { activeProfile: activeProfile === name ? 'default' : activeProfile, profiles: others };
      });
      await app.out.done(`deleted profile ${name}`);
    });

/** Throws `UsageError` where there is no such profile, `LocalStateError` if the settings cannot be read. */
function assertKnown(app: App, name: string): void {
  app.system.settings.read();
  const names = app.context.profileNames();
  if (!names.includes(name))
    throw new UsageError(`no profile "${name}"`, { hint: `there are ${names.join(', ')}` });
}
