import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type History, openHistory } from '#torture/people/history.ts'
import { type Product, runProduct } from '#torture/product/run-product.ts'
import { findFreePort } from '#torture/world/find-free-port.ts'
import { startWorld, type World } from '#torture/world/start-world.ts'

import { openDatabase, type RunDatabase } from './open-database.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** Everything that stands before the product is started, and where it is. */
export type Prepared = {
  dirs: Dirs
  history: History
  disk: SmallDisk | undefined
  world: World
  database: RunDatabase
  product: Product
  admin: { email: string; password: string }
  /** What no log may hold, by what it is. */
  secrets: Record<string, string>
  setClock: (offsetMs: number) => void
}

export type Dirs = {
  /** Of the whole run: journals, history, logs. It is kept when something is wrong. */
  run: string
  /** On the small disk where there is one. */
  data: string
  /** DATA_DIR of the product; no other process has it in its arguments or its environment. */
  product: string
  /** What the product is told to use for temporary files. */
  temporary: string
  logs: string
}

export async function prepareRun(asked: string | undefined, during: () => string): Promise<Prepared> {
  const dirs = makeDirs()
  const disk = asked === undefined || asked === 'embedded' ? mountSmallDisk(dirs.data) : undefined
  for (const dir of [dirs.data, dirs.product, dirs.temporary, dirs.logs]) mkdirSync(dir, { recursive: true })
  const history = openHistory(join(dirs.run, 'history.jsonl'))
  const world = await startWorld(join(dirs.run, 'world'))
  const database = await openDatabase(asked, {
    databaseDir: join(dirs.data, 'database'),
    productDir: dirs.product,
  })
  const admin = { email: 'admin@torture.example.com', password: randomBytes(12).toString('hex') }
  const secretKey = randomBytes(24).toString('hex')
  const clockFile = join(dirs.run, 'clock-offset')
  const port = await findFreePort()
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    TMPDIR: dirs.temporary,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../product/clock-shim.mjs')}`,
    TORTURE_CLOCK_FILE: clockFile,
    // npm would keep one in the temporary directory, which is to be empty in the end.
    NODE_DISABLE_COMPILE_CACHE: '1',
    PORT: String(port),
    SECRET_KEY: secretKey,
    SANDBOX: 'off',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    CRYPTOMUS_URL: world.gateway.url,
    CRYPTOMUS_MERCHANT: world.gateway.merchant,
    CRYPTOMUS_KEY: world.gateway.key,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    RATE_LIMITS: 'relaxed',
    ...database.env,
  }
  const product = runProduct({
    url: `http://127.0.0.1:${port}`,
    // Workers stand on machines of their own: nothing but the database and the key is shared.
    envOf: (part) => ({
      ...env,
      DATA_DIR: part.startsWith('worker') ? join(dirs.product, part) : dirs.product,
    }),
    logDir: dirs.logs,
    during,
  })
  const { one, two } = world.providers
  return {
    dirs,
    history,
    disk,
    world,
    database,
    product,
    admin,
    secrets: {
      SECRET_KEY: secretKey,
      "the admin's password": admin.password,
      "provider one's key": one.key,
      "provider two's key": two.key,
      "the gateway's key": world.gateway.key,
    },
    setClock: (offsetMs) => writeFileSync(clockFile, String(offsetMs)),
  }
}

function makeDirs(): Dirs {
  const run = mkdtempSync(join(tmpdir(), 'tally-torture-'))
  // PostgreSQL's own account has to pass through to its files.
  chmodSync(run, 0o711)
  const data = join(run, 'data')
  return { run, data, product: join(data, 'product'), temporary: join(run, 'tmp'), logs: join(run, 'logs') }
}
