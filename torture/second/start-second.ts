import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { send, startPart } from '#torture/product/start-part.ts'
import { openEmbedded, type Query } from '#torture/run/open-database.ts'
import { findFreePort } from '#torture/sandboxes/find-free-port.ts'

/** A second installation, whose only provider is the product: another panel that buys from it. No faults are injected there. */
export type Second = {
  url: string
  /** For commands, such as its audit. */
  env: Record<string, string>
  admin: { email: string; password: string }
  query: Query
  stop: () => Promise<void>
}

const STOP_MS = 60_000

/** It has its own database. Resolves when it is up. */
export async function startSecond({ runDir, logDir }: { runDir: string; logDir: string }): Promise<Second> {
  const dataDir = join(runDir, 'second')
  const temporaryDir = join(runDir, 'second-tmp')
  for (const dir of [dataDir, temporaryDir, logDir]) mkdirSync(dir, { recursive: true })
  const admin = { email: 'admin@second.example.com', password: randomBytes(12).toString('hex') }
  const port = String(await findFreePort())
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    TMPDIR: temporaryDir,
    PORT: port,
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(24).toString('hex'),
    SANDBOX: 'off',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    RATE_LIMITS: 'relaxed',
  }
  const part = startPart({
    name: 'second',
    role: 'all',
    byNpm: false,
    env,
    logFile: join(logDir, 'second.log'),
  })
  if (!(await part.ready)) throw new Error('the second product ended while it started')
  return {
    url: `http://127.0.0.1:${port}`,
    env,
    admin,
    query: openEmbedded(dataDir).query,
    stop: async () => {
      send(part.findMain() ?? part.spawned, 'SIGTERM')
      const patience = setTimeout(() => send(part.findMain() ?? part.spawned, 'SIGKILL'), STOP_MS)
      await part.exited
      clearTimeout(patience)
    },
  }
}
