import { type Kysely, type Transaction, sql } from 'kysely'

import {
  type AppEvent,
  CHANNEL,
  type Events,
  type EventTopic,
  toPayloads,
} from '#server/lib/events/events.ts'

import { isShardMoved } from './on-cluster.ts'
import type { DB } from './tables.ts'

export type Tx = Transaction<DB>
/** Collects an event that is published after the commit. */
export type Publish = (item: AppEvent) => void

/** A deadlock rarely repeats; more than this in a row is a bug. */
const TRIES = 3

/**
 * Runs `change` in one tx and publishes its events after the commit. The only way to open a tx.
 *
 * `change` runs again after a deadlock or serialization failure, so it must do nothing outside the tx except `publish`. If
 * the answer to the commit is lost, the outcome is unknown: the events are published (they are only hints), the error is
 * thrown and nothing is repeated. What must not happen twice needs a guard in the tx: an idempotency key, a token, a named
 * old state. An event of the catalogue also raises its version, for processes that miss the event.
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
        const ending = items.filter(({ topic }) => endsSessions.includes(topic))
        if (ending.length > 0) await notifyAtCommit(tx, ending)
        isCommitting = true
        return changed
      })
      publishAll()
      return result
    } catch (error) {
      if (tried < TRIES && (isDeadlock(error) || isShardMoved(error))) continue
      if (isCommitting) publishAll()
      throw error
    }
  }
}

/** Other processes rely on these (`authenticate.ts`): sent with the commit, even if this process dies. */
const endsSessions: readonly EventTopic[] = ['session', 'resumed']

async function notifyAtCommit(tx: Tx, items: readonly AppEvent[]): Promise<void> {
  for (const payload of toPayloads('tx', items))
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(tx)
}

/** Or a serialization failure: the database rolled it back in favour of another tx. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
}

/** Last in the tx, since other catalogue changes wait for this row until the commit. */
async function raiseCatalogueVersion(tx: Kysely<DB>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('catalogue_version')
    .set({ version: sql`version + 1` })
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('the catalogue has no version')
}
