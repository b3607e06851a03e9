import { schemaFacts } from '../../api/contract/facts.ts';
import { TeamRole } from '../../api/contract/schemas.ts';
import { resourceCalled, resourceOf } from '../../model/resources.ts';
import { titlePaths } from '../../model/title-paths.ts';
import { outputFields } from '../field-facts.ts';
import { surroundingOf } from '../names/line-refs.ts';
import { type Narrowed, narrowedFor } from '../names/narrowed.ts';
import { pageNouns } from '../page-nouns.ts';
import type { LineParts } from '../session/line-parts.ts';
import { settingKey } from '../settings/settings.ts';
import { findSetting, settings } from '../settings/table.ts';
import type { Unfinished } from './line.ts';
import type { Local, Source } from './source.ts';

/** A value that can be typed, with its description. */
export interface Candidate {
  readonly id: string;
  readonly title: string;
}

/** The number of candidates in one request; shells show no more. */
const mostCandidates = 1000;

type Here = Pick<LineParts, 'context' | 'system'>;

/** Values that this machine knows. */
export const local: Readonly<
  Record<Local, (line: Pick<Unfinished, 'command' | 'operands'>, parts: Here) => Candidate[]>
> = {
  profiles: (_, { context, system }) => {
    const stored = system.settings.read().profiles;
    return context.profileNames().map((id) => ({ id, title: stored[id]?.['base-url'] ?? '' }));
  },
  settings: () => settings.map(({ key, meaning }) => ({ id: key, title: meaning })),
  'setting values': ({ operands: [key = ''] }) => untitled(findSetting(settingKey(key)).known ?? []),
  fields: ({ command }) => untitled(outputFields(command)),
  'nouns with pages': () => untitled(pageNouns),
  runs: (_, { system }) => untitled(system.journals.list().map(runId)),
};

/** Returns the id of a run, from the path of its journal: `20260601T120000-3f9a1c`. */
function runId(path: string): string {
  return path.replace(/^.*[/\\]/, '').replace(/\.jsonl$/, '');
}

export function isLocal(source: Source): source is Local {
  return Object.hasOwn(local, source);
}

export interface ListScope {
  readonly narrowed: Narrowed;
  /** The texts that may follow each value. */
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

/**
 * Resolves with the values that the service lists for a place. For a command that adds a language, these are all
 * possible languages.
 */
export async function fromService(
  { narrowed, endings }: ListScope,
  { command, params }: Unfinished,
  { refs, scope }: Pick<LineParts, 'refs' | 'scope'>,
): Promise<Candidate[]> {
  const [op] = command.facts.operations;
  const { resource, none: _, ...rest } = narrowed;
  const isLanguage = resource.key === 'language';
  const known = isLanguage && op?.params?.language && schemaFacts(op.params.language).known;
  if (known) return untitled(known);
  const surrounding = surroundingOf(scope);
  const param = (name: string) => params[name] ?? surrounding(name);
  const source = { refs: await refs(), param };
  const entries = await source.refs.entries(resource, { param, limit: mostCandidates, ...rest });
  const titles = await titlePaths(resource, entries, source);
  return entries.flatMap(({ id, email }, at) =>
    endings.map((ending) => ({ id: id + ending, title: [titles[at], email].filter(Boolean).join(' ') })),
  );
}

function untitled(ids: readonly string[]): Candidate[] {
  return ids.map((id) => ({ id, title: '' }));
}
