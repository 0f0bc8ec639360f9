import { execFile } from 'node:child_process'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { readFence } from '#server/modules/operations/restored/read-fence.ts'
import { makeTestApp } from '#test/app.ts'
import { makeTestDatabase } from '#test/database.ts'

import { projectDir } from './build-web.ts'

const run = (url: string, ...args: string[]) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url }
    execFile(process.execPath, [join(projectDir, 'scripts/fence.ts'), ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, said: out + err }),
    )
  })

test('a database restored by other means is fenced like a restored backup, once', async () => {
  const { url, pool, drop } = await makeTestDatabase()
  onTestFinished(drop)
  // A migration of another version.
  await pool.query(`update schema_migrations set name = '9999_later.sql' where name like '0014%'`)
  const takenAt = '2026-11-28T02:00:00+07:00'
  expect(await run(url, `--taken-at=${takenAt}`)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Fenced as of 2026-11-27T19:00:00.000Z/),
  })
  expect((await readFence(pool))?.takenAt).toEqual(new Date(takenAt))
  const { rows } = await pool.query<{ last: bigint }>(
    `select min(last_value) as last from pg_sequences where schemaname = current_schema()`,
  )
  expect(rows[0]?.last).toBeGreaterThan(100_000n)
  const again = await run(url, `--taken-at=${takenAt}`)
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('is fenced already') })
})

test('a wrong time, a running product and the role of the product are refused, and change nothing', async () => {
  const app = await makeTestApp()
  onTestFinished(() => app.drop())
  const { url, pool } = app.database
  const refuse = async (args: string[], said: string) => {
    expect(await run(url, ...args)).toMatchObject({ code: 1, said: expect.stringContaining(said) })
    expect(await readFence(pool)).toBeUndefined()
  }
  const takenAt = '--taken-at=2026-11-27T02:00:00Z'
  await refuse([], 'Usage')
  await refuse(['--taken-at=2026-11-27T02:00:00'], 'not a time with its time zone')
  await refuse([takenAt], 'A product is running on this database')
  const stopped = await makeTestDatabase()
  onTestFinished(stopped.drop)
  expect((await run(stopped.url, '--taken-at=2100-01-01T00:00:00Z')).said).toContain('is in the future')
  expect((await run(stopped.product.url, takenAt)).said).toContain('as DATABASE_DIRECT_URL')
  expect(await readFence(stopped.pool)).toBeUndefined()
})
