import { UsageError } from '../../errors.ts';
import type { System } from '../../ports.ts';
import type { Concern } from '../../runs/session.ts';
import { shellQuote } from '../../text/shell.ts';
import type { Context } from '../settings/context.ts';
import { isProtected } from '../settings/settings.ts';
import type { SharedFlags } from '../shared-flags.ts';

/** Stands between a command and what it changes. */
export interface Guard {
  /**
   * Resolves if the user agrees. Throws `UsageError` if they do not, or if there is no terminal.
   */
  confirm(question: string, about: Concern): Promise<void>;
  /**
   * Called before every request that changes something: says on a terminal where, and asks where
   * the profile is protected. One answer holds for all requests of a line. Throws `UsageError`.
   */
  beforeChange(): Promise<void>;
}

/** What a guard has to know of its command line. */
export interface GuardedLine {
  readonly system: System;
  flags(): SharedFlags;
  context(): Context;
  canAsk(): boolean;
  note(message: string): void;
}

const cancelled = 'cancelled; nothing was sent';

/** Whether the line or the environment answers every question with yes. */
export function saysYes({ yes }: SharedFlags, env: System['env']): boolean {
  return yes === true || env.DOCS_ADMIN_YES === '1';
}

export function createGuard({ system, flags, context, canAsk, note }: GuardedLine): Guard {
  let agreed: Promise<void> | undefined;

  const profile = () => context().profile.value;
  const place = () => `profile ${profile()}, ${context().baseUrl()}`;

  async function confirm(question: string, about: Concern): Promise<void> {
    if (about === 'service' && !flags().dryRun) context().assertReadable();
    if (saysYes(flags(), system.env) || flags().dryRun) return;
    if (!canAsk()) {
      throw new UsageError(`this needs a confirmation: ${question}`, {
        hint: 'give --yes (or DOCS_ADMIN_YES=1) to go ahead',
      });
    }
    if (about === 'machine') return ask(question);
    agreed = isProtected(context().stored) ? askForName(`${question} `) : ask(`${question} (${place()})`);
    return agreed;
  }

  async function ask(question: string): Promise<void> {
    if (!(await system.prompts.confirm(question))) throw new UsageError(cancelled);
  }

  async function askForName(question = ''): Promise<void> {
    const answer = await system.prompts.text(
      `${question}This is protected: ${place()}. Type the profile's name to go ahead`,
    );
    if (answer.trim() !== profile()) throw new UsageError(cancelled);
  }

  async function agree(): Promise<void> {
    context().assertReadable();
    if (!isProtected(context().stored)) {
      // In the sandbox nothing can be lost.
      if (system.stderr.isTerminal && !context().isSandbox) note(`using ${place()}`);
      return;
    }
    if (canAsk()) return askForName();
    if (saysYes(flags(), system.env) && flags().profile !== undefined) return;
    throw new UsageError(
      `the profile ${profile()} is protected, and there is no terminal to ask for its name`,
      {
        hint: `give both --yes and --profile ${shellQuote(profile())} to change something there`,
      },
    );
  }

  return {
    confirm,
    beforeChange() {
      agreed ??= agree();
      return agreed;
    },
  };
}
