import { type Reference, references } from '../model/effects/references.ts';
import { resourceCalled } from '../model/resources.ts';

const heading = `| what ends | what names it | as | then that | in a transfer | source |
|---|---|---|---|---|---|`;

/** Returns the table of what becomes of things that name one that ends. */
export async function endingsTable(): Promise<string> {
  const order = [...new Set(references.map(({ to }) => to))];
  const rows = references.toSorted((one, other) => order.indexOf(one.to) - order.indexOf(other.to));
  return [heading, ...(await Promise.all(rows.map(row)))].join('\n');
}

const policies: Readonly<Record<Reference['policy'], string>> = {
  ends: 'ends',
  clears: 'names none',
  chooses: 'gets another one',
};

const transfers: Readonly<Record<NonNullable<Reference['transferred']>, string>> = {
  ends: 'ends',
  follows: 'goes along',
};

async function row({ to, kind, by, policy, transferred, basis }: Reference): Promise<string> {
  const [ended, other] = await Promise.all([resourceCalled(to), resourceCalled(kind)]);
  const then = [policies[policy], transferred ? transfers[transferred] : ''];
  return `| \`${ended.noun}\` | \`${other.noun}\` | \`${by}\` | ${then.join(' | ')} | ${basis} |`;
}
