import { type Hint, hintTexts, type LimitLift, type ListPlace, type WordedHints } from '../../hints.ts';
import { alternatives } from '../../text/alternatives.ts';
import { shellQuote } from '../../text/shell.ts';
import { flagOf } from '../naming.ts';
import { newWord } from '../old-words.ts';
import { forProfile, isSandboxAddress, sandboxProfile } from '../settings/settings.ts';

/** The facts that the words depend on, beside the error. */
export interface HintContext {
  /** The command line that shows the thing that the command names, or else its list; `undefined` if there is none. */
  readonly shower: string | undefined;
  /** The source of the used token; `undefined` if none was used. */
  readonly tokenSource: string | undefined;
}

/** The words of the hints that need more than the values of a text. */
const worded: {
  readonly [Code in keyof WordedHints]: (data: WordedHints[Code], context: HintContext) => string;
} = {
  'sign-in-again': (_, { tokenSource }) => {
    const [, profile = 'default'] = tokenSource?.match(/^profile (.+)/) ?? [];
    return `sign in again with \`docs-admin auth login${forProfile(profile)}\`, or set DOCS_ADMIN_TOKEN to a valid token`;
  },
  'look-at-state': (_, { shower }) =>
    `the present state does not allow it${shower === undefined ? '' : `: look at it with \`${shower}\``}`,
  'check-effect': ({ checkAddress }, { shower }) => {
    const check = shower ? `check with \`${shower}\` whether` : 'check whether';
    return `${check} it took effect before you send it again${checkAddress ? '; check --base-url too' : ''}`;
  },
  'give-exact-title': ({ unlisted, ...place }) => {
    const other = unlisted && ` and \`${listing({ ...place, parents: { ...place.parents, ...unlisted } })}\``;
    const shows = other ? `${other} show` : ' shows';
    return `a title must be exact, in upper and lower case; \`${listing(place)}\`${shows} what there is`;
  },
  'look-at-list': (place) => `\`${listing(place)}\` shows all of them`,
  'allow-losses': ({ lifts, instead, leaving = [], ownerless = [] }, context) => {
    const flags = flagsOf(lifts);
    if (instead === undefined) {
      const offboard = leaving.length > 0 ? `${offboarding(leaving)}; ` : '';
      const give = ownerless.length > 0 ? `${giving(ownerless)}; ` : '';
      return `${offboard}${give}if you mean it, allow it with ${flags}`;
    }
    const other = inWords(instead, context);
    return lifts.length === 0 ? other : `${other}; the rest is allowed with ${flags}`;
  },
  'lift-limits': ({ lifts }) => flagsOf(lifts),
  'allow-changes': ({ places }) =>
    `to allow changes, ${places.map(lifting).join(' and ')}; --dry-run shows the requests without sending them`,
  'choose-place': ({ address, org }) => {
    if (isSandboxAddress(address)) return `give${forProfile(sandboxProfile)}`;
    const flags = `--base-url ${shellQuote(address)}${org === null ? '' : ` --org ${shellQuote(org)}`}`;
    return `give ${flags}, or --profile with one that has this address`;
  },
  'restore-membership': ({ team, user, role, isMember }) => {
    const [id, who] = [shellQuote(team), shellQuote(user)];
    if (role === null) return `\`docs-admin teams members remove ${id} ${who}\` takes it back`;
    const add = isMember ? '' : ` --add ${who}`;
    const roles = `--role ${shellQuote(`${user}=${role}`)}`;
    return `\`docs-admin teams members update ${id}${add} ${roles}\` takes it back`;
  },
  'choose-key': ({ key }) => {
    const now = newWord('organization file', key);
    return now === undefined
      ? '`docs-admin org schema` prints all keys that there are'
      : `write \`${now}\` instead`;
  },
  'choose-column': ({ columns, field }) => {
    const there = columns.map((column) => JSON.stringify(column)).join(', ');
    if (columns.length === 0) return 'there are no columns: nothing has a value';
    if (field === undefined) return `the columns are ${there}`;
    return `its columns are ${there}; name the right one with --${field}-column`;
  },
  'choose-other-file': ({ uses: [, other] }) => `give --${other} another file`,
};

/** The words of every hint, as a text or as a function, for tests. */
export const words: Readonly<Record<Hint['code'], unknown>> = { ...hintTexts, ...worded };

/** Says how people leave whose teams need another owner. */
function offboarding(users: readonly string[]): string {
  const who = users.length > 5 ? '<userId...>' : users.map(shellQuote).join(' ');
  return `\`docs-admin members offboard ${who} --successor <userId>\` gives their teams another owner first`;
}

/** Names the command that makes another owner of teams. */
function giving(teams: readonly string[]): string {
  const [team = ''] = teams.length > 1 ? ['<teamId>'] : teams.map(shellQuote);
  return `\`docs-admin teams members set ${team} <userId> --role owner\` gives the team another owner first`;
}

/** Returns what allows changes again, where they are refused at `place`. */
function lifting(place: string): string {
  const [, profile] = place.match(/^profile (.+)/) ?? [];
  if (profile === undefined) return `unset ${place}`;
  return `run \`docs-admin config set read-only false${forProfile(profile)}\``;
}

/** Returns the command that prints a list. */
function listing({ noun, parents }: ListPlace): string {
  const flags = Object.entries(parents).map(([param, id]) => ` ${flagOf(param)} ${shellQuote(id)}`);
  return `docs-admin ${noun} list${flags.join('')}`;
}

function flagsOf(lifts: readonly LimitLift[]): string {
  const flags = lifts.map(({ limit, count, sections = [], grades = [] }) => {
    if (limit === 'maxRemovals') return `--max-removals ${count}`;
    if (limit === 'allowOpening') return `--allow-opening ${grades.join(',')}`;
    return limit === 'allowDelete' ? `--allow-delete ${sections.join(',')}` : '--allow-ownerless';
  });
  return flags.join(' ');
}

/** Puts a hint into words of the command line. */
export function inWords(hint: Hint, context: HintContext): string {
  const { code, data } = hint;
  if (code in worded) return (worded[code as keyof WordedHints] as Wording)(data, context);
  return filled(hintTexts[code as keyof typeof hintTexts], data);
}

/** One of the functions, for data that has the right type. */
type Wording = (data: Hint['data'], context: HintContext) => string;

/** Fills the marks of a text: see `hints.ts`. */
export function filled(text: string, data: object): string {
  const values: Readonly<Record<string, unknown>> = { ...data };
  return text.replace(/\{(\S[^}]*)\}/g, (_, mark: string) => {
    const [, kind, rest = ''] = /^(flag|verb|line) (.+)$/.exec(mark) ?? [];
    if (kind === 'flag') return flagCalled(rest);
    if (kind === 'verb') return `\`${rest}\``;
    if (kind === 'line') {
      const line = rest.replace(/\[([\w-]+)\]/g, (_, name: string) => flagCalled(name));
      return `\`docs-admin ${line.replace(/<(\w+)>/g, (_, name: string) => shellQuote(String(values[name])))}\``;
    }
    const [, name = '', form] = /^(\w+)(\.\.\.| or| quoted)?$/.exec(mark) ?? [];
    const value = values[name];
    const several = Array.isArray(value) ? value.map(String) : [];
    if (form === '...') return several.join(', ');
    if (form === ' or') return alternatives(several);
    return form === ' quoted' ? shellQuote(String(value)) : String(value);
  });
}

function flagCalled(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}
