import * as z from 'zod/mini';
import { check } from '../api/contract/check.ts';
import type { Change as PlannedRequest } from '../domain/change.ts';
import { teamLabel } from '../domain/memberships/guards.ts';
import type { MembershipPlan, PlannedTeam } from '../domain/memberships/plan.ts';
import { UsageError } from '../errors.ts';
import { decodeText } from '../formats/decode.ts';
import { isNewerVersion, madeByEarlier, madeByNewer } from '../formats/newer.ts';
import { RowsFault } from '../formats/row.ts';
import { isStdin } from '../inputs.ts';
import { openInput } from '../runs/input-file.ts';
import { assertSamePlace } from '../runs/place.ts';
import type { Session } from '../runs/session.ts';
import { shortened } from '../text/shortened.ts';
import { version } from '../version.ts';

const Change = z.strictObject({
  user: z.string().check(z.minLength(1)).brand('user'),
  from: z.nullable(z.string()),
  to: z.nullable(z.enum(['owner', 'member'])),
});

/** The version of the format. */
const planVersion = 2;

/** What every plan file begins with. */
const head = {
  docsAdminPlan: z.literal(planVersion),
  tool: z.string(),
  made: z.string(),
  baseUrl: z.string(),
  org: z.string(),
};

/** The format of a plan of memberships: the changes, and the state that they were made for. */
const PlanFile = z.strictObject({
  ...head,
  batchSize: z.int().check(z.gte(1), z.lte(10_000)),
  teams: z.array(
    z.strictObject({
      id: z.nullable(z.string().check(z.minLength(1)).brand('team')),
      title: z.string(),
      present: z.string(),
      changes: z.array(Change),
      stay: z.int(),
    }),
  ),
  rows: z.array(z.tuple([z.int().check(z.gte(0)), z.string().brand('user')])),
});

/** The format of a plan of a merge: it is planned again, and must be the same. */
const MergeFile = z.strictObject({
  ...head,
  merge: z.strictObject({ from: z.string(), into: z.string(), changes: z.array(z.unknown()) }),
});

/** The merge of a team into another one, by their ids, with its requests. */
export interface StoredMerge {
  readonly from: string;
  readonly into: string;
  readonly changes: readonly PlannedRequest[];
}

/** Writes a plan for `apply-plan`. */
export async function storePlan(
  session: Session,
  path: string,
  { teams, rows }: MembershipPlan,
  batchSize: number,
): Promise<void> {
  await writePlan(session, path, { batchSize, teams, rows });
}

/** Writes a merge for `apply-plan`. */
export async function storeMerge(
  session: Session,
  path: string,
  { from, into, changes }: StoredMerge,
): Promise<void> {
  await writePlan(session, path, { merge: { from, into, changes } });
}

async function writePlan(session: Session, path: string, content: object): Promise<void> {
  const { baseUrl } = session.place();
  const file = {
    docsAdminPlan: planVersion,
    tool: version,
    made: new Date(session.system.clock.now()).toISOString(),
    baseUrl,
    org: session.scope.org(),
    ...content,
  };
  await session.system.files.write(path, `${JSON.stringify(file, null, 1)}\n`);
  const next = await session.inWords({ code: 'apply-plan', data: { path } });
  await session.out.done(`stored the plan in ${path}; ${next}`);
}

/** Reads a plan that {@link storePlan} has written for the same organization. Throws `UsageError` for anything else. */
export function readPlan(
  session: Session,
  path: string,
  document: PlanDocument,
): { plan: MembershipPlan; batchSize: number } {
  const { batchSize, teams, rows } = readFile(session, path, document, PlanFile);
  assertConsistent(path, teams);
  return { plan: { teams, rows }, batchSize };
}

/** Reads a merge that {@link storeMerge} has written for the same organization. Throws `UsageError` for anything else. */
export function readMerge(session: Session, path: string, document: PlanDocument): StoredMerge {
  const { merge } = readFile(session, path, document, MergeFile);
  return { ...merge, changes: merge.changes as StoredMerge['changes'] };
}

function readFile<Schema extends typeof PlanFile | typeof MergeFile>(
  session: Session,
  path: string,
  document: PlanDocument,
  schema: Schema,
): z.output<Schema> {
  if (isNewerVersion(document.docsAdminPlan, planVersion)) throw madeByNewer(path);
  if (typeof document.docsAdminPlan === 'number' && document.docsAdminPlan < planVersion)
    throw madeByEarlier(path, document.tool, 'make the plan again with this version');
  if (document.docsAdminPlan !== planVersion || check(schema, document).problems.length > 0) {
    throw new UsageError(`${path} is not a plan of docs-admin`, {
      hint: { code: 'make-plan', data: {} },
    });
  }
  const file = document as z.output<Schema>;
  assertSamePlace(session, path, file);
  return file;
}

/**
 * Throws `UsageError` if a plan contradicts itself about a team or a person, or contains a change that changes nothing.
 */
function assertConsistent(path: string, teams: readonly PlannedTeam[]): void {
  const seen = new Set<string>();
  const details = teams.flatMap(({ id, title, changes }) => {
    const team = teamLabel(title, id);
    const users = new Set<string>();
    const problems = seen.has(id ?? title) ? [`${team} is given twice`] : [];
    seen.add(id ?? title);
    for (const { user, from, to } of changes) {
      if (users.has(user)) problems.push(`${user} is given twice in ${team}`);
      if (from === to) problems.push(`${user} does not change in ${team}`);
      users.add(user);
    }
    return problems;
  });
  if (details.length === 0) return;
  throw new UsageError(`${path} contradicts itself; nothing was sent`, {
    details: shortened(details),
    hint: { code: 'make-plan-again', data: {} },
  });
}

/** The content of a plan file. */
export interface PlanDocument {
  readonly docsAdminPlan?: unknown;
  /** The version of docs-admin that has made it. */
  readonly tool?: unknown;
  /** Present in the plan of a merge. */
  readonly merge?: unknown;
}

/**
 * Reads the JSON of a plan; `{}` if it is none. It may be longer than other documents, because a plan may have many
 * memberships. Throws `UsageError` if others could have changed the file since it was reviewed.
 */
export async function readPlanDocument(session: Session, path: string): Promise<PlanDocument> {
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
