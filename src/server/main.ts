import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'

import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts'

import { makeApp } from './app.ts'
import { type Config, withPort } from './config.ts'
import { type Context, makeContext } from './context.ts'
import { lockDirectory } from './database/embedded/lock-directory.ts'
import { startEmbeddedPostgres } from './database/embedded/start-embedded-postgres.ts'
import { migrate } from './database/migrate.ts'
import { makePool } from './database/pool.ts'
import { mountSite } from './http/site.ts'
import { makeLog } from './make-log.ts'
import { type Prepared, prepareProduct } from './prepare-product.ts'
import { isSandboxWanted } from './providers/register-sandbox-provider.ts'
import { takePort } from './take-port.ts'
import { startWorker } from './worker.ts'

export const roles = ['all', 'web', 'worker'] as const
export type Role = (typeof roles)[number]

export type MainOptions = { role: Role; demo: boolean; buildDir: string }
export type Running = Prepared & { config: Config; stop(): Promise<void> }

const poolMax = 24
const drainSeconds = 5

/**
 * Brings the product up and returns when it answers. What was started is stopped in the opposite order, by `stop()`
 * or because something further on failed.
 */
export async function main(given: Config, options: MainOptions): Promise<Running> {
  const log = makeLog(given.logLevel)
  const started: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of started.splice(0).toReversed())
      await end().catch((error: unknown) => log.error(error, 'stopping'))
  }
  try {
    const isWeb = options.role !== 'worker'
    const placed = isWeb ? withPort(given, await takePort(given)) : given
    const databased = await withDatabase(placed, log, started)
    const pool = makePool({
      url: databased.databaseUrl,
      max: poolMax,
      isPooler: databased.databaseDirectUrl !== databased.databaseUrl,
      onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
    })
    started.push(() => pool.end())

    const sandbox = isWeb ? await withSandbox(databased, pool, log, started) : undefined
    const config = {
      ...databased,
      sandbox: sandbox !== undefined || (await isSandboxWanted(databased, pool)),
    }
    const ctx = await makeContext({ config, pool, log })
    started.push(() => ctx.close())
    const prepared = await prepareProduct(ctx, { demo: options.demo, ...(sandbox && { sandbox }) })

    if (options.role !== 'web') {
      const worker = startWorker(ctx)
      started.push(() => worker.stop())
    }
    if (isWeb) started.push(await listen(ctx, options.buildDir))
    return { ...prepared, config, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Databased = Config & { databaseUrl: string; databaseDirectUrl: string }

async function withDatabase(
  config: Config,
  log: Logger,
  started: (() => Promise<unknown>)[],
): Promise<Databased> {
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl && databaseDirectUrl) {
    await migrate(databaseDirectUrl)
    return { ...config, databaseUrl, databaseDirectUrl }
  }
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.warn(line),
  })
  started.push(stop)
  await migrate(url)
  return { ...config, databaseUrl: url, databaseDirectUrl: url }
}

/** Starts the sandbox unless it is off, or another process on this DATA_DIR has it already. */
async function withSandbox(
  config: Config,
  pool: Pool,
  log: Logger,
  started: (() => Promise<unknown>)[],
): Promise<Sandbox | undefined> {
  if (!(await isSandboxWanted(config, pool))) return undefined
  const lock = tryLock(config.dataDir)
  if (!lock) return undefined
  started.push(async () => lock.release())
  const sandbox = await startSandbox({
    dataDir: config.dataDir,
    log: (line) => log.info(line),
    ...(config.sandboxProviderPort !== undefined && { providerPort: config.sandboxProviderPort }),
    ...(config.sandboxGatewayPort !== undefined && { gatewayPort: config.sandboxGatewayPort }),
    ...(config.sandboxCatalogueFile !== undefined && { catalogueFile: config.sandboxCatalogueFile }),
  })
  started.push(() => sandbox.stop())
  return sandbox
}

function tryLock(dataDir: string) {
  try {
    return lockDirectory(dataDir, 'sandbox-owner')
  } catch {
    return undefined
  }
}

/** Answers requests; returns how to stop: no new ones, those under way get some seconds, then all are cut. */
async function listen(ctx: Context, buildDir: string): Promise<() => Promise<void>> {
  const app: FastifyInstance = await makeApp(ctx)
  await mountSite(app, { buildDir, publicUrl: ctx.config.publicUrl })
  await app.listen({ host: ctx.config.host, port: ctx.config.port, listenTextResolver: () => 'listening' })
  return async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), drainSeconds * 1000)
    await app.close()
    clearTimeout(cut)
  }
}
