import { describe, expect, test } from 'vitest';
import { effectOf } from '../../src/api/contract/effect.ts';
import { wholeProgram } from '../../src/build/help.ts';
import { commandPath } from '../../src/cli/command-path.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';
import type { CommandEffect, Verb } from '../../src/cli/verb.ts';

const program = await wholeProgram();
const described = describeProgram(program);
const effects = new Map(described.map(({ command, effect }) => [command, effect]));

/** Returns every command that does something, also those with further verbs below them. */
function allVerbs(command: Verb): Verb[] {
  return [...(command.isVerb ? [command] : []), ...command.commands.flatMap(allVerbs)];
}
const all = allVerbs(program).map((verb) => ({ name: commandPath(verb), ...verb.facts }));

describe('the effect of a command', () => {
  test('is said of every command', () => {
    expect(all.filter(({ name }) => effects.get(name) === undefined)).toEqual([]);
  });

  test('is not weaker than those of its operations', () => {
    const order = ['read', 'create', 'update', 'delete'];
    // What changes this machine only may read the service.
    const rank = (effect = '') => Math.max(0, order.indexOf(effect));
    const weaker = all.filter(({ name, operations }) =>
      operations.some((op) => rank(effectOf(op)) > rank(effects.get(name))),
    );
    expect(weaker.map(({ name }) => name)).toEqual([]);
  });

  test('is `read` only if all its operations are GETs', () => {
    const wrong = all.filter(
      ({ name, operations }) =>
        effects.get(name) === 'read' && operations.some(({ method }) => method !== 'GET'),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test.each<[string, CommandEffect]>([
    ['docs-admin', 'read'],
    ['docs-admin sites list', 'read'],
    ['docs-admin spaces get', 'read'],
    ['docs-admin teams create', 'create'],
    ['docs-admin sections move', 'update'],
    ['docs-admin teams members sync', 'update'],
    ['docs-admin members offboard', 'delete'],
    ['docs-admin apply-plan', 'delete'],
  ])('of %s is %s', (name, effect) => {
    expect(effects.get(name)).toBe(effect);
  });
});
