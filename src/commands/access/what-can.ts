import type { AskedWhatCan } from '../../access/ask.ts';
import { getMember, listMemberSpaces } from '../../api/contract/operations/members.ts';
import { outFlag } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { verb } from '../../cli/verb.ts';
import { counted } from '../../text/words.ts';
import { levelAndWays, printAnswerPage } from './answer-page.ts';
import { whatCanView } from './columns.ts';
import { whatCanFields } from './fields.ts';
import { redacted, redactFlag } from './flags.ts';
import { levelFlag, levelFrom, memberFrom } from './place.ts';
import { noteDisagreements, noteFit, notePrediction, throwGaps } from './tell.ts';

export const whatCan = () =>
  verb(
    'what-can',
    {
      summary: 'List every space and collection where a member has a level, and what gives it',
      effect: 'read',
      reads:
        'the member with teams and spaces, the teams, collections and spaces, and the roles of teams on each of them',
      isForOne: true,
      ownFormats: ['html'],
      pipedFormat: 'tsv',
      fields: whatCanFields,
    },
    [
      'docs-admin access what-can user_kim',
      'docs-admin access what-can kim@acme.example --level edit --json',
      'docs-admin access what-can user_kim -o html --out kim.html',
    ],
    [getMember, listMemberSpaces],
  )
    .argument('<userId>', 'the member')
    .addOptions(levelFlag(), redactFlag(), outFlag)
    .run(
      redacted(
        async (
          { context, session, scope, names, out, system },
          given,
          { level = 'read', redact = false },
        ) => {
          const wanted = levelFrom(level, '--level');
          const { askWhatCan } = await import('../../access/ask.ts');
          const user = await memberFrom({ scope, names }, given);
          const asked = await askWhatCan(session, user, wanted, redact);
          if (context.ownFormat() === 'html') await printPage({ out, system }, asked, wanted);
          else await out.list([asked.places], whatCanView);
          if (asked.isDisabled)
            await out.warn(`${asked.user} is disabled: these are the levels after enabling`);
          await notePrediction({ out }, asked.predictedBy);
          await noteDisagreements({ out }, asked.disagreements);
          await noteFit({ out }, asked.fit, session.accessRules);
          throwGaps(await asked.unknown(), {
            what: 'the list is incomplete',
            undecided: undecidedIn(asked, wanted),
          });
        },
      ),
    );

/** Says how many places are left out because no one knows the level there; `undefined` if there are none. */
function undecidedIn({ user, undecided }: AskedWhatCan, wanted: string): string | undefined {
  if (undecided.length === 0) return undefined;
  return `it is unknown whether ${user} has at least ${wanted} in ${counted(undecided.length, 'more place')}`;
}

/** Prints the answer as a page of HTML. */
async function printPage(
  { out, system }: Pick<LineParts, 'out' | 'system'>,
  asked: AskedWhatCan,
  wanted: string,
): Promise<void> {
  const rows = asked.places.map(({ target: { kind, id, title }, ...access }) => ({
    name: title ?? id,
    detail: `${kind} ${id}`,
    ...levelAndWays(access, asked.isDisabled),
  }));
  await printAnswerPage(
    { out, system },
    {
      title: `Access of ${asked.user}: ${wanted} or more`,
      of: 'Where',
      predictedBy: asked.predictedBy,
      count: counted(rows.length, 'place'),
      rows,
      unknown: [undecidedIn(asked, wanted) ?? [], await asked.unknown()].flat(),
    },
  );
}
