import { expect, test } from 'vitest'

import { makeTestDatabase } from './database.ts'

test('gives each caller its own empty migrated database, and drops it again', async () => {
  const [one, other] = await Promise.all([makeTestDatabase(), makeTestDatabase()])
  await one.pool.query('CREATE TABLE only_here (id int)')
  await expect(other.pool.query('SELECT * FROM only_here')).rejects.toThrow(/does not exist/)
  expect((await one.pool.query('SELECT count(*)::int AS n FROM schema_migrations')).rows[0]).toBeDefined()
  await one.drop()
  await other.drop()
})

test('reads int8 as bigint, numeric as text and timestamptz as a Date', async () => {
  const { pool, drop } = await makeTestDatabase()
  const { rows } = await pool.query(
    `SELECT 9007199254740993::int8 AS big, 1.10::numeric AS exact, '2026-01-01T00:00:00Z'::timestamptz AS at,
            ARRAY[9007199254740993::int8, null] AS bigs`,
  )
  expect(rows).toEqual([
    {
      big: 9007199254740993n,
      exact: '1.10',
      at: new Date('2026-01-01T00:00:00Z'),
      bigs: [9007199254740993n, null],
    },
  ])
  await drop()
})

test('rows that the product may delete are found by an index from every foreign key that references them', async () => {
  const { product, drop } = await makeTestDatabase()
  const { rows } = await product.pool.query<{ key: string }>(
    `select format('%s (%s)', conrelid::regclass, string_agg(attname, ', ')) as key
     from pg_constraint fk join pg_attribute on attrelid = conrelid and attnum = any(conkey)
     where contype = 'f' and has_table_privilege(confrelid, 'delete') and not exists (
       select 1 from pg_index where indrelid = conrelid
         and (string_to_array(indkey::text, ' ')::int2[])[1:cardinality(conkey)] @> conkey)
     group by fk.oid, conrelid order by key`,
  )
  expect(rows).toEqual([])
  await drop()
})

test('no index contains columns that each order or visit changes: such updates write only the row', async () => {
  const { pool, drop } = await makeTestDatabase()
  const { rows } = await pool.query(
    `select indexrelid::regclass::text as name from pg_index
     where (indrelid = 'accounts'::regclass and not indisprimary)
       or (indrelid = 'users'::regclass and pg_get_indexdef(indexrelid) like '%seen_at%')`,
  )
  expect(rows).toEqual([])
  await drop()
})
