import { getMember, listMemberSpaces } from '../../api/contract/operations/members.ts';
import { flag, spaceFlag } from '../../cli/flags/flag.ts';
import { verb } from '../../cli/verb.ts';
import { Unfinished } from '../../errors.ts';
import { called } from '../../text/called.ts';
import { shortened } from '../../text/shortened.ts';
import { readsOfPerson, redacted, redactFlag } from './flags.ts';
import { levelFrom, levelWords, memberFrom, spaceFrom } from './place.ts';
import { noteDisagreements, notePrediction } from './tell.ts';

export const check = () =>
  verb(
    'check',
    {
      summary: 'Check that a member has at least a level in a space: only the exit code answers',
      effect: 'read',
      reads: readsOfPerson,
      isForOne: true,
    },
    [
      'docs-admin access check user_kim read --space space_runbooks',
      'docs-admin access check user_gil edit --space space_runbooks --not',
    ],
    [getMember, listMemberSpaces],
  )
    .argument('<userId>', 'the member')
    .argument('<level>', levelWords)
    .addOption(spaceFlag)
    .addOption(flag('--not', 'check that the member does not have the level'))
    .addOption(redactFlag())
    .run(
      redacted(
        async (
          { session, scope, names, out, canAsk, system, refs },
          given,
          level,
          { not = false, redact = false },
          command,
        ) => {
          const wanted = levelFrom(level, '<level>');
          const place = await spaceFrom({ scope, names, canAsk, system, refs, out }, command);
          const user = await memberFrom({ scope, names }, given);
          const { askWhy } = await import('../../access/ask.ts');
          const asked = await askWhy(session, user, place, { wanted, redact, withSiteReach: false });
          const { answer, level: actual } = asked.explanation;
          await noteDisagreements({ out }, asked.disagreements);
          const space = called('space', { title: '', ...asked.target });
          if (answer === 'unknown') {
            const what = `it is unknown whether ${asked.user} has at least ${wanted} in ${space}`;
            throw new Unfinished(what, { kind: 'incomplete', details: shortened(await asked.unknown()) });
          }
          await notePrediction({ out }, asked.predictedBy);
          if ((answer === 'yes') !== not) return;
          const message = `${asked.user} has ${actual ?? 'no access'} in ${space}: ${not ? 'less than' : 'at least'} ${wanted} was asserted`;
          throw new Unfinished(message, { kind: 'no' });
        },
      ),
    );
