import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'

import { readProductVersion } from '#server/lib/environment/product-version.ts'
import { migrate } from '#server/lib/postgres/migrate.ts'
import { migrationsDir, newestMigration } from '#server/lib/postgres/read-migrations.ts'

import { makeTestDatabase, type TestDatabase } from './database.ts'
import { startOwnClock } from './own-clock.ts'
import { makeDataDir, startScript, type StartedScript } from './start-script.ts'

/** Processes as operators start them, on a shared database. */
let database: TestDatabase

beforeEach(async () => {
  database = await makeTestDatabase()
})
afterEach(() => database.drop())

async function start(env: Record<string, string> = {}): Promise<{ script: StartedScript; dataDir: string }> {
  const { dataDir, remove } = await makeDataDir()
  onTestFinished(remove)
  const own = { DATABASE_URL: database.url, DATA_DIR: dataDir, SANDBOX: 'off', HEALTH_PORT: '0' }
  return { script: startScript({ ...own, ...env }, { args: ['--role=worker'] }), dataDir }
}

/** As a newer version would do. */
async function migrateFurther(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'tally-migrations-'))
  await cp(migrationsDir, dir, { recursive: true })
  await writeFile(join(dir, '9999_later.sql'), 'alter table users add column shoe_size int;')
  expect(await migrate(database.url, dir)).toEqual(['9999_later.sql'])
  await rm(dir, { recursive: true })
}

const ends = async ({ script }: { script: StartedScript }) => {
  const elapsed = startOwnClock(script.child.pid)
  const look = setInterval(elapsed, 100)
  const { code } = await script.exited
  clearInterval(look)
  return { code, seconds: elapsed() / 1000 }
}

test('a second DATA_DIR does not start with its own key, says so in a sentence and nothing else, and leaves none behind; a process under which another version migrates the database ends at once and says why, and does not restart', async () => {
  const first = await start()
  await first.script.ready
  expect(await readdir(first.dataDir)).toContain('secret-key')

  const second = await start()
  expect(await second.script.exited).toEqual({ code: 1, signal: null })
  const said = second.script.lines().filter((line) => line !== '')
  expect(said.filter((line) => /^\s+at |^\{/.test(line))).toEqual([])
  expect(said.join('\n')).toContain('This database was first used with a SECRET_KEY that is missing')
  expect(await readdir(second.dataDir)).not.toContain('secret-key')

  await migrateFurther()
  const { code, seconds } = await ends(first)
  expect(code).toBe(1)
  expect(seconds).toBeLessThan(15)
  const why = `The database has been migrated to 9999_later.sql by version ${readProductVersion()}, and this process needs ${await newestMigration()}, so it ends. Start the matching version.`
  expect(first.script.lines().join('\n')).toContain(why)

  const again = await start()
  expect(await again.script.exited).toEqual({ code: 1, signal: null })
  expect(again.script.lines().join('\n')).toContain(
    `This database has run 9999_later.sql, which this version does not know. Start version ${readProductVersion()} or later.`,
  )
}, 180_000)
