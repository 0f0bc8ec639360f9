import { measureGrowth } from '#bench/growth.ts'
import { startEmbeddedPostgres } from '#server/lib/postgres/embedded/start-embedded-postgres.ts'

/**
 * `npm run bench:growth -- [--data-dir=FOLDER]`: bytes per order by table and index, and of the WAL, in the database of
 * DATABASE_URL or an embedded one that `npm run bench:seed` filled. It places some thousand orders there.
 */
const dataDir = process.argv.find((one) => one.startsWith('--data-dir='))?.slice('--data-dir='.length)
const embedded = dataDir === undefined ? undefined : await startEmbeddedPostgres({ dataDir })
try {
  const url = embedded?.url ?? process.env['DATABASE_URL']
  if (url === undefined) throw new Error('DATABASE_URL or --data-dir says which database to measure')
  const { orders, parts, wal } = await measureGrowth(url)
  const say = (bytes: number, name: string) =>
    console.log(`${(bytes / orders).toFixed(1).padStart(8)}  ${name}`)
  for (const { table, name, isIndex, bytes } of parts)
    if (bytes / orders >= 1) say(bytes, isIndex ? `  ${name}` : table)
  const sum = (isIndex: boolean) =>
    parts.filter((part) => part.isIndex === isIndex).reduce((all, { bytes }) => all + bytes, 0)
  say(sum(false), 'all tables')
  say(sum(true), 'all indexes')
  for (const [name, { bytes, pageImages }] of Object.entries(wal))
    console.log(
      `${name}: ${bytes.toFixed(0)} bytes of log and ${pageImages.toFixed(1)} page images per order`,
    )
} finally {
  await embedded?.stop()
}
