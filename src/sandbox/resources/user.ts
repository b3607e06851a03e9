import type * as z from 'zod/mini';
import type { IdOf } from '../../api/contract/ids.ts';
import type { User } from '../../api/contract/schemas.ts';
import { apiUrl, appUrl } from './urls.ts';

export interface UserRow {
  user_id: IdOf<'user'>;
  display_name: string;
  email: string;
}

/** Columns of a user joined as `u`. */
export const userColumns = 'u.id AS user_id, u.display_name, u.email';

export function toUser(row: UserRow): z.output<typeof User> {
  return {
    object: 'user',
    id: row.user_id,
    displayName: row.display_name,
    email: row.email,
    photoURL: appUrl('u', row.user_id, 'photo'),
    urls: { location: apiUrl('users', row.user_id) },
  };
}
