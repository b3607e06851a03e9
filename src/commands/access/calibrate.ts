import type { Calibration } from '../../access/calibrate.ts';
import { flag, number, outFlag } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { verb } from '../../cli/verb.ts';
import { ruleSetText } from '../../domain/access/rule-sets.ts';
import { Unfinished } from '../../errors.ts';
import { isWhole } from '../../output/output.ts';
import { called } from '../../text/called.ts';
import { shortened } from '../../text/shortened.ts';
import { counted } from '../../text/words.ts';
import { calibrationView, wayWords } from './columns.ts';
import { calibrationFields } from './fields.ts';

export const calibrate = () =>
  verb(
    'calibrate',
    {
      summary: 'Find out which rules of access fit the service, and store them in the profile',
      effect: 'local',
      reads:
        'the members, teams, collections and spaces, the members of each team, the roles of teams on each collection and space and, for each of the chosen people, the list of their spaces',
      fields: calibrationFields,
    },
    ['docs-admin access calibrate', 'docs-admin access calibrate --all --no-save --json'],
  )
    .addOption(
      number('--people <n>', 1, 1_000_000, 'ask the service about so many people at most (default: 50)'),
    )
    .addOption(flag('--all', 'ask about everyone'))
    .addOption(flag('--no-save', 'only compare: store nothing in the profile'))
    .addOption(outFlag)
    .run(async ({ session, context, out }, { people = 50, all = false, save = true }) => {
      const { askCalibration } = await import('../../access/calibrate.ts');
      const { isOwnService } = await import('../../cli/session/line-session.ts');
      const found = await askCalibration(session, all ? Number.POSITIVE_INFINITY : people);
      const { fits, unknown } = found;
      const measured = found.rules.find(({ name }) => name === fits);
      const calibration = `${found.taken.slice(0, 10)}, ${counted(measured?.compared ?? 0, 'answer')}`;
      const isKept = fits !== null && save && isOwnService(context);
      if (isKept)
        await context.changeProfile({ 'access-rules': fits, 'access-rules-calibrated': calibration });
      const { rules } = found;
      if (isWhole(context.format())) await out.item({ ...found, saved: isKept }, calibrationView);
      else {
        const rows = rules.map((one) => ({ ...one, counterexamples: one.compared - one.agreed }));
        await out.list([rows], calibrationView);
        await noteExamples({ out }, found);
      }
      await noteDirect({ out }, found);
      if (fits !== null) {
        for (const text of shortened(unknown)) await out.warn(text);
        const name = context.profile.value;
        await out.note(
          isKept
            ? `${ruleSetText({ name: fits, calibration })}, stored in profile ${name}`
            : save
              ? `${fits} fits; nothing was stored, since there is no stored profile ${name} for this service: \`docs-admin auth login\` makes one`
              : `${fits} fits; nothing was stored`,
        );
        return;
      }
      if (rules.every(({ compared, agreed }) => compared === agreed))
        throw new Unfinished('the rule sets cannot be told apart here: nothing was stored', {
          kind: 'incomplete',
          details: shortened(unknown),
        });
      const { places, common } = found.unexplained;
      const where = places.map((place) => called(place.kind, { title: '', ...place }));
      throw new Unfinished(
        `no rule set fits all answers: nothing was stored${common === null ? '' : `; what the answers there have in common: ${common}`}`,
        { kind: 'no', details: shortened([...where, ...unknown]) },
      );
    });

/** Prints the first answers that a rule set does not give, each with the ways by its rules. */
async function noteExamples({ out }: Pick<LineParts, 'out'>, { rules }: Calibration): Promise<void> {
  for (const { name, compared, agreed, counterexamples } of rules) {
    for (const { user, target, service, predicted, ways } of counterexamples) {
      const who = called('member', { id: user.id, title: user.displayName ?? '' });
      const place = called(target.kind, { title: '', ...target });
      const said = `the rules give ${predicted ?? 'nothing'}, the service gives ${service ?? 'nothing'}`;
      const known = ways.map((way) => `${way.level}: ${wayWords(way)}`).join('; ');
      await out.note(`${name}: ${who} in ${place}: ${said}${known === '' ? '' : ` (${known})`}`);
    }
    const more = compared - agreed - counterexamples.length;
    if (more > 0) await out.note(`${name}: and ${more} more`);
  }
}

/** Names what was granted to people directly. */
async function noteDirect({ out }: Pick<LineParts, 'out'>, { notShown }: Calibration): Promise<void> {
  const lines = notShown.map(({ user, target, level }) => {
    const who = called('member', { id: user.id, title: user.displayName ?? '' });
    return `granted directly: ${level} to ${who} in ${called(target.kind, { title: '', ...target })}`;
  });
  for (const line of shortened(lines)) await out.note(line);
}
