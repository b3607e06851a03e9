import type { OutsideReach } from '../../access/ask.ts';
import type { Fit } from '../../access/fit.ts';
import type { Disputed, Explanation } from '../../access/questions.ts';
import type { Base } from '../../access/report.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { type RuleSet, ruleSetText } from '../../domain/access/rule-sets.ts';
import { Unfinished } from '../../errors.ts';
import { called } from '../../text/called.ts';
import { shortened } from '../../text/shortened.ts';
import { counted } from '../../text/words.ts';

type Telling = Pick<LineParts, 'out'>;

const audiences: Readonly<Record<string, string>> = {
  public: 'public: anyone can read it, and search engines find it',
  unlisted: 'unlisted: anyone who knows the address can read it',
  'share-link': 'share-link: anyone who has the secret link can read it',
  'visitor-auth': 'visitor-auth: visitors who sign in can read it',
};

/** Prints who reaches a space beside the people of the organization. */
export async function noteSurroundings(
  { out }: Telling,
  { sites, integrations }: OutsideReach,
): Promise<void> {
  for (const { visibility, published, ...site } of sites) {
    const audience = audiences[visibility] ?? visibility;
    const name = called('site', site);
    await out.note(published ? `${name} publishes it, ${audience}` : `${name} has it, and is not published`);
  }
  for (const { name, title, scopes, on } of integrations) {
    const place = on === 'this' ? 'is installed on it' : 'is installed on some spaces, maybe on this one';
    await out.note(`${called('integration', { id: name, title })} ${place}: ${scopes.join(', ')}`);
  }
}

/** Prints the settings that decide what new people get. */
export async function noteBase(
  { out }: Telling,
  organization: string,
  { defaultRole, singleSignOn, providers, logins }: Base,
): Promise<void> {
  const unsaid = 'the service does not say it';
  const role = defaultRole === undefined ? unsaid : (defaultRole ?? 'guest');
  const sso = singleSignOn === undefined ? unsaid : singleSignOn ? 'yes' : 'no';
  await out.note(`organization ${organization}: default role: ${role}; single sign-on: ${sso}`);
  for (const { id, label, defaultRole: given, defaultTeam } of providers) {
    const team = defaultTeam
      ? `, in ${called('team', { id: defaultTeam.id, title: defaultTeam.title ?? '' })}`
      : '';
    const first = given === undefined ? `role: ${unsaid}` : (given ?? 'guest');
    await out.note(`${called('SAML provider', { id, title: label })}: new people are ${first}${team}`);
  }
  const others = logins.filter(({ id }) => !providers.some((provider) => provider.id === id));
  for (const { id, label } of others)
    await out.note(`sign-in by ${called('provider', { id, title: label })}`);
}

/** Warns of levels on which the service and the rules disagree. */
export async function noteDisagreements({ out }: Telling, disputed: readonly Disputed[]): Promise<void> {
  for (const { user, target, disagreement } of disputed) {
    if (!disagreement) continue;
    const { rules, service } = disagreement;
    const name = called('member', { id: user.id, title: user.displayName ?? '' });
    const place = called(target.kind, { title: '', ...target });
    const said = `the rules give ${rules ?? 'nothing'}, the service gives ${service ?? 'nothing'}`;
    await out.warn(`disagreement about ${name} in ${place}: ${said}`);
  }
}

/** Prints by which rules levels are predicted, if any are, and what other rules give. */
export async function notePrediction(
  { out }: Telling,
  rules: RuleSet | undefined,
  otherwise: Explanation['otherwise'] = {},
): Promise<void> {
  const others = Object.entries(otherwise).map(([name, level]) => `${name} gives ${level ?? 'no access'}`);
  if (rules) await out.note([ruleSetText(rules), ...others].join('; '));
}

/** Prints that another rule set agrees with more answers of the service than the one that is used, if so. */
export async function noteFit({ out }: Telling, fit: Fit, rules: RuleSet): Promise<void> {
  const better = fit.better(rules);
  if (!better) return;
  const { own, best } = better;
  const agreed = `${best.agreed} of ${counted(best.compared, 'answer')}, ${rules.name} with ${own.agreed}`;
  await out.note(
    `${best.rules.name} agrees with ${agreed}: \`docs-admin access calibrate\` finds out which rules fit`,
  );
}

/** Prints that the service was not asked about each member, if it was not. */
export async function noteRules({ out }: Telling, asks: boolean, members: number): Promise<void> {
  if (asks) return;
  const people = counted(members, 'member');
  await out.note(`computed by the rules for ${people}; --verify asks the service about each one`);
}

/** Throws `Unfinished` (exit code 12) if the answer lacks something. `undecided` says what is unknown, as a clause. */
export function throwGaps(
  unknown: readonly string[],
  { what, undecided }: { readonly what: string; readonly undecided?: string | undefined },
): void {
  if (unknown.length === 0 && undecided === undefined) return;
  throw new Unfinished(undecided === undefined ? what : `${what}: ${undecided}`, {
    kind: 'incomplete',
    details: shortened(unknown),
  });
}
