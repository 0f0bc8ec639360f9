import { chmod, mkdir } from 'node:fs/promises'

import { seed } from '#bench/seed/seed.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'

/**
 * `npm run bench:seed -- --orders=100k [--seed=1] [--data-dir=FOLDER]`: fills the empty database of DATABASE_URL, or an
 * embedded one. It continues when run again after an interruption.
 */
const [, count = '100', unit = 'k'] = /--orders=(\d+)([km]?)\b/.exec(process.argv.join(' ')) ?? []
const orders = Number(count) * (unit === 'm' ? 1_000_000 : unit === 'k' ? 1_000 : 1)
const number = Number(/--seed=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 1)
const dataDir = process.argv.find((one) => one.startsWith('--data-dir='))?.slice('--data-dir='.length)
const started = performance.now()
const onProgress = (line: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${line}`)

if (dataDir === undefined) {
  const url = process.env['DATABASE_URL']
  if (url === undefined) throw new Error('DATABASE_URL or --data-dir says which database to fill')
  await seed({ url, orders, number, onProgress })
} else {
  await mkdir(dataDir, { recursive: true })
  // The database may run as another user, who must be able to traverse it.
  await chmod(dataDir, 0o711)
  const database = await startEmbeddedPostgres({ dataDir })
  try {
    await seed({ url: database.url, orders, number, onProgress })
  } finally {
    await database.stop()
  }
}
onProgress('complete')
