import { chained, grownRecord, manifestText, noHash, sha256 } from '../../src/review/chain.ts';
import { grantIds } from '../../src/review/grants.ts';
import { packetColumns, populationColumns, reviewMark } from '../../src/review/open.ts';
import { tableText } from '../../src/review/table.ts';

const reviewText = `${JSON.stringify({
  format: 'docs-admin-access-review/1',
  organization: 'org_acme',
  taken: '2026-01-01T00:00:00.000Z',
  accessRules: { name: 'highest', calibrated: false },
  complete: true,
  unknown: [],
  by: 'team',
  level: null,
  guests: true,
  due: '2026-12-31',
  redacted: false,
  direct: true,
  grants: 2,
  reviewers: [{ reviewer: 'user_ada', name: 'Ada Lovelace <ada@acme.example>', packet: 'user_ada' }],
})}\n`;

const idOf = grantIds('org_acme', undefined);
const [uma, gil] = [
  {
    person: 'Uma 👩‍💻 Thurgood <uma@partner.example>',
    place: 'team Design 🎨',
    who: 'user_uma',
    where: 'team_design',
  },
  {
    person: 'Gil (contractor) <gil@contractor.example>',
    place: 'team Docs',
    who: 'user_gil',
    where: 'team_docs',
  },
].map((grant) => ({ ...grant, id: idOf({ kind: 'team-member', level: 'member', ...grant }) }));
const rows = [uma, gil].flatMap((one) => (one ? [one] : []));

const textOf = (columns: readonly string[], cells: readonly (readonly string[])[]) =>
  [...tableText(columns, cells)].join('');
const packet = (decide: (id: string) => readonly string[]) =>
  textOf(
    packetColumns,
    rows.map(({ id, person, place, who, where }) => [
      ...[id, person, place, 'team-member', 'member', ...decide(id)],
      ...['1 place', 'guest', reviewMark(reviewText), who, where],
    ]),
  );

const contents: Readonly<Record<string, string>> = {
  'review.json': reviewText,
  'population.csv': textOf(
    populationColumns,
    rows.map(({ id, person, place, who, where }) => [
      ...[id, person, place, 'team-member', 'member', '1 place', 'guest', 'user_ada', who, where],
    ]),
  ),
  'packets/user_ada.csv': packet(() => ['', '', '']),
  'decisions.jsonl': [
    ...grownRecord({ text: '', last: noHash }, [
      {
        grant: uma?.id,
        ...{ decision: 'remove', reason: 'The project has ended', reviewer: 'user_ada', level: 'member' },
        ...{ at: '2026-01-02T00:00:00.000Z', file: 'user_ada.csv', line: 2 },
      },
    ]),
  ].join(''),
};

const manifest = manifestText(
  chained(
    Object.entries(contents).map(([name, text]) => ({
      name,
      size: Buffer.byteLength(text),
      sha256: sha256(text),
    })),
  ),
);

/** A review of two guests, in which one of them is to leave a team; and a packet with the decision about the other one. */
export const exampleReview: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(contents).map(([name, text]) => [`q3/${name}`, text])),
  'q3/manifest.json': manifest,
  'user_ada.csv': packet((id) => (id === gil?.id ? ['keep', '', ''] : ['', '', ''])),
};
