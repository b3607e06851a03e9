import type { RuleSet } from '../domain/access/rule-sets.ts';
import type { Snapshot, SnapshotPart, UnknownList } from '../model/read/snapshot.ts';
import type { ResourceKind } from '../model/resources.ts';
import { unknownTexts } from '../model/unknown-texts.ts';
import type { Answers, LeftOut } from './answers.ts';
import { type AuditFacts, type AuditOptions, auditFacts } from './facts.ts';
import type { Breach, Rule } from './rule.ts';

/** What a rule says of one thing that does not pass it. */
export interface Finding extends Breach {
  readonly rule: Rule;
  readonly outcome: 'fail' | 'accepted' | 'not-evaluated';
}

export interface Evaluation {
  readonly organization: string;
  readonly accessRules: RuleSet;
  /** All rules that were applied. */
  readonly rules: readonly Rule[];
  /** The chosen rules that were not. */
  readonly leftOut: readonly LeftOut[];
  /**
   * The findings in the order of the rules, found while they are read, once: there may be many. A rule without any
   * finding has passed.
   */
  readonly findings: Iterable<Finding>;
}

/** Applies rules to what was read of an organization. A list that could not be read is a finding of the rules that need it. */
export async function evaluate(
  snapshot: Snapshot,
  rules: readonly Rule[],
  options: AuditOptions,
  answers: Answers,
): Promise<Omit<Evaluation, 'leftOut'>> {
  const facts = auditFacts(snapshot, options, answers);
  const unread = Object.values(snapshot.parts).flatMap((part) => part.unknown);
  const unknown = [...new Set([...unread, ...answers.unknown, ...answers.unreadSites])];
  const texts = await unknownTexts(unknown);
  const gaps = new Map(unknown.map((one, at) => [one, texts[at] as string]));
  return {
    organization: snapshot.organization,
    accessRules: options.accessRules,
    rules,
    findings: findingsOfAll(rules, { facts, snapshot, gaps, answers }),
  };
}

interface Known {
  readonly facts: AuditFacts;
  readonly snapshot: Snapshot;
  /** Says what could not be read. */
  readonly gaps: ReadonlyMap<UnknownList, string>;
  readonly answers: Answers;
}

function* findingsOfAll(rules: readonly Rule[], known: Known) {
  for (const rule of rules) yield* findingsOf(rule, known);
}

function* findingsOf(rule: Rule, { facts, snapshot, gaps, answers }: Known): Generator<Finding> {
  const kinds = Object.keys(rule.looksAt) as ResourceKind[];
  const parts = snapshot.parts as { readonly [Kind in ResourceKind]?: SnapshotPart<Kind> };
  const unknown = new Set(kinds.flatMap((kind) => parts[kind]?.unknown ?? []));
  const isOneByOne = ({ kind }: UnknownList) => rule.each?.includes(kind) ?? false;
  const open = (object: Finding['object'], message: string, evidence: Finding['evidence'] = {}): Finding => {
    return { rule, outcome: 'not-evaluated', object, message, evidence };
  };
  if ([...unknown].every(isOneByOne)) {
    for (const found of rule.find(facts)) {
      if ('unjudged' in found) yield open(found.object, found.unjudged);
      else yield { rule, outcome: 'fail', ...found };
    }
  }
  const { asks, asksSites } = rule;
  if ((asks || asksSites) && answers.missing !== undefined) {
    const missing = asks ? answers.missing : 'a snapshot does not hold the customizations of sites';
    yield open(facts.organization, missing);
  }
  for (const one of [
    ...unknown,
    ...(asks ? answers.unknown : []),
    ...(asksSites ? answers.unreadSites : []),
  ]) {
    const { kind, in: place, reason } = one;
    const object = place.kind === 'organization' ? facts.organization : facts.named(place.kind, place.id);
    const message = gaps.get(one) ?? reason.message;
    yield open(object, message, { unread: kind, status: reason.status ?? null });
  }
}
