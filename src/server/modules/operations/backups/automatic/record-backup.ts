import { basename, dirname } from 'node:path'

import type { Client } from 'pg'

/** Records a backup made by the command: its age is shown, and its file is never removed. `where`: its path or address. */
export async function recordBackup(
  client: Client,
  {
    store,
    where,
    bytes,
    isSealed,
  }: { store: 'disk' | 'bucket'; where: string; bytes: number; isSealed: boolean },
): Promise<void> {
  await client.query(
    `insert into backups (kind, state, finished_at, store, place, name, bytes, is_sealed)
     values ('command', 'done', now(), $1, $2, $3, $4, $5)`,
    [store, dirname(where), basename(where), bytes, isSealed],
  )
}
