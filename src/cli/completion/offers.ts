import { schemaFacts } from '../../api/contract/facts.ts';
import { TeamRole } from '../../api/contract/schemas.ts';
import { resourceCalled, resourceOf } from '../../model/resources.ts';
import { commandFacts } from '../command.ts';
import { fieldsOf } from '../field-facts.ts';
import { refsOf, surroundingOf } from '../names/line-refs.ts';
import { type Narrowed, narrowedFor } from '../names/narrowed.ts';
import { pageNouns } from '../page-nouns.ts';
import type { Verb } from '../session/verb.ts';
import { settingKey } from '../settings/settings.ts';
import { findSetting, settings } from '../settings/table.ts';
import type { Unfinished } from './line.ts';
import type { Local, Source } from './source.ts';

/** A value that may be typed, with what it stands for. */
export interface Candidate {
  readonly id: string;
  readonly title: string;
}

/** As many as one request brings: a shell shows no more. */
const mostCandidates = 1000;

type Here = Pick<Verb, 'context' | 'system'>;

/** What this machine knows of a place. */
export const local: Readonly<
  Record<Local, (line: Pick<Unfinished, 'command' | 'operands'>, parts: Here) => Candidate[]>
> = {
  profiles: (_, { context, system }) => {
    const stored = system.settings.read().profiles;
    return context.profileNames().map((id) => ({ id, title: stored[id]?.['base-url'] ?? '' }));
  },
  settings: () => settings.map(({ key, meaning }) => ({ id: key, title: meaning })),
  'setting values': ({ operands: [key = ''] }) => untitled(findSetting(settingKey(key)).known ?? []),
  fields: ({ command }) => untitled(fieldsOf(command)),
  'nouns with pages': () => untitled(pageNouns),
  runs: (_, { system }) => untitled(system.journals.list().map(runId)),
};

/** `20260601T120000-3f9a1c` of the path of its journal. */
function runId(path: string): string {
  return path.replace(/^.*[/\\]/, '').replace(/\.jsonl$/, '');
}

export function isLocal(source: Source): source is Local {
  return Object.hasOwn(local, source);
}

/** How the values of a place are listed. */
export interface ListScope {
  readonly narrowed: Narrowed;
  /** What may follow each value. */
  readonly endings: readonly string[];
}

export async function listScopeOf(
  source: Exclude<Source, Local>,
  { command, option }: Unfinished,
): Promise<ListScope> {
  switch (source) {
    case 'languages':
      return { narrowed: { resource: await resourceCalled('translation-language') }, endings: [''] };
    case 'field values':
      return { narrowed: { resource: await resourceOf('field') }, endings: ['='] };
    case 'team roles': {
      const roles = schemaFacts(TeamRole).known ?? [];
      const resource = await resourceCalled('team-member');
      return { narrowed: { resource }, endings: roles.map((role) => `=${role}`) };
    }
    default:
      return { narrowed: await narrowedFor(source, command, option?.long), endings: [''] };
  }
}

/** What the service lists for a place; of languages those that there may be, where the command makes one. */
export async function fromService(
  { narrowed, endings }: ListScope,
  { command, params }: Unfinished,
  { api, scope }: Pick<Verb, 'api' | 'scope'>,
): Promise<Candidate[]> {
  const [op] = commandFacts(command).operations;
  const { resource, none: _, ...rest } = narrowed;
  const isLanguage = resource.key === 'language';
  const known = isLanguage && op?.params?.language && schemaFacts(op.params.language).known;
  if (known) return untitled(known);
  const surrounding = surroundingOf(scope);
  const param = (name: string) => params[name] ?? surrounding(name);
  const entries = await refsOf(api).entries(resource, { param, limit: mostCandidates, ...rest });
  return entries.flatMap(({ id, title, email }) =>
    endings.map((ending) => ({ id: id + ending, title: email ? `${title} ${email}` : title })),
  );
}

function untitled(ids: readonly string[]): Candidate[] {
  return ids.map((id) => ({ id, title: '' }));
}
