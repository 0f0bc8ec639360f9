import { afterAll, beforeAll, expect, test } from 'vitest'

import { defaultSettings } from '#contract/settings/settings-defaults.ts'
import { retentionPolicies } from '#server/worker.ts'
import { makeTestApp, type TestApp } from '#test/app.ts'

import { deleteOldRows, type RetentionPolicy } from './delete-old-rows.ts'
import { BATCH_ROWS } from './work-in-batches.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  await loosen()
})
afterAll(() => app.drop())

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
const named = retentionPolicies.map((policy) => ({ table: policy.table, policy }))

/** Lets any row be written into this database's tables: a policy depends only on age. */
async function loosen(): Promise<void> {
  const tables = retentionPolicies.map(({ table }) => table)
  const { rows: constraints } = await query(
    `select conrelid::regclass as table, conname as name from pg_constraint
     where contype in ('c', 'f') and conrelid = any ($1::regclass[])`,
    [tables],
  )
  for (const { table, name } of constraints) await query(`alter table ${table} drop constraint "${name}"`)
  const { rows: columns } = await query(
    `select attrelid::regclass as table, attname as name from pg_attribute
     where attrelid = any ($1::regclass[]) and attnum > 0 and attnotnull and not attisdropped and attidentity = ''
       and attgenerated = '' and not attnum = any (select unnest(conkey) from pg_constraint
         where conrelid = attrelid and contype = 'p')`,
    [tables],
  )
  for (const { table, name } of columns) await query(`alter table ${table} alter ${name} drop not null`)
}

const filled = { emails: { due_at: null }, notifications: { is_read: true } } as Record<
  string,
  Record<string, unknown>
>
const isOther = { emails: { due_at: new Date() }, notifications: { is_read: false } } as typeof filled

/** Inserts rows of an age in seconds, with keys from `first` on. Columns that the policy clears are filled. */
async function insert(
  { table, key, since, isEpochMs, clear = [] }: RetentionPolicy,
  {
    age,
    first,
    count = 1,
    own = filled,
  }: { age: string; first: number; count?: number; own?: typeof filled },
): Promise<void> {
  const { rows } = await query(
    'select attname as name, atttypid::regtype::text as type from pg_attribute where attrelid = $1::regclass and attnum > 0',
    [table],
  )
  const typeOf = (column: string) => rows.find(({ name }) => name === column)?.type as string
  const values: Record<string, string> = {}
  for (const column of [...clear, ...key]) {
    const type = typeOf(column)
    values[column] =
      type === 'bytea'
        ? 'int4send(n)'
        : type === 'uuid'
          ? `lpad(n::text, 32, '0')::uuid`
          : type.startsWith('timestamp')
            ? `now() - n * interval '1 second'`
            : `n::text::${type}`
  }
  const time = `now() - ${age}`
  // If the time is part of the key, its other columns distinguish the rows.
  values[since] = isEpochMs === true ? `extract(epoch from ${time}) * 1000` : time
  for (const [column, value] of Object.entries(own[table] ?? {}))
    values[column] =
      `${value instanceof Date ? `'${value.toISOString()}'` : String(value)}::${typeOf(column)}`
  await query(
    `insert into ${table} (${Object.keys(values).join(', ')}) overriding system value
     select ${Object.values(values).join(', ')} from generate_series($1::int, $2::int) n`,
    [first, first + count - 1],
  )
}

/** The number of rows that are complete. */
async function countOf({ table, clear }: RetentionPolicy): Promise<number> {
  const whole = clear === undefined ? 'true' : clear.map((column) => `${column} is not null`).join(' and ')
  const { rows } = await query(`select count(*)::int as count from ${table} where ${whole}`)
  return rows[0]?.count ?? -1
}

const lifetimeOf = ({ keep }: RetentionPolicy) =>
  `interval '${typeof keep === 'string' ? keep : `${defaultSettings.retention[keep.setting]} days`}'`
const clear = ({ table }: RetentionPolicy) => query(`delete from ${table}`)
const work = (policies: readonly RetentionPolicy[] = retentionPolicies) => deleteOldRows(app.ctx, policies)

test.each(named)('$table: an old row is deleted, and a recent one stays', async ({ policy }) => {
  await clear(policy)
  await insert(policy, { age: `${lifetimeOf(policy)} - interval '1 minute'`, first: 1 })
  await insert(policy, { age: `${lifetimeOf(policy)} + interval '1 minute'`, first: 2 })
  expect(await work([policy])).toBe(false)
  expect(await countOf(policy)).toBe(1)
})

test.each(named.filter(({ table }) => table in isOther))(
  '$table: rows outside the policy stay, however old',
  async ({ policy }) => {
    await clear(policy)
    await insert(policy, { age: `interval '10 years'`, first: 1, own: isOther })
    await work()
    expect(await countOf(policy)).toBe(1)
  },
)

const [first, second] = ['password_resets', 'invitations'].map((table) =>
  retentionPolicies.find((policy) => policy.table === table),
) as [RetentionPolicy, RetentionPolicy]

test('a statement deletes at most a batch, and a round continues until no old row is left', async () => {
  await clear(first)
  await insert(first, { age: `interval '1 year'`, first: 1, count: 2 * BATCH_ROWS.most + 1 })
  await query('create table deleted (count int, place int generated always as identity)')
  await query(`create function count_deleted() returns trigger language plpgsql security definer as
    'begin insert into deleted (count) select count(*) from gone; return null; end'`)
  await query(`create trigger counting after delete on password_resets referencing old table as gone
    for each statement execute function count_deleted()`)
  expect(await work()).toBe(false)
  const { rows } = await query('select count from deleted order by place')
  const batches: number[] = rows.map(({ count }) => count)
  expect(batches[0]).toBe(BATCH_ROWS.first)
  expect(batches.reduce((sum, count) => sum + count, 0)).toBe(2 * BATCH_ROWS.most + 1)
  expect(Math.max(...batches)).toBeLessThanOrEqual(BATCH_ROWS.most)
  await query('drop trigger counting on password_resets')
})

test('a batch that took long is followed by one half the size', async () => {
  await clear(first)
  await insert(first, { age: `interval '1 year'`, first: 1, count: 2 * BATCH_ROWS.first })
  await query('truncate deleted')
  await query(`create trigger counting after delete on password_resets referencing old table as gone
    for each statement execute function count_deleted()`)
  await query(`create function be_slow() returns trigger language plpgsql security definer as
    'begin if (select count(*) from deleted) = 0 then perform pg_sleep(0.6); end if; return null; end'`)
  await query(
    `create trigger a_slow_one after delete on password_resets for each statement execute function be_slow()`,
  )
  await work([first])
  const { rows } = await query('select count from deleted order by place')
  expect(rows.slice(0, 2).map(({ count }) => count)).toEqual([BATCH_ROWS.first, BATCH_ROWS.first / 2])
  await query('drop trigger a_slow_one on password_resets')
  await query('drop trigger counting on password_resets')
})

test('a failing table does not stop the others, even in whole batches, and the round fails', async () => {
  await clear(second)
  await insert(second, { age: `interval '1 year'`, first: 1, count: BATCH_ROWS.first + 1 })
  const broken = { ...first, table: 'no_such_table' } as unknown as RetentionPolicy // of a table that is not there
  await expect(work([broken, second])).rejects.toThrow('no_such_table')
  expect(await countOf(second)).toBe(0)
})

test('a locked row is skipped, and blocks nothing', async () => {
  await clear(first)
  await insert(first, { age: `interval '1 year'`, first: 1, count: 2 })
  const holder = await app.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from password_resets limit 1 for update')
    expect(await work([first])).toBe(false)
    expect(await countOf(first)).toBe(1)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
