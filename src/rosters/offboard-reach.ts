import type { IdOf } from '../api/contract/ids.ts';
import { listChangeRequests } from '../api/contract/operations/change-requests.ts';
import { listMemberSpaces } from '../api/contract/operations/members.ts';
import type { Member } from '../api/contract/schemas.ts';
import { inParallel } from '../model/read/in-parallel.ts';
import { isUnknown, orUnknown } from '../model/read/unknown.ts';
import { countsOf } from '../text/group-by.ts';
import { counted } from '../text/plural.ts';
import { sessionReader } from '../work/run/readers.ts';
import type { Report, Session } from '../work/run/session.ts';
import { lastOwners, type TeamToLeave } from './handover.ts';
import { personLabel } from './people.ts';

/** The largest number of spaces that are searched for open change requests, of all people: each takes a request. */
const mostSpaces = 100;
const atOnce = 8;

type Messages = Pick<Report, 'note' | 'warn'>;

/** Prints the access of people before they leave: role, teams, spaces, open change requests. */
export async function showReach(
  session: Session,
  out: Messages,
  people: readonly Member[],
  teams: readonly TeamToLeave[],
): Promise<void> {
  if (session.isQuiet) return;
  const leaving = new Set(people.map(({ id }) => id));
  const most = Math.max(1, Math.floor(mostSpaces / people.length));
  for (const member of people) {
    const email = member.user?.email ? ` <${member.user.email}>` : '';
    await out.note(`${personLabel(member)}${email}: ${member.role ?? 'guest'} in ${session.scope.org()}`);
    const own = teams.filter(({ present }) => present.has(member.id));
    await out.note(
      `  ${counted(own.length, 'team')}${own.length > 0 ? `: ${list(own.map(label(member, leaving)))}` : ''}`,
    );
    const spaces = await spacesOf(session, member);
    await out.note(`  ${counted(spaces.length, 'space')} within reach${byLevel(spaces)}`);
    await showChangeRequests(session, out, member, spaces.slice(0, most));
    if (spaces.length > most)
      await out.note(`  open change requests were looked for in the first ${counted(most, 'space')} only`);
  }
}

const label = (member: Member, leaving: ReadonlySet<IdOf<'user'>>) => (team: TeamToLeave) => {
  const last = lastOwners(team, leaving);
  if (!last.includes(member.id)) return `${team.title} (${team.present.get(member.id) ?? 'member'})`;
  return `${team.title} (${last.length === 1 ? 'the only owner' : 'one of the last owners'})`;
};

interface ReachedSpace {
  readonly id: string;
  readonly title: string;
  readonly level: string;
}

async function spacesOf(session: Session, { id: user }: Member): Promise<ReachedSpace[]> {
  const found = await sessionReader(session).needList(listMemberSpaces, { org: session.scope.org(), user });
  return found.map(({ space, permission }) => ({
    id: space.id,
    title: space.title ?? space.id,
    level: permission ?? 'unknown',
  }));
}

function byLevel(spaces: readonly ReachedSpace[]): string {
  const counts = countsOf(spaces.map(({ level }) => level));
  return counts.size > 0 ? `: ${[...counts].map(([level, count]) => `${count} ${level}`).join(', ')}` : '';
}

async function showChangeRequests(
  session: Session,
  out: Messages,
  member: Member,
  spaces: readonly ReachedSpace[],
): Promise<void> {
  const unread: string[] = [];
  const found = await inParallel(spaces, atOnce, async ({ id: space, title }) => {
    const open = await orUnknown(
      sessionReader(session).needList(listChangeRequests, { space }, { contributor: member.id }),
    );
    if (isUnknown(open)) {
      unread.push(title);
      return [];
    }
    return open.map(({ number, subject }) => `#${number} ${JSON.stringify(subject ?? '')} in ${title}`);
  });
  const open = found.flat();
  await out.note(
    `  ${counted(open.length, 'open change request')}${open.length > 0 ? `: ${list(open)}` : ''}`,
  );
  if (unread.length > 0) await out.warn(`change requests could not be read in ${list(unread)}`);
}

function list(words: readonly string[], most = 20): string {
  const more = words.length - most;
  return more > 0 ? `${words.slice(0, most).join(', ')} and ${more} more` : words.join(', ');
}
