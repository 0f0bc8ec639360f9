import type { CopyTables } from '#server/lib/postgres/copy-tables.ts'

import { hashOf } from './authenticate-key.ts'

export function copyPastKey(
  rows: CopyTables,
  {
    userId,
    id,
    key,
    createdAt,
    usedAt,
  }: { userId: number; id: string; key: string; createdAt: Date; usedAt: Date },
): void {
  rows.copyInto('api_access', { user_id: userId })
  rows.copyInto('api_keys', {
    user_id: userId,
    id,
    hash: hashOf(key),
    prefix: key.slice(0, key.lastIndexOf('_') + 5),
    name: 'Shop',
    created_at: createdAt,
    last_used_at: usedAt,
  })
  rows.copyInto('api_key_names', { user_id: userId, id, name: 'Shop' })
}
