import { sandboxCaller } from '../identity.ts';
import type { Store, StoredRow } from '../store/store.ts';
import { initialRevision } from './spaces.ts';
import { day } from './time.ts';

const handbook = 'space_handbook';
/** The revision of the handbook after `cr_merged`. */
const handbookHead = 'rev_handbook_2';

const pages: readonly StoredRow[] = [
  {
    id: 'page_welcome',
    title: 'Welcome',
    slug: 'welcome',
    path: 'welcome',
    emoji: '👋',
    description: 'Start here',
    markdown: '# Welcome\n\nRead [onboarding](/onboarding) and our [policy](/files/file_policy).\n',
  },
  {
    id: 'page_onboarding',
    title: 'Onboarding',
    slug: 'onboarding',
    path: 'onboarding',
    icon: 'rocket',
    markdown:
      '# Onboarding\n\nFirst [your laptop](/onboarding/laptop), then the [gone page](/gone).\n\n{% include "reusable_contact" %}\n',
  },
  {
    id: 'page_laptop',
    parent: 'page_onboarding',
    title: 'Your laptop, "the machine"',
    slug: 'laptop',
    path: 'onboarding/laptop',
    markdown: '# Your laptop\n\nAsk <https://it.acme.example>.\n',
  },
  {
    id: 'page_holidays',
    title: 'Holidays 休暇',
    slug: 'holidays',
    path: 'holidays',
    emoji: '🏖️',
    markdown: '# Holidays 休暇\n\nBack to [welcome](/welcome).\n',
  },
];

type Link = readonly [page: string, kind: string, target: string, label: string];

const links: readonly Link[] = [
  ['page_welcome', 'page', 'page_onboarding', 'onboarding'],
  ['page_welcome', 'file', 'file_policy', 'policy'],
  ['page_onboarding', 'page', 'page_laptop', 'your laptop'],
  ['page_onboarding', 'page', 'page_gone', 'gone page'],
  ['page_onboarding', 'reusable-content', 'reusable_contact', 'Contact'],
  ['page_laptop', 'url', 'https://it.acme.example', 'https://it.acme.example'],
  ['page_holidays', 'page', 'page_welcome', 'welcome'],
];

/** The text that `cr_merged` replaced. */
const holidaysBefore = '# Holidays 休暇\n\nTo come. Back to [welcome](/welcome).\n';

/** The page that `cr_onboarding` adds. */
const checklist: StoredRow = {
  id: 'page_checklist',
  parent: 'page_onboarding',
  position: 10,
  title: 'Checklist',
  slug: 'checklist',
  path: 'onboarding/checklist',
  emoji: '✅',
  markdown: '# Checklist\n\n- [your laptop](/onboarding/laptop)\n- [badge form](/files/file_badge)\n',
};

const checklistLinks: readonly Link[] = [
  ['page_checklist', 'page', 'page_laptop', 'your laptop'],
  ['page_checklist', 'file', 'file_badge', 'badge form'],
];

interface DemoChangeRequest {
  id: string;
  space?: string;
  number: number;
  status: string;
  subject: string;
  by: string;
  contributors?: readonly string[];
  merged?: string;
  /** Whether it began before the space's present revision. */
  outdated?: boolean;
}

const changeRequests: readonly DemoChangeRequest[] = [
  {
    id: 'cr_onboarding',
    number: 1,
    status: 'open',
    subject: 'Rewrite the onboarding',
    by: 'user_linus',
    contributors: ['user_mei', 'user_zoe'],
  },
  { id: 'cr_draft', number: 2, status: 'draft', subject: 'Ideas, “unfinished” 📝', by: sandboxCaller },
  {
    id: 'cr_merged',
    number: 3,
    status: 'merged',
    subject: 'Add the holidays',
    by: 'user_yuki',
    merged: handbookHead,
  },
  { id: 'cr_archived', number: 4, status: 'archived', subject: 'Never mind', by: 'user_ravi' },
  {
    id: 'cr_outdated',
    number: 5,
    status: 'open',
    subject: 'تحديث الصفحات',
    by: 'user_omar',
    contributors: [sandboxCaller],
    outdated: true,
  },
  {
    id: 'cr_guides',
    space: 'space_guides',
    number: 1,
    status: 'open',
    subject: 'New guide',
    by: 'user_ines',
  },
];

/** Adds revisions with pages, files, reusable contents and links, and change requests in every state. */
export function seedContent(store: Store): void {
  store.insert('revisions', {
    id: handbookHead,
    space: handbook,
    type: 'merge',
    parents: JSON.stringify([initialRevision(handbook)]),
    created_at: day(60),
  });
  store.update('spaces', { id: handbook }, { revision: handbookHead });
  for (const revision of [initialRevision(handbook), handbookHead]) insertHandbook(store, revision);
  for (const [at, changeRequest] of changeRequests.entries()) insertChangeRequest(store, changeRequest, at);
  insertPages(store, 'rev_cr_onboarding', [checklist], checklistLinks);
  for (const revision of [initialRevision(handbook), 'rev_cr_outdated']) {
    store.update('pages', { revision, id: 'page_holidays' }, { markdown: holidaysBefore });
  }
}

function insertChangeRequest(store: Store, request: DemoChangeRequest, at: number): void {
  const { id, space = handbook, number, status, subject, by, contributors = [], merged } = request;
  const started = request.outdated || merged || space !== handbook ? initialRevision(space) : handbookHead;
  const revision = `rev_${id}`;
  store.insert('revisions', {
    id: revision,
    space,
    type: 'edits',
    parents: JSON.stringify([started]),
    created_at: day(40 + at),
  });
  if (space === handbook) insertHandbook(store, revision);
  store.insert('change_requests', {
    id,
    space,
    number,
    status,
    subject,
    created_by: by,
    created_at: day(40 + at),
    updated_at: day(70 + at),
    revision,
    revision_initial: started,
    revision_merged: merged,
  });
  for (const user of [by, ...contributors]) {
    store.insert('change_request_contributors', { change_request: id, user });
  }
}

function git(path: string): string {
  return JSON.stringify({ oid: `0a1b2c-${path}`, path });
}

function insertPages(
  store: Store,
  revision: string,
  rows: readonly StoredRow[],
  linked: readonly Link[],
): void {
  for (const [position, page] of rows.entries()) {
    store.insert('pages', {
      revision,
      position,
      type: 'document',
      created_at: day(30 + position),
      updated_at: day(50 + position),
      git: git(`${page.path}.md`),
      ...page,
    });
  }
  for (const [page, kind, target, label] of linked) {
    store.insert('page_links', { revision, page, kind, target, label });
  }
}

function insertHandbook(store: Store, revision: string): void {
  insertPages(store, revision, pages, links);
  store.insert('files', {
    revision,
    id: 'file_logo',
    name: 'logo – dark.png',
    content_type: 'image/png',
    size: 20480,
    width: 512,
    height: 512,
    git: git('logo.png'),
  });
  store.insert('files', {
    revision,
    id: 'file_policy',
    name: 'policy, final (2).pdf',
    content_type: 'application/pdf',
    size: 1048576,
    git: git('policy.pdf'),
  });
  store.insert('reusable_contents', {
    revision,
    id: 'reusable_contact',
    title: 'Contact',
    markdown: 'Write to docs@acme.example.\n',
    git: git('contact.md'),
  });
}

const comments: readonly StoredRow[] = [
  {
    id: 'comment_typo',
    page: 'page_welcome',
    node: 'node_intro',
    node_preview: 'Read onboarding and our policy.',
    posted_by: 'user_mei',
    posted_at: day(80),
    edited_at: day(80, 20),
    markdown: 'There is a **typo** in “onbaording”, see `line 3`.',
  },
  {
    id: 'comment_question',
    posted_by: 'user_gil',
    posted_at: day(81),
    markdown: 'Who owns this space?\n\n- Docs\n- HR',
  },
  {
    id: 'comment_done',
    page: 'page_holidays',
    revision: 'rev_handbook_1',
    posted_by: 'user_yuki',
    posted_at: day(82),
    markdown: '休暇の一覧を更新してください 🙏',
    resolved_at: day(84),
    resolved_by: sandboxCaller,
  },
  {
    id: 'comment_review',
    change_request: 'cr_onboarding',
    revision: 'rev_cr_onboarding',
    page: 'page_onboarding',
    posted_by: 'user_zoe',
    posted_at: day(83),
    markdown: 'Looks good, ship it.',
  },
];

/** Adds comments to the handbook, open and resolved, with replies and reactions. */
export function seedComments(store: Store): void {
  for (const comment of comments) {
    store.insert('comments', { space: 'space_handbook', revision: 'rev_handbook_2', ...comment });
  }
  const reply = (id: string, user: string, at: number, markdown: string) =>
    store.insert('comment_replies', {
      id,
      comment: 'comment_typo',
      posted_by: user,
      posted_at: day(80, at),
      markdown,
    });
  reply('reply_agree', 'user_zoe', 30, 'Agreed, and “polciy” too');
  reply('reply_fixed', sandboxCaller, 90, 'Fixed, thanks!');
  const react = (on: StoredRow, emoji: string, user: string, at: number) =>
    store.insert('reactions', { ...on, emoji, user, reacted_at: day(80, at) });
  react({ comment: 'comment_typo' }, '👍', 'user_zoe', 31);
  react({ comment: 'comment_typo' }, '👍', sandboxCaller, 40);
  react({ comment: 'comment_typo' }, '🎉', 'user_linus', 41);
  react({ reply: 'reply_fixed' }, '❤️', 'user_mei', 95);
}
