import type { Command } from 'commander';
import type { App } from '../app.ts';
import { missingArguments, missingFields, missingSurroundings } from '../gaps.ts';
import type { Entry } from './directory.ts';
import { argumentKind, optionKind } from './input-kinds.ts';
import { type Kind, kinds } from './kinds.ts';
import { directoryOf, surroundingOf } from './of-app.ts';

/** More than anybody looks through; whoever needs another one types its id, or `name:` and its title. */
const mostChoices = 5000;

/** Lets the user pick what is missing on the line, where the service can list it. Throws `Interrupted`. */
export async function askForGaps(command: Command, app: App): Promise<void> {
  for (const name of missingSurroundings(command, app)) {
    const picked = await pick(name, app);
    if (picked === undefined) return;
    app.supply({ [name]: picked });
  }
  for (const argument of missingArguments(command)) {
    const kind = argumentKind(argument, command);
    const picked = kind && (await pick(kind, app));
    if (picked === undefined) return;
    const at = command.registeredArguments.indexOf(argument);
    command.args[at] = picked;
    command.processedArgs[at] = argument.variadic ? [picked] : picked;
  }
  for (const option of missingFields(command)) {
    const kind = optionKind(option, command);
    const picked = kind && (await pick(kind, app));
    if (picked !== undefined) command.setOptionValue(option.attributeName(), picked);
  }
}

/** `undefined` where there is nothing to pick from. */
async function pick(kind: Kind, app: App): Promise<string | undefined> {
  const entries = await directoryOf(app).entries(kind, { param: surroundingOf(app), limit: mostChoices });
  if (entries.length === 0) return undefined;
  const { word } = kinds[kind];
  if (entries.length === mostChoices)
    await app.out.note(`these are the first ${mostChoices}; any other can be named on the line`);
  const choices = entries.map((entry) => ({ value: entry.id, label: label(entry) }));
  return (await app.pick(`Which ${word}?`, choices)).trim() || undefined;
}

function label({ id, title, email }: Entry): string {
  return [title, email, id].filter((part, at, all) => part && all.indexOf(part) === at).join('  ');
}
