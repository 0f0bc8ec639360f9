import type { Tx } from '#server/lib/postgres/transact.ts'

import { keepAcceptedTerms } from './users-queries.ts'

/** Which text of the terms somebody agreed to, and when. */
export async function acceptTerms(
  tx: Tx,
  accepted: { userId: number; version: string; now: Date },
): Promise<void> {
  await keepAcceptedTerms(tx, accepted)
}
