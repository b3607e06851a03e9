import type { AskedWhoCan } from '../../access/ask.ts';
import { listMembers } from '../../api/contract/operations/members.ts';
import { outFlag, spaceFlag } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { verb } from '../../cli/verb.ts';
import { called } from '../../text/called.ts';
import { counted } from '../../text/words.ts';
import { levelAndWays, printAnswerPage } from './answer-page.ts';
import { whoCanView } from './columns.ts';
import { whoCanFields } from './fields.ts';
import { redacted, redactFlag, verifyFlag } from './flags.ts';
import { collectionFlag, levelFrom, levelWords, placeFrom } from './place.ts';
import {
  noteDisagreements,
  noteFit,
  notePrediction,
  noteRules,
  noteSurroundings,
  throwGaps,
} from './tell.ts';

export const whoCan = () =>
  verb(
    'who-can',
    {
      summary: 'List everyone who has at least a level in a space or collection, and what gives it',
      effect: 'read',
      reads:
        'the members, collections, spaces and teams, the roles of teams on the place and the collections around it, and the members of these teams; for a space also its sites, the integrations and, for each of up to 2,000 members (all with --verify), the list of their spaces',
      isForOne: true,
      ownFormats: ['html'],
      pipedFormat: 'tsv',
      fields: whoCanFields,
    },
    [
      'docs-admin access who-can edit --space space_runbooks',
      'docs-admin access who-can read --collection name:Product --fields user.email,level -o csv',
      'docs-admin access who-can edit --space space_guides -o html --out guides.html',
    ],
    [listMembers],
  )
    .argument('<level>', levelWords)
    .addOptions(spaceFlag, collectionFlag(), verifyFlag(), redactFlag(), outFlag)
    .run(
      redacted(
        async (
          { context, session, scope, names, line, out, progress, canAsk, system, refs },
          level,
          { collection, verify = false, redact = false },
          command,
        ) => {
          const wanted = levelFrom(level, '<level>');
          const place = await placeFrom(
            { scope, names, line, canAsk, system, refs, out },
            command,
            collection,
          );
          const { askWhoCan } = await import('../../access/ask.ts');
          const { inChunks } = await import('../../work/run/read-each.ts');
          const asked = await askWhoCan(session, place, wanted, { verify, redact });
          if (asked.surroundings) await noteSurroundings({ out }, asked.surroundings);
          progress.start('people asked');
          if (context.ownFormat() === 'html') await printPage({ out, system }, asked, wanted);
          else await out.list(inChunks(asked.people), whoCanView);
          progress.stop();
          await notePrediction({ out }, asked.predictedBy);
          await noteDisagreements({ out }, asked.gaps.disagreements);
          await noteFit({ out }, asked.gaps.fit, session.accessRules);
          await noteRules({ out }, asked.asks || place.kind === 'collection', asked.members);
          throwGaps(await asked.unknown(), {
            what: 'the list is incomplete',
            undecided: undecidedIn(asked, wanted),
          });
        },
      ),
    );

/** Says how many people are left out because no one knows their level; `undefined` if there are none. */
function undecidedIn({ gaps: { people } }: AskedWhoCan, wanted: string): string | undefined {
  if (people === 0) return undefined;
  return `it is unknown whether ${counted(people, 'more member')} ${people === 1 ? 'has' : 'have'} at least ${wanted}`;
}

/** Prints the answer as a page of HTML. It begins when everyone is known, with what is missing. */
async function printPage(
  { out, system }: Pick<LineParts, 'out' | 'system'>,
  asked: AskedWhoCan,
  wanted: string,
): Promise<void> {
  const { collected } = await import('../../work/run/read-each.ts');
  const rows = (await collected(asked.people)).map(({ user, disabled, ...access }) => ({
    name: user.displayName || user.email || user.id,
    detail: user.email ?? user.id,
    ...levelAndWays(access, disabled),
  }));
  await printAnswerPage(
    { out, system },
    {
      title: `Access to ${called(asked.place.kind, { title: '', ...asked.place })}: ${wanted} or more`,
      of: 'Who',
      predictedBy: asked.predictedBy,
      count: `${rows.length} ${rows.length === 1 ? 'person' : 'people'}`,
      rows,
      unknown: [undecidedIn(asked, wanted) ?? [], await asked.unknown()].flat(),
    },
  );
}
