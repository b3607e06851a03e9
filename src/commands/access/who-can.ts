import { listMembers } from '../../api/contract/operations/members.ts';
import { spaceFlag } from '../../cli/flags/shared-flags.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { verb } from '../../cli/verb.ts';
import { counted } from '../../text/plural.ts';
import { whoCanView } from '../../views/access.ts';
import { whoCanFields } from './fields.ts';
import { redactFlag, verifyFlag } from './flags.ts';
import { collectionFlag, levelFrom, levelWords, placeFrom } from './place.ts';
import { redacted } from './redacted.ts';
import { noteDisagreements, noteRules, noteSurroundings, throwLacks } from './tell.ts';

export const whoCan = ({ session, scope, names, line, out, progress, canAsk, system, api }: LineParts) =>
  verb(
    'who-can',
    {
      summary: 'List everybody who has at least a level in a space or collection, and what gives it',
      effect: 'read',
      reads:
        'the members, collections, spaces and teams, the roles of teams on the place and the collections around it, and the members of these teams; for a space also its sites, the integrations and, for each of up to 2,000 members (all with --verify), the list of their spaces',
      isForOne: true,
      fields: whoCanFields,
    },
    [
      'docs-admin access who-can edit --space space_runbooks',
      'docs-admin access who-can read --collection name:Product --fields user.email,level -o csv',
    ],
    [listMembers],
  )
    .argument('<level>', levelWords)
    .addOption(spaceFlag)
    .addOption(collectionFlag())
    .addOption(verifyFlag())
    .addOption(redactFlag())
    .action(
      redacted(async (level, { collection, verify = false, redact = false }, command) => {
        const wanted = levelFrom(level, '<level>');
        const place = await placeFrom({ scope, names, line, canAsk, system, api, out }, command, collection);
        const { askWhoCan } = await import('../../access/ask.ts');
        const { inChunks } = await import('../../runs/read-each.ts');
        const asked = await askWhoCan(session, place, wanted, { verify, redact });
        if (asked.surroundings) await noteSurroundings({ out }, asked.surroundings);
        progress.start('people asked');
        await out.list(inChunks(asked.people), whoCanView);
        progress.stop();
        await noteDisagreements({ out }, asked.lacks.disagreements);
        await noteRules({ out }, asked.asks || place.kind === 'collection', asked.members);
        throwLacks(await asked.unknown(), {
          what: 'the list is incomplete',
          undecided:
            asked.lacks.people > 0
              ? `it is unknown whether ${counted(asked.lacks.people, 'more member')} ${asked.lacks.people === 1 ? 'has' : 'have'} at least ${wanted}`
              : undefined,
        });
      }),
    );
