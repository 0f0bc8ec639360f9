import { afterAll, beforeAll, expect, test } from 'vitest'

import { listProviders } from '#contract/providers/providers.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { makeUser } from '#test/factories.ts'

import { findProviderRow, listProviderRows } from './providers-queries.ts'

const [PROVIDERS, SERVICES] = [30, 3_000]

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  const { pool } = app.database
  await pool.query(
    `insert into providers (slug, name, api_url) select 'p' || n, 'Provider ' || n, 'https://example.com/' || n
     from generate_series(1, ${PROVIDERS}) n`,
  )
  await pool.query(`insert into categories (name, platform) values ('C', 'Instagram')`)
  // Each has one supply; every tenth costs more than its rate, and every hundredth is deleted.
  await pool.query(
    `with made as (
       insert into services (category_id, platform, name, name_original, rate, min, max, is_active, deleted_at)
       select max(categories.id), 'Instagram', n::text, 'x', 10000, 1, 10, n % 100 <> 0, case when n % 100 = 0 then now() end
       from categories, generate_series(1, ${SERVICES}) n group by n returning id, name::int as n)
     insert into supplies (service_id, provider_id, provider_service, cost_rate)
     select made.id, own.id, n::text, case when n % 10 = 0 then 10001 else 1 end
     from made join (select id, row_number() over (order by id) - 1 as place from providers where slug ~ '^p[0-9]+$') own
       on own.place = n % ${PROVIDERS}`,
  )
  await pool.query('analyze supplies, services, providers')
})
afterAll(() => app.drop())

test('each provider has the number of its services, and of those that cost more than they are sold for', async () => {
  const { token } = await makeUser(app.ctx, { role: 'admin' })
  const { body } = await app.call(listProviders, { token })
  const own = body.providers.filter(({ slug }) => /^p\d+$/.test(slug))
  // Numbers that end in 0 are those of every tenth provider; every hundredth is deleted.
  expect(own.map(({ services, below_cost: dear }) => [services, dear])).toEqual(
    Array.from({ length: PROVIDERS }, (_, place) => (place % 10 === 0 ? [90, 90] : [100, 0])),
  )
})

test('the list reads each supply once, and a page those of its provider', async () => {
  const tables = ['supplies'] as const
  expect(await countRows(app.ctx.db, { tables, work: listProviderRows })).toBeLessThanOrEqual(SERVICES + 10)
  const { rows } = await app.database.pool.query<{ id: number }>(`select id from providers where slug = 'p7'`)
  const page = (db: typeof app.ctx.db) => findProviderRow(db, rows[0]?.id ?? 0)
  expect(await countRows(app.ctx.db, { tables, work: page })).toBeLessThan(SERVICES / PROVIDERS + 10)
})
