import { getMember, listMemberSpaces } from '../../api/contract/operations/members.ts';
import { flag, forOneOnly, verb } from '../../cli/command.ts';
import { spaceFlag } from '../../cli/flags/shared-flags.ts';
import type { Verb } from '../../cli/session/verb.ts';
import { Unfinished } from '../../errors.ts';
import { called } from '../../text/called.ts';
import { redactFlag } from './flags.ts';
import { levelFrom, levelWords, memberFrom, placeFrom } from './place.ts';
import { noteDisagreements, throwLacks } from './tell.ts';

export const check = ({ session, scope, names, line, out }: Verb) =>
  forOneOnly(
    verb(
      'check',
      {
        summary: 'Check that a member has at least a level in a space: only the exit code answers',
        effect: 'read',
      },
      [
        'docs-admin access check user_kim read --space space_runbooks',
        'docs-admin access check user_gil edit --space space_runbooks --not',
      ],
      [getMember, listMemberSpaces],
    ),
  )
    .argument('<userId>', 'the member')
    .argument('<level>', levelWords)
    .addOption(spaceFlag)
    .addOption(flag('--not', 'check that the member does not have the level'))
    .addOption(redactFlag())
    .action(async (given, level, { not = false, redact = false }) => {
      const wanted = levelFrom(level, '<level>');
      const place = await placeFrom({ scope, names, line });
      const user = await memberFrom({ scope, names }, given);
      const { askWhy } = await import('../../access/ask.ts');
      const asked = await askWhy(session, user, place, { wanted, redact, withSurroundings: false });
      const { answer, level: actual } = asked.explanation;
      await noteDisagreements({ out }, asked.disagreements);
      if (answer === 'unknown')
        throwLacks(await asked.unknown(), { what: 'it cannot be told', undecided: asked.user });
      if ((answer === 'yes') !== not) return;
      const space = called('space', { title: '', ...asked.target });
      const message = `${asked.user} has ${actual ?? 'no access'} in ${space}: ${not ? 'less than' : 'at least'} ${wanted} was asserted`;
      throw new Unfinished(message, { kind: 'no' });
    });
