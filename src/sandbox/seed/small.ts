import { sandboxCaller, sandboxOrg } from '../identity.ts';
import type { Store } from '../store/store.ts';
import { seedComments, seedContent } from './content.ts';
import { seedIntegrations } from './integrations.ts';
import { seedPeople } from './people.ts';
import { seedSettings } from './settings.ts';
import { seedSites } from './sites.ts';
import { seedSpaces } from './spaces.ts';

/**
 * Fills an empty store with the demo data: the same ids and times every time. Runs inside a transaction.
 *
 * Ids are words, so that examples can use them; `org_acme` is the organization that examples are about:
 * - `user_ada` (whose token requests carry), `user_grace`, ..., the guests `user_gil` `user_hana` `user_pat` `user_uma`
 * - `team_docs` `team_platform` `team_support` `team_design` `team_tokyo` `team_empty`
 * - `col_product` > `col_api` > `col_legacy`, `col_internal`, `col_empty`; `space_handbook`, `space_guides`, ...
 * - `site_docs` (`section_guides` `section_api` `section_news`, `group_learn` `group_build`, `sitesp_guides`, ...),
 *   `site_handbook` (no sections), `site_partners` (shared by link with the key `partner-key`)
 * - in `space_handbook`: `cr_onboarding` `cr_draft` `cr_merged` `cr_archived` `cr_outdated`, `page_welcome`, `file_logo`,
 *   `reusable_contact`, `comment_typo` (`reply_agree` `reply_fixed`), `comment_question`, `comment_done`
 * - the custom fields `owner_team` `review_days` `public` `labels` `tier` `audiences`; `acme-analytics`, `acme-diagrams`;
 *   `saml_okta`, `saml_entra`; the specifications `petstore` `payments` `broken`; `translation_docs` (en, fr, ja)
 * `org_globex` is another organization, to transfer collections to: `team_globex` `col_globex` `space_globex` `site_globex`.
 */
export function seedSmall(store: Store): void {
  seedPeople(store);
  seedSpaces(store);
  seedSites(store);
  seedContent(store);
  seedComments(store);
  seedSettings(store);
  seedIntegrations(store);
  store.insert('meta', { name: 'org', value: sandboxOrg });
  store.insert('meta', { name: 'caller', value: sandboxCaller });
}
