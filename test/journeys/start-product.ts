import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

import { openCluster } from '#test/open-cluster.ts'

/** On a busy machine; users' time limits don't apply to filling the demo. */
const startSeconds = 180
const fillSeconds = 600

export const journeyAdmin = { email: 'admin@example.com', password: 'journeys need a password' }

export type JourneyProduct = {
  url: string
  dataDir: string
  /** For commands on its database, with DATA_DIR. */
  databaseUrl: string | undefined
  /** The sandbox's own addresses file. */
  sandbox: string
  /** The one-time setup link, if there is no admin. */
  setUp: string | undefined
  /** Stops it and starts it at the same address, as an upgrade does; `between` runs in between. */
  restart: (between: () => Promise<void>) => Promise<void>
  stop: () => Promise<void>
}

const demo = {
  SANDBOX: 'on',
  ADMIN_EMAIL: journeyAdmin.email,
  ADMIN_PASSWORD: journeyAdmin.password,
  DEMO_PASSWORD: 'demo needs a password',
}

/**
 * Starts the product once with the demo, stops it, and leaves its data folder for `startProduct` to copy: the first
 * start is 7 s of CPU, one on a copy 3.
 */
export async function fillDemo(): Promise<void> {
  const dataDir = await makeDataDir()
  const fill = async (env: Record<string, string>) => {
    const { stop } = await launch({ dataDir, env: { ...demo, ...env }, seconds: fillSeconds })
    await stop()
  }
  const cluster = await findCluster()
  if (cluster === undefined) await fill({})
  else {
    // As an operator would: the existing rows are distributed.
    const name = `tally_journeys_${process.pid}`
    // Set before it is created, so that `dropDemo` also removes what a failure leaves.
    process.env['JOURNEY_TEMPLATE'] = name
    await cluster.make(name, (url) => fill({ DATABASE_URL: url }))
    await cluster.close(name)
  }
  process.env['JOURNEY_DEMO'] = dataDir
}

/** Removes what `fillDemo` left on a cluster, also after a failure. */
export async function dropDemo(): Promise<void> {
  const name = process.env['JOURNEY_TEMPLATE']
  if (name !== undefined) await (await findCluster())?.drop(name)
}

/** Set by `npm run test:cluster`; otherwise every product has its own PostgreSQL. */
async function findCluster() {
  const url = process.env['JOURNEY_CLUSTER']
  return url === undefined ? undefined : openCluster(url)
}

async function makeClusterDatabase(isDemo: boolean) {
  const cluster = await findCluster()
  if (cluster === undefined) return undefined
  const name = `tally_journey_${randomBytes(4).toString('hex')}`
  const template = process.env['JOURNEY_TEMPLATE']
  const url = isDemo && template !== undefined ? await cluster.copy(template, name) : await cluster.make(name)
  return { url, drop: () => cluster.drop(name) }
}

/**
 * Starts the product as an operator does, on a separate data folder: a copy of the demo's, or, with `forReal`, an
 * empty one, without sandbox, demo and admin.
 */
export async function startProduct(forReal?: Record<string, string>): Promise<JourneyProduct> {
  const dataDir = await makeDataDir()
  // Not copied by Node: the database's files belong to another account.
  if (forReal === undefined)
    await promisify(execFile)('cp', ['-a', `${process.env['JOURNEY_DEMO']}/.`, dataDir])
  const database = await makeClusterDatabase(forReal === undefined)
  const env = {
    ...(forReal === undefined ? demo : { SANDBOX: 'off', ...forReal }),
    ...(database && { DATABASE_URL: database.url }),
  }
  const readSandbox = async () =>
    forReal === undefined ? readFile(join(dataDir, 'sandbox.json'), 'utf8') : '{}'
  let running = await launch({ dataDir, env, seconds: startSeconds })
  const { url, setUp } = running
  const product: JourneyProduct = {
    url,
    dataDir,
    databaseUrl: database?.url,
    setUp,
    sandbox: await readSandbox(),
    async restart(between) {
      await running.stop()
      await between()
      const { port } = new URL(url)
      running = await launch({ dataDir, env: { ...env, PORT: port }, seconds: startSeconds })
      // The sandbox's ports have changed.
      product.sandbox = await readSandbox()
    },
    async stop() {
      await running.stop()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return product
}

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-journeys-'))
  await chmod(dataDir, 0o711)
  return dataDir
}

type Launch = { dataDir: string; env: Record<string, string>; seconds: number }

async function launch({
  dataDir,
  env,
  seconds,
}: Launch): Promise<Pick<JourneyProduct, 'url' | 'setUp' | 'stop'>> {
  const { DATABASE_URL: _given, ...rest } = process.env
  const isDemo = env['SANDBOX'] === 'on'
  const args = [join(process.cwd(), 'scripts/start.ts'), ...(isDemo ? ['--demo'] : [])]
  const product = spawn(process.execPath, args, {
    env: {
      ...rest,
      PORT: '0',
      DATA_DIR: dataDir,
      // Journeys' own providers are on this machine.
      ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      RATE_LIMITS: 'relaxed',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let found: string | undefined
  let setUp: string | undefined
  product.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const address = new Promise<string>((resolve, reject) => {
    createInterface({ input: product.stdout }).on('line', (line) => {
      found ??= /ready at (\S+)/.exec(line)?.[1]
      setUp ??= /https?:\/\/\S+\/setup\/[\w-]+/.exec(line)?.[0]
      if (found !== undefined && (isDemo || setUp !== undefined)) resolve(found)
    })
    product.on('exit', () => reject(new Error(`The product did not start:\n${said}`)))
    globalThis
      .setTimeout(() => reject(new Error(`The product takes too long:\n${said}`)), seconds * 1000)
      .unref()
  })
  const url = await address
  await untilCalm(url)
  return {
    url,
    setUp,
    async stop() {
      product.kill('SIGTERM')
      if (product.exitCode === null) await once(product, 'exit')
    },
  }
}

/** A start on a loaded machine blocks the loop so long that the first clients are asked to retry. */
async function untilCalm(url: string): Promise<void> {
  while ((await fetch(`${url}/api/config`)).status === 503) await setTimeout(500)
}
