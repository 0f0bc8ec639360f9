import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  exportMoneyReport,
  getMoneyReport,
  reportCuts,
  type ReportFigures,
} from '#contract/reports/money-report.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'
import { countRowsOfTxs } from '#test/count-rows.ts'
import { makeUser, type TestUser, usd } from '#test/factories.ts'

import { addToMonthsStatement } from './counting/count-days-statement.ts'
import { splitIntoMonths } from './money-report-queries.ts'
import { readMoneyReport } from './read-money-report.ts'

const SERVICES = 250
const DAYS = 180

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await makeTestApp()
  admin = await makeUser(app.ctx, { role: 'admin', permissions: ['reports'] })
  const { pool } = app.database
  await pool.query(`insert into categories (name, platform) values ('C', 'Instagram')`)
  await pool.query(
    `insert into services (category_id, platform, name, name_original, rate, min, max)
     select 1, case when n % 2 = 0 then 'TikTok' else 'Instagram' end, case when n = 1 then '=HYPERLINK("x")' else 'Service ' || n end, 'x', 10000, 1, 10
     from generate_series(1, $1::int) n`,
    [SERVICES],
  )
  // Days up to 2026-06-29; on each, service n sold $1.00000001 × n and refunded $0.33333333 × (n % 7).
  await pool.query(
    `insert into daily_services (day, service_id, provider_id, orders, sold, refunded, cost)
     select date '2026-06-29' - d, n, case when n % 3 = 0 then 0 else 1 + n % 2 end, n, n * 100000001::bigint, n % 7 * 33333333, n * 70000003::bigint
     from generate_series(1, $1::int) n, generate_series(0, $2::int - 1) d`,
    [SERVICES, DAYS],
  )
  await pool.query(
    `insert into daily_customers (user_id, day, orders, sold, refunded, cost, deposits, bonuses, corrections)
     select $1, day, sum(orders), sum(sold), sum(refunded), sum(cost), 500000000, 25000000, -1 from daily_services group by day`,
    [admin.id],
  )
  await pool.query(
    `insert into daily_totals select day, orders, sold, refunded, cost, deposits, bonuses, corrections from daily_customers`,
  )
  await pool.query(`update daily_progress set counted_until = '2026-06-29T10:00:00Z'`)
  // As counting adds them at the end of each day.
  const { rows: ended } = await pool.query<{ day: string }>(
    `select day::text from daily_totals where day < '2026-06-29' order by day`,
  )
  for (const { day } of ended) await pool.query(addToMonthsStatement, [day, 1])
  await pool.query(
    'analyze daily_totals, daily_services, daily_customers, monthly_services, monthly_customers',
  )
})
afterAll(() => app.drop())

const june = { from: '2026-06-01', to: '2026-06-30' }
const report = (query: Record<string, string>) =>
  app.call(getMoneyReport, { token: admin.token, query: { ...june, ...query } })

function add(all: readonly ReportFigures[]) {
  const sums = { orders: 0, sold: 0n, refunded: 0n, revenue: 0n, cost: 0n, margin: 0n }
  for (const one of all) {
    sums.orders += one.orders
    for (const figure of ['sold', 'refunded', 'revenue', 'cost', 'margin'] as const)
      sums[figure] += one[figure]
  }
  return sums
}

describe('the money report', () => {
  test.each(reportCuts)('by %s shows rows that add up to its total, in both periods', async (by) => {
    const { status, body } = await report({ by })
    expect(status).toBe(200)
    const { rows, others, total } = body
    const all = others === null ? rows : [...rows, others]
    expect(total.now).toMatchObject(add(all.map(({ now }) => now)))
    expect(total.before).toMatchObject(add(all.flatMap(({ before }) => before ?? [])))
    // Every grouping has the same total.
    const sold = 29n * 100_000_001n * BigInt((SERVICES * (SERVICES + 1)) / 2)
    expect(total.now.sold).toBe(sold)
    expect(total.now.revenue - total.now.cost).toBe(total.now.margin)
    expect([rows.length, others?.count]).toEqual(
      {
        day: [30, undefined],
        service: [200, 50],
        provider: [3, undefined],
        platform: [2, undefined],
        customer: [1, undefined],
      }[by],
    )
    expect(body.counted_until).toEqual(new Date('2026-06-29T10:00:00Z'))
  })

  test('by day has every day, the newest first, each next to the corresponding day of the period before', async () => {
    const { body } = await report({ from: '2026-06-29', to: '2026-06-30' })
    expect([body.before_from, body.before_to]).toEqual(['2026-06-27', '2026-06-28'])
    expect(
      body.rows.map(({ key, now, before }) => [key, now.deposits, now.corrections, before?.deposits]),
    ).toEqual([
      ['2026-06-30', 0n, 0n, usd('5')],
      ['2026-06-29', usd('5'), -1n, usd('5')],
    ])
    const oldest = await report({
      from: '2026-06-29',
      to: '2026-06-30',
      sort: 'name',
      direction: 'ascending',
    })
    expect(oldest.body.rows).toEqual(body.rows.toReversed())
    const { body: year } = await report({ compare: 'year' })
    expect([year.before_from, year.before_to, year.total.before?.sold]).toEqual([
      '2025-06-01',
      '2025-06-30',
      0n,
    ])
    const { body: none } = await report({ compare: 'none' })
    expect([none.before_from, none.total.before, none.rows[0]?.before]).toEqual([null, null, null])
  })

  test('is in the requested order', async () => {
    const most = await report({ by: 'service' })
    expect(most.body.rows.slice(0, 2).map(({ now }) => now.orders)).toEqual([250 * 29, 249 * 29])
    const least = await report({ by: 'service', sort: 'cost', direction: 'ascending' })
    expect(least.body.rows[0]).toMatchObject({ key: '1', name: '=HYPERLINK("x")' })
    const days = await report({ sort: 'orders', direction: 'descending' })
    expect(days.body.rows.at(-1)?.key).toBe('2026-06-30')
  })

  test('refuses a period that is invalid or longer than a year', async () => {
    for (const query of [
      { from: '2026-06-02', to: '2026-06-01' },
      { from: '2024-01-01', to: '2026-01-01' },
      { from: '2026-02-31' },
      { by: 'everything' },
    ]) {
      const { status, body } = await app.call(getMoneyReport, {
        token: admin.token,
        query: query as Record<string, string>,
      })
      expect([status, body.code]).toEqual([400, 'invalid_parameter'])
    }
  })

  test('is exported with all rows, exact, with the sum in the last line and no formula in a name', async () => {
    const search = new URLSearchParams({ ...june, by: 'service', compare: 'none' }).toString()
    const answer = await fetch(`${app.url}${exportMoneyReport.path}?${search}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines[0]).toMatch(/^key,name,orders,sold,refunded,revenue,cost,margin,deposits/)
    expect(lines).toHaveLength(SERVICES + 2)
    expect(lines.find((line) => line.startsWith('1,'))).toContain(`"'=HYPERLINK(""x"")",29,29.00000029,`)
    const sold = lines.slice(1, -1).reduce((sum, line) => sum + usd(line.split(',').at(3) ?? ''), 0n)
    expect(lines.at(-1)?.split(',').slice(0, 2)).toEqual(['total', ''])
    expect(usd(lines.at(-1)?.split(',').at(3) ?? '')).toBe(sold)
  })

  test('returns figures above what a JSON number represents exactly', async () => {
    await app.ctx.pool.query(
      `insert into daily_totals values ('2020-05-05', 1, 1234567890123456789, 0, 0, 0, 0, 0)`,
    )
    const { body } = await report({ from: '2020-05-05', to: '2020-05-05' })
    expect(body.total.now.sold).toBe(1_234_567_890_123_456_789n)
  })

  // Whole months, months with some days missing, days of a month, and the day being counted.
  test.each([
    ['2026-01-01', '2026-06-30'],
    ['2026-01-05', '2026-06-29'],
    ['2026-02-20', '2026-05-09'],
    ['2026-03-02', '2026-03-30'],
    ['2026-06-27', '2026-07-20'],
    ['2026-06-01', '2026-06-28'],
    ['2026-05-31', '2026-06-01'],
    ['2026-06-29', '2026-06-29'],
  ])('from %s to %s has the sums of its days and of those of the year before', async (from, to) => {
    const sums = async (table: string, key: string) => {
      const { rows } = await app.ctx.pool.query<{
        key: string
        sold: string
        refunded: string
        cost: string
      }>(
        `select ${key}::text as key, sum(sold) as sold, sum(refunded) as refunded, sum(cost) as cost from ${table}
         where day between $1 and $2 group by 1`,
        [from, to],
      )
      return rows.map((row) => [row.key, BigInt(row.sold), BigInt(row.refunded), BigInt(row.cost)]).toSorted()
    }
    for (const [by, table, key] of [
      ['service', 'daily_services', 'service_id'],
      ['provider', 'daily_services', 'provider_id'],
      ['customer', 'daily_customers', 'user_id'],
    ] as const) {
      const read = await readMoneyReport(app.ctx, { from, to, by, compare: 'year' }, 1_000)
      const rows = read.rows.map((row) => [row.key, row.now.sold, row.now.refunded, row.now.cost])
      expect(rows.toSorted()).toEqual(await sums(table, key))
      expect(read.total.before?.sold).toBe(0n)
    }
  })

  test('has no row for something that only happened outside its days in the months it reads', async () => {
    const { pool } = app.ctx
    await pool.query(`insert into daily_services values ('2024-03-02', 1, 0, 1, 5, 0, 0)`)
    await pool.query(`insert into monthly_services values ('2024-03-01', 1, 0, 1, 5, 0, 0)`)
    const read = (from: string) => report({ from, to: '2024-03-31', by: 'service', compare: 'none' })
    expect((await read('2024-03-03')).body).toMatchObject({
      rows: [],
      others: null,
      total: { now: { sold: 0n } },
    })
    expect((await read('2024-03-01')).body.rows).toMatchObject([{ key: '1', now: { orders: 1, sold: 5n } }])
  })

  test('by name sorts the shown rows by their names', async () => {
    const { body } = await report({ by: 'service', sort: 'name', direction: 'ascending' })
    const { rows } = await app.ctx.pool.query<{ name: string }>(
      'select name from services order by name limit 200',
    )
    expect(body.rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name))
  })

  test('of half a year reads months, and the days by which it differs from them', async () => {
    const read = (by: 'service' | 'provider' | 'platform', from: string, to: string) =>
      countRowsOfTxs(app.ctx.db, {
        tables: ['daily_services', 'monthly_services'],
        work: (db) => readMoneyReport({ ...app.ctx, db }, { from, to, by, compare: 'none' }),
      })
    for (const by of ['service', 'provider', 'platform'] as const) {
      // The day being counted is in no month.
      expect(await read(by, '2026-01-01', '2026-06-30')).toBeLessThan(7.1 * SERVICES)
      expect(await read(by, '2026-01-04', '2026-06-30')).toBeLessThan(10.1 * SERVICES)
    }
  })

  test('reads names for the shown rows only', async () => {
    const read = (count: number) =>
      countRowsOfTxs(app.ctx.db, {
        tables: ['services'],
        work: (db) => readMoneyReport({ ...app.ctx, db }, { ...june, by: 'service', compare: 'none' }, count),
      })
    await app.ctx.pool
      .query(`insert into services (category_id, platform, name, name_original, rate, min, max)
      select 1, 'Instagram', 'Other ' || n, 'x', 10000, 1, 10 from generate_series(1, 20000) n`)
    await app.ctx.pool.query('analyze services')
    expect(await read(5)).toBeLessThanOrEqual(5)
  })

  test('by day reads no more than the days of both periods, whatever was sold on them', async () => {
    const read = (days: number) =>
      countRowsOfTxs(app.ctx.db, {
        tables: ['daily_totals', 'daily_services', 'daily_customers', 'transactions', 'orders', 'accounts'],
        work: (db) => {
          const from = new Date(Date.parse('2026-06-30') - (days - 1) * 86_400_000).toISOString().slice(0, 10)
          return readMoneyReport(
            { ...app.ctx, db },
            { from, to: '2026-06-30', by: 'day', compare: 'previous' },
          )
        },
      })
    // At most the whole table twice, since it is small. By service there are 45,000 rows.
    expect(await read(90)).toBeLessThan(3 * DAYS)
    expect(await read(7)).toBeLessThan(3 * DAYS)
  })
})

describe('a span in months and days', () => {
  const daysOf = ({ from, to }: { from: string; to: string }) =>
    Array.from({ length: (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 }, (_, at) =>
      new Date(Date.parse(from) + at * 86_400_000).toISOString().slice(0, 10),
    )
  const lastOf = (month: string) => {
    const date = new Date(month)
    return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
  }

  test('has each of its days once and no other, and reads at most 15 days at each end', () => {
    const first = Date.parse('2027-12-01')
    for (let start = 0; start < 95; start += 1)
      for (const length of [1, 2, 14, 15, 16, 17, 29, 30, 31, 59, 60, 61, 90, 365, 366]) {
        const from = new Date(first + start * 86_400_000).toISOString().slice(0, 10)
        const to = new Date(first + (start + length - 1) * 86_400_000).toISOString().slice(0, 10)
        const { months, more, less } = splitIntoMonths({ from, to })
        const counts = new Map<string, number>()
        const add = (days: string[], by: number) => {
          for (const day of days) counts.set(day, (counts.get(day) ?? 0) + by)
        }
        for (const month of months) add(daysOf({ from: month, to: lastOf(month) }), 1)
        for (const days of more) add(daysOf(days), 1)
        for (const days of less) add(daysOf(days), -1)
        const counted = [...counts].filter(([, count]) => count !== 0)
        expect(counted.map(([day]) => day).toSorted()).toEqual(daysOf({ from, to }))
        expect(new Set(counted.map(([, count]) => count))).toEqual(new Set([1]))
        expect([...more, ...less].flatMap(daysOf).length).toBeLessThanOrEqual(30)
      }
  })
})
