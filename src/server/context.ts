import { randomUUID } from 'node:crypto'

import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'

import { type AuthenticateKey, makeAuthenticateKey } from '#server/modules/users/api-keys/authenticate-key.ts'
import { type Authenticate, makeAuthenticate } from '#server/modules/users/auth/authenticate.ts'
import { proveSession, type ProveSession } from '#server/modules/users/auth/prove-session.ts'
import { needsTwoFactor } from '#server/modules/users/two-factor/read-two-factor.ts'
import { type KeptSettings, makeKeptSettings } from '#server/modules/settings/kept-settings.ts'

import type { Config } from './config.ts'
import { makeDatabaseClock } from '#server/lib/postgres/database-clock.ts'
import { makeEvents, type Events } from '#server/lib/events/events.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { makeSecurityLog, type SecurityLog } from '#server/lib/log/make-security-log.ts'
import { makeMetrics, type Metrics } from '#server/lib/metrics/make-metrics.ts'
import { makeSecrets, type Secrets } from '#server/lib/crypto/secrets.ts'

/** What every action is handed: where things are and what time it is. Nothing here knows of HTTP. */
export type Context = {
  readonly config: Config
  /** By which the other processes know this one. */
  readonly processId: string
  /** Ordinary queries. */
  readonly db: Kysely<DB>
  /** Hand-written statements, where a query builder would stand in the way. */
  readonly pool: Pool
  /** The database's time (database-clock.ts): what is stored is compared with it. */
  readonly clock: () => Date
  readonly log: Logger
  readonly security: SecurityLog
  /** Tells every process what has changed. Only after the commit. */
  readonly events: Events
  readonly secrets: Secrets
  readonly authenticate: Authenticate
  readonly authenticateKey: AuthenticateKey
  readonly proveSession: ProveSession
  /** Whether this member of staff does nothing as such until they have set up a second factor. */
  readonly needsTwoFactor: (staffId: number) => Promise<boolean>
  /** What the operator decides, as this process last heard of it. */
  readonly settings: KeptSettings
  readonly metrics: Metrics
  /** Aborted when the process is told to stop; it works on until what it has begun is through. */
  readonly stopping: AbortSignal
  close(): Promise<void>
}

export type ContextParts = {
  config: Config
  pool: Pool
  log: Logger
  clock?: () => Date
  stopping?: AbortSignal
}

/** The pool stays the caller's to end; `close` ends what was made here. */
export async function makeContext({
  config,
  pool,
  log,
  clock: ownClock,
  stopping = new AbortController().signal,
}: ContextParts): Promise<Context> {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  // First, because it alone can fail, and leaves nothing behind then.
  const events = await makeEvents({ pool, log, directUrl: config.databaseDirectUrl })
  const databaseClock = makeDatabaseClock(pool)
  await databaseClock.follow()
  const clock = ownClock ?? databaseClock.now
  const security = makeSecurityLog(log)
  const secrets = makeSecrets(config.secretKey, config.secretKeyPrevious)
  const authenticate = makeAuthenticate({ db, pool, secrets, events, security })
  const authenticateKey = makeAuthenticateKey({ pool, events })
  const settings = makeKeptSettings({ db, events, log })
  const known = { config, processId: randomUUID(), clock, log, stopping }
  const made = {
    ...known,
    db,
    pool,
    events,
    secrets,
    authenticate,
    authenticateKey,
    needsTwoFactor: (staffId: number) => needsTwoFactor({ db, settings }, staffId),
    settings,
    metrics: makeMetrics(),
    security,
  }
  const close = async () => {
    databaseClock.stop()
    await events.close()
    security.stop()
  }
  const context: Context = { ...made, proveSession: (asking) => proveSession(context, asking), close }
  return context
}
