/** A run over an operation, and what undo takes back of it. */
export interface UndoCase {
  /** The rows of `batch`. */
  readonly rows: readonly string[];
  /** The losses that undo reports: there the state may differ. */
  readonly lost?: RegExp;
  /** The state is the same though something is lost, or the run changes nothing. */
  readonly same?: true;
  /** The tables and columns of the losses; all others must be as before. */
  readonly apart?: readonly string[];
}

const one = (row: string, more: Partial<UndoCase> = {}): UndoCase => ({ rows: [row], ...more });

/** For each operation that changes something: a run over it, and whether it is taken back. */
export const undoCases: Readonly<Record<string, readonly UndoCase[]>> = {
  'sites.create': [
    one('sites create --title "New site" --visibility unlisted'),
    one('sites create --title "New site" --space space_rest'),
  ],
  'sites.update': [
    one(
      'sites update site_docs --title "Acme Help" --visibility unlisted --basename help --no-adaptive-content',
    ),
    one('sites update site_partners --no-proxy'),
    one('sites update site_docs --proxy acme.example/docs'),
    one('sites update site_docs --default-site-section section_api'),
    one('sites update site_handbook --default-site-space sitesp_hr'),
    {
      rows: [
        'sites update site_docs --title First --basename other',
        'sites update site_handbook --basename docs',
        'sites update site_docs --title Second',
      ],
    },
  ],
  'sites.delete': [
    one('sites delete site_docs --yes', {
      lost: /site "Acme Docs" \(site_docs\): its hostname/,
      apart: ['hostname'],
    }),
    one('sites delete site_handbook --yes', { lost: /its customizations/, same: true }),
  ],
  'sites.adaptive-schema.set': [
    one('sites adaptive-schema set site_docs --input schema.json'),
    one('sites adaptive-schema set site_handbook --input schema.json', {
      lost: /adaptive schema of site site_handbook: .*no operation/,
    }),
  ],
  'sections.create': [
    one('sections create site_docs --space space_handbook --title More'),
    one('sections create site_handbook --space space_rest', {
      lost: /if the site had no sections before, its spaces stay in section section_1/,
      apart: ['site_sections', 'section', 'position'],
    }),
  ],
  'sections.update': [
    one(
      'sections update section_api --site site_docs --title API --path rest-api --icon bolt --description "All of it"',
    ),
    one('sections update section_news --site site_docs --no-condition --icon star'),
    one('sections update section_guides --site site_docs --default-site-space sitesp_tutorials'),
  ],
  'sections.delete': [
    one('sections delete section_api --site site_docs --yes'),
    one('sections delete section_guides --site site_docs --yes'),
    one('sections delete section_news --site site_docs --yes'),
  ],
  'sections.move': [
    one('sections move section_guides --site site_docs'),
    {
      rows: [
        'sections move section_news --site site_docs --before section_guides',
        'sections move section_guides --site site_docs',
      ],
    },
  ],
  'section-groups.create': [
    one('section-groups create site_docs --title Extra --section section_news'),
    one('section-groups create site_docs --title Extra --section section_api'),
  ],
  'section-groups.update': [
    one('section-groups update group_build --site site_docs --title Make --icon hammer'),
  ],
  'section-groups.delete': [
    one('section-groups delete group_learn --site site_docs --yes'),
    one('section-groups delete group_build --site site_docs --yes'),
  ],
  'section-groups.add-section': [
    one('section-groups add-section group_learn section_news --site site_docs'),
    one('section-groups add-section group_learn section_api --site site_docs'),
  ],
  'section-groups.remove-section': [
    one('section-groups remove-section group_learn section_guides --site site_docs --yes'),
  ],
  'section-groups.move': [one('section-groups move group_learn --site site_docs')],
  'site-spaces.create': [one('site-spaces create site_docs --space space_handbook --section section_news')],
  'site-spaces.update': [
    one('site-spaces update sitesp_rest --site site_docs --path v2 --condition "visitor.claims.beta"'),
  ],
  'site-spaces.delete': [
    one('site-spaces delete sitesp_guides --site site_docs --yes'),
    one('site-spaces delete sitesp_hr --site site_handbook --yes'),
  ],
  'site-spaces.move': [
    one('site-spaces move sitesp_guides --site site_docs'),
    one('site-spaces move sitesp_runbooks --site site_handbook --before sitesp_handbook'),
  ],
  'collections.create': [one('collections create --title New --parent col_product')],
  'collections.update': [
    one(
      'collections update col_product --title Products --description "What we sell" --default-level comment',
    ),
    one('collections update col_empty --description Filled --default-level admin'),
  ],
  'collections.delete': [
    one('collections delete col_empty --yes', { lost: /its place among the others/, apart: ['position'] }),
    one('collections delete col_legacy --yes', { lost: /space "API v1" in it/ }),
  ],
  'collections.move': [
    one('collections move col_empty --parent col_product', {
      lost: /place among the others/,
      apart: ['position'],
    }),
  ],
  'collections.transfer': [
    one('collections transfer col_empty --to-org org_globex --yes', {
      lost: /collections transfer col_empty/,
    }),
  ],
  'collections.permissions.set': [
    one('collections permissions set col_product team_docs --role read'),
    one('collections permissions set col_empty team_docs --role edit'),
    one('collections permissions set col_product team_support --role guest'),
  ],
  'collections.permissions.remove': [one('collections permissions remove col_product team_docs --yes')],
  'spaces.permissions.set': [
    one('spaces permissions set space_guides team_design --role read'),
    one('spaces permissions set space_guides team_docs --role edit'),
  ],
  'spaces.permissions.remove': [one('spaces permissions remove space_guides team_design --yes')],
  'comments.create': [one('comments create space_handbook --markdown Hello')],
  'comments.update': [
    one('comments update comment_typo --space space_handbook --markdown Fixed'),
    one('comments resolve comment_question --space space_handbook'),
    one('comments update comment_typo --space space_handbook --add-reaction 🎉'),
    one('comments update comment_typo --space space_handbook --remove-reaction 👍'),
  ],
  'comments.delete': [
    one('comments delete comment_typo --space space_handbook --yes', { lost: /the comment and its replies/ }),
  ],
  'comments.replies.create': [
    one('comments replies create comment_typo --space space_handbook --markdown Yes'),
  ],
  'comments.replies.update': [
    one('comments replies update comment_typo reply_agree --space space_handbook --markdown No'),
  ],
  'comments.replies.delete': [
    one('comments replies delete comment_typo reply_agree --space space_handbook --yes', {
      lost: /the reply: a new/,
    }),
  ],
  'change-requests.create': [
    one('change-requests create space_handbook --subject New', {
      lost: /change-requests create space_handbook: .*stays as archived/,
      apart: [
        'change_requests',
        'change_request_contributors',
        'files',
        'pages',
        'page_links',
        'reusable_contents',
      ],
    }),
  ],
  'change-requests.update': [
    one('change-requests update cr_onboarding --space space_handbook --subject Other'),
    one('change-requests update 2 --space space_handbook --status open'),
  ],
  'change-requests.merge': [
    one('change-requests merge cr_onboarding --space space_handbook --yes', {
      lost: /change-requests merge cr_onboarding/,
    }),
  ],
  'change-requests.pull': [
    one('change-requests pull cr_outdated --space space_handbook --yes', {
      lost: /change-requests pull cr_outdated/,
    }),
  ],
  'content.import': [
    one(
      'content import --space space_handbook --change-request cr_draft --url https://a.example --source website --yes',
      {
        lost: /content import cr_draft/,
      },
    ),
  ],
  'content.pages.import': [
    one(
      'content pages import page_welcome --space space_handbook --change-request cr_draft --url https://a.example --source website --yes',
      { lost: /content pages import page_welcome/ },
    ),
  ],
  'members.update': [
    one('members update user_pat --role edit'),
    one('members update user_sofia --role guest'),
  ],
  'members.remove': [one('members remove user_gil --yes', { lost: /no operation to invite/ })],
  'members.set-sso': [one('members set-sso user_pat', { lost: /sso: no operation/ })],
  'members.ping': [one('members ping', { lost: /members ping/, same: true })],
  'teams.create': [
    one('teams create --title New'),
    one('teams create --title New --member user_ada --member user_kim'),
  ],
  'teams.update': [one('teams update team_docs --title Writers')],
  'teams.delete': [one('teams delete team_empty --yes'), one('teams delete team_docs --yes')],
  'teams.members.update': [
    one(
      'teams members update team_docs --add user_kim --add user_pat --role user_kim=owner --remove user_gil',
    ),
    one('teams members update team_docs --add kim@acme.example --remove gil@contractor.example'),
  ],
  'teams.members.set': [
    one('teams members set team_docs user_kim'),
    one('teams members set team_docs user_gil --role owner'),
    one('teams members set team_docs user_gil', { same: true }),
  ],
  'teams.members.remove': [one('teams members remove team_docs user_gil --yes')],
  'custom-fields.create': [one('custom-fields create colour --type text --title Colour')],
  'custom-fields.update': [
    one('custom-fields update tier --title Level --description "How much" --option gold --option tin'),
  ],
  'custom-fields.delete': [one('custom-fields delete tier --yes')],
  'custom-fields.values.set': [
    one('custom-fields values set --space space_guides tier=silver owner_team=Docs'),
    one('custom-fields values set --space space_handbook review_days:=30 public:=true owner_team:=null'),
  ],
  'integrations.publish': [
    one('integrations publish acme-search --input acme-search.yaml --script search.js --yes', {
      lost: /integrations publish acme-search/,
    }),
  ],
  'integrations.unpublish': [
    one('integrations unpublish acme-diagrams --yes', { lost: /integrations unpublish acme-diagrams/ }),
  ],
  'saml.create': [one('saml create --label New --entity-id urn:new')],
  'saml.update': [
    one('saml update saml_okta --label Other --entity-id urn:other --default-role admin'),
    one('saml update saml_entra --entity-id urn:other'),
    one('saml update saml_entra --sso-url https://a.example', { lost: /ssoURL: it had no value/ }),
  ],
  'saml.delete': [one('saml delete saml_okta --yes', { lost: /its addresses/, same: true })],
  'openapi.create': [one('openapi create invoices --url https://a.example/openapi.yaml')],
  'openapi.set': [
    one('openapi set payments --url https://a.example/openapi.yaml'),
    one('openapi set payments --file invoices.openapi.yaml'),
    one('openapi set fresh --url https://a.example/openapi.yaml'),
    one('openapi set petstore --url https://a.example/openapi.yaml', {
      lost: /does not give back the earlier text/,
    }),
  ],
  'openapi.delete': [
    one('openapi delete payments --yes'),
    one('openapi delete petstore --yes', { lost: /does not give back its text/ }),
  ],
  'translations.create': [one('translations create --title New')],
  'translations.update': [one('translations update translation_docs --title Docs')],
  'translations.delete': [one('translations delete translation_docs --yes')],
  'translations.languages.set': [
    one('translations languages set translation_docs de --instructions instructions.de.yaml'),
    one('translations languages set translation_docs fr --instructions instructions.de.yaml'),
  ],
  'translations.languages.delete': [one('translations languages delete translation_docs fr --yes')],
  'git.import': [
    one('git import space_handbook --url https://git.example/a --ref refs/heads/main', {
      lost: /git import space_handbook/,
    }),
  ],
  'git.export': [
    one('git export space_handbook --url https://git.example/a --ref refs/heads/main --message x --yes', {
      lost: /git export space_handbook/,
    }),
  ],
};
