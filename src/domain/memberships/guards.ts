import { type Change, changeWord, type Present } from './diff.ts';

/** A team as it is, and what is to change in it. */
export interface TeamChanges {
  readonly title: string;
  readonly present: Present;
  readonly changes: readonly Change[];
}

/** How many memberships may end: a number in all, or a part of each team and of all. */
export type RemovalLimit = { readonly count: number } | { readonly percent: number };

export interface Guards {
  /** `undefined` for the usual: 20 % of any team and of all, and 50 in all. */
  readonly maxRemovals: RemovalLimit | undefined;
  readonly allowOwnerless: boolean;
}

/** A guard that holds a plan back, with the flag that lifts it. */
export interface Objection {
  readonly message: string;
  readonly flag: string;
}

const usualPercent = 20;
const usualCount = 50;

/** Everything that speaks against carrying the changes out unasked. */
export function objections(teams: readonly TeamChanges[], guards: Guards): Objection[] {
  return [...massRemovals(teams, guards.maxRemovals), ...(guards.allowOwnerless ? [] : ownerless(teams))];
}

function massRemovals(teams: readonly TeamChanges[], limit: RemovalLimit | undefined): Objection[] {
  const counts = teams.map(({ title, present, changes }) => ({
    title,
    present: present.size,
    removed: changes.filter((change) => changeWord(change) === 'remove').length,
  }));
  const all = {
    present: counts.reduce((sum, { present }) => sum + present, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
  const maxCount = limit ? ('count' in limit ? limit.count : Infinity) : usualCount;
  const maxPercent = limit ? ('percent' in limit ? limit.percent : Infinity) : usualPercent;
  const exceeds = ({ present, removed }: { present: number; removed: number }) =>
    removed * 100 > present * maxPercent;
  const share = ({ present, removed }: { present: number; removed: number }) =>
    `${removed} of ${present} memberships`;
  const found = [
    all.removed > maxCount && `it would end ${all.removed} memberships; ${maxCount} are allowed`,
    exceeds(all) && teams.length > 1 && `it would end ${share(all)} in all; ${maxPercent} % are allowed`,
    ...counts
      .filter(exceeds)
      .map(
        (team) =>
          `it would end ${share(team)} of team ${JSON.stringify(team.title)}; ${maxPercent} % are allowed`,
      ),
  ];
  return found
    .filter((message) => typeof message === 'string')
    .map((message) => ({ message, flag: '--max-removals' }));
}

/** A team that nobody could manage any more. */
function ownerless(teams: readonly TeamChanges[]): Objection[] {
  return teams.filter(losesLastOwner).map(({ title }) => ({
    message: `team ${JSON.stringify(title)} would lose its last owner`,
    flag: '--allow-ownerless',
  }));
}

function losesLastOwner({ present, changes }: TeamChanges): boolean {
  const owners = new Set([...present].filter(([, role]) => role === 'owner').map(([user]) => user));
  if (owners.size === 0) return false;
  for (const { user, to } of changes) {
    if (to === 'owner') owners.add(user);
    else owners.delete(user);
  }
  return owners.size === 0;
}
