/** A way to open something to the public, or to give the rights of an administrator. */
export interface OpeningWay {
  readonly grade: 'public' | 'administrators';
  /** The command that opens it. */
  readonly line: string;
  /** The commands that come first, so that it opens. @default none */
  readonly before?: readonly string[];
  /** The command that takes it back. */
  readonly closes: string;
  /** The same for several things in one command. */
  readonly several?: string;
  /** For what can be made only once: the commands after which it opens nothing, and those after which it does. */
  readonly hides?: string;
  readonly shows?: string;
  /** The same by sources that know only some changes. */
  readonly roster?: string;
  readonly onboard?: string;
  /** The name that a file says a thing has had, because it is somewhere else now. */
  readonly previously?: string;
}

const condition = (text: string) => `'visitor.claims.${text}'`;
const closedSite = 'sites update site_docs --visibility visitor-auth';
const closedSites = ['site_handbook', 'site_partners'].map(
  (id) => `sites update ${id} --visibility visitor-auth`,
);
const publicSite = 'sites update site_docs --visibility public';

export const openingWays: Readonly<Record<string, OpeningWay>> = {
  'a site becomes public': {
    grade: 'public',
    line: 'sites update site_handbook --visibility public',
    closes: 'sites update site_handbook --visibility unlisted',
    several: 'sites update site_handbook site_partners --visibility public',
  },
  'a site becomes unlisted': {
    grade: 'public',
    before: closedSites,
    line: 'sites update site_handbook --visibility unlisted',
    closes: 'sites update site_handbook --visibility visitor-auth',
    several: 'sites update site_handbook site_partners --visibility unlisted',
  },
  'a site becomes shared by link': {
    grade: 'public',
    before: closedSites,
    line: 'sites update site_handbook --visibility share-link',
    closes: 'sites update site_handbook --visibility visitor-auth',
    several: 'sites update site_handbook site_partners --visibility share-link',
  },
  'a site is made public with a space': {
    grade: 'public',
    line: 'sites create --title New --space space_hr --visibility public',
    closes: 'sites delete site_1',
  },
  'a space joins a public site': {
    grade: 'public',
    line: 'site-spaces create --site site_docs --space space_hr',
    closes: 'site-spaces delete sitesp_1 --site site_docs',
    hides: closedSite,
    shows: publicSite,
  },
  'a section joins a public site': {
    grade: 'public',
    line: 'sections create --site site_docs --space space_hr --title HR',
    closes: 'sections delete section_1 --site site_docs',
    hides: closedSite,
    shows: publicSite,
  },
  'a section loses its condition': {
    grade: 'public',
    line: 'sections update section_news --site site_docs --no-condition',
    closes: `sections update section_news --site site_docs --condition ${condition('beta')}`,
    several: 'sections update section_news section_api --site site_docs --no-condition',
  },
  'a section gets another condition': {
    grade: 'public',
    line: `sections update section_news --site site_docs --condition ${condition('beta')}`,
    closes: `sections update section_news --site site_docs --condition ${condition('plan')}`,
    several: `sections update section_news section_api --site site_docs --condition ${condition('beta')}`,
  },
  'a space of a site loses its condition': {
    grade: 'public',
    before: [`site-spaces update sitesp_rest --site site_docs --condition ${condition('beta')}`],
    line: 'site-spaces update sitesp_rest --site site_docs --no-condition',
    closes: `site-spaces update sitesp_rest --site site_docs --condition ${condition('beta')}`,
    several: 'site-spaces update sitesp_rest sitesp_sdk --site site_docs --no-condition',
  },
  'a space of a site gets another condition': {
    grade: 'public',
    before: [`site-spaces update sitesp_rest --site site_docs --condition ${condition('beta')}`],
    line: `site-spaces update sitesp_rest --site site_docs --condition ${condition('plan')}`,
    closes: `site-spaces update sitesp_rest --site site_docs --condition ${condition('beta')}`,
    several: `site-spaces update sitesp_rest sitesp_sdk --site site_docs --condition ${condition('plan')}`,
  },
  'the conditions of a site are turned off': {
    grade: 'public',
    line: 'sites update site_docs --no-adaptive-content',
    closes: 'sites update site_docs --adaptive-content',
    several: 'sites update site_docs site_partners --no-adaptive-content',
  },
  'a person becomes an administrator': {
    grade: 'administrators',
    line: 'members update user_kim --role admin',
    closes: 'members update user_kim --role edit',
    several: 'members update user_kim user_zoe --role admin',
    onboard: 'members onboard user_kim --role admin --team team_empty',
  },
  'a person joins a team that has admin': {
    grade: 'administrators',
    line: 'teams members set team_docs user_kim --role member',
    closes: 'teams members remove team_docs user_kim',
    several: 'teams members add team_docs user_kim user_bo',
    roster: 'team_docs,user_kim,member\nteam_docs,user_bo,member\n',
    onboard: 'members onboard user_kim --team team_docs --team team_empty',
  },
  'a team gets admin on a collection': {
    grade: 'administrators',
    line: 'collections permissions set col_api team_support --role admin',
    closes: 'collections permissions remove col_api team_support',
  },
  'a team gets admin on a space': {
    grade: 'administrators',
    line: 'spaces permissions set space_hr team_support --role admin',
    closes: 'spaces permissions remove space_hr team_support',
  },
  'a role ends that hid a higher one': {
    grade: 'administrators',
    before: ['collections permissions set col_api team_docs --role read'],
    line: 'collections permissions remove col_api team_docs',
    closes: 'collections permissions set col_api team_docs --role read',
  },
  'a role on a space ends that hid a higher one': {
    grade: 'administrators',
    before: ['spaces permissions set space_rest team_docs --role read'],
    line: 'spaces permissions remove space_rest team_docs',
    closes: 'spaces permissions set space_rest team_docs --role read',
  },
  'a default level becomes admin': {
    grade: 'administrators',
    line: 'collections update col_internal --default-level admin',
    closes: 'collections update col_internal --default-level read',
    several: 'collections update col_internal col_api --default-level admin',
  },
  'a collection moves to where a team has admin': {
    grade: 'administrators',
    line: 'collections move col_internal --parent col_product',
    closes: 'collections move col_internal --no-parent',
    several: 'collections move col_internal col_empty --parent col_product',
    previously: 'Internal 内部',
  },
  'the default role of a provider becomes admin': {
    grade: 'administrators',
    line: 'saml update saml_okta --default-role admin',
    closes: 'saml update saml_okta --default-role read',
    several: 'saml update saml_okta saml_entra --default-role admin',
  },
  'the default team of a provider becomes one that has admin': {
    grade: 'administrators',
    before: ['saml update saml_okta --default-team team_empty'],
    line: 'saml update saml_okta --default-team team_docs',
    closes: 'saml update saml_okta --default-team team_empty',
    several: 'saml update saml_okta saml_entra --default-team team_docs',
  },
};
