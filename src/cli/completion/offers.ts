import { schemaFacts } from '../../api/contract/facts.ts';
import { TeamRole } from '../../api/contract/schemas.ts';
import { commandFacts } from '../command.ts';
import { fieldsOf } from '../field-facts.ts';
import { directoryOf, surroundingOf } from '../names/directories.ts';
import type { Kind } from '../names/kinds.ts';
import { inTeam, type Narrowed, narrowedFor } from '../names/narrowed.ts';
import { pageKinds } from '../page-kinds.ts';
import type { Verb } from '../session/verb.ts';
import { findSetting, settingKey, settings } from '../settings/settings.ts';
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
  'nouns with pages': () => untitled(Object.keys(pageKinds)),
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
  readonly kind: Kind;
  readonly narrowed: Narrowed | undefined;
  /** What may follow each value. */
  readonly endings: readonly string[];
}

export function listScopeOf(source: Exclude<Source, Local>, { command, option }: Unfinished): ListScope {
  if (source === 'languages') return { kind: 'translation', narrowed: languages, endings: [''] };
  if (source === 'field values') return { kind: 'field', narrowed: undefined, endings: ['='] };
  if (source === 'team roles') {
    const roles = schemaFacts(TeamRole).known ?? [];
    return { kind: 'user', narrowed: inTeam, endings: roles.map((role) => `=${role}`) };
  }
  return { kind: source, narrowed: narrowedFor(command, source, option?.long), endings: [''] };
}

/** What the service lists for a place; of languages those that there may be, where the command makes one. */
export async function fromService(
  { kind, narrowed, endings }: ListScope,
  { command, params }: Unfinished,
  { api, scope }: Pick<Verb, 'api' | 'scope'>,
): Promise<Candidate[]> {
  const [op] = commandFacts(command).operations;
  const known = narrowed === languages && op?.params?.language && schemaFacts(op.params.language).known;
  if (known) return untitled(known);
  const surrounding = surroundingOf(scope);
  const param = (name: string) => params[name] ?? surrounding(name);
  const entries = await directoryOf(api).entries(kind, { param, limit: mostCandidates, narrowed });
  return entries.flatMap(({ id, title, email }) =>
    endings.map((ending) => ({ id: id + ending, title: email ? `${title} ${email}` : title })),
  );
}

/** The languages that translation settings have. */
const languages: Narrowed = {
  list: async () => (await import('../../api/contract/operations/translations.ts')).listTranslationLanguages,
  id: 'language',
  none: 'there are no languages',
};

function untitled(ids: readonly string[]): Candidate[] {
  return ids.map((id) => ({ id, title: '' }));
}
