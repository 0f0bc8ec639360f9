import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { DB } from '#server/lib/postgres/tables.ts'

import { findBackends } from './settings-queries.ts'

type Backends = Awaited<ReturnType<typeof findBackends>>

/** A change shows within a second, and at most this often is one asked for, however many pages are viewed. */
const BELIEVED_MS = 800
/** A database that does not answer holds no page up for longer: what was last known is shown. */
const PATIENCE_MS = 500

/** What stands behind the shop, in memory: every public page shows something of it. */
export function makeKeptBackends({ db, log }: { db: Kysely<DB>; log: Logger }): () => Promise<Backends> {
  let current: { backends: Backends; at: number } | undefined
  let reading: Promise<Backends> | undefined

  async function readAgain(): Promise<Backends> {
    const at = performance.now()
    const backends = await findBackends(db)
    current = { backends, at }
    return backends
  }

  return async () => {
    if (current !== undefined && performance.now() - current.at < BELIEVED_MS) return current.backends
    reading ??= readAgain().finally(() => (reading = undefined))
    if (current === undefined) return reading
    const { backends } = current
    const lastKnown = reading.catch((error: unknown) => {
      log.warn({ error: String(error) }, 'what stands behind the shop could not be read again')
      return backends
    })
    return Promise.race([lastKnown, afterPatience(backends)])
  }
}

function afterPatience(backends: Backends): Promise<Backends> {
  return new Promise((resolve) => setTimeout(() => resolve(backends), PATIENCE_MS).unref())
}
