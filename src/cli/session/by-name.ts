import { UsageError } from '../../errors.ts';
import type { LineParts } from './line-parts.ts';

/**
 * Resolves if the user types the name of the profile `name`, which is `how` (protected, read-only), or, without a terminal, gives it with `--yes`.
 * `change` says what is about to happen to the profile. Throws `UsageError` if they do not agree.
 */
export async function confirmByName(
  { canAsk, system, line: { flags } }: Pick<LineParts, 'canAsk' | 'system' | 'line'>,
  name: string,
  how: string,
  change: string,
): Promise<void> {
  if (canAsk()) {
    const question = `${change} The profile ${name} is ${how}. Type its name to go ahead`;
    if ((await system.prompts.text(question)).trim() !== name)
      throw new UsageError('cancelled; nothing was changed');
    return;
  }
  const saysYes = flags.yes || system.env.DOCS_ADMIN_YES === '1';
  if (saysYes && flags.profile === name) return;
  throw new UsageError(`the profile ${name} is ${how}, and this needs a confirmation`, {
    hint: `give both --yes and --profile ${name} to go ahead`,
  });
}
