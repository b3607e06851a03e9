import { listSections } from '../../api/contract/operations/sections.ts';
import {
  createSiteSpace,
  deleteSiteSpace,
  listSiteSpaces,
  updateSiteSpace,
} from '../../api/contract/operations/site-spaces.ts';
import { getSite } from '../../api/contract/operations/sites.ts';
import { journalFlag } from '../../cli/flags/bulk-flags.ts';
import { flag, siteFlag, summaryFlag } from '../../cli/flags/flag.ts';
import { allowOpeningFlag } from '../../cli/flags/removal-flags.ts';
import { defineVerb, type Verb } from '../../cli/verb.ts';
import { UsageError } from '../../errors.ts';

export const transfer = (command: Verb) =>
  defineVerb(
    command,
    {
      summary: 'Move a space of a site into another section, or into another site',
      effect: 'delete',
      isForOne: true,
    },
    [
      'docs-admin site-spaces transfer sitesp_tutorials --site site_docs --to-section section_api --yes',
      'docs-admin site-spaces transfer sitesp_runbooks --site site_handbook --to-site site_docs --allow-opening public --dry-run',
    ],
    [updateSiteSpace, listSiteSpaces, listSections, getSite, createSiteSpace, deleteSiteSpace],
  )
    .argument('<siteSpaceId>', 'the site space')
    .addOption(siteFlag)
    .addOption(
      flag('--to-section <sectionId>', 'section to move it to, of --to-site if that is given').with({
        field: 'sectionId',
      }),
    )
    .addOption(flag('--to-site <siteId>', 'other site to move it to').with({ kind: 'site' }))
    .addOptions(journalFlag, allowOpeningFlag, summaryFlag)
    .run(async ({ session }, siteSpace, flags) => {
      if (flags.toSection === undefined && flags.toSite === undefined)
        throw new UsageError('nothing to do: give --to-section or --to-site', {
          hint: '`docs-admin sections list --site <siteId>` lists the sections of a site',
        });
      const { transferSiteSpace } = await import('../../rosters/transfer-site-space.ts');
      await transferSiteSpace(session, siteSpace, flags);
    });
