import { verb, worksWithoutSettings } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { completeAddress } from '../cli/settings/addresses.ts';
import { confirmByName } from '../cli/settings/by-name.ts';
import {
  checkedSetting,
  isProtected,
  type SettingKey,
  settingKey,
  settings,
} from '../cli/settings/settings.ts';
import { UsageError } from '../errors.ts';
import { settingView } from '../views/settings.ts';

export const config = (app: App) => [get(app), set(app), unset(app), list(app), path(app)];

const get = (app: App) =>
  verb('get', 'Print one setting as it applies now', ['docs-admin config get org'])
    .argument('<key>', 'the setting')
    .action(async (word) => {
      const key = settingKey(word);
      app.context.assertProfile();
      const found = app.context.find(key);
      if (found) return app.out.raw(found.value);
      throw new UsageError(`${key} is not set`, {
        hint: `set it with \`docs-admin config set ${key} <value>\``,
      });
    });

const set = (app: App) =>
  verb('set', 'Store a setting in the profile', [
    'docs-admin config set org org_globex',
    'docs-admin config set output json --profile sandbox',
    'docs-admin config set protected true --profile sandbox',
  ])
    .argument('<key>', 'the setting')
    .argument('<value>', 'its value')
    .action(async (word, given) => {
      const key = settingKey(word);
      app.context.assertProfile();
      const value = key === 'base-url' ? await completeAddress(app, given) : given;
      checkedSetting(key, value);
      await confirmChange(app, key, value);
      await app.context.changeProfile({ [key]: value });
      await app.out.done(`set ${key} in profile ${app.context.profile.value}`);
    });

const unset = (app: App) =>
  verb('unset', 'Remove a setting from the profile', ['docs-admin config unset org'])
    .argument('<key>', 'the setting')
    .action(async (word) => {
      const key = settingKey(word);
      app.context.assertProfile();
      await confirmChange(app, key, undefined);
      await app.context.changeProfile({ [key]: undefined });
      await app.out.done(`unset ${key} in profile ${app.context.profile.value}`);
    });

const list = (app: App) =>
  verb('list', 'List the settings that apply now, and where each comes from', [
    'docs-admin config list',
  ]).action(async () => {
    app.context.assertProfile();
    const rows = settings.flatMap(({ key }: { key: SettingKey }) => {
      const found = app.context.find(key);
      return found ? [{ key, ...found }] : [];
    });
    await app.out.list([rows], settingView);
  });

const path = (app: App) =>
  worksWithoutSettings(
    verb('path', 'Print where the settings are stored', ['docs-admin config path']).action(async () => {
      await app.out.raw(app.system.settings.path);
    }),
  );

/** What a protected profile protects does not change unasked: that it is protected, and which service it is for. */
async function confirmChange(app: App, key: SettingKey, value: string | undefined): Promise<void> {
  const { stored, profile } = app.context;
  if (!isProtected(stored) || stored[key] === value) return;
  if (key === 'protected' && value !== 'true')
    return confirmByName(app, profile.value, 'end the protection of the profile?');
  if (key === 'base-url')
    return confirmByName(app, profile.value, `${value === undefined ? 'remove' : 'change'} its address?`);
}
