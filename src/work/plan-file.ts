import { createHash } from 'node:crypto';
import { asId } from '../api/contract/ids.ts';
import { type Change, changedFields, isMade, knownId } from '../domain/change.ts';
import type { People } from '../domain/people.ts';
import { OutOfDate, UsageError } from '../errors.ts';
import { decodeText } from '../formats/decode.ts';
import { isNewerFormat, madeByEarlier, madeByNewer } from '../formats/newer.ts';
import { RowsFault } from '../formats/row.ts';
import { inputName, isStdin } from '../inputs.ts';
import { changedTies } from '../model/effects/nouns.ts';
import { shortened } from '../text/shortened.ts';
import { version } from '../version.ts';
import {
  actionCounts,
  digestOf,
  openingDifferences,
  opensMore,
  type PlanChange,
  type PlanDocument,
  type PlanEffects,
  planFormat,
  plannedTies,
} from './plan-document.ts';
import { openInput } from './run/input-file.ts';
import { assertSamePlace, isSameMajor } from './run/place.ts';
import type { Session } from './run/session.ts';

/** What a stored plan holds beside its changes: everything to make the same plan again. */
export interface StoredPlan {
  readonly document: PlanDocument;
  /** What the plan was made from; the rest of `source` depends on it. */
  readonly from: 'organization' | 'roster' | 'merge';
  readonly source: unknown;
}

/** Writes a plan for `apply-plan`, readable by its owner only. */
export async function storePlan(
  session: Session,
  path: string,
  { document, from, source }: StoredPlan,
): Promise<void> {
  const { baseUrl } = session.place();
  const made = new Date(session.system.clock.now()).toISOString();
  const content = { ...document, stored: { tool: version, made, baseUrl, from, source } };
  const text = JSON.stringify({ ...content, seal: sealOf(content) }, null, 1);
  await session.system.files.write(path, `${text}\n`);
  const next = await session.inWords({ code: 'apply-plan', data: { path } });
  await session.out.done(`stored the plan in ${path}; ${next}`);
}

/**
 * Reads a plan that {@link storePlan} has written for the same organization. Throws `UsageError` for anything else, for a
 * plan that was changed, and if others could have changed the file since it was reviewed.
 */
export async function readStoredPlan(session: Session, path: string): Promise<StoredPlan> {
  const name = inputName(path);
  const { seal, ...content } = await readDocument(session, path);
  const { format, organization, docsAdminPlan, tool } = content;
  if (isNewerFormat(format, planFormat)) throw madeByNewer(name);
  if (docsAdminPlan !== undefined) throw madeByEarlier(name, tool, 'make the plan again with this version');
  if (format !== planFormat)
    throw new UsageError(`${name} is not a plan of docs-admin`, { hint: { code: 'make-plan', data: {} } });
  if (seal !== sealOf(content) || typeof organization !== 'string') throw editedPlan(name);
  const { stored, ...document } = content as unknown as PlanDocument & { stored: Stored };
  assertSamePlace(session, name, { baseUrl: stored.baseUrl, org: organization });
  assertSameMajor(name, stored.tool);
  return { document, from: stored.from, source: stored.source };
}

interface Stored extends Pick<StoredPlan, 'from' | 'source'> {
  readonly tool: string;
  readonly baseUrl: string;
}

/** Returns the error for a plan that was changed after it was stored. */
export function editedPlan(name: string): UsageError {
  return new UsageError(`${name} has been changed since it was stored; nothing was sent`, {
    hint: { code: 'renew-plan', data: {} },
  });
}

/** Returns the error for a plan that would be another one by now, for the reason `why`; `details` are the differences. */
export function outOfDatePlan(why: string, details: readonly string[]): OutOfDate {
  return new OutOfDate(`the plan is out of date: ${why}; nothing was sent`, {
    details: shortened(details),
    hint: { code: 'renew-plan', data: {} },
  });
}

/** Throws `OutOfDate` if changes open more, to the public or for administrators, than when their plan was stored. */
export function assertOpensNoMore(now: PlanEffects, { document }: StoredPlan): void {
  if (!opensMore(document, now)) return;
  throw outOfDatePlan('its changes open more than when it was made', openingDifferences(document, now));
}

function sealOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

function assertSameMajor(name: string, tool: string): void {
  if (isSameMajor(tool)) return;
  throw new UsageError(`${name} was made with version ${tool} of docs-admin; this is version ${version}`, {
    hint: { code: 'renew-plan', data: {} },
  });
}

/** Reads the JSON of a plan; `{}` if it is none. It may be longer than other documents, because a plan may have many memberships. */
async function readDocument(session: Session, path: string): Promise<Readonly<Record<string, unknown>>> {
  if (!isStdin(path) && session.system.files.isOpenToOthers(path)) {
    throw new UsageError(`other users of this machine can change ${path}; nothing was sent`, {
      hint: { code: 'close-file', data: { path } },
    });
  }
  let text = '';
  try {
    for await (const piece of decodeText(openInput(session, path).bytes)) text += piece;
    return JSON.parse(text) ?? {};
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RowsFault) return {};
    throw error;
  }
}

/** Returns the document of changes that are complete, and that nothing holds back. */
export function documentOf(
  organization: string,
  changes: readonly PlanChange[],
  { opens, loses, addresses }: PlanEffects,
): PlanDocument {
  return {
    format: planFormat,
    organization,
    digest: digestOf({ organization, changes, withheld: [], unknown: [], opens }),
    complete: true,
    counts: actionCounts(changes),
    opens,
    loses,
    addresses,
    changes,
    withheld: [],
    objections: [],
    unknown: [],
    unmanaged: {},
  };
}

/** What a plan calls teams, places of teams, and people, by their ids. */
export interface PlanNames {
  readonly titles: ReadonlyMap<string, string>;
  readonly people: People;
}

/** Returns what requests change, each membership, role and value by itself. */
export function plannedChanges(changes: readonly Change[], { titles, people }: PlanNames): PlanChange[] {
  const titleOf = (id: unknown) =>
    isMade(id) ? String(changes[id.$change]?.after?.title) : (titles.get(String(id)) ?? String(id));
  return changes.flatMap((change) => {
    const { kind, ref } = change;
    const tie = changedTies.get(kind);
    if (!tie) return [plannedChange(change)];
    const place = titleOf(Object.values(ref).at(-1));
    const nameOf = (id: string) =>
      tie.kind === 'team-member' ? (people.get(asId<'user'>(id))?.email ?? id) : titleOf(id);
    return plannedTies(tie, change, (id) => `${place}: ${nameOf(id)}`);
  });
}

/** Returns the change of a request that changes one thing; one that is made is called by its title. */
function plannedChange(change: Change): PlanChange {
  const { action, kind, before, after } = change;
  const id = knownId(change);
  const isNew = before === null;
  const fields = isNew
    ? Object.entries(after ?? {}).map(([field, value]) => ({ field, before: null, after: value }))
    : changedFields(change);
  const name = isNew && typeof after?.title === 'string' ? after.title : change.name;
  return { action, kind, name, ...(id !== undefined && { id }), fields };
}
