import { sandboxCaller } from '../identity.ts';
import type { Store, StoredRow } from '../store/store.ts';
import { day } from './time.ts';

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
