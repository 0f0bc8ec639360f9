import { randomUUID } from 'node:crypto'

import { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'

import { type Gateways, gateways as allGateways } from '#server/integrations/gateways/registry.ts'
import { makeSecrets, type Secrets } from '#server/lib/crypto/secrets.ts'
import { makeEvents, type Events } from '#server/lib/events/events.ts'
import { makeSecurityLog, type SecurityLog } from '#server/lib/log/make-security-log.ts'
import { makeMetrics, type Metrics } from '#server/lib/metrics/make-metrics.ts'
import { makeDatabaseClock } from '#server/lib/postgres/database-clock.ts'
import { type Cluster, readCluster } from '#server/lib/postgres/cluster.ts'
import { makeDialect } from '#server/lib/postgres/on-cluster.ts'
import type { DB } from '#server/lib/postgres/tables.ts'
import { type Fence, makeFence } from '#server/modules/operations/restored/read-fence.ts'
import { type CachedSettings, makeCachedSettings } from '#server/modules/settings/cached-settings.ts'
import { type AuthenticateKey, makeAuthenticateKey } from '#server/modules/users/api-keys/authenticate-key.ts'
import { type Authenticate, makeAuthenticate } from '#server/modules/users/auth/authenticate.ts'
import { proveSession, type ProveSession } from '#server/modules/users/auth/prove-session.ts'
import { needsTwoFactor } from '#server/modules/users/two-factor/read-two-factor.ts'

import type { Config } from './config.ts'

/** Passed to every operation: database, time, settings, secrets. Independent of HTTP. */
export type Context = {
  readonly config: Config
  /** Identifies this process to others. */
  readonly processId: string
  /** For ordinary queries. */
  readonly db: Kysely<DB>
  /** For hand-written statements on hot paths. */
  readonly pool: Pool
  /** Undefined unless the database is a cluster. */
  readonly cluster: Cluster | undefined
  /** The database's time (database-clock.ts). */
  readonly clock: () => Date
  readonly log: Logger
  readonly security: SecurityLog
  /** Publish only after the commit. */
  readonly events: Events
  /** Up while the database was restored and not resumed: no job runs, and calls change nothing. */
  readonly fence: Fence
  readonly secrets: Secrets
  readonly authenticate: Authenticate
  readonly authenticateKey: AuthenticateKey
  readonly proveSession: ProveSession
  /** True if a staff member must set up two-factor authentication before any staff action. */
  readonly needsTwoFactor: (staffId: number) => Promise<boolean>
  /** Cached settings, updated by events. */
  readonly settings: CachedSettings
  readonly metrics: Metrics
  readonly gateways: Gateways
  /** Aborted when the process is asked to stop; running work is finished. */
  readonly stopping: AbortSignal
  close(): Promise<void>
}

export type ContextParts = {
  config: Config
  pool: Pool
  log: Logger
  clock?: () => Date
  stopping?: AbortSignal
  /** A test's own. */
  gateways?: Gateways
}

/** The caller ends the pool; `close` ends the rest. */
export async function makeContext({
  config,
  pool,
  log,
  clock: ownClock,
  stopping = new AbortController().signal,
  gateways = allGateways,
}: ContextParts): Promise<Context> {
  const cluster = await readCluster(pool)
  const db = new Kysely<DB>({ dialect: makeDialect(pool, cluster) })
  // First, since only these can fail.
  const events = await makeEvents({ pool, log, directUrl: config.databaseDirectUrl })
  const fence = await makeFence({ pool, events, log })
  const databaseClock = makeDatabaseClock(pool)
  await databaseClock.follow()
  const clock = ownClock ?? databaseClock.now
  const security = makeSecurityLog(log)
  const secrets = makeSecrets(config.secretKey, config.secretKeyPrevious)
  const authenticate = makeAuthenticate({ db, pool, secrets, events, security, cluster })
  const authenticateKey = makeAuthenticateKey({ pool, events })
  const settings = makeCachedSettings({ db, events, log })
  const known = { config, processId: randomUUID(), clock, log, stopping, gateways }
  const made = {
    ...known,
    db,
    pool,
    cluster,
    events,
    fence,
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
    fence.stop()
    await events.close()
    security.stop()
  }
  const context: Context = { ...made, proveSession: (asking) => proveSession(context, asking), close }
  return context
}
