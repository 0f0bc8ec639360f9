import type { Kysely, Transaction } from 'kysely'

import { raiseCatalogueVersion } from './catalogue-version-queries.ts'
import type { Events, AppEvent } from '#server/lib/events/events.ts'
import type { DB } from './tables.ts'

export type Tx = Transaction<DB>
/** Notes what the others are told once it is so. */
export type Publish = (item: AppEvent) => void

/** Two that waited for each other are told apart by the database; more than that in a row is no accident. */
const TRIES = 3

/**
 * One tx, and its news only after the commit: whoever hears them finds what they speak of. The one way in which
 * an action changes more than a statement can.
 *
 * `change` may run again: when the database ended it in favour of another (a deadlock, a serialization failure),
 * nothing of it is there. So it does nothing outside of the tx but `tell`. What breaks before the commit changed
 * nothing. When the commit's own answer is lost, nobody knows: the news are told all the same, since they are hints
 * to look, the error rises, and nothing is tried again here. Who may not do a thing twice has it fenced in the tx
 * (an idempotency key, a token, a named old state), and asks again. What is told of the catalogue raises its version, for
 * those who do not hear it.
 */
export async function transact<Result>(
  { db, events }: { db: Kysely<DB>; events: Pick<Events, 'publish'> },
  change: (tx: Tx, publish: Publish) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    const items: AppEvent[] = []
    let isCommitting = false
    const publishAll = () => {
      for (const item of items) events.publish(item)
    }
    try {
      const result = await db.transaction().execute(async (tx) => {
        const changed = await change(tx, (item) => void items.push(item))
        if (items.some(({ topic }) => topic === 'catalogue')) await raiseCatalogueVersion(tx)
        isCommitting = true
        return changed
      })
      publishAll()
      return result
    } catch (error) {
      if (tried < TRIES && isEndedForAnother(error)) continue
      if (isCommitting) publishAll()
      throw error
    }
  }
}

function isEndedForAnother(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
}
