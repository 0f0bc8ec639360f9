import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seed } from '#bench/seed/seed.ts'
import { projectDir } from '#scripts/build-web.ts'
import { readCluster } from '#server/lib/postgres/cluster.ts'
import { makePool } from '#server/lib/postgres/pool.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'
import { openCluster, type TestCluster } from '#test/open-cluster.ts'

const name = `tally_interrupted_${randomBytes(4).toString('hex')}`
let cluster: TestCluster
let url: string
let pool: Pool

beforeAll(async () => {
  const opened = await openCluster(process.env['DATABASE_URL'] ?? '')
  if (opened === undefined) throw new Error('DATABASE_URL is no cluster')
  cluster = opened
  url = await cluster.prepare(name)
  await seed({ url, orders: 2_000 })
  pool = makePool({ url, max: 2, patienceMs: 120_000 })
})
afterAll(async () => {
  await pool?.end()
  await cluster?.drop(name)
})

function distribute() {
  const child = spawn(process.execPath, [join(projectDir, 'scripts/distribute.ts'), '--confirm'], {
    env: { ...process.env, DATABASE_URL: url, DATABASE_DIRECT_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const ended = once(child, 'exit')
  return {
    child,
    async end() {
      await ended
      return said
    },
  }
}

async function count(sql: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${sql}`)
  return rows[0]?.count ?? 0
}
const placed = () => count('pg_dist_partition')
const keys = () => count("pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace")

/** Of each table. */
async function countRows() {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('distribution', 'user_emails', 'user_names')
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') order by 1`,
  )
  const counts: [string, number][] = []
  for (const { name: table } of rows) counts.push([table, await count(table)])
  return counts
}

test('killed repeatedly, a distribution continues where it stopped, and nothing starts on the database until it ends', async () => {
  const before = await countRows()
  // While the first tables are placed, in the middle, and while foreign keys are added.
  const moments = [
    async () => (await placed()) >= 3,
    async () => (await placed()) >= 30,
    async () => (await placed()) >= 55 && (await keys()) >= 10,
  ]
  for (const isReached of moments) {
    const { child, end } = distribute()
    while (child.exitCode === null && !(await isReached())) await sleep(20)
    expect(child.exitCode).toBeNull()
    child.kill('SIGKILL')
    await end()
    await expect(readCluster(pool)).rejects.toThrow('was interrupted')
  }
  expect(await distribute().end()).toContain('Distributed. Start the product as before.')
  expect(await readCluster(pool)).toBeDefined()
  expect(await countRows()).toEqual(before)
  const found = await checkInvariants(url)
  expect(found.filter(({ violations }) => violations > 0)).toEqual([])
  expect(await count('user_emails')).toBe(await count('users'))
})
