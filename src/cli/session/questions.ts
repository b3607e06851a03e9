import { UsageError } from '../../errors.ts';
import type { System } from '../../ports.ts';
import type { Concern, Questions } from '../../work/run/session.ts';
import type { SharedFlags } from '../flags/flag.ts';
import { type Context, fromFolder } from '../settings/context.ts';
import { isProtected } from '../settings/settings.ts';
import type { Leaving, Owners } from './protected-things.ts';
import type { Protection } from './protection.ts';
import type { RunningLine } from './running-line.ts';

/** Protects the service against unwanted changes. */
export interface Guard {
  /**
   * Called before every request that changes something, with it, and before work of many requests. On a terminal it names
   * the service; for a protected profile it asks. One answer is valid for all requests of a line to the places that the profile
   * protects. Throws `UsageError`, and `ReadOnly` if only reading is allowed.
   */
  beforeChange(leaving?: Leaving): Promise<void>;
}

/** The facts about a command line that a question about this machine needs. */
export interface AskingHere {
  readonly system: System;
  readonly line: Pick<RunningLine, 'flags'>;
  /** Asks for a row of bulk work in the name of the whole work. */
  readonly row?: { confirm(question: string): Promise<void> } | undefined;
}

/** The facts about a command line that questions need. */
export interface AskingLine extends AskingHere {
  readonly context: Context;
  /** Prints a message without waiting. */
  note(message: string): void;
  readonly owners?: Owners;
}

const cancelled = 'cancelled; nothing was sent';

/** Returns whether the line or the environment answers every question with yes. */
export function saysYes({ yes }: SharedFlags, env: System['env']): boolean {
  return yes === true || env.DOCS_ADMIN_YES === '1';
}

/** Returns whether a person can answer. */
export function isAnswered({ stdin, stderr, env }: System, { noInput }: SharedFlags): boolean {
  return !noInput && !env.CI && stdin.isTerminal && stderr.isTerminal;
}

async function ask(question: string, { prompts }: System): Promise<void> {
  if (!(await prompts.confirm(question))) throw new UsageError(cancelled);
}

/**
 * Makes sure that a file can be written, and asks before one is replaced that is not empty, where a person can answer. Throws
 * `UsageError` if it cannot, or if they do not agree.
 */
export async function askToReplace(
  path: string,
  { system, line: { flags }, row }: AskingHere,
): Promise<void> {
  system.files.assertWritable(path);
  if (!isAnswered(system, flags) || !((system.files.size(path) ?? 0) > 0)) return;
  const question = `replace the file ${path}?`;
  if (row) return row.confirm(question);
  if (!saysYes(flags, system.env)) await ask(question, system);
}

/** Ends a text with a full stop, unless it ends a sentence already. */
function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

export function createQuestions(asking: AskingLine): Questions & Guard {
  const { system, line, context, note, row } = asking;
  let hasAgreed = false;
  let readsFirst: boolean | undefined;
  /** The answers, by the profile that protects the place; those about all other places have none. */
  const agreed = new Map<string | undefined, Promise<void>>();
  const profile = () => context.profile.value;
  const chosen = () =>
    fromFolder(context.profile) ? `${profile()} from ${context.profile.source}` : profile();
  const place = () => `profile ${chosen()}, ${context.baseUrl()}`;

  const canAsk = () => isAnswered(system, line.flags);

  /** Returns the protection of the place of a request, or of the line. Most people have no protected profile. */
  async function findProtection(leaving?: Leaving) {
    if (!Object.values(context.profiles).some(isProtected)) return undefined;
    const { protectionOf } = await import('./protection.ts');
    const { flags } = line;
    return protectionOf({ ...asking, flags, place: place(), saidYes: saysYes(flags, system.env), leaving });
  }

  async function assertChangesAllowed(): Promise<void> {
    context.assertReadable();
    if (context.readOnly.length === 0) return;
    throw new (await import('../../api/client/read-only.ts')).ReadOnly(context.readOnly);
  }

  function asksFirst(): boolean {
    return (
      !line.flags.dryRun &&
      !saysYes(line.flags, system.env) &&
      // The change is refused anyway.
      context.readOnly.length === 0
    );
  }

  async function confirm(question: string, about: Concern = 'service', reading?: string): Promise<void> {
    if (row) return row.confirm(question);
    const { flags } = line;
    if (about === 'service') {
      if (flags.dryRun) return;
      await assertChangesAllowed();
    }
    if (saysYes(flags, system.env)) return;
    if (!canAsk()) {
      throw new UsageError(`this needs a confirmation: ${question}`, {
        hint: 'give --yes (or DOCS_ADMIN_YES=1) to go ahead',
      });
    }
    if (about === 'machine') return ask(question, system);
    hasAgreed = true;
    const protection = await findProtection();
    const answer = protection
      ? protection.askForName(`${sentence(question)} `)
      : reading === undefined
        ? ask(`${question} (${place()})`, system)
        : askToRead(`${sentence(question)} For undo, ${reading} (${place()})`);
    agreed.set(protection?.profile, answer);
    return answer;
  }

  async function agree(protection: Protection | undefined): Promise<void> {
    if (protection) return canAsk() ? protection.askForName() : protection.assertNamed();
    // In the sandbox nothing can be lost.
    if (system.stderr.isTerminal && !context.isSandbox) note(`using ${place()}`);
  }

  async function askToRead(question: string): Promise<void> {
    const { askToRead } = await import('./reading-question.ts');
    readsFirst = await askToRead(question, { system, canAsk: canAsk() });
    if (readsFirst === undefined) throw new UsageError(cancelled);
  }

  return {
    canAsk,
    asksFirst,
    hasAgreed: () => hasAgreed,
    confirm,
    async confirmReading(asked) {
      if (saysYes(line.flags, system.env)) return true;
      if (readsFirst === undefined) await askToRead(asked);
      return readsFirst === true;
    },
    askToReplace: (path) => askToReplace(path, { system, line, row }),
    async beforeChange(leaving) {
      await assertChangesAllowed();
      const protection = await findProtection(leaving);
      const answer = agreed.get(protection?.profile) ?? agree(protection);
      agreed.set(protection?.profile, answer);
      return answer;
    },
  };
}
