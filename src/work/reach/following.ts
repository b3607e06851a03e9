import { type Effect, endings, isShownAlong } from '../../model/effects/effects.ts';
import { innermostId, mayEndOthers, type Reference, type Touch } from '../../model/effects/facts.ts';
import { references, restoring } from '../../model/effects/nouns.ts';
import { stateReader } from '../../model/effects/thing-reader.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import { askedAtOnce } from '../../model/read/in-parallel.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import type { PlanLoss } from '../plan-document.ts';
import { isToBeMade, type JudgedWork, namedAs, reachSteps } from './steps.ts';
import { mostReads, shownTitle } from './things.ts';

const endsOthers = (touch: Touch) =>
  mayEndOthers(touch) &&
  references.some((one) => one.to === touch.kind && isShownAlong(one)) &&
  !Object.values(touch.ids).some(isToBeMade);

/** Reads what ends, or loses values, together with what requests end: each list once, and not more than `mostReads` of a kind. */
export async function readFollowing(
  work: JudgedWork,
  reader: ServiceReader,
  atOnce: number,
): Promise<readonly Effect[]> {
  const ending: Touch[] = [];
  for (const { touch } of reachSteps(work)) if (endsOthers(touch)) ending.push(touch);
  if (ending.length === 0) return [];
  const own = [...reachSteps(work)].map(({ touch }) => touch);
  const things = stateReader(reader, { atOnce });
  things.expect(ending);
  const found = await endings(own, things, { matters: isShownAlong, most: mostReads });
  // What is transferred along has the same reach as what takes it along.
  return found.filter(({ because, sets }) => because !== undefined && !('organization' in (sets ?? {})));
}

/** The lists of so many sites are read; of more, it is not known what is in them. */
const mostSites = 100;

/** Reads which site spaces end because the collections of their spaces are taken away. */
export async function readEndedSiteSpaces(
  taken: readonly Touch[],
  reader: ServiceReader,
): Promise<readonly Effect[]> {
  const matters = ({ kind }: Reference) => ['collection', 'space', 'site-space'].includes(kind);
  const things = stateReader(reader, { atOnce: askedAtOnce });
  const found = await endings(taken, things, { matters, most: mostSites });
  return found.filter(({ kind, before }) => kind === 'site-space' && !isUnknown(before));
}

/** Returns the titles of what follows, as far as they were read, by the kind and the id. */
export function titlesOfFollowing(following: readonly Effect[]): Map<string, string> {
  return new Map(
    following.flatMap(({ kind, ids, thing }) => {
      const title = thing?.item === undefined ? undefined : shownTitle(kind, thing.item);
      return title === undefined ? [] : [[`${namedAs(kind)} ${innermostId(ids)}`, title] as const];
    }),
  );
}

/** Returns an entry for each kind of things of which it is not known which of them end. */
export function unknownLosses(following: readonly Effect[]): PlanLoss[] {
  const reasons = new Map<string, string>();
  for (const { kind, before } of following)
    if (isUnknown(before))
      reasons.set(kind, `${before.requests ? 'to read them takes ' : ''}${before.unknown}`);
  return [...reasons].map(([kind, reason]) => {
    const { tie } = restoring.get(kind) ?? {};
    const several = tie ? `${tie.word}s` : resourceNamed(kind).several;
    const text = `which ${several} end is not known: ${reason}`;
    return { kind, name: several, id: null, count: 1, text };
  });
}
