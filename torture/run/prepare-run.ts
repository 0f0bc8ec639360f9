import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type History, openHistory } from '#torture/clients/history.ts'
import { type Product, runProduct } from '#torture/product/run-product.ts'
import { type Second, startSecond } from '#torture/second/start-second.ts'
import { startSandboxes, type Sandboxes } from '#torture/sandboxes/start-sandboxes.ts'

import { type Configured, configureProduct } from './configure-product.ts'
import { openDatabase, type RunDatabase } from './open-database.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** Everything that runs before the product is started, with its location. */
export type Prepared = Omit<Configured, 'url' | 'envOf'> & {
  dirs: Dirs
  history: History
  disk: SmallDisk | undefined
  sandboxes: Sandboxes
  database: RunDatabase
  product: Product
  /** Gateways whose payments are only reported by webhooks. */
  cannotAsk: readonly string[]
  /** In runs with enough time for it. */
  second: Second | undefined
}

export type Dirs = {
  /** For the whole run: journals, history, logs. Kept after a violation. */
  run: string
  /** On the small disk if there is one. */
  data: string
  /** DATA_DIR of the product; no other process has it in its arguments or environment. */
  product: string
  /** The product's directory for temporary files. */
  temporary: string
  logs: string
}

/** `asked` is the requested database; `during` is the fault in progress, `hasSecond` whether another product buys from it. */
export async function prepareRun(
  asked: string | undefined,
  { hasSecond, seed, during }: { hasSecond: boolean; seed: number; during: () => string },
): Promise<Prepared> {
  const dirs = makeDirs()
  const disk = asked === undefined || asked === 'embedded' ? mountSmallDisk(dirs.data) : undefined
  try {
    const prepared = await prepareIn(dirs, asked, { seed, during })
    const places = { runDir: dirs.run, logDir: dirs.logs }
    return { dirs, disk, ...prepared, second: hasSecond ? await startSecond(places) : undefined }
  } catch (error) {
    disk?.remove()
    throw error
  }
}

async function prepareIn(
  dirs: Dirs,
  asked: string | undefined,
  { seed, during }: { seed: number; during: () => string },
): Promise<Omit<Prepared, 'dirs' | 'disk' | 'second'>> {
  for (const dir of [dirs.data, dirs.product, dirs.temporary, dirs.logs]) mkdirSync(dir, { recursive: true })
  const history = openHistory(join(dirs.run, 'history.jsonl'))
  const sandboxes = await startSandboxes(join(dirs.run, 'sandboxes'))
  const database = await openDatabase(asked, {
    databaseDir: join(dirs.data, 'database'),
    productDir: dirs.product,
    poolerDir: join(dirs.run, 'pooler'),
  })
  // In half of the runs only the signed notification reports a payment.
  const cannotAsk = seed % 2 === 0 ? ['payeer'] : []
  const { url, envOf, ...configured } = await configureProduct(dirs, sandboxes, {
    databaseEnvOf: database.envOf,
    cannotAsk,
  })
  const product = runProduct({ url, envOf, logDir: dirs.logs, during })
  return { history, sandboxes, database, product, cannotAsk, ...configured }
}

function makeDirs(): Dirs {
  const run = mkdtempSync(join(tmpdir(), 'tally-torture-'))
  // PostgreSQL's own account must be able to traverse it.
  chmodSync(run, 0o711)
  const data = join(run, 'data')
  return { run, data, product: join(data, 'product'), temporary: join(run, 'tmp'), logs: join(run, 'logs') }
}

/** Stops everything in reverse order. Parts that have already stopped are skipped. */
export async function tearDown({
  second,
  product,
  database,
  sandboxes,
  disk,
  history,
}: Prepared): Promise<void> {
  await second?.stop()
  await product.stop()
  await database.stop()
  await sandboxes.stop()
  disk?.remove()
  history.close()
}
