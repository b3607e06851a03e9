import { listSsoLogins } from '../api/operations/sso.ts';
import type { App } from '../cli/app.ts';
import { verb } from '../cli/command.ts';
import { sortFlag } from '../cli/shared-flags.ts';
import { sortedList } from '../cli/sorted-lists.ts';
import { ssoLoginView } from '../views/sso.ts';

export const sso = (app: App) => [listVerb(app)];

const listVerb = (app: App) =>
  verb('list', listSsoLogins, ['docs-admin sso list', 'docs-admin sso list --fields label,startURL --json'])
    .addOption(sortFlag)
    .action(async ({ sort }) => {
      const { items } = await app.api.call(listSsoLogins, { params: { org: app.org() } });
      await app.out.list(sortedList(items, sort, app), ssoLoginView);
    });
