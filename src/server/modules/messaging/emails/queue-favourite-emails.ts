import type { Publish, Tx } from '#server/lib/postgres/transact.ts'

import type { FavouriteLetter } from './email-kinds.ts'
import { insertFavouriteLetters } from './emails-queries.ts'

export type { FavouriteLetter }
export { areManyFavouriteLettersWaiting } from './emails-queries.ts'

/** A letter to each of them who has a confirmed address; of one event once, whatever was queued before. */
export async function queueFavouriteLetters(
  tx: Tx,
  publish: Publish,
  queued: { event: string; letters: readonly { userId: number; details: FavouriteLetter['details'] }[] },
): Promise<void> {
  await insertFavouriteLetters(tx, queued)
  publish({ topic: 'mail' })
}
