import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { benchPages } from '#bench/pages.ts'

/** `npm run bench:pages`: starts the demo in a temporary data folder, measures its pages, and removes it. */
const password = 'only for this bench'
const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-pages-'))
// The database may run as another user, who must be able to traverse it.
await chmod(dataDir, 0o711)
const { DATABASE_URL: _given, ...rest } = process.env
const product = spawn(process.execPath, [join(import.meta.dirname, 'start.ts'), '--demo'], {
  env: {
    ...rest,
    PORT: '0',
    DATA_DIR: dataDir,
    SANDBOX: 'on',
    RATE_LIMITS: 'relaxed',
    LOG_LEVEL: 'warn',
    DEMO_PASSWORD: password,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const url = await readAddress()
  process.exitCode = (await benchPages({ url, email: 'demo@example.com', password })) ? 0 : 1
} finally {
  product.kill('SIGTERM')
  if (product.exitCode === null) await once(product, 'exit')
  await rm(dataDir, { recursive: true, force: true })
}

async function readAddress(): Promise<string> {
  for await (const line of createInterface({ input: product.stdout })) {
    const url = /ready at (\S+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('The product did not start.')
}
