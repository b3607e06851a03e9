import { ServiceError } from '../../api/client/errors.ts';
import { segmentProblem } from '../../api/contract/segment.ts';
import { idInAddress } from '../../model/addresses.ts';
import { valueAt } from '../../model/fields.ts';
import { readSnapshot } from '../../model/read/snapshot.ts';
import { registry } from '../../model/registry.ts';
import type { Resource } from '../../model/resource.ts';
import { isKind, type ResourceKind, resourceCalled } from '../../model/resources.ts';
import { type Session, sessionReader } from '../../work/run/session.ts';
import type { ToolAnswer } from '../answer.ts';
import type { ListedCommand } from '../commands.ts';
import { object, string } from '../protocol.ts';
import { inReadingSession, isReading, pageAnswer } from '../reading.ts';
import { reads, type Server, type Tool, tool } from '../tool.ts';
import { usageOf } from '../usage.ts';

/** The kinds whose lists are looked through: those that the organization itself has. */
export const organizationKinds = [
  'member',
  'team',
  'site',
  'collection',
  'space',
  'translation',
  'openapi',
  'custom-field',
  'saml',
] as const satisfies readonly ResourceKind[];

/** A thing that a text may mean. */
interface Found {
  readonly kind: ResourceKind;
  readonly id: string;
  readonly title?: string;
  readonly email?: string;
  /** What the text is of it. */
  readonly match: Match;
}

/** From the best to the weakest. */
const matches = ['address', 'id', 'email', 'title', 'part'] as const;
type Match = (typeof matches)[number];

export function find(server: Server): Tool {
  return tool({
    name: 'find',
    title: 'Find a thing by a name',
    description:
      'Finds what a name, a part of a title, an e-mail address, an id or a pasted address of the service may mean: members, ' +
      'teams, sites, collections, spaces, translations, OpenAPI specifications, custom fields and SAML providers. Returns kind, ' +
      'id and title of each, the best first, and the command lines that read such a thing.',
    input: object({
      text: string().min(1).max(300).describe('the name, title, e-mail address, id or address'),
    }),
    annotations: reads,
    call: ({ text }, _, { signal }) =>
      inReadingSession(server, signal, (session) => answerFor(server, session, text.trim())),
  });
}

async function answerFor({ commands, pages }: Server, session: Session, text: string): Promise<ToolAnswer> {
  const { found, unread } = text.includes('://')
    ? { found: foundInAddress(text), unread: [] }
    : await foundInLists(session, text.replace(/^name:/, ''));
  const sorted = found.sort((one, other) => matches.indexOf(one.match) - matches.indexOf(other.match));
  const all = await commands.describe();
  const foundKinds = [...new Set(sorted.map(({ kind }) => kind))];
  const readWith = await Promise.all(
    foundKinds.map(async (kind) => [kind, waysToRead(await resourceCalled(kind), all)] as const),
  );
  const answer = pageAnswer(pages.first(sorted), {
    readWith: Object.fromEntries(readWith),
    ...(unread.length > 0 && { unread }),
  });
  return sorted.length > 0 ? answer : { ...answer, message: 'Nothing has this name.' };
}

/** Returns the things whose address this may be. */
function foundInAddress(address: string): Found[] {
  const entries: [string, { key?: string | undefined }][] = Object.entries(registry);
  return entries.flatMap(([kind, { key }]) => {
    const id = key !== undefined && isKind(key) ? idInAddress(key, address) : undefined;
    return id === undefined ? [] : [{ kind: kind as ResourceKind, id, match: 'address' }];
  });
}

async function foundInLists(session: Session, text: string) {
  const [reader, org] = [sessionReader(session), session.scope.org()];
  const resources = await Promise.all(organizationKinds.map(resourceCalled));
  const found: Found[] = [];
  const wanted = resources.map(({ kind, search, ...paths }) => {
    const keep = (_: unknown, __: string, answer: unknown) => {
      const one = foundIn({ kind, ...paths }, answer, text);
      if (one) found.push(one);
      return undefined;
    };
    return [kind, { keep, ...(search && { query: { [search]: text } }) }];
  });
  const { parts } = await readSnapshot(reader, org, Object.fromEntries(wanted));
  // The filters of the service do not look at ids.
  const searched = resources.filter(({ search }) => search);
  const isIdLike = segmentProblem(text) === undefined && !/[\s@]/.test(text);
  await Promise.all(
    (isIdLike ? searched : []).map(async (resource) => {
      const { operations, key = '' } = resource;
      if (!operations.get) return;
      const thing = await reader.get(operations.get, { org, [key]: text }).catch(ignoreMissing);
      const one = thing == null ? undefined : foundIn(resource, thing, text);
      const isNew = found.every(({ kind, id }) => kind !== one?.kind || id !== one.id);
      if (one && isNew) found.push(one);
    }),
  );
  const unread = Object.values(parts).flatMap((part) => part.unknown.map(({ kind }) => kind));
  return { found, unread };
}

/** Returns a thing if the text is its id, or is in its title or e-mail address, in any case. */
function foundIn(
  { kind, id, title, email }: Pick<Resource, 'kind' | 'id' | 'title' | 'email'>,
  answer: unknown,
  text: string,
): Found | undefined {
  const at = (path: string | undefined) => {
    const value = path === undefined ? undefined : valueAt(answer, path);
    return typeof value === 'string' ? value : undefined;
  };
  const [ownId, ownTitle, ownEmail] = [at(id), at(title), at(email)];
  if (ownId === undefined) return undefined;
  const same = (one = '') => one.toLowerCase() === text.toLowerCase();
  const part = (one = '') => one.toLowerCase().includes(text.toLowerCase());
  const match = same(ownId) ? 'id' : same(ownEmail) ? 'email' : same(ownTitle) ? 'title' : 'part';
  if (match === 'part' && !part(ownTitle) && !part(ownEmail)) return undefined;
  return {
    kind: kind as ResourceKind,
    id: ownId,
    ...(ownTitle !== undefined && { title: ownTitle }),
    ...(ownEmail !== undefined && { email: ownEmail }),
    match,
  };
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof ServiceError && error.status !== 401) return undefined;
  throw error;
}

/** Returns the command lines that read a thing of this kind, or what is in it. */
function waysToRead({ noun, key, operations }: Resource, commands: readonly ListedCommand[]): string[] {
  return commands
    .filter((command) => isReading(command))
    .filter(({ arguments: [first], operations: calls }) => {
      const isOfKind = first?.name === `${key}Id`;
      return first !== undefined && (isOfKind || calls.some(({ id }) => id === operations.get?.id));
    })
    .map(usageOf)
    .filter((usage) => usage.startsWith(`${noun} `) || usage.startsWith('access '))
    .map((usage) => usage.replace('[<spaceId>]', '<spaceId>'));
}
