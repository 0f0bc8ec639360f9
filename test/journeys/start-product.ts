import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'

const startSeconds = 180

export const journeyAdmin = { email: 'admin@example.com', password: 'journeys need a password' }

export type JourneyProduct = {
  url: string
  dataDir: string
  /** What the sandbox writes of itself there. */
  sandbox: string
  /** The address of the one-time link, where there is no admin yet. */
  setUp: string | undefined
  stop: () => Promise<void>
}

/** Starts the product the way an operator does, on a data folder of its own; `forReal` without sandbox, demo and admin. */
export async function startProduct(forReal?: Record<string, string>): Promise<JourneyProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-journeys-'))
  await chmod(dataDir, 0o711)
  const { DATABASE_URL: _given, ...rest } = process.env
  const args = [join(process.cwd(), 'scripts/start.ts'), ...(forReal === undefined ? ['--demo'] : [])]
  const product = spawn(process.execPath, args, {
    env: {
      ...rest,
      PORT: '0',
      DATA_DIR: dataDir,
      SANDBOX: forReal === undefined ? 'on' : 'off',
      // For providers of a journey's own, on this machine.
      ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      RATE_LIMITS: 'relaxed',
      LOG_LEVEL: 'warn',
      ...(forReal ?? {
        ADMIN_EMAIL: journeyAdmin.email,
        ADMIN_PASSWORD: journeyAdmin.password,
        DEMO_PASSWORD: 'demo needs a password',
      }),
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
      if (found !== undefined && (forReal === undefined || setUp !== undefined)) resolve(found)
    })
    product.on('exit', () => reject(new Error(`The product did not start:\n${said}`)))
    globalThis
      .setTimeout(() => reject(new Error(`The product takes too long:\n${said}`)), startSeconds * 1000)
      .unref()
  })
  const url = await address
  await untilCalm(url)
  return {
    url,
    dataDir,
    setUp,
    sandbox: forReal === undefined ? await readFile(join(dataDir, 'sandbox.json'), 'utf8') : '{}',
    async stop() {
      product.kill('SIGTERM')
      if (product.exitCode === null) await once(product, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A start beside much else leaves turns so long behind it that the first who come are asked to come again. */
async function untilCalm(url: string): Promise<void> {
  while ((await fetch(`${url}/api/config`)).status === 503) await setTimeout(500)
}
