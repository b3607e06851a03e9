import { listSsoLogins, SsoLogin } from '../api/contract/operations/sso.ts';
import { sortFlag } from '../cli/flags/flag.ts';
import { sortedList } from '../cli/session/sorted-lists.ts';
import { verb } from '../cli/verb.ts';
import type { View } from '../output/view.ts';

export const ssoLoginView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'label' },
    { field: 'startURL', label: 'SIGN-IN URL', as: 'link' },
  ],
};

export const sso = () => [
  verb('list', listSsoLogins, ['docs-admin sso list', 'docs-admin sso list --fields label,startURL --json'])
    .with({ prints: SsoLogin })
    .addOption(sortFlag)
    .run(async ({ api, scope, out, line }, { sort }) => {
      const { items } = await api.call(listSsoLogins, { params: { org: scope.org() } });
      await out.list(sortedList(items, sort, { out, line }), ssoLoginView);
    }),
];
