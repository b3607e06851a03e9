import { listSsoLogins } from '../api/contract/operations/sso.ts';
import { verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { sortedList } from '../cli/session/sorted-lists.ts';
import { sortFlag } from '../cli/shared-flags.ts';
import { ssoLoginView } from '../views/sso.ts';

export const sso = (app: App) => [listVerb(app)];

const listVerb = (app: App) =>
  verb('list', listSsoLogins, ['docs-admin sso list', 'docs-admin sso list --fields label,startURL --json'])
    .addOption(sortFlag)
    .action(async ({ sort }) => {
      const { items } = await app.api.call(listSsoLogins, { params: { org: app.scope.org() } });
      await app.out.list(sortedList(items, sort, app), ssoLoginView);
    });
