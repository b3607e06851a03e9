import type { Client } from '../api/client/client.ts';
import { removeMember, updateMember } from '../api/contract/operations/members.ts';
import { createTeam, listTeams, updateTeamMembers } from '../api/contract/operations/teams.ts';
import { membershipBody, stillToDo } from '../domain/memberships/diff.ts';
import type { MemberChange, MembershipPlan, PlannedRequest } from '../domain/memberships/plan.ts';
import { madeId } from '../runs/journal.ts';
import { journaledClient } from '../runs/journaled-client.ts';
import type { Run } from '../runs/run.ts';
import type { Work } from '../runs/supervise.ts';
import { readPresent } from './team-members.ts';

/**
 * Turns the requests of a plan into work, in their order. For requests that an earlier process has started, it first
 * reads the present state, and then sends only the missing changes.
 */
export function membershipWork(
  org: string,
  { teams }: MembershipPlan,
  requests: readonly PlannedRequest[],
  run: Run,
): Work[] {
  const ids = teams.map(({ id }) => id);
  for (const [index, { kind, team }] of requests.entries()) {
    const history = run.history(index);
    const made = history && madeId(history);
    if (kind === 'create' && made) ids[team] = made;
  }

  async function create(client: Client, index: number, team: number): Promise<string> {
    const title = teams[team]?.title as string;
    const begun = run.history(index) !== undefined;
    const id = (begun && (await findTeam(client, org, title))) || (await makeTeam(client, index, title));
    ids[team] = id;
    return id;
  }

  async function makeTeam(client: Client, index: number, title: string): Promise<string> {
    // It is known already whether an earlier request has made it.
    const journaled = journaledClient(client, { ...run, history: () => undefined }, index);
    return (await journaled.call(createTeam, { params: { org }, body: { title } })).id;
  }

  async function change(
    client: Client,
    index: number,
    request: PlannedRequest & { kind: 'members' },
  ): Promise<void> {
    const team = ids[request.team] as string;
    const begun = run.history(index) !== undefined;
    const changes = begun
      ? stillToDo(request.changes, await readPresent(client, org, team))
      : request.changes;
    if (changes.length === 0) return;
    const isPart = changes.length < request.changes.length;
    const users = isPart ? changes.map(({ user }) => user) : undefined;
    const journaled = journaledClient(client, run, index, { intent: () => ({ users }) });
    await journaled.call(updateTeamMembers, { params: { org, team }, body: membershipBody(changes) });
  }

  async function changeMember(client: Client, index: number, change: MemberChange): Promise<string> {
    const { user, to, leaves } = change;
    const params = { org, user };
    const journaled = journaledClient(client, run, index);
    if (leaves) await journaled.call(removeMember, { params });
    else await journaled.call(updateMember, { params, body: { role: to } });
    return user;
  }

  async function carryOut(client: Client, index: number, request: PlannedRequest) {
    if (request.kind === 'member') return changeMember(client, index, request.change);
    if (request.kind === 'create') return create(client, index, request.team);
    await change(client, index, request);
    return ids[request.team] ?? undefined;
  }

  const work: Work[] = [];
  const ofTeams = new Map<number, Work[]>();
  for (const [index, request] of requests.entries()) {
    const run = (client: Client) => carryOut(client, index, request);
    if (request.kind === 'member') {
      work.push({ ...memberFacts(request.change, work), run });
      continue;
    }
    const earlier = ofTeams.get(request.team) ?? [];
    const one = { ...teamFacts(request.team, teams[request.team]?.title, earlier), run };
    ofTeams.set(request.team, [...earlier, one]);
    work.push(one);
  }
  return work;
}

type Facts = Omit<Work, 'run'>;

/**
 * Returns the facts about a request for a team. It may depend on earlier ones for the team, such as for a new owner.
 */
function teamFacts(team: number, title: string | undefined, earlier: readonly Work[]): Facts {
  return {
    name: `team ${JSON.stringify(title)}`,
    keys: [`team ${team}`],
    requires: earlier,
    leftOut: 'an earlier request for the same team has failed',
  };
}

/**
 * Returns the facts about a change of a person. A person leaves the organization only after everything else is done.
 */
function memberFacts({ user, leaves }: MemberChange, earlier: readonly Work[]): Facts {
  const name = `member ${user}`;
  return {
    name,
    keys: [name],
    requires: leaves ? [...earlier] : [],
    leftOut: 'an earlier request for the same person has failed',
  };
}

async function findTeam(client: Client, org: string, title: string): Promise<string | undefined> {
  for await (const page of client.pages(listTeams, { params: { org }, query: { title } })) {
    const team = page.find((one) => one.title === title);
    if (team) return team.id;
  }
  return undefined;
}
