import { getMember, listMemberSpaces } from '../../api/contract/operations/members.ts';
import { spaceFlag } from '../../cli/flags/flag.ts';
import { verb } from '../../cli/verb.ts';
import { isTable } from '../../output/output.ts';
import { explanationRowView, explanationView } from './columns.ts';
import { explanationFields } from './fields.ts';
import { readsOfPerson, redacted, redactFlag } from './flags.ts';
import { collectionFlag, levelFlag, levelFrom, memberFrom, placeFrom } from './place.ts';
import { noteDisagreements, noteFit, notePrediction, noteSurroundings, throwGaps } from './tell.ts';

export const explain = () =>
  verb(
    'explain',
    {
      summary: 'Show all ways of a member to a space or collection, or what is missing',
      effect: 'read',
      reads: `${readsOfPerson}; for a space also its sites, and integrations`,
      isForOne: true,
      fields: explanationFields,
    },
    [
      'docs-admin access explain user_kim --space space_runbooks',
      'docs-admin access explain user_gil --collection col_product --level edit --json',
    ],
    [getMember, listMemberSpaces],
  )
    .argument('<userId>', 'the member')
    .addOptions(spaceFlag, collectionFlag(), levelFlag(), redactFlag())
    .run(
      redacted(
        async (
          { session, scope, names, line, context, out, canAsk, system, refs },
          given,
          { collection, level = 'read', redact = false },
          command,
        ) => {
          const wanted = levelFrom(level, '--level');
          const place = await placeFrom(
            { scope, names, line, canAsk, system, refs, out },
            command,
            collection,
          );
          const user = await memberFrom({ scope, names }, given);
          const { askWhy } = await import('../../access/ask.ts');
          const asked = await askWhy(session, user, place, { wanted, redact, withSiteReach: true });
          const { explanation, surroundings } = asked;
          const isForPeople = isTable(context.format());
          const view = isForPeople ? explanationView : explanationRowView;
          await out.item({ ...explanation, ...surroundings }, view);
          if (surroundings && isForPeople) await noteSurroundings({ out }, surroundings);
          if (explanation.disabled)
            await out.note(`${asked.user} is disabled: the ways are those after enabling`);
          const { otherwise } = explanation;
          await notePrediction({ out }, asked.predictedBy ?? (otherwise && session.accessRules), otherwise);
          await noteDisagreements({ out }, asked.disagreements);
          await noteFit({ out }, asked.fit, session.accessRules);
          throwGaps(await asked.unknown(), {
            what: 'the answer is incomplete',
            undecided:
              explanation.answer === 'unknown'
                ? `it is unknown whether ${asked.user} has at least ${wanted}`
                : undefined,
          });
        },
      ),
    );
