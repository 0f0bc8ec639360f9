import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts'
import { type Prepared, prepareProduct } from '#server/boot/prepare-product.ts'
import { proveSecretKey } from '#server/boot/prove-secret-key.ts'
import { makeStarted, type Started } from '#server/boot/stop-in-order.ts'
import { takeOwnPort } from '#server/boot/take-port.ts'
import { mountSite } from '#server/lib/http/pages/site.ts'
import {
  awaitDirectory,
  DirectoryInUse,
  type DirectoryLock,
} from '#server/lib/postgres/embedded/lock-directory.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { awaitDatabase, outlastOutages } from '#server/lib/postgres/outages.ts'
import { makePool, PROCESS_CONNECTIONS_MAX } from '#server/lib/postgres/pool.ts'
import { grantToProduct, describeExcessRights } from '#server/lib/postgres/product-role.ts'
import { newestMigration } from '#server/lib/postgres/read-migrations.ts'
import { watchSchema } from '#server/lib/postgres/watch-schema.ts'
import { settleMode } from '#server/modules/audit-log/mode/settle-mode.ts'

import { makeApp, makeWorkerApp } from './app.ts'
import { type Config, withPort } from './config.ts'
import { makeContext } from './context.ts'
import { startWorker } from './worker.ts'

export const roles = ['all', 'web', 'worker'] as const
export type Role = (typeof roles)[number]

export type MainOptions = {
  role: Role
  demo: boolean
  /** Without one, no pages are served. */
  buildDir?: string
  log: Logger
  /** Shows progress to the person who starts it. */
  say: (line: string) => void
  /** The database has another schema now: the process must end at once. */
  onOutdated: () => void
  /** Of DATA_DIR, if the caller has taken it already for the embedded database. */
  dataDirLock?: DirectoryLock | undefined
}
export type Running = Prepared & { config: Config; stop(): Promise<void> }

const drainSeconds = 5
/** A proxy that asks `/readyz` every second or two sends its requests elsewhere by then. */
const noticeSeconds = 5
/** Several processes may share DATA_DIR, and only one runs the sandbox, so others don't wait long for its lock. */
const sandboxGraceSeconds = 1

/** Starts the product and resolves when it responds. If the database goes away meanwhile, everything is restarted. */
export function main(given: Config, options: MainOptions): Promise<Running> {
  let { dataDirLock } = options
  const takeLock = () => {
    const lock = dataDirLock
    // Released when the database stops: a second start takes it again.
    dataDirLock = undefined
    return lock
  }
  return outlastOutages(() => bringUp(given, { ...options, dataDirLock: takeLock() }), options.say)
}

/**
 * Parts are stopped in reverse order, by `stop()` or after an error: first the worker, with the site up until the last order
 * is sent, then the site, then the database. Takes less than 30 s, whatever hangs.
 */
async function bringUp(given: Config, options: MainOptions): Promise<Running> {
  const { log } = options
  const started = makeStarted(log)
  const stopping = new AbortController()
  const stop = () => {
    stopping.abort()
    return started.stop()
  }
  const parts = { ...options, started, stopping: stopping.signal }
  try {
    const isWeb = options.role !== 'worker'
    // After the wait for DATA_DIR: until then the previous process may use the port.
    const stored = await withDatabase(given, parts)
    const taken = await takeOwnPort(stored, { isWeb })
    started.add({ name: 'port', seconds: 1, end: () => taken.release() })
    const databased = isWeb ? withPort(stored, taken.port) : { ...stored, healthPort: taken.port }
    const pool = makePool({
      url: databased.databaseUrl,
      max: PROCESS_CONNECTIONS_MAX,
      isPooler: databased.databaseDirectUrl !== databased.databaseUrl,
      onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
    })
    started.add({ name: 'database connections', seconds: 2, end: () => pool.end() })

    const secretKey = await proveSecretKey(databased, pool)
    const mode = await settleMode(databased, pool, { isWorker: !isWeb, say: options.say })
    const sandbox = isWeb && mode === 'sandbox' ? await withSandbox(databased, parts) : undefined
    const config = { ...databased, secretKey, sandbox: mode === 'sandbox' }
    const ctx = await makeContext({ config, pool, log, stopping: stopping.signal })
    started.add({ name: 'events', seconds: 1, end: () => ctx.close() })
    if (ctx.fence.isUp())
      options.say(
        'This database was restored from a backup: nothing is sent or changed until an owner resumes it on the dashboard, ' +
          'or you by `npm run resume`.',
      )
    const onChanged = (sentence: string) => {
      log.fatal(sentence)
      options.onOutdated()
    }
    const schema = watchSchema(ctx, { newest: await newestMigration(), onChanged })
    started.add({ name: 'schema', seconds: 1, end: () => schema.stop() })
    const prepared = await prepareProduct(ctx, { ...options, ...(sandbox && { sandbox }) })

    if (options.role === 'worker') {
      const app = await makeWorkerApp(ctx)
      await taken.release()
      await listen(app, { host: config.host, port: config.healthPort }, started)
    } else {
      const app = await makeApp(ctx, options.role)
      const { buildDir } = options
      if (buildDir !== undefined) await mountSite(app, { buildDir, publicUrl: config.publicUrl })
      await taken.release()
      await listen(app, config, started)
      // Other web processes answer meanwhile; a process alone would only stop later.
      if (options.role === 'web') {
        const end = () => sleep(noticeSeconds * 1000)
        started.add({ name: 'notice for proxies', seconds: noticeSeconds + 1, end })
      }
    }
    if (options.role !== 'web') {
      const worker = startWorker(ctx)
      // The dispatcher's own limit is 15 s.
      started.add({ name: 'worker', seconds: 16, end: () => worker.stop() })
    }
    return { ...prepared, config, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Parts = Pick<MainOptions, 'log' | 'say' | 'dataDirLock'> & { started: Started; stopping: AbortSignal }
type Databased = Config & { databaseUrl: string; databaseDirectUrl: string; databaseOwnerUrl: string }

async function withDatabase(config: Config, parts: Parts): Promise<Databased> {
  const { log, say, started, stopping, dataDirLock } = parts
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl } = config
  if (databaseUrl && databaseDirectUrl && databaseOwnerUrl) {
    for (const url of new Set([databaseOwnerUrl, databaseDirectUrl, databaseUrl]))
      await awaitDatabase(url, { say })
    await migrate(databaseOwnerUrl)
    // A single role for both is a decision of the operator; a second role with too many rights is a mistake.
    const areTwo = await grantToProduct({ ownerUrl: databaseOwnerUrl, productUrl: databaseUrl })
    const excess = areTwo ? await describeExcessRights(databaseUrl) : undefined
    if (excess !== undefined) say(excess)
    return { ...config, databaseUrl, databaseDirectUrl, databaseOwnerUrl }
  }
  const { url, productUrl, stop, noteStopping } = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    lock: dataDirLock,
    say,
    log: (line) => log.warn(line),
  })
  stopping.addEventListener('abort', noteStopping)
  started.add({ name: 'PostgreSQL', seconds: 25, end: stop })
  await migrate(url)
  await grantToProduct({ ownerUrl: url, productUrl })
  return { ...config, databaseUrl: productUrl, databaseDirectUrl: productUrl, databaseOwnerUrl: url }
}

/** Starts the sandbox unless another process on this DATA_DIR runs it. */
async function withSandbox(
  config: Config,
  { log, say, started, stopping }: Parts,
): Promise<Sandbox | undefined> {
  const lock = await lockSandbox(config.dataDir, say)
  if (!lock) return undefined
  stopping.addEventListener('abort', lock.noteStopping)
  started.add({ name: 'the lock on the sandbox', seconds: 1, end: () => lock.release() })
  const sandbox = await startSandbox({
    dataDir: config.dataDir,
    shopUrl: config.publicUrl,
    log: (line) => log.info(line),
    ...(config.sandboxProviderPort !== undefined && { providerPort: config.sandboxProviderPort }),
    ...(config.sandboxGatewayPort !== undefined && { gatewayPort: config.sandboxGatewayPort }),
    ...(config.sandboxCatalogueFile !== undefined && { catalogueFile: config.sandboxCatalogueFile }),
  })
  started.add({ name: 'sandbox', seconds: 4, end: () => sandbox.stop() })
  return sandbox
}

async function lockSandbox(dataDir: string, say: (line: string) => void) {
  try {
    const lock = await awaitDirectory(dataDir, 'sandbox-owner', { say, graceSeconds: sandboxGraceSeconds })
    lock.note({})
    return lock
  } catch (error) {
    if (error instanceof DirectoryInUse) return undefined
    throw error
  }
}

/** Listens until stopped. Then running requests get `drainSeconds` before their connections are closed. */
async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  started: Started,
): Promise<void> {
  await app.listen({ host, port, listenTextResolver: () => 'listening' })
  started.add({
    name: 'site',
    seconds: drainSeconds + 1,
    async end() {
      const cut = setTimeout(() => app.server.closeAllConnections(), drainSeconds * 1000)
      await app.close()
      clearTimeout(cut)
    },
  })
}
