import { stronger } from '../domain/access/levels.ts';
import { type Target, upwards } from '../domain/access/places.ts';
import { ruleSets } from '../domain/access/rule-sets.ts';
import { levelIfEnabled, waysTo } from '../domain/access/rules.ts';
import type { UnknownList } from '../model/read/snapshot.ts';
import { unknownTexts } from '../model/unknown-texts.ts';
import { kept } from '../text/kept.ts';
import { sessionReader } from '../work/run/session.ts';
import { placeOf, type SpaceLevels } from './access.ts';
import { askAboutEach } from './answers.ts';
import type { AskPorts } from './ask.ts';
import type { KnownAccess, KnownMember } from './facts.ts';
import { type ComparedLevel, compared, Fit, isDirect } from './fit.ts';
import { readFacts } from './read.ts';
import type { ReportedPlace, ReportedWay, User } from './report.ts';

/** An answer of the service that a rule set does not give. */
export interface Counterexample {
  readonly user: User;
  readonly target: ReportedPlace;
  readonly service: string | null;
  readonly predicted: string | null;
  readonly ways: readonly ReportedWay[];
}

/** What the comparison of the rule sets with the service has shown. */
export interface Calibration {
  readonly organization: string;
  /** The time of the comparison, in ISO 8601. */
  readonly taken: string;
  /** The number of people about whom the service was asked. */
  readonly people: number;
  readonly rules: readonly {
    readonly name: string;
    readonly compared: number;
    readonly agreed: number;
    /** The first ten. */
    readonly counterexamples: readonly Counterexample[];
  }[];
  /** The only rule set that agrees with all answers; null if none does, or several do. */
  readonly fits: string | null;
  /** The levels above what every rule set gives: grants to the person directly. */
  readonly notShown: readonly {
    readonly user: User;
    readonly target: ReportedPlace;
    readonly level: string;
  }[];
  /** Where no rule set fits, and what the answers there have in common, in words; null for nothing. */
  readonly unexplained: { readonly places: readonly ReportedPlace[]; readonly common: string | null };
  /** What could not be read, in sentences. */
  readonly unknown: readonly string[];
}

/** So many answers that a rule set does not give are kept. */
const mostExamples = 10;

/**
 * Asks the service about people, at most `most`, and compares its answers with each rule set. Rejects as `readSnapshot`
 * does.
 */
export async function askCalibration(session: AskPorts, most: number): Promise<Calibration> {
  const { scope, progress, system, accessRules } = session;
  const [reader, organization] = [sessionReader(session), scope.org()];
  const facts = await readFacts(reader, organization, accessRules);
  const people = tellingApart(facts, most);
  const findings = new Findings(facts);
  const unread: UnknownList[] = [];
  let asked = 0;
  progress.start('people asked');
  const ids = people.map(({ user }) => user.id);
  for await (const one of askAboutEach(reader, organization, ids)) {
    const member = people[asked++] as KnownMember;
    if ('answer' in one) findings.add(member, one.answer);
    else unread.push(one.unknown);
    progress.update({ done: asked });
  }
  progress.stop();
  return {
    organization,
    taken: new Date(system.clock.now()).toISOString(),
    people: people.length,
    ...findings.results(),
    unknown: await unknownTexts([...facts.unknown, ...unread]),
  };
}

/**
 * Returns enabled members about whom to ask. First one for each role and teams by which the rule sets differ somewhere, then
 * one for each other role and teams, then the rest.
 */
function tellingApart(facts: KnownAccess, most: number): KnownMember[] {
  const spaces = [...facts.targets.spaces.values()];
  const groups = new Map<KnownMember['teams'], Map<string | null, { differs: boolean; count: number }>>();
  const ranked: [number, KnownMember][] = [];
  for (const member of facts.people.values()) {
    if (member.disabled) continue;
    const roles = kept(groups, member.teams, () => new Map());
    const group = kept(roles, member.role, () => ({ differs: differs(member, spaces), count: 0 }));
    ranked.push([(group.count++ > 0 ? 2 : 0) + (group.differs ? 0 : 1), member]);
  }
  ranked.sort(([one], [other]) => one - other);
  return ranked.slice(0, most).map(([, member]) => member);
}

function differs(member: KnownMember, spaces: readonly Target[]): boolean {
  return spaces.some(
    (target) => new Set(ruleSets.map((rules) => levelIfEnabled(rules, member, target))).size > 1,
  );
}

/** Collects what the answers of the service show. */
class Findings {
  readonly #fit = new Fit();
  readonly #examples = ruleSets.map((): Counterexample[] => []);
  readonly #notShown: Calibration['notShown'][number][] = [];
  /** The places where a rule set is wrong: which ones are, and what all answers there have in common. */
  readonly #places = new Map<
    string,
    { place: ReportedPlace; wrong: Set<string>; common: ReadonlySet<string> }
  >();

  constructor(readonly facts: KnownAccess) {}

  add(member: KnownMember, answer: SpaceLevels): void {
    const { user } = member;
    for (const target of this.facts.targets.spaces.values()) {
      const found = compared(this.facts, member, target, answer);
      if (!found) continue;
      const { service } = found;
      if (service !== null && isDirect(found))
        this.#notShown.push({ user, target: placeOf(target.place), level: service });
      else {
        this.#fit.add(found);
        this.#addWrong(member, target, found);
      }
    }
  }

  #addWrong(member: KnownMember, target: Target, comparison: ComparedLevel): void {
    const { service, predicted } = comparison;
    const wrong = ruleSets.filter((_, at) => predicted[at] !== service);
    if (wrong.length === 0) return;
    const place = placeOf(target.place);
    for (const [at, rules] of ruleSets.entries()) {
      const [examples, level = null] = [this.#examples[at], predicted[at]];
      if (!examples || level === service || examples.length === mostExamples) continue;
      const ways = waysTo(rules, member, target, this.facts.organization);
      examples.push({ user: member.user, target: place, service, predicted: level, ways });
    }
    const common: ReadonlySet<string> = new Set(this.#traitsOf(member, target, comparison));
    const known = kept(this.#places, place.id, () => ({ place, wrong: new Set<string>(), common }));
    for (const { name } of wrong) known.wrong.add(name);
    known.common = intersection(known.common, common);
  }

  /** Yields what may explain an answer, in words. */
  *#traitsOf(member: KnownMember, target: Target, { service, predicted }: ComparedLevel): Generator<string> {
    const { organization, teams } = this.facts;
    if (service === null) yield 'the service gives no access';
    else if (predicted.every((level) => level !== service && stronger(level, service) === level))
      yield 'the service gives less than every rule set';
    const ways = ruleSets.flatMap((rules) => waysTo(rules, member, target, organization));
    const kinds = new Set(ways.filter(({ level }) => level === service).map(({ kind }) => kind));
    for (const kind of kinds) yield `the service gives the level of ${givers[kind]}`;
    yield member.role === null ? 'the people are guests' : `the people have the role ${member.role}`;
    for (const id of member.teams) yield `the people are in team ${teams.get(id)?.title ?? id}`;
    for (const { place } of upwards(target))
      if (place.kind === 'collection') yield `the places are in collection ${place.title ?? place.id}`;
  }

  results(): Pick<Calibration, 'rules' | 'fits' | 'notShown' | 'unexplained'> {
    const { counts } = this.#fit;
    const fitting = counts.filter((count) => count.compared > 0 && count.agreed === count.compared);
    const places = [...this.#places.values()];
    const strange = places.filter(({ wrong }) => wrong.size === ruleSets.length);
    // Where each place has a rule set that fits, it is another one in each.
    const shown = fitting.length > 0 ? [] : strange.length > 0 ? strange : places;
    const common = shown.map((one) => one.common).reduce(intersection, shown[0]?.common ?? new Set());
    return {
      rules: counts.map(({ rules: { name }, ...count }, at) => ({
        ...{ name, ...count },
        counterexamples: this.#examples[at] ?? [],
      })),
      fits: fitting.length === 1 ? (fitting[0]?.rules.name ?? null) : null,
      notShown: this.#notShown,
      unexplained: {
        places: shown.map(({ place }) => place),
        common: common.size === 0 ? null : [...common].join('; '),
      },
    };
  }
}

const givers: Readonly<Record<ReportedWay['kind'], string>> = {
  'organization-role': 'the role in the organization',
  'collection-default': 'the default level of a collection',
  'space-default': 'the default level of the space',
  'collection-team': 'a team on a collection',
  'space-team': 'a team on the space',
  'not-shown': 'a grant that is not shown',
};

function intersection(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((text) => other.has(text)));
}
