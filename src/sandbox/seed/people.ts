import { sandboxCaller, sandboxOrg } from '../identity.ts';
import type { Store } from '../store/store.ts';
import { day } from './time.ts';

/** The people of the demo organization: id, name, e-mail address, role (null for a guest). */
const people: readonly [id: string, name: string, email: string, role: string | null][] = [
  [sandboxCaller, 'Ada Lovelace', 'ada@acme.example', 'admin'],
  ['user_grace', 'Grace Hopper', 'grace@acme.example', 'admin'],
  ['user_linus', 'Linus Bergström', 'linus@acme.example', 'create'],
  ['user_mei', '陳美玲', 'mei.chen@acme.example', 'create'],
  ['user_yuki', '山田 由紀', 'yuki@acme.example', 'edit'],
  ['user_omar', 'عمر الفاروق', 'omar@acme.example', 'edit'],
  ['user_noa', 'נועה לוי', 'noa@acme.example', 'review'],
  ['user_zoe', 'Zoë “Zed” O’Neil', 'zoe@acme.example', 'review'],
  ['user_ravi', 'Ravi Kumar, PhD', 'ravi@acme.example', 'edit'],
  ['user_sofia', 'Sofía Núñez 🚀', 'sofia@acme.example', 'comment'],
  ['user_ivan', 'Иван Петров', 'ivan@acme.example', 'comment'],
  ['user_min', '김민수', 'min@acme.example', 'read'],
  ['user_ana', 'Ana Souza', 'ana@acme.example', 'read'],
  ['user_tom', '=HYPERLINK("http://evil.example")', 'tom@acme.example', 'read'],
  ['user_kim', 'Kim "Q" Nguyễn', 'kim@acme.example', 'edit'],
  [
    'user_leo',
    'Leo-Maximilian von und zu Hohenstein-Langenberg-Wiesenthal der Jüngere',
    'leo@acme.example',
    'create',
  ],
  ['user_eve', 'Eve\u001b[31m Adams\u202e', 'eve@acme.example', 'read'],
  ['user_bo', 'Bo', 'bo@acme.example', 'comment'],
  ['user_ines', 'Inês d’Almeida', 'ines@acme.example', 'edit'],
  ['user_jan', 'Jan Kowalski', 'jan@acme.example', 'review'],
  ['user_dee', 'Dee Disabled', 'dee@acme.example', 'read'],
  ['user_gil', 'Gil (contractor)', 'gil@contractor.example', null],
  ['user_hana', 'Hana Nováková', 'hana@agency.example', null],
  ['user_pat', '-Pat +1 @work', 'pat@partner.example', null],
  ['user_uma', 'Uma 👩‍💻 Thurgood', 'uma@partner.example', null],
];

const neverSeen = new Set(['user_tom', 'user_uma']);
const disabled = 'user_dee';
const sso = new Set(['user_grace', 'user_linus', 'user_mei']);

const otherOrg: readonly [id: string, name: string, email: string, role: string | null][] = [
  ['user_olga', 'Olga Globex', 'olga@globex.example', 'admin'],
  ['user_hank', 'Hank Scorpio', 'hank@globex.example', 'create'],
  ['user_marge', 'Marge Bouvier', 'marge@globex.example', 'read'],
];

/** Teams with their owners and members. */
const teams: readonly [id: string, title: string, owners: string[], members: string[]][] = [
  [
    'team_docs',
    'Docs',
    ['user_ada', 'user_linus'],
    ['user_mei', 'user_yuki', 'user_zoe', 'user_ravi', 'user_gil'],
  ],
  [
    'team_platform',
    'Platform',
    ['user_grace'],
    ['user_linus', 'user_ivan', 'user_min', 'user_kim', 'user_leo'],
  ],
  ['team_support', 'Support, EMEA', ['user_sofia'], ['user_ana', 'user_bo', 'user_ines', 'user_hana']],
  ['team_design', 'Design 🎨', ['user_noa'], ['user_zoe', 'user_omar', 'user_uma']],
  ['team_tokyo', '東京オフィス', ['user_yuki'], ['user_mei']],
  ['team_empty', 'Nobody yet', [], []],
];

/** Adds the two organizations with their members and teams. */
export function seedPeople(store: Store): void {
  insertOrganization(store, sandboxOrg, 'Acme', 'acme', 'pro');
  insertOrganization(store, 'org_globex', 'Globex Corporation', 'globex', 'free');
  for (const [at, [id, name, email, role]] of people.entries()) {
    insertUser(store, id, name, email);
    store.insert('members', {
      org: sandboxOrg,
      user: id,
      role,
      disabled: id === disabled,
      sso: sso.has(id),
      joined_at: day(at * 3, at),
      last_seen_at: neverSeen.has(id) ? null : day(200 - at * 5, at * 7),
    });
  }
  for (const [at, [id, name, email, role]] of otherOrg.entries()) {
    insertUser(store, id, name, email);
    store.insert('members', {
      org: 'org_globex',
      user: id,
      role,
      joined_at: day(10 + at),
      last_seen_at: day(150),
    });
  }
  store.insert('members', { org: 'org_globex', user: sandboxCaller, role: 'admin', joined_at: day(40) });
  for (const [at, [id, title, owners, members]] of teams.entries()) {
    store.insert('teams', {
      id,
      org: sandboxOrg,
      title,
      search: title.toLowerCase(),
      created_at: day(at * 10),
    });
    for (const user of owners) insertTeamMember(store, id, user, 'owner');
    for (const user of members) insertTeamMember(store, id, user, 'member');
  }
  store.insert('teams', {
    id: 'team_globex',
    org: 'org_globex',
    title: 'Globex staff',
    search: 'globex staff',
    created_at: day(12),
  });
}

function insertOrganization(store: Store, id: string, title: string, hostname: string, plan: string): void {
  const doc = {
    emailDomains: [`${hostname}.example`],
    type: 'business',
    useCase: 'product-docs',
    communityType: 'none',
    defaultRole: 'read',
    sso: id === sandboxOrg,
    ai: true,
    inviteLinks: false,
    plan,
  };
  store.insert('organizations', { id, title, hostname, created_at: day(0), doc: JSON.stringify(doc) });
}

function insertUser(store: Store, id: string, name: string, email: string): void {
  const search = `${name}\n${email}`.toLowerCase();
  store.insert('users', { id, display_name: name, email, search });
}

function insertTeamMember(store: Store, team: string, user: string, role: string): void {
  store.insert('team_members', { team, org: sandboxOrg, user, role });
}
