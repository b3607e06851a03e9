import { UsageError } from '../../errors.ts';

/** A change that this server may not make. */
export class NotAllowed extends UsageError {
  constructor(noun: string, allowed: readonly string[]) {
    super(`this server may not change ${noun}; nothing was sent`, {
      hint: `it may change ${allowed.join(', ')}; ${howToAllow([noun])}`,
    });
  }
}

export function howToAllow(nouns: readonly string[]): string {
  const names = nouns.join(',');
  return `a person allows that when the server starts, with --allow ${names} or DOCS_ADMIN_MCP_ALLOW=${names}`;
}
