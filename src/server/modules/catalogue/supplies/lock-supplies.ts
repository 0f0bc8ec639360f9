import { sql } from 'kysely'

import { takeLock } from '#server/lib/postgres/advisory-locks.ts'
import { allowSeconds } from '#server/lib/postgres/statement-limits.ts'
import type { Tx } from '#server/lib/postgres/transact.ts'

/** Limit for one statement of an import and for waiting for this lock. */
const SECONDS_MAX = 120

/** Makes writers of one provider's supplies (imports, syncs, repricing) take turns, and raises the tx's statement timeout. */
export async function lockSupplies(tx: Tx, providerId: number): Promise<void> {
  await sql.raw(allowSeconds(SECONDS_MAX)).execute(tx)
  await takeLock(tx, 'supplies of a provider', providerId)
}
