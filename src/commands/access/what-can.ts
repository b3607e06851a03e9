import { getMember, listMemberSpaces } from '../../api/contract/operations/members.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { verb } from '../../cli/verb.ts';
import { counted } from '../../text/plural.ts';
import { whatCanView } from '../../views/access.ts';
import { whatCanFields } from './fields.ts';
import { redactFlag } from './flags.ts';
import { levelFlag, levelFrom, memberFrom } from './place.ts';
import { redacted } from './redacted.ts';
import { noteDisagreements, throwLacks } from './tell.ts';

export const whatCan = ({ session, scope, names, out }: LineParts) =>
  verb(
    'what-can',
    {
      summary: 'List every space and collection where a member has a level, and what gives it',
      effect: 'read',
      reads:
        'the member with teams and spaces, the teams, collections and spaces, and the roles of teams on each of them',
      isForOne: true,
      fields: whatCanFields,
    },
    [
      'docs-admin access what-can user_kim',
      'docs-admin access what-can kim@acme.example --level edit --json',
    ],
    [getMember, listMemberSpaces],
  )
    .argument('<userId>', 'the member')
    .addOption(levelFlag())
    .addOption(redactFlag())
    .action(
      redacted(async (given, { level = 'read', redact = false }) => {
        const wanted = levelFrom(level, '--level');
        const { askWhatCan } = await import('../../access/ask.ts');
        const user = await memberFrom({ scope, names }, given);
        const asked = await askWhatCan(session, user, wanted, redact);
        await out.list([asked.places], whatCanView);
        if (asked.isDisabled)
          await out.warn(`${asked.user} is disabled: these are the levels after enabling`);
        await noteDisagreements({ out }, asked.disagreements);
        throwLacks(await asked.unknown(), {
          what: 'the list is incomplete',
          undecided:
            asked.undecided.length > 0
              ? `it is unknown whether ${asked.user} has at least ${wanted} in ${counted(asked.undecided.length, 'more place')}`
              : undefined,
        });
      }),
    );
