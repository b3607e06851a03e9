import { visible } from '../../output/text.ts';
import type { App } from '../app.ts';
import type { Entry } from '../names/directory.ts';
import type { Kind } from '../names/kinds.ts';
import { directoryOf, surroundingOf } from '../names/of-app.ts';
import { isRepeatableOption } from '../option-facts.ts';
import { createProgram, takeSharedFlags } from '../program.ts';
import { settings } from '../settings.ts';
import { readLine, type Unfinished } from './line.ts';
import { argumentSource, optionSource } from './source.ts';

/** A value that may be typed, with what it stands for. */
type Candidate = Pick<Entry, 'id' | 'title'>;

/** As many as one request brings: a shell shows no more. */
const mostCandidates = 1000;

/**
 * Prints what may stand in the place of the last of `words`, one `value<tab>description` a line: ids that the service
 * lists, profiles and settings. It asks nobody, repeats nothing and prints nothing where anything fails: somebody is
 * typing.
 */
export async function printCandidates(words: readonly string[], app: App): Promise<void> {
  const [current = '', ...before] = words.toReversed();
  try {
    const line = await readLine(createProgram(app), before.reverse(), app);
    // In a list, the values before the last comma are finished.
    const isList = line.option && isRepeatableOption(line.option);
    const finished = isList ? current.slice(0, current.lastIndexOf(',') + 1) : '';
    const found = (await candidates(line, app)).filter(({ id }) => `${finished}${id}`.startsWith(current));
    app.print(found.map(({ id, title }) => `${finished}${id}\t${visible(title)}\n`).join(''));
  } catch {}
}

async function candidates(line: Unfinished, app: App): Promise<readonly Candidate[]> {
  const { command, option, argument, params } = line;
  const flags = takeSharedFlags(command);
  await app.start(
    { ...flags, noInput: true, debug: false, quiet: true, timeout: 1, maxRetries: 0, maxWait: 0 },
    command,
  );
  const source = option ? optionSource(option, command) : argument && argumentSource(argument, command);
  if (source === undefined) return [];
  if (source === 'profiles') return app.context.profileNames().map((name) => ({ id: name, title: '' }));
  if (source === 'settings') return settings.map(({ key, meaning }) => ({ id: key, title: meaning }));
  return listed(source, params, app);
}

/** What the service lists, or what it listed a moment ago. */
async function listed(
  kind: Kind,
  params: Readonly<Record<string, string>>,
  app: App,
): Promise<readonly Candidate[]> {
  const { context, system } = app;
  const surroundings = (['org', 'site', 'space'] as const).map((key) => context.find(key)?.value);
  const key = JSON.stringify([context.profile.value, context.baseUrl(), kind, params, ...surroundings]);
  const cached = system.cache.read(key);
  if (cached !== undefined) return JSON.parse(cached);
  const surrounding = surroundingOf(app);
  const param = (one: string) => params[one] ?? surrounding(one);
  const entries = await directoryOf(app).entries(kind, { param, limit: mostCandidates });
  const found = entries.map(({ id, title, email }) => ({ id, title: email ? `${title} ${email}` : title }));
  system.cache.write(key, JSON.stringify(found));
  return found;
}
