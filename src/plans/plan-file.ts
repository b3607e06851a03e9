import * as z from 'zod/mini';
import { check } from '../api/contract/check.ts';
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
  user: z.string().check(z.minLength(1)),
  from: z.nullable(z.string()),
  to: z.nullable(z.enum(['owner', 'member'])),
});

/** The version of the format. */
const planVersion = 2;

/** The format of a plan file: the changes, the organization, and the state that they were made for. */
const PlanFile = z.strictObject({
  docsAdminPlan: z.literal(planVersion),
  tool: z.string(),
  made: z.string(),
  baseUrl: z.string(),
  org: z.string(),
  batchSize: z.int().check(z.gte(1), z.lte(10_000)),
  teams: z.array(
    z.strictObject({
      id: z.nullable(z.string().check(z.minLength(1))),
      title: z.string(),
      present: z.string(),
      changes: z.array(Change),
      stay: z.int(),
    }),
  ),
  rows: z.array(z.tuple([z.int().check(z.gte(0)), z.string()])),
});

/** Writes a plan for `apply-plan`. */
export async function storePlan(
  session: Session,
  path: string,
  plan: MembershipPlan,
  batchSize: number,
): Promise<void> {
  const { baseUrl } = session.place();
  const file: z.output<typeof PlanFile> = {
    docsAdminPlan: planVersion,
    tool: version,
    made: new Date(session.system.clock.now()).toISOString(),
    baseUrl,
    org: session.scope.org(),
    batchSize,
    teams: plan.teams as z.output<typeof PlanFile>['teams'],
    rows: plan.rows as [number, string][],
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
  if (isNewerVersion(document.docsAdminPlan, planVersion)) throw madeByNewer(path);
  if (typeof document.docsAdminPlan === 'number' && document.docsAdminPlan < planVersion)
    throw madeByEarlier(path, document.tool, 'make the plan again with this version');
  if (document.docsAdminPlan !== planVersion || check(PlanFile, document).problems.length > 0) {
    throw new UsageError(`${path} is not a plan of docs-admin`, {
      hint: { code: 'make-plan', data: {} },
    });
  }
  const { baseUrl, org, batchSize, teams, rows } = document as unknown as z.output<typeof PlanFile>;
  assertSamePlace(session, path, { baseUrl, org });
  assertConsistent(path, teams);
  return { plan: { teams, rows }, batchSize };
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
