import type { IdOf } from '../api/contract/ids.ts';
import type { RuleSet } from '../domain/access/rule-sets.ts';
import { NothingCalled, Unfinished } from '../errors.ts';
import { unknownTexts } from '../model/unknown-texts.ts';
import { called } from '../text/called.ts';
import { type Session, sessionReader } from '../work/run/session.ts';
import { placeOf, type SpaceLevels } from './access.ts';
import { askAbout, type ServiceAnswer } from './answers.ts';
import { type KnownAccess, type KnownMember, targetIn, unknownTarget } from './facts.ts';
import { compared, Fit } from './fit.ts';
import { type Naming, namingFor } from './pseudonyms.ts';
import {
  type AnswerGaps,
  type Disputed,
  type Explanation,
  explain,
  mostAsked,
  type WhatCan,
  type WhoCan,
  whatCan,
  whoCan,
} from './questions.ts';
import { readFactsOfPerson, readFactsOfPlace } from './read.ts';
import type { InstalledIntegration, PublishingSite, ReportedPlace } from './report.ts';
import { readReach, type SpaceReach } from './site-reach.ts';

export type AskPorts = Pick<Session, 'reading' | 'place' | 'scope' | 'progress' | 'system' | 'accessRules'>;

/** What reaches a space beside people. */
export interface OutsideReach {
  readonly sites: readonly PublishingSite[];
  readonly integrations: readonly InstalledIntegration[];
}

interface Reading {
  /** The rules by which levels are predicted; `undefined` if the service has answered for all of them. */
  readonly predictedBy: RuleSet | undefined;
  /** What reaches the space beside people; `undefined` for a collection. */
  readonly surroundings: OutsideReach | undefined;
  /** Returns what could not be read, in sentences. */
  unknown(): Promise<readonly string[]>;
}

export interface AskedWhoCan extends Reading {
  /** The place, with its title. */
  readonly place: ReportedPlace;
  readonly people: AsyncIterable<readonly WhoCan[]>;
  /** The number of all members. */
  readonly members: number;
  /** Whether the service is asked about each member. */
  readonly asks: boolean;
  /** Complete when all people are taken. */
  readonly gaps: AnswerGaps;
}

/** Reads who has at least a level in a place. Throws `NothingCalled` if there is no such place. */
export async function askWhoCan(
  session: AskPorts,
  place: ReportedPlace,
  wanted: string,
  { verify, redact }: { readonly verify: boolean; readonly redact: boolean },
): Promise<AskedWhoCan> {
  const { scope, progress, accessRules } = session;
  const [reader, org] = [sessionReader(session), scope.org()];
  const naming = await namingFor(session, redact);
  const [facts, around] = await Promise.all([
    readFactsOfPlace(reader, org, accessRules, place),
    place.kind === 'space' ? readReach(reader, org, place.id) : undefined,
  ]);
  const gaps: AnswerGaps = { unknown: [], people: 0, disagreements: [], fit: new Fit() };
  const unknown = () => unknownTexts([...facts.unknown, ...(around?.unknown ?? []), ...gaps.unknown], naming);
  const target = targetIn(facts, place.kind, place.id) ?? (await missing(facts, place, unknown));
  const asks = verify || facts.people.size <= mostAsked;
  const asking = { reader, naming, asks, onAsked: (done: number) => progress.update({ done }) };
  return {
    surroundings: around && aroundOf(around, place),
    predictedBy: asks && place.kind === 'space' ? undefined : accessRules,
    members: facts.people.size,
    asks,
    gaps,
    people: whoCan(facts, target, wanted, asking, gaps),
    place: placeOf(target.place),
    unknown,
  };
}

export interface AskedWhatCan extends Omit<Reading, 'surroundings'> {
  /** The name of the person. */
  readonly user: string;
  readonly isDisabled: boolean;
  readonly places: readonly WhatCan[];
  /** The places where the level is unknown. */
  readonly undecided: readonly ReportedPlace[];
  readonly disagreements: readonly Disputed[];
  /** How the rule sets fit the answers of the service. */
  readonly fit: Fit;
}

/** Reads where a person has at least a level. Throws `ServiceError` 404 if no one has this id. */
export async function askWhatCan(
  session: AskPorts,
  user: IdOf<'user'>,
  wanted: string,
  redact: boolean,
): Promise<AskedWhatCan> {
  const { scope, accessRules } = session;
  const [reader, org] = [sessionReader(session), scope.org()];
  const naming = await namingFor(session, redact);
  const [facts, asked] = await Promise.all([
    readFactsOfPerson(reader, org, accessRules, user),
    askAbout(reader, org, user),
  ]);
  const { member, answer, unread } = personIn(facts, user, asked);
  const { disputed, ...can } = whatCan(facts, member, wanted, answer);
  return {
    // The service answers for spaces only.
    predictedBy: accessRules,
    user: nameOf(naming, member),
    isDisabled: member.disabled,
    ...can,
    disagreements: disputed.map((one) => ({ user: naming.user(member), ...one })),
    unknown: () => unknownTexts([...facts.unknown, ...unread], naming),
  };
}

export interface AskedExplanation extends Reading, Pick<AskedWhatCan, 'user' | 'disagreements' | 'fit'> {
  readonly target: ReportedPlace;
  readonly explanation: Explanation;
}

/**
 * Reads why a person has, or has not, at least a level in a place. Throws `ServiceError` 404 if no one has this id,
 * `NothingCalled` if there is no such place.
 */
export async function askWhy(
  session: AskPorts,
  user: IdOf<'user'>,
  place: ReportedPlace,
  {
    wanted,
    redact,
    withSiteReach,
  }: { readonly wanted: string; readonly redact: boolean; readonly withSiteReach: boolean },
): Promise<AskedExplanation> {
  const { scope, accessRules } = session;
  const [reader, org] = [sessionReader(session), scope.org()];
  const naming = await namingFor(session, redact);
  const isSpace = place.kind === 'space';
  const [facts, asked, around] = await Promise.all([
    readFactsOfPlace(reader, org, accessRules, place, user),
    isSpace ? askAbout(reader, org, user, place.id) : undefined,
    isSpace && withSiteReach ? readReach(reader, org, place.id) : undefined,
  ]);
  const { member, answer, unread } = personIn(facts, user, asked);
  const unknown = () => unknownTexts([...facts.unknown, ...unread, ...(around?.unknown ?? [])], naming);
  const isListed = isSpace && answer !== 'unread' && answer.has(place.id);
  const isUnread = facts.unknown.some(({ kind }) => kind === place.kind);
  const known = targetIn(facts, place.kind, place.id);
  const target = known ?? (isListed || isUnread ? unknownTarget(place) : undefined);
  if (!target) throw notFound(place);
  const explanation = explain(facts, member, target, { wanted, answer, naming });
  const { disagreement } = explanation;
  const fit = new Fit();
  fit.add(compared(facts, member, target, answer));
  return {
    fit,
    predictedBy: answer === 'unread' ? accessRules : undefined,
    user: nameOf(naming, member),
    target: placeOf(target.place),
    explanation,
    disagreements: disagreement
      ? [{ user: naming.user(member), target: placeOf(target.place), disagreement }]
      : [],
    surroundings: around && aroundOf(around, place),
    unknown,
  };
}

function personIn(facts: KnownAccess, user: IdOf<'user'>, asked: ServiceAnswer | undefined) {
  const unknownMember: KnownMember = {
    role: null,
    disabled: false,
    teams: [],
    user: { id: user, displayName: null, email: null },
    isUnread: true,
  };
  const answer: SpaceLevels | 'unread' = asked && 'answer' in asked ? asked.answer : 'unread';
  return {
    member: facts.people.get(user) ?? unknownMember,
    answer,
    unread: asked && 'unknown' in asked ? [asked.unknown] : [],
  };
}

function nameOf(naming: Naming, member: KnownMember): string {
  const { id, displayName } = naming.user(member);
  return called('member', { id, title: displayName ?? '' });
}

function aroundOf({ sitesOf, integrations }: SpaceReach, { id }: ReportedPlace): OutsideReach {
  return { sites: sitesOf(id), integrations };
}

/** Throws that a place does not exist, or that its list could not be read. */
async function missing(
  facts: KnownAccess,
  place: ReportedPlace,
  unknown: () => Promise<string[]>,
): Promise<never> {
  if (!facts.unknown.some(({ kind }) => kind === place.kind)) throw notFound(place);
  throw new Unfinished(`${called(place.kind, { title: '', ...place })} cannot be read`, {
    kind: 'incomplete',
    details: await unknown(),
  });
}

function notFound({ kind, id }: ReportedPlace): NothingCalled {
  return new NothingCalled(`not found: ${kind} "${id}" not found`, { hint: { code: 'check-id', data: {} } });
}
