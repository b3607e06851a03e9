import type { AskedWhatCan, AskedWhoCan } from '../../access/ask.ts';
import type { Access } from '../../access/report.ts';
import { getMember, listMemberSpaces, listMembers } from '../../api/contract/operations/members.ts';
import { flag, outFlag, spaceFlag } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { verb } from '../../cli/verb.ts';
import type { AnswerDocument, AnswerRow } from '../../documents/access/answer.ts';
import { ruleSetText } from '../../domain/access/rule-sets.ts';
import { Unfinished } from '../../errors.ts';
import { isTable } from '../../output/output.ts';
import { called } from '../../text/called.ts';
import { collected } from '../../text/collected.ts';
import { shortened } from '../../text/shortened.ts';
import { counted } from '../../text/words.ts';
import { explanationRowView, explanationView, wayWords, whatCanView, whoCanView } from './columns.ts';
import { explanationFields, whatCanFields, whoCanFields } from './fields.ts';
import { readsOfPerson, redacted, redactFlag, verifyFlag } from './flags.ts';
import {
  collectionFlag,
  levelFlag,
  levelFrom,
  levelWords,
  memberFrom,
  placeFrom,
  spaceFrom,
} from './place.ts';
import {
  noteDisagreements,
  noteFit,
  notePrediction,
  noteRules,
  noteSurroundings,
  throwGaps,
} from './tell.ts';

/** The verbs that ask one question of the access rules. */
export const questions = () => [whoCan(), whatCan(), explain(), check()];

const whoCan = () =>
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
      redacted(async (parts, level, { collection, verify = false, redact = false }, command) => {
        const { context, session, out, progress } = parts;
        const wanted = levelFrom(level, '<level>');
        const place = await placeFrom(parts, command, collection);
        const { askWhoCan } = await import('../../access/ask.ts');
        const { inChunks } = await import('../../work/run/read-each.ts');
        const asked = await askWhoCan(session, place, wanted, { verify, redact });
        if (asked.surroundings) await noteSurroundings({ out }, asked.surroundings);
        progress.start('people asked');
        const undecided = () => undecidedPeople(asked, wanted);
        if (context.ownFormat() === 'html')
          await printPage(parts, asked, await peoplePage(asked, wanted), undecided);
        else await out.list(inChunks(asked.people), whoCanView);
        progress.stop();
        await notePrediction({ out }, asked.predictedBy);
        await noteDisagreements({ out }, asked.gaps.disagreements);
        await noteFit({ out }, asked.gaps.fit, session.accessRules);
        await noteRules({ out }, asked.asks || place.kind === 'collection', asked.members);
        throwGaps(await asked.unknown(), { what: 'the list is incomplete', undecided: undecided() });
      }),
    );

/** Says how many people are left out because no one knows their level; `undefined` if there are none. */
function undecidedPeople({ gaps: { people } }: AskedWhoCan, wanted: string): string | undefined {
  if (people === 0) return undefined;
  return `it is unknown whether ${counted(people, 'more member')} ${people === 1 ? 'has' : 'have'} at least ${wanted}`;
}

/** Returns the page about a place. It begins when everyone is known, with what is missing. */
async function peoplePage({ people, place }: AskedWhoCan, wanted: string): Promise<AnsweredQuestion> {
  const rows = (await collected(people)).map(({ user, disabled, ...access }) => ({
    name: user.displayName || user.email || user.id,
    detail: user.email ?? user.id,
    ...levelAndWays(access, disabled),
  }));
  return {
    title: `Access to ${called(place.kind, { title: '', ...place })}: ${wanted} or more`,
    of: 'Who',
    count: `${rows.length} ${rows.length === 1 ? 'person' : 'people'}`,
    rows,
  };
}

const whatCan = () =>
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
      redacted(async (parts, given, { level = 'read', redact = false }) => {
        const { context, session, out } = parts;
        const wanted = levelFrom(level, '--level');
        const { askWhatCan } = await import('../../access/ask.ts');
        const user = await memberFrom(parts, given);
        const asked = await askWhatCan(session, user, wanted, redact);
        const undecided = () => undecidedPlaces(asked, wanted);
        if (context.ownFormat() === 'html')
          await printPage(parts, asked, placesPage(asked, wanted), undecided);
        else await out.list([asked.places], whatCanView);
        if (asked.isDisabled)
          await out.warn(`${asked.user} is disabled: these are the levels after enabling`);
        await notePrediction({ out }, asked.predictedBy);
        await noteDisagreements({ out }, asked.disagreements);
        await noteFit({ out }, asked.fit, session.accessRules);
        throwGaps(await asked.unknown(), { what: 'the list is incomplete', undecided: undecided() });
      }),
    );

/** Says how many places are left out because no one knows the level there; `undefined` if there are none. */
function undecidedPlaces({ user, undecided }: AskedWhatCan, wanted: string): string | undefined {
  if (undecided.length === 0) return undefined;
  return `it is unknown whether ${user} has at least ${wanted} in ${counted(undecided.length, 'more place')}`;
}

function placesPage({ user, places, isDisabled }: AskedWhatCan, wanted: string): AnsweredQuestion {
  const rows = places.map(({ target: { kind, id, title }, ...access }) => ({
    name: title ?? id,
    detail: `${kind} ${id}`,
    ...levelAndWays(access, isDisabled),
  }));
  const title = `Access of ${user}: ${wanted} or more`;
  return { title, of: 'Where', count: counted(rows.length, 'place'), rows };
}

type AnsweredQuestion = Pick<AnswerDocument, 'title' | 'of' | 'count' | 'rows'>;

async function printPage(
  { out, system }: Pick<LineParts, 'out' | 'system'>,
  { predictedBy, unknown }: Pick<AskedWhatCan, 'predictedBy' | 'unknown'>,
  answer: AnsweredQuestion,
  undecided: () => string | undefined,
): Promise<void> {
  const { answerPage } = await import('../../documents/access/answer.ts');
  const taken = new Date(system.clock.now()).toISOString();
  const notes = predictedBy ? [ruleSetText(predictedBy)] : [];
  const all = [undecided() ?? [], await unknown()].flat();
  await out.raw([...answerPage({ ...answer, taken, notes, unknown: all })].join(''));
}

/** Returns the level of a row with its ways in words, the deciding one first. */
function levelAndWays(
  { level, ways }: Access,
  isDisabled: boolean | undefined,
): Pick<AnswerRow, 'level' | 'ways'> {
  const decidingFirst = ways.toSorted((one, other) => Number(other.deciding) - Number(one.deciding));
  return {
    level: isDisabled ? `disabled (would have ${level})` : `${level}`,
    ways: decidingFirst.map((way) => `${way.level}: ${wayWords(way)}`),
  };
}

const explain = () =>
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
      redacted(async (parts, given, { collection, level = 'read', redact = false }, command) => {
        const { session, context, out } = parts;
        const wanted = levelFrom(level, '--level');
        const place = await placeFrom(parts, command, collection);
        const user = await memberFrom(parts, given);
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
        const undecided = `it is unknown whether ${asked.user} has at least ${wanted}`;
        throwGaps(await asked.unknown(), {
          what: 'the answer is incomplete',
          undecided: explanation.answer === 'unknown' ? undecided : undefined,
        });
      }),
    );

const check = () =>
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
      redacted(async (parts, given, level, { not = false, redact = false }, command) => {
        const { session, out } = parts;
        const wanted = levelFrom(level, '<level>');
        const place = await spaceFrom(parts, command);
        const user = await memberFrom(parts, given);
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
      }),
    );
