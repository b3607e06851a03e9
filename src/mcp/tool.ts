import type { System } from '../ports.ts';
import type { Answer } from './answer.ts';
import type { CommandDescription, Commands } from './commands.ts';
import type { Pinned, Printed } from './outside.ts';
import type { Pages } from './pages.ts';
import type { ServerContext, ToolAnnotations } from './protocol.ts';

/** What all tools of a server use. */
export interface Server {
  readonly system: System;
  readonly pinned: Pinned;
  readonly commands: Commands;
  readonly pages: Pages;
  /** The nouns whose operations may change something; empty if only reading is allowed. */
  readonly allowed: ReadonlySet<string>;
  /** Returns the name of the tool that runs a command; `null` if none does. */
  canRun(command: CommandDescription): string | null;
}

/** A tool. Its schema is flat: no object in an object. */
export interface Tool<Input = never> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: unknown;
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  call(input: Input, context: ServerContext): Promise<Answer>;
}

/** A tool that only reads the service. */
export const reads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
} as const;

/** A tool that only reads what this program knows. */
export const readsHere = { ...reads, openWorldHint: false } as const;

export type { Answer, Printed };
