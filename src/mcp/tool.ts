import type { ToolAnswer } from './answer.ts';
import type { Caller } from './caller.ts';
import type { Commands, ListedCommand } from './commands.ts';
import type { Pages } from './pages.ts';
import type { InputRequiredResult, Schema, ServerContext, ToolAnnotations } from './protocol.ts';
import type { Outer, Printed } from './restricted-system.ts';

export interface Server extends Outer {
  readonly commands: Commands;
  readonly pages: Pages;
  /** The nouns whose operations may change something; empty if only reading is allowed. */
  readonly allowed: ReadonlySet<string>;
  /** Returns the name of the tool that runs a command; `null` if none does. */
  canRun(command: ListedCommand): string | null;
}

/** The form that a person answers, before the tool is called again. */
export interface Form {
  readonly asks: InputRequiredResult;
}

/** A tool. Its schema is flat: no object in an object. */
export interface Tool<Input = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Schema<Input>;
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  /** Throws errors of the tool, which become the answer. */
  readonly call: (input: Input, context: ServerContext, caller: Caller) => Promise<ToolAnswer | Form>;
}

/** Makes a tool that can be called with any input: its own schema reads it. */
export function tool<Input>({ call, ...facts }: Tool<Input>): Tool {
  return { ...facts, call: (given, ...rest) => call(facts.input.parse(given), ...rest) };
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

export type { Printed, ToolAnswer };
