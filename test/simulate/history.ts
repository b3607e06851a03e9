import * as fc from 'fast-check';
import { anyLine, asStoredPlan, type Line, organizationFile } from './lines.ts';
import { levels, org, people, type Shape, spaces, teams } from './organization.ts';

/** The moments of a run at which a process may die. */
export const moments = [
  'before the intent',
  'after the intent',
  'after sending',
  'after the answer',
  'after the outcome',
] as const;
export type Moment = (typeof moments)[number];

/** What the network or the service does to a request. */
export const wireFaults = [
  'answer lost',
  'answer cut',
  'late',
  'doubled',
  'refused',
  '429',
  '500',
  '502',
  '502 after acting',
  '503',
  '403',
  '422',
] as const;
export type WireFault = (typeof wireFaults)[number];

/** A change by another user, with another client. */
export interface ColleagueChange {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** What goes wrong, or comes in between. `nth` counts from 0 in the act. */
export type Trouble =
  | { readonly what: 'death' | 'power failure'; readonly when: Moment; readonly nth: number }
  | { readonly what: WireFault; readonly of: 'read' | 'write'; readonly nth: number; readonly times: number }
  | { readonly what: 'full disk' | 'failing disk'; readonly nth: number; readonly times: number }
  | {
      readonly what: 'colleague';
      /** Before a request changes something, or before what comes after the lines. */
      readonly before: 'a write' | 'what comes after';
      readonly nth: number;
      readonly change: ColleagueChange;
    };

/** What a person does after a line has ended, in whatever way. */
export type Afterwards = 'resume' | 'undo' | 'both undo' | 'both resume' | 'nothing';

/** A line, or two at once, with what goes wrong meanwhile, and what comes after it. */
export interface Act {
  readonly lines: readonly Line[];
  readonly troubles: readonly Trouble[];
  readonly afterwards: Afterwards;
}

/** Everything that one seed gives. */
export interface History {
  readonly shape: Shape;
  readonly acts: readonly Act[];
  /** The seed of times, and of what a power failure leaves. */
  readonly pace: number;
}

const roleOf = <Role>(role: fc.Arbitrary<Role>) =>
  fc.oneof({ weight: 2, arbitrary: role }, { weight: 1, arbitrary: fc.constant(null) });
const level = fc.constantFrom(...levels);
const listOf = <Value>(count: number, value: fc.Arbitrary<Value>) =>
  fc.array(value, { minLength: count, maxLength: count });

const shape: fc.Arbitrary<Shape> = fc.record({
  roles: listOf(people.length - 1, roleOf(level)),
  memberships: listOf(teams.length, listOf(people.length, roleOf(fc.constantFrom('owner', 'member')))),
  grants: listOf(teams.length, listOf(spaces.length + 1, roleOf(level))),
  hasSections: fc.boolean(),
  hasProvider: fc.boolean(),
});

const teamId = fc.constantFrom(...teams.map((name) => `team_${name}`));
const userId = fc.constantFrom(...people.slice(1).map((name) => `user_${name}`));

const colleagueChange: fc.Arbitrary<ColleagueChange> = fc.oneof(
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('/collections'),
    body: fc.record({ title: fc.constantFrom('Theirs', 'North') }),
  }),
  fc.record({
    method: fc.constant('PUT'),
    path: fc.constant('/teams'),
    body: fc.record({ title: fc.constantFrom('Theirs', 'North', 'South') }),
  }),
  fc.tuple(teamId, fc.constantFrom('Renamed', 'Theirs')).map(([team, title]) => ({
    method: 'PATCH',
    path: `/teams/${team}`,
    body: { title },
  })),
  fc.tuple(teamId, userId, fc.constantFrom('owner', 'member')).map(([team, user, role]) => ({
    method: 'PUT',
    path: `/teams/${team}/members/${user}`,
    body: { role },
  })),
  fc.tuple(userId, level).map(([user, role]) => ({
    method: 'PATCH',
    path: `/members/${user}`,
    body: { role },
  })),
  teamId.map((team) => ({ method: 'DELETE', path: `/teams/${team}` })),
  fc.constantFrom('Theirs', 'Mine').map((title) => ({
    method: 'PATCH',
    path: '/sites/site_docs',
    body: { title },
  })),
);

const nth = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 4, max: 12 }) },
);
const times = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 6 }) },
);

const death: fc.Arbitrary<Trouble> = fc.record({
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constant('death' as const) },
    { weight: 1, arbitrary: fc.constant('power failure' as const) },
  ),
  when: fc.constantFrom(...moments),
  nth,
});
const lostAnswer: fc.Arbitrary<Trouble> = fc.record({
  what: fc.constantFrom('answer lost' as const, 'answer cut' as const, 'late' as const),
  of: fc.constant('write' as const),
  nth,
  times: fc.constant(1),
});
const colleague: fc.Arbitrary<Trouble> = fc.record({
  what: fc.constant('colleague' as const),
  before: fc.constantFrom('a write' as const, 'what comes after' as const),
  nth,
  change: colleagueChange,
});
const wireFault: fc.Arbitrary<Trouble> = fc.record({
  what: fc.constantFrom(...wireFaults),
  of: fc.constantFrom('read' as const, 'write' as const, 'write' as const),
  nth,
  times,
});
const diskFault: fc.Arbitrary<Trouble> = fc.record({
  what: fc.constantFrom('full disk' as const, 'failing disk' as const),
  nth,
  times,
});

/** A death, a lost answer or a colleague is in every history. */
const troubles = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: death },
      { weight: 2, arbitrary: lostAnswer },
      { weight: 2, arbitrary: colleague },
    ),
    fc.array(
      fc.oneof(
        { weight: 2, arbitrary: death },
        { weight: 3, arbitrary: wireFault },
        { weight: 1, arbitrary: diskFault },
        { weight: 1, arbitrary: colleague },
      ),
      { maxLength: 2 },
    ),
  )
  .map(([first, more]) => [first, ...more]);

const anyAfterwards = fc.oneof(
  { weight: 5, arbitrary: fc.constant('resume' as const) },
  { weight: 5, arbitrary: fc.constant('undo' as const) },
  { weight: 1, arbitrary: fc.constant('both resume' as const) },
  { weight: 1, arbitrary: fc.constant('both undo' as const) },
  { weight: 1, arbitrary: fc.constant('nothing' as const) },
);

/** The acts of a line: one, or two where its plan is stored first. */
const actsOf = (lines: fc.Arbitrary<Line>) =>
  fc
    .record({
      line: lines,
      isStored: fc.boolean(),
      other: fc.option(anyLine, { freq: 8 }),
      isTwice: fc.nat(9).map((chance) => chance === 0),
      troubles,
      afterwards: anyAfterwards,
    })
    .map(({ line, isStored, other, isTwice, troubles: given, afterwards }): Act[] => {
      const stored = isStored && asStoredPlan(line);
      if (stored)
        return [
          { lines: [stored[0]], troubles: [], afterwards: 'nothing' },
          { lines: [stored[1]], troubles: given, afterwards },
        ];
      const lines = isTwice ? [line, line] : other ? [line, apart(other)] : [line];
      return [{ lines, troubles: given, afterwards }];
    });

/** Gives the files of a line other names, so that two lines at once can have their own. */
function apart({ command, words, files = {} }: Line): Line {
  const renamed = (path: string) => path.replace('/desk/', '/desk/other-');
  return {
    command,
    words: words.map((word) => (word in files ? renamed(word) : word)),
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [renamed(path), text])),
  };
}

const historyOf = (lines: fc.Arbitrary<Line>): fc.Arbitrary<History> =>
  fc.record({
    shape,
    acts: fc.array(actsOf(lines), { minLength: 1, maxLength: 2 }).map((list) => list.flat()),
    pace: fc.nat(),
  });

export const anyHistory = historyOf(anyLine);
/** Histories whose lines carry out organization files. */
export const anyFileHistory = historyOf(organizationFile);

/** Returns a history as a person reads it: files, command lines, and what goes wrong. */
export function described({ acts: list, pace, shape: given }: History): string {
  const lines = [`# ${JSON.stringify({ org, ...given })}`, `# pace ${pace}`];
  for (const { lines: own, troubles: gone, afterwards } of list) {
    for (const { words, files = {} } of own) {
      for (const [path, text] of Object.entries(files))
        lines.push(`cat > ${path} <<'END'`, text.trimEnd(), 'END');
      lines.push(`docs-admin ${words.map(shellWord).join(' ')}${own.length > 1 ? ' &' : ''}`);
    }
    for (const trouble of gone) lines.push(`# ${JSON.stringify(trouble)}`);
    lines.push(`# then: ${afterwards}`);
  }
  return lines.join('\n');
}

function shellWord(word: string): string {
  return /^[\w./:@{}=,-]+$/.test(word) ? word : `'${word}'`;
}
