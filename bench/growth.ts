import type { Client } from 'pg'

import { makeClient } from '#server/lib/postgres/pool.ts'
import { placeOneStatement } from '#server/modules/orders/placing/place-orders-statement.ts'

export type Growth = {
  orders: number
  /** Tables and indexes, the largest first. */
  parts: { table: string; name: string; isIndex: boolean; bytes: number }[]
  wal: { afterCheckpoint: Wal; later: Wal }
}
/** Per order. */
type Wal = { bytes: number; pageImages: number }

const PLACED = 300
/** Enough orders to write the pages that are logged whole after a checkpoint. */
const WARMING = 3_000
const QUANTITY = 1_000
/** For that quantity, in units. */
const PRICE_MAX = 1_000_000_000n

/** The bytes of an order on disk and in the log, in a database filled by `seed`; places some thousand more there. */
export async function measureGrowth(url: string): Promise<Growth> {
  const client = makeClient(url, 'tally-and-reach growth')
  await client.connect()
  try {
    const { rows: counted } = await client.query<{ orders: number }>(
      'select count(*)::int as orders from orders',
    )
    const { rows: parts } = await client.query<Growth['parts'][number]>(partsSql)
    await client.query('checkpoint')
    const afterCheckpoint = await measurePlacing(client, PLACED)
    await place(client, WARMING)
    return {
      orders: counted[0]?.orders ?? 0,
      parts,
      wal: { afterCheckpoint, later: await measurePlacing(client, PLACED) },
    }
  } finally {
    await client.end()
  }
}

const partsSql = `
select tables.relname as table, parts.relname as name, parts.relkind = 'i' as "isIndex",
  pg_relation_size(parts.oid)::float8 + case when parts.relkind = 'r'
    then coalesce(pg_total_relation_size(nullif(parts.reltoastrelid, 0)), 0) else 0 end::float8 as bytes
from pg_class tables
join pg_class parts on parts.oid = tables.oid or parts.oid in (select indexrelid from pg_index where indrelid = tables.oid)
where tables.relnamespace = 'public'::regnamespace and tables.relkind = 'r'
order by bytes desc`

async function measurePlacing(client: Client, count: number): Promise<Wal> {
  const before = await readWal(client)
  await place(client, count)
  const after = await readWal(client)
  return {
    bytes: (after.bytes - before.bytes) / count,
    pageImages: (after.pageImages - before.pageImages) / count,
  }
}

async function readWal(client: Client): Promise<Wal> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<Wal>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes, wal_fpi::float8 as "pageImages" from pg_stat_wal`,
  )
  return rows[0] ?? { bytes: 0, pageImages: 0 }
}

/** One order per tx, each for another customer and service. */
async function place(client: Client, count: number): Promise<void> {
  const { rows: buyers } = await client.query<{ user_id: number }>(
    'select user_id from accounts where can_spend and balance >= $3 order by md5(user_id::text || $1) limit $2',
    [String(count), count, PRICE_MAX],
  )
  const { rows: sold } = await client.query<{ id: number }>(
    `select id from services where is_active and type = 'Default' and rate <= $1 order by md5(id::text) limit 500`,
    [PRICE_MAX],
  )
  let placed = 0
  for (let nth = 0; placed < count; nth += 1) {
    if (nth > count * 3) throw new Error('most orders are refused')
    const buyer = buyers[nth % buyers.length]
    const service = sold[nth % sold.length]
    const link = `https://example.com/p/${nth}-${Math.random().toString(36).slice(2)}`
    const { rows } = await client.query<{ outcome: string }>(placeOneStatement('wait'), [
      buyer?.user_id,
      service?.id,
      link,
      QUANTITY,
      null,
      '{}',
      null,
      null,
      null,
      '1s',
    ])
    if (rows[0]?.outcome === 'placed') placed += 1
  }
}
