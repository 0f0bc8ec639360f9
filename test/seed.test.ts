import { afterAll, expect, test } from 'vitest'

import { seed } from '#bench/seed/seed.ts'
import { checkInvariants } from '#server/modules/operations/ledger-check/check-invariants.ts'

import { makeEmptyDatabase, makeTestDatabase, type TestDatabase } from './database.ts'

const ORDERS = 4_000
const databases: TestDatabase[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
})

const schemaSql = `
select indexdef as part from pg_indexes where schemaname = 'public'
union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
where connamespace = 'public'::regnamespace and conrelid <> 0
union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`

async function readSchema({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ part: string }>(schemaSql)
  return rows.map(({ part }) => part)
}

test('bench:seed goes on after an interruption, and leaves the whole schema and books that the audit finds nothing in', async () => {
  const database = await makeEmptyDatabase()
  databases.push(database)
  const { url, pool } = database
  const interrupted = seed({
    url,
    orders: ORDERS,
    onProgress: () => {
      throw new Error('interrupted')
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  const count = async () => (await pool.query('select count(*)::int as orders from orders')).rows[0]
  const before = await count()
  expect(before.orders).toBeGreaterThan(0)
  expect(before.orders).toBeLessThan(ORDERS)

  await seed({ url, orders: ORDERS })
  expect(await count()).toEqual({ orders: ORDERS })
  const violated = (await checkInvariants(url)).filter(({ violations }) => violations > 0)
  expect(violated).toEqual([])

  const whole = await makeTestDatabase()
  databases.push(whole)
  expect(await readSchema(database)).toEqual(await readSchema(whole))
})
