import { invalid } from '../problem.ts';
import type { Store } from '../store/store.ts';
import { toUser, type UserRow, userColumns } from './user.ts';

export type ReactionTarget = 'comment' | 'reply';

interface ReactionRow extends UserRow {
  target: string;
  emoji: string;
  reacted_at: string;
}

type Reaction = {
  emoji: string;
  count: number;
  users: { user: ReturnType<typeof toUser>; reactedAt: string }[];
};

/** Returns the reactions to comments or replies by id, with the emoji in the order of their first use. */
export function reactionsTo(
  store: Store,
  target: ReactionTarget,
  ids: readonly string[],
): Map<string, Reaction[]> {
  const rows = store.all<ReactionRow>(
    `SELECT n.${target} AS target, n.emoji, n.reacted_at, ${userColumns}
     FROM reactions n JOIN users u ON u.id = n.user
     WHERE n.${target} IN (SELECT value FROM json_each(?)) ORDER BY n.seq`,
    JSON.stringify(ids),
  );
  const reactions = new Map<string, Reaction[]>();
  for (const row of rows) {
    const own = reactions.get(row.target) ?? [];
    const same = own.find(({ emoji }) => emoji === row.emoji);
    const reaction = same ?? { emoji: row.emoji, count: 0, users: [] };
    if (!same) reactions.set(row.target, [...own, reaction]);
    reaction.count++;
    reaction.users.push({ user: toUser(row), reactedAt: row.reacted_at });
  }
  return reactions;
}

/** The change of a user's reactions; an emoji in both lists is removed. */
export interface ReactionChange {
  readonly addedReactions?: readonly string[] | undefined;
  readonly removedReactions?: readonly string[] | undefined;
}

/**
 * Changes the reactions of a user, who has each emoji once. Removing an absent one changes nothing. Throws 400 for an
 * empty emoji.
 */
export function changeReactions(
  store: Store,
  on: { target: ReactionTarget; id: string },
  { addedReactions: added = [], removedReactions: removed = [] }: ReactionChange,
  by: { caller: string; now: string },
): void {
  assertEmoji({ addedReactions: added, removedReactions: removed });
  for (const emoji of added) {
    store.run(
      `INSERT INTO reactions (${on.target}, emoji, user, reacted_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      on.id,
      emoji,
      by.caller,
      by.now,
    );
  }
  store.run(
    `DELETE FROM reactions WHERE ${on.target} = ? AND user = ? AND emoji IN (SELECT value FROM json_each(?))`,
    on.id,
    by.caller,
    JSON.stringify(removed),
  );
}

function assertEmoji(lists: Readonly<Record<string, readonly string[]>>): void {
  const problems = Object.entries(lists).flatMap(([name, emoji]) =>
    emoji.flatMap((each, at) =>
      each.trim() === '' ? [{ path: [name, at], message: 'must not be empty' }] : [],
    ),
  );
  if (problems.length > 0) throw invalid(problems);
}
