import { segmentProblem } from '../api/contract/segment.ts';
import { completeAddress } from '../cli/session/addresses.ts';
import { confirmByName } from '../cli/session/by-name.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { createContext } from '../cli/settings/context.ts';
import {
  checkedSetting,
  folderWords,
  isBuiltIn,
  isProtected,
  isReadOnly,
  settingKey,
} from '../cli/settings/settings.ts';
import { type SettingKey, settings } from '../cli/settings/table.ts';
import { verb } from '../cli/verb.ts';
import { UsageError } from '../errors.ts';
import type { FolderFile, FolderSettings } from '../ports.ts';
import { settingView } from '../views/settings.ts';

export const config = () => [
  verb('get', { summary: 'Print one setting as it applies now', effect: 'read' }, [
    'docs-admin config get org',
  ])
    .argument('<key>', 'the setting')
    .run(async ({ context, out }, word) => {
      const key = settingKey(word);
      context.assertProfile();
      const found = context.find(key);
      if (found) return out.raw(found.value);
      throw new UsageError(`${key} is not set`, {
        hint: `set it with \`docs-admin config set ${key} <value>\``,
      });
    }),
  verb('set', { summary: 'Store a setting in the profile', effect: 'local' }, [
    'docs-admin config set org org_globex',
    'docs-admin config set output json --profile sandbox',
    'docs-admin config set protected true --profile sandbox',
    'docs-admin config set read-only true --profile sandbox',
  ])
    .argument('<key>', 'the setting')
    .argument('<value>', 'the value to store')
    .run(async ({ system, context, out, canAsk, line }, word, given) => {
      const key = settingKey(word);
      context.assertProfile();
      if (key === 'base-url' && isBuiltIn(context.profile.value))
        throw new UsageError(`the profile ${context.profile.value} has no address to set`, {
          hint: 'the sandbox runs inside this tool; name another profile with --profile',
        });
      const value = key === 'base-url' ? await completeAddress({ system, out, canAsk }, given) : given;
      checkedSetting(key, value);
      await confirmChange({ system, context, canAsk, line }, key, value);
      await context.changeProfile({ [key]: value });
      await out.done(`set ${key} in profile ${context.profile.value}`);
    }),
  verb('unset', { summary: 'Remove a setting from the profile', effect: 'local' }, [
    'docs-admin config unset org',
  ])
    .argument('<key>', 'the setting')
    .run(async ({ system, context, out, canAsk, line }, word) => {
      const key = settingKey(word);
      context.assertProfile();
      await confirmChange({ system, context, canAsk, line }, key, undefined);
      await context.changeProfile({ [key]: undefined });
      await out.done(`unset ${key} in profile ${context.profile.value}`);
    }),
  verb(
    'list',
    {
      summary: 'List the settings that apply now, and where each comes from',
      effect: 'read',
      fields: ['key', 'value', 'source'],
    },
    ['docs-admin config list'],
  ).run(async ({ context, out }) => {
    context.assertProfile();
    const rows = settings.flatMap(({ key }: { key: SettingKey }) => {
      const found = context.find(key);
      return found ? [{ key, ...found }] : [];
    });
    await out.list([[{ key: 'profile', ...context.profile }, ...rows]], settingView);
  }),
  verb(
    'path',
    { summary: 'Print where the settings are stored', effect: 'read', worksWithoutSettings: true },
    ['docs-admin config path'],
  ).run(async ({ system, out }) => {
    await out.raw(system.settings.path);
  }),
  verb(
    'trust',
    {
      summary: 'Let the file .docs-admin.json of this folder choose the profile, until its content changes',
      effect: 'local',
      worksWithoutSettings: true,
    },
    ['docs-admin config trust --yes'],
  ).run(async ({ system, out, confirm }) => {
    const file = await system.folderFiles.find();
    if (!file)
      throw new UsageError('there is no .docs-admin.json in this folder or above it', {
        hint: 'write one, such as {"profile": "work", "org": "org_acme"}',
      });
    if (file.says) return out.done(`${file.path} is trusted already; nothing to do`);
    const { says, trust } = await system.folderFiles.read(file.path);
    assertIds(says, file.path);
    const place = placeOf({ system }, { ...file, says });
    await confirm(
      `${file.path} says: ${folderWords(says)}. Commands in its folder and below it will use ${place}. Trust it until it changes?`,
      'machine',
    );
    await trust();
    await out.done(`trusted ${file.path}: ${place}`);
  }),
  verb(
    'untrust',
    {
      summary: 'Take back the trust in the file .docs-admin.json of this folder',
      effect: 'local',
      worksWithoutSettings: true,
    },
    ['docs-admin config untrust'],
  ).run(async ({ system, out }) => {
    const path = await system.folderFiles.distrust();
    await out.done(
      path === undefined
        ? 'no .docs-admin.json in this folder or above it is trusted; nothing to do'
        : `${path} no longer counts`,
    );
  }),
];

/** Throws `UsageError` if a request could not have an id in the file of a folder. */
function assertIds({ org, site }: FolderSettings, path: string): void {
  for (const [key, value] of Object.entries({ org, site })) {
    const problem = value === undefined ? undefined : segmentProblem(value);
    if (problem) throw new UsageError(`invalid ${key} in ${path}: ${problem}`);
  }
}

/**
 * Returns where a file of a folder leads, in words. Throws `NoAddress` if there is no such profile, `LocalStateError` if the
 * settings cannot be read.
 */
function placeOf({ system }: Pick<LineParts, 'system'>, file: FolderFile): string {
  const { profile, stored, find, assertProfile } = createContext(
    { flags: {} },
    { ...system, env: {} },
    {},
    file,
  );
  assertProfile();
  const marks = [
    find('base-url')?.value ?? 'without an address yet',
    ...(isProtected(stored) ? ['protected'] : []),
    ...(isReadOnly(stored) ? ['read-only'] : []),
  ];
  return [`profile ${profile.value}`, ...marks].join(', ');
}

/** Asks before a change that takes a safeguard from a profile: protection, its service, and that it is read-only. */
async function confirmChange(
  { system, context, canAsk, line }: Pick<LineParts, 'system' | 'context' | 'canAsk' | 'line'>,
  key: SettingKey,
  value: string | undefined,
): Promise<void> {
  const { stored, profile } = context;
  const ask = (how: string, question: string) =>
    confirmByName({ system, canAsk, line }, profile.value, how, question);
  if (key === 'read-only' && isReadOnly(stored) && value !== 'true')
    return ask('read-only', 'allow changes with the profile?');
  if (!isProtected(stored) || stored[key] === value) return;
  if (key === 'protected' && value !== 'true') return ask('protected', 'end the protection of the profile?');
  if (key === 'base-url')
    return ask('protected', `${value === undefined ? 'remove' : 'change'} its address?`);
}
